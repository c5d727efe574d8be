// Pages on their way from where they come from to where they go: while all threads parse one batch,
// one of them first hands over the batch before and fetches the next.
//
// Fetching and handing over happen in order, one page after the other; so what comes out does not
// depend on the number of threads. A batch has some share of the memory in bytes of pages, and at
// least one page: what is in flight is three batches and, of the one being parsed, the trees.
#ifndef AKIN_SRC_PAGES_PAGE_PIPELINE_H_
#define AKIN_SRC_PAGES_PAGE_PIPELINE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/try.h"
#include "base/threads.h"
#include "graph/packed_page.h"
#include "pages/words.h"

namespace akin {

// gumbo takes twenty times the bytes of a page, for every page of a batch at worst.
inline uint64_t BatchBytes(const Control& control) {
  constexpr uint64_t kShare = 64;
  return std::max<uint64_t>(control.memory / kShare, 1);
}
inline constexpr size_t kPagesInBatch = 1024;

// What a thread needs to make something of pages.
struct PageTools {
  WordBreaker words;
  PagePacker packer;

  static Result<PageTools> Create() {
    AKIN_TRY_ASSIGN(WordBreaker words, WordBreaker::Create());
    AKIN_TRY_ASSIGN(PagePacker packer, PagePacker::Create());
    return PageTools{std::move(words), std::move(packer)};
  }
};

template <class Raw, class Parsed>
struct PageSteps {
  // Fills an empty batch; leaves it empty at the end.
  std::function<Status(std::vector<Raw>& batch)> fetch;
  // On any thread.
  std::function<Parsed(Raw& page, PageTools& tools)> parse;
  std::function<Status(Raw& page, Parsed& parsed)> deliver;
};

template <class Raw, class Parsed>
Status RunPages(const PageSteps<Raw, Parsed>& steps, const Control& control) {
  ThreadPool pool(ThreadsOrAll(control.threads));
  std::vector<PageTools> tools;
  for (unsigned i = 0; i < pool.size(); ++i) {
    AKIN_TRY_ASSIGN(PageTools created, PageTools::Create());
    tools.push_back(std::move(created));
  }
  std::vector<Raw> current, next, done;
  std::vector<Parsed> parsed, parsed_done;
  AKIN_TRY(steps.fetch(current));
  while (!current.empty() || !done.empty()) {
    parsed.clear();
    parsed.resize(current.size());
    AKIN_TRY(pool.Run(current.size() + 1, control.stop, [&](uint64_t piece, unsigned worker) {
      if (piece > 0) {
        parsed[piece - 1] = steps.parse(current[piece - 1], tools[worker]);
        return Status();
      }
      for (size_t i = 0; i < done.size(); ++i) AKIN_TRY(steps.deliver(done[i], parsed_done[i]));
      next.clear();
      return current.empty() ? Status() : steps.fetch(next);
    }));
    done = std::exchange(current, std::exchange(next, {}));
    std::swap(parsed_done, parsed);
  }
  return {};
}

}  // namespace akin

#endif  // AKIN_SRC_PAGES_PAGE_PIPELINE_H_

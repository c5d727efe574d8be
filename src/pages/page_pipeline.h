// Moves pages from their source to their sink: while all threads parse one batch, one of them first
// delivers the batch before and fetches the next.
//
// Pages are fetched and delivered in order, one after another; so the output does not depend on the
// number of threads. A batch has a fixed share of the memory in bytes of pages, as they are parsed,
// and at least one page, of which page_limits.h says how large it may be. Three batches are in
// memory at a time, and the trees of the one being parsed.
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

// In the worst case gumbo takes twenty times the bytes of every page of a batch.
inline uint64_t BatchBytes(const Control& control) {
  constexpr uint64_t kShare = 64;
  return std::max<uint64_t>(control.memory / kShare, 1);
}
inline constexpr size_t kPagesInBatch = 1024;

// What a thread needs to process pages.
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
  // Runs on any thread.
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

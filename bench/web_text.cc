#include "web_text.h"

#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace akin {

void WriteWebText(const std::string& path, uint32_t pages, unsigned links_per_page, bool urls) {
  constexpr uint32_t kSite = 1000;
  const RandomStream random(1, 2, 3);
  uint64_t counter = 0;
  const auto below = [&](uint64_t bound) {
    return static_cast<uint32_t>(random.Below(++counter, bound));
  };
  auto out = fmt::output_file(path);
  std::vector<uint32_t> links(size_t{pages} * links_per_page);
  for (uint32_t page = 0; page < pages; ++page) {
    const uint32_t site = page / kSite * kSite;
    const uint32_t model = site + below(std::max(1U, page - site));
    for (unsigned i = 0; i < links_per_page; ++i) {
      uint32_t target = 0;
      if (page > site && below(2) == 0) {
        target = links[size_t{model} * links_per_page + i];
      } else if (below(10) == 0) {
        target = below(pages);
      } else {
        target = std::min(pages - 1, site + below(kSite));
      }
      links[size_t{page} * links_per_page + i] = target;
      if (urls) {
        out.print("http://site{}.example/page{}\thttp://site{}.example/page{}\n", page / kSite,
                  page % kSite, target / kSite, target % kSite);
      } else {
        out.print("{}\t{}\n", page, target);
      }
    }
  }
}

}  // namespace akin

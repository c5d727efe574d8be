// A generated, web-like edge list of any size.
#ifndef AKIN_BENCH_WEB_TEXT_H_
#define AKIN_BENCH_WEB_TEXT_H_

#include <cstdint>
#include <string>

namespace akin {

// Pages of the same site have adjacent numbers. A page copies half of its links from an earlier
// page of its site; others go to a page nearby or, one in ten, anywhere. Pages are their numbers,
// or have URLs.
void WriteWebText(const std::string& path, uint32_t pages, unsigned links_per_page,
                  bool urls = false);

}  // namespace akin

#endif  // AKIN_BENCH_WEB_TEXT_H_

#include <fmt/format.h>

#include "akin/parts.h"

namespace akin {

std::string ShardsText(std::span<const uint32_t> shards) {
  std::string text;
  for (size_t i = 0; i < shards.size();) {
    size_t last = i;
    while (last + 1 < shards.size() && shards[last + 1] == shards[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", shards[i]);
    if (last > i) text += fmt::format("-{}", shards[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace akin

#include "generate/web_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

namespace akin {
namespace {

constexpr uint64_t kWeb = 0x776562;  // "web": separates its random choices from other models'
constexpr VertexId kLargestBlock = 1 << 16;
constexpr VertexId kFewestBlocks = 16;
constexpr VertexId kSmallestHost = 4;
constexpr unsigned kDirectories = 10;

// Shares in 128ths.
constexpr uint64_t kCopied = 80;
constexpr uint64_t kForeignPrototype = 8;  // a prototype on any host
constexpr uint64_t kRemote = 13;
// More than one, to make up for links that occur twice on a page.
constexpr uint64_t kSlotsPerLink = 134;

constexpr uint64_t Pair(VertexId a, uint32_t b) { return (uint64_t{a} << 32) | b; }

// Uniform on 0..bound-1, from the upper half of a random word.
constexpr VertexId Scaled(uint64_t random, VertexId bound) {
  return static_cast<VertexId>(((random >> 32) * bound) >> 32);
}

VertexId BlockSize(VertexId vertices, VertexId smallest_host) {
  return std::max(4 * smallest_host, std::min(kLargestBlock, vertices / kFewestBlocks));
}

int Digits(VertexId largest) { return static_cast<int>(fmt::formatted_size("{}", largest)); }

}  // namespace

WebModel::WebModel(VertexId vertices, uint32_t degree, uint64_t seed)
    : vertices_(vertices),
      smallest_host_(std::max<VertexId>(kSmallestHost, 2 * degree)),
      block_(BlockSize(vertices, smallest_host_)),
      slots_scale_((uint64_t{degree} * 4 - 2) * kSlotsPerLink),
      ranks_(static_cast<unsigned>(std::bit_width(vertices - 1))),
      host_digits_(Digits(vertices - 1)),
      page_digits_(Digits(2 * block_)),
      cuts_(seed, kWeb, 0),
      slots_(seed, kWeb, 1),
      prototypes_(seed, kWeb, 2),
      links_(seed, kWeb, 3),
      remote_(seed, kWeb, 4),
      places_(seed, kWeb, 5) {}

WebModel::Host WebModel::HostOf(VertexId page) const {
  const VertexId blocks = std::max<VertexId>(1, vertices_ / block_);
  const VertexId block = std::min(page / block_, blocks - 1);  // the last takes the remainder
  Host host{.first = block * block_, .pages = block_};
  if (block == blocks - 1) host.pages = vertices_ - host.first;
  while (host.pages >= 4 * smallest_host_) {
    const uint64_t random = cuts_.At(Pair(host.first, host.pages));
    if (host.pages <= block_ && random % 8 == 0) break;
    const VertexId left = host.pages / 4 + Scaled(random, host.pages / 2);
    if (page - host.first < left) {
      host.pages = left;
    } else {
      host.first += left;
      host.pages -= left;
    }
  }
  return host;
}

// At least one; skewed like the product of two uniform numbers, whose mean is 1/4.
uint32_t WebModel::Slots(VertexId page) const {
  const uint64_t random = slots_.At(page);
  const uint64_t product = ((random >> 32) * (random & UINT32_MAX)) >> 32;
  return 1 + static_cast<uint32_t>(((product * slots_scale_) >> 32) / 128);
}

VertexId WebModel::Target(VertexId page, Host host, uint32_t slot) const {
  for (;;) {
    const uint64_t random = links_.At(Pair(page, slot));
    if (random % 128 < kCopied && page > 0) {
      const uint64_t choice = prototypes_.At(page);
      const bool same_host = page > host.first && choice / 128 % 128 >= kForeignPrototype;
      const VertexId prototype =
          same_host ? host.first + Scaled(choice, page - host.first) : Scaled(choice, page);
      if (slot < Slots(prototype)) {
        page = prototype;
        if (!same_host) host = HostOf(page);
        continue;
      }
    }
    if (random / 128 % 128 < kRemote) return RemoteTarget(page, slot);
    const VertexId target = host.first + Scaled(random, host.pages - 1);
    return target < page ? target : target + 1;
  }
}

// Popularity 1/r: the logarithm of the rank is uniform. The host of a rank is at a random place.
// Half of the links go to the home page of the host.
VertexId WebModel::RemoteTarget(VertexId page, uint32_t slot) const {
  const uint64_t random = remote_.At(Pair(page, slot));
  const auto scale = static_cast<unsigned>((random & UINT32_MAX) * ranks_ >> 32);
  const uint64_t rank = (uint64_t{1} << scale) + (random >> 32 >> (32 - scale));
  const uint64_t place = places_.At(rank);
  const Host host = HostOf(Scaled(place, vertices_));
  const uint64_t inside = Mix64(random);
  return inside % 2 == 0 ? host.first : host.first + Scaled(inside, host.pages);
}

void WebModel::Links(VertexId page, const Host& host, std::vector<VertexId>& targets) const {
  targets.clear();
  const uint32_t slots = Slots(page);
  for (uint32_t slot = 0; slot < slots; ++slot) {
    VertexId target = Target(page, host, slot);
    // A link to itself becomes a link to its neighbour.
    if (target == page) target = host.Has(page + 1) ? page + 1 : page - 1;
    targets.push_back(target);
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
}

void WebModel::AppendUrl(VertexId page, const Host& host, std::string& text) const {
  const VertexId offset = page - host.first;
  fmt::format_to(std::back_inserter(text), "https://www.h{:0{}}.example/d{}/p{:0{}}.html",
                 host.first, host_digits_, uint64_t{offset} * kDirectories / host.pages, offset,
                 page_digits_);
}

}  // namespace akin

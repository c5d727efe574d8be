#include "generate/web_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace akin {
namespace {

std::vector<WebModel::Host> HostsOf(const WebModel& model) {
  std::vector<WebModel::Host> hosts;
  for (uint64_t page = 0; page < model.vertices(); page += hosts.back().pages) {
    hosts.push_back(model.HostOf(static_cast<VertexId>(page)));
  }
  return hosts;
}

TEST(WebModel, HostsFollowEachOtherWithoutGaps) {
  for (const VertexId vertices : {2U, 3U, 17U, 1000U, 4097U, 70'001U}) {
    const WebModel model(vertices, 1, 5);
    uint64_t next = 0;
    for (const WebModel::Host& host : HostsOf(model)) {
      ASSERT_EQ(host.first, next);
      ASSERT_GE(host.pages, 2U);
      for (VertexId page = host.first; page < host.first + host.pages; ++page) {
        const WebModel::Host again = model.HostOf(page);
        ASSERT_EQ(again.first, host.first);
        ASSERT_EQ(again.pages, host.pages);
        ASSERT_TRUE(host.Has(page));
      }
      ASSERT_FALSE(host.Has(host.first - 1));
      ASSERT_FALSE(host.Has(host.first + host.pages));
      next += host.pages;
    }
    ASSERT_EQ(next, vertices);
  }
}

TEST(WebModel, HostSizesAreSkewed) {
  std::vector<VertexId> sizes;
  for (const auto& host : HostsOf(WebModel(200'000, 4, 1))) sizes.push_back(host.pages);
  std::sort(sizes.begin(), sizes.end());
  ASSERT_GT(sizes.size(), 500U);
  EXPECT_GT(sizes.back(), 50 * sizes[sizes.size() / 2]);
  EXPECT_LE(sizes.back(), 200'000 / 16);
}

TEST(WebModel, LinksAreSortedDistinctAndNeverToThePageItself) {
  for (const auto& [vertices, degree] : std::vector<std::pair<VertexId, uint32_t>>{
           {2, 1}, {3, 2}, {40, 39}, {1000, 3}, {5000, 50}}) {
    const WebModel model(vertices, degree, 9);
    std::vector<VertexId> targets;
    for (VertexId page = 0; page < vertices; ++page) {
      model.Links(page, model.HostOf(page), targets);
      ASSERT_FALSE(targets.empty());
      ASSERT_LT(targets.back(), vertices);
      ASSERT_TRUE(std::is_sorted(targets.begin(), targets.end(), std::less_equal<>()));
      ASSERT_FALSE(std::binary_search(targets.begin(), targets.end(), page));
    }
  }
}

// The figures of one particular graph, because the seed is fixed.
TEST(WebModel, MeanDegreeLocalityAndTailAreThoseOfAWeb) {
  constexpr VertexId kPages = 50'000;
  for (const uint32_t degree : {3U, 12U, 40U}) {
    const WebModel model(kPages, degree, 1);
    std::vector<uint64_t> in(kPages);
    uint64_t arcs = 0;
    uint64_t local = 0;
    std::vector<VertexId> targets;
    for (const WebModel::Host& host : HostsOf(model)) {
      for (VertexId page = host.first; page < host.first + host.pages; ++page) {
        model.Links(page, host, targets);
        arcs += targets.size();
        for (const VertexId target : targets) {
          ++in[target];
          local += host.Has(target) ? 1 : 0;
        }
      }
    }
    const double mean = static_cast<double>(arcs) / kPages;
    EXPECT_NEAR(mean, degree, 0.1 * degree);
    EXPECT_GT(static_cast<double>(local), 0.7 * static_cast<double>(arcs));
    EXPECT_LT(static_cast<double>(local), 0.95 * static_cast<double>(arcs));
    std::sort(in.begin(), in.end());
    EXPECT_GT(static_cast<double>(in.back()), 50 * mean);
    EXPECT_GT(static_cast<double>(in[kPages - kPages / 1000]), 8 * mean);
  }
}

TEST(WebModel, PagesCopyLinksOfTheirHost) {
  const WebModel model(20'000, 12, 3);
  const auto hosts = HostsOf(model);
  const WebModel::Host host = *std::max_element(
      hosts.begin(), hosts.end(), [](const auto& a, const auto& b) { return a.pages < b.pages; });
  ASSERT_GT(host.pages, 500U);
  // Of random pages from a host this large hardly any two would share a third of their links.
  std::vector<std::vector<VertexId>> links(host.pages);
  for (VertexId i = 0; i < host.pages; ++i) model.Links(host.first + i, host, links[i]);
  uint64_t looked_at = 0;
  uint64_t like_another = 0;
  for (VertexId i = 1; i < 300; ++i) {
    if (links[i].size() < 6) continue;
    ++looked_at;
    like_another += std::any_of(links.begin(), links.begin() + i, [&](const auto& other) {
      std::vector<VertexId> both;
      std::set_intersection(links[i].begin(), links[i].end(), other.begin(), other.end(),
                            std::back_inserter(both));
      return both.size() * 3 >= links[i].size();
    });
  }
  ASSERT_GT(looked_at, 100U);
  EXPECT_GT(like_another, looked_at / 3);
}

TEST(WebModel, UrlsSortLikePages) {
  const WebModel model(30'000, 2, 2);
  std::string last;
  for (VertexId page = 0; page < model.vertices(); ++page) {
    std::string url;
    model.AppendUrl(page, model.HostOf(page), url);
    ASSERT_LT(last, url);
    last = url;
  }
  EXPECT_TRUE(last.starts_with("https://www.h")) << last;
  EXPECT_TRUE(last.ends_with(".html")) << last;
}

TEST(WebModel, SeedsGiveDifferentLinks) {
  const WebModel one(1000, 5, 1);
  const WebModel other(1000, 5, 2);
  std::vector<VertexId> a;
  std::vector<VertexId> b;
  VertexId same = 0;
  for (VertexId page = 0; page < 1000; ++page) {
    one.Links(page, one.HostOf(page), a);
    other.Links(page, other.HostOf(page), b);
    same += a == b ? 1 : 0;
  }
  EXPECT_LT(same, 100U);
}

}  // namespace
}  // namespace akin

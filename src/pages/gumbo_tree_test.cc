#include "pages/gumbo_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace akin {
namespace {

// The pieces of text of a tree, in order.
std::string TextsBelow(const GumboNode* node) {
  if (node->type == GUMBO_NODE_TEXT) return node->v.text.text;
  std::string texts;
  if (node->type != GUMBO_NODE_ELEMENT) return texts;
  const GumboVector& children = node->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    texts += TextsBelow(static_cast<const GumboNode*>(children.data[i]));
  }
  return texts;
}

// Found by random tag soup; each fails one of gumbo's assertions.
const std::vector<std::string> kFailingPages = {
    "<table><svg><desc><![CDATA[x]]>y",
    "<table><math><annotation-xml encoding='text/html'><![CDATA[<li>]]>'",
    "<table><svg><select><title><select><table>",
    "<table><svg><select><desc><select><tr>",
};

TEST(GumboTreeTest, FailuresOfGumboEndNothingButTheTree) {
  GumboTree tree;
  for (const std::string& html : kFailingPages) {
    EXPECT_EQ(tree.Parse(html), nullptr) << html;
    const GumboNode* root = tree.Parse("<p>still <b>here");
    ASSERT_NE(root, nullptr);
    EXPECT_EQ(TextsBelow(root), "still here");
  }
}

TEST(GumboTreeTest, ThreadsFailOnTheirOwn) {
  const auto work = [](size_t first, bool& right) {
    GumboTree tree;
    for (size_t i = first; i < 1000; ++i) {
      const bool fails = i % 2 == 0;
      const GumboNode* root = tree.Parse(fails ? kFailingPages[i % kFailingPages.size()] : "<p>x");
      right = right && (root == nullptr) == fails;
    }
  };
  bool one = true;
  bool other = true;
  std::thread thread(work, 1, std::ref(other));
  work(0, one);
  thread.join();
  EXPECT_TRUE(one);
  EXPECT_TRUE(other);
}

// Every paragraph opens all the <b> of the first one again: 300 MB, for a page of 20 KB.
TEST(GumboTreeTest, MemoryIsInProportionToThePage) {
  std::string html = "<p>";
  for (int i = 0; i < 1000; ++i) html += fmt::format("<b id={}>", i);
  for (int i = 0; i < 1000; ++i) html += "<p>x</p>";
  EXPECT_EQ(GumboTree().Parse(html), nullptr);
}

// What takes the most memory of all that does not repeat itself.
TEST(GumboTreeTest, SmallElementsHaveRoom) {
  for (const std::string element : {"<p>", "<a>", "x<a>", "</p>x", "<a b c d e f g>", "<p>x<td>"}) {
    std::string html;
    for (int i = 0; i < 100'000; ++i) html += element;
    EXPECT_NE(GumboTree().Parse(html), nullptr) << element;
  }
  EXPECT_NE(GumboTree().Parse(""), nullptr);
}

}  // namespace
}  // namespace akin

#include "pages/html_outline.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pages/gumbo_tree.h"
#include "pages/html_source.h"

namespace akin {
namespace {

// The tree as text: names of elements, the attributes that are used, and the content of text nodes.
void Show(const GumboNode* node, const HtmlOutline* outline, std::string& shown) {
  switch (node->type) {
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_WHITESPACE:
    case GUMBO_NODE_CDATA: {
      std::string text;
      if (outline != nullptr) {
        outline->Restore(node->v.text.text, text);
      } else {
        text = node->v.text.text;
      }
      // The number of blanks does not matter.
      for (const char c : text) {
        const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
        if (!blank) shown += c;
        if (blank && !shown.ends_with(' ')) shown += ' ';
      }
      return;
    }
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE: {
      const GumboElement& element = node->v.element;
      shown += '<';
      shown += TagNameOf(element.tag);
      for (const char* name : {"href", "alt", "role", "rel", "id", "class"}) {
        const GumboAttribute* attribute = AttributeNamed(element, name);
        if (attribute != nullptr) shown += std::string(" ") + name + "=" + attribute->value;
      }
      shown += '>';
      for (unsigned i = 0; i < element.children.length; ++i) {
        Show(static_cast<const GumboNode*>(element.children.data[i]), outline, shown);
      }
      shown += "</>";
      return;
    }
    default:
      return;
  }
}

std::string TreeOf(std::string_view html, const HtmlOutline* outline) {
  GumboTree tree;
  const GumboNode* const root = tree.Parse(html);
  if (root == nullptr) return "none";
  std::string shown;
  Show(root, outline, shown);
  return shown;
}

std::string TreeOfOutline(std::string_view html) {
  HtmlOutline outline(html);
  return TreeOf(outline.html(), &outline);
}

TEST(HtmlOutlineTest, TakesOutTextAttributesAndComments) {
  const std::string html =
      "<p class=\"a b\" title=x>A long piece of text</p><!-- and a comment --><a title='>' "
      "href=\"y>z\" id=w>short</a><br/>with an entity &amp; so it stays<img alt=x />";
  HtmlOutline outline(html);
  EXPECT_EQ(outline.html(),
            "<p class=\"a b\">\uE000\uE800</p><!----><a href=\"y>z\" id=w>short</a><br />with an "
            "entity &amp; so it "
            "stays<img alt=x />");
  EXPECT_EQ(TreeOfOutline(html), TreeOf(html, nullptr));
}

TEST(HtmlOutlineTest, LeavesWhatIsNotMarkup) {
  for (const std::string html :
       {"<script>a long script with <b class=x> in it</script>after the script",
        "<style>a long style <b class=x></style><title>a long title of a page</title>",
        "<textarea>some long text <b class=y></textarea><plaintext>more <b class=z> and more",
        "<script><!-- <script class=x> </script class=x> and all this --></script>and after it"}) {
    EXPECT_EQ(TreeOfOutline(html), TreeOf(html, nullptr)) << html;
  }
}

TEST(HtmlOutlineTest, PagesThatUseTheCharactersThemselves) {
  const std::string page = "<p>a long piece of text</p>\uE000\uE800 and &#xE000;&#xE801;";
  EXPECT_EQ(HtmlOutline(page).html(), page);
  EXPECT_EQ(TreeOfOutline("<p>a long piece of text</p>&#xE000;&#xE801;&#xE800;&#xE000;"),
            TreeOf("<p>a long piece of text</p>&#xE000;&#xE801;&#xE800;&#xE000;", nullptr));
}

// After an attribute that comes a second time and has no value, gumbo loses the next one. An
// outline has no such attributes, unless they are used.
TEST(HtmlOutlineTest, AttributesAfterARepeatedOneAreKept) {
  const std::string html = "<a x x id=y>z</a>";
  EXPECT_EQ(TreeOfOutline(html), "<html><head></><body><a id=y>z</></></>");
  EXPECT_NE(TreeOf(html, nullptr), TreeOfOutline(html));
}

// Whether a tag has an attribute twice; also what only looks like a tag.
bool RepeatsAnAttribute(std::string_view html) {
  for (size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    const std::string name = TagName(html, at);
    if (name.empty()) continue;
    std::set<std::string> names;
    AttributeReader attributes(html, at + 1 + name.size());
    for (HtmlAttribute attribute; attributes.Next(attribute);) {
      if (!names.insert(ascii::Lowered(attribute.name)).second) return true;
    }
  }
  return false;
}

RC_GTEST_PROP(HtmlOutlineTest, TheTreeIsTheSame, ()) {
  const auto piece = rc::gen::element<std::string>(
      "<a href=x class=y>", "</a id=z>", "<p id='a>b'>", "</p>", "<table border=1>", "<tr>", "<td>",
      "</table>", "<b class=x>", "</b>", "<div a=\"b\"c>", "</div>", "<select>", "<option>",
      "<svg>", "</svg>", "<math>", "<annotation-xml encoding='text/html'>", "<font color=x>",
      "<title>", "</title>", "<head>", "<body class=x>", "</html>", "<!--", "-->", "--!>",
      "<![CDATA[", "]]>", "<script>", "</script>", "<style>", "</style>", "<textarea>",
      "</textarea>", "<li>", "<h1>", "&amp;", "text", " ", "a longer piece of text", "\n\n  \t",
      "<!doctype html>", "<input type=hidden x=y>", "<br/>", "</br>", "<a", "<a href=x/>", "</",
      "</ x>", "< y", "<?z>", "<!", ">", "'", "\"", "=", "<img alt=i src=j", "<p/>", "<g/>", "</>");
  std::string html;
  for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece)) html += part;
  RC_PRE(!RepeatsAnAttribute(html));
  RC_ASSERT(TreeOfOutline(html) == TreeOf(html, nullptr));
}

}  // namespace
}  // namespace akin

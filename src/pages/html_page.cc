#include "pages/html_page.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "pages/charset.h"
#include "pages/gumbo_tree.h"
#include "pages/html_nesting.h"
#include "pages/html_outline.h"
#include "pages/html_source.h"
#include "pages/template_place.h"
#include "pages/text_builder.h"

namespace akin {
namespace {

// Every run of blanks and control characters becomes one blank, none at the ends, and the length is
// limited to a line or two: a <title> that is never closed continues to the end of the page.
std::string AsTitle(std::string_view text) {
  constexpr size_t kLongestTitle = 1000;
  std::string title;
  while (!text.empty() && title.size() < kLongestTitle) {
    const bool wide_control =
        text.size() > 1 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
    const bool blank =
        wide_control || static_cast<unsigned char>(text[0]) <= ' ' || text[0] == '\x7F';
    size_t length = wide_control ? 2 : 1;
    // Whole characters only.
    while (length < text.size() && (text[length] & 0xC0) == 0x80) ++length;
    if (!blank) {
      title += text.substr(0, length);
    } else if (!title.empty() && title.back() != ' ') {
      title.push_back(' ');
    }
    text.remove_prefix(length);
  }
  if (title.ends_with(' ')) title.pop_back();
  return title;
}

std::string TextOf(const GumboElement& element) {
  std::string text;
  for (unsigned i = 0; i < element.children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(element.children.data[i]);
    const bool is_text = child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_WHITESPACE;
    if (is_text) text += child->v.text.text;
  }
  return text;
}

// What an element means for the text inside it and around it.
enum class Role {
  kInline,  // nothing
  kApart,   // words end at its start and end
  kBlock,   // a paragraph, a cell, an item and the like
  kHeading,
  kEndsTopic,  // a list, a table
  kSilent,     // its content is not shown
};

// NOLINTNEXTLINE(readability-function-size): a table
Role RoleOf(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_DATALIST:
      return Role::kSilent;
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
      return Role::kHeading;
    case GUMBO_TAG_OL:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_DIR:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_TABLE:
      return Role::kEndsTopic;
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_LI:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_OPTGROUP:
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_P:
    case GUMBO_TAG_PLAINTEXT:
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_TH:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_XMP:
      return Role::kBlock;
    case GUMBO_TAG_AREA:
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_BUTTON:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_IMG:
    case GUMBO_TAG_INPUT:
    case GUMBO_TAG_MATH:
    case GUMBO_TAG_OBJECT:
    case GUMBO_TAG_RP:
    case GUMBO_TAG_RT:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_SVG:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_VIDEO:
      return Role::kApart;
    default:
      return Role::kInline;
  }
}

const char* AttributeOf(const GumboElement& element, const char* name) {
  const GumboAttribute* attribute = AttributeNamed(element, name);
  return attribute == nullptr ? nullptr : attribute->value;
}

std::string_view TextOfAttribute(const GumboElement& element, const char* name) {
  const char* value = AttributeOf(element, name);
  return value == nullptr ? std::string_view() : value;
}

ElementNames NamesOf(const GumboElement& element) {
  return {.tag = TagNameOf(element.tag),
          .role = TextOfAttribute(element, "role"),
          .id = TextOfAttribute(element, "id"),
          .classes = TextOfAttribute(element, "class")};
}

// Whether a link says that it leads to the next or the previous page.
bool IsSequence(const GumboElement& element) {
  const std::string rel = ascii::Lowered(ascii::Trimmed(TextOfAttribute(element, "rel")));
  return IsOneOf(rel, {"next", "prev", "previous"});
}

// Walks through the tree in document order, without recursion.
class Walk {
 public:
  Walk(const HtmlOutline& outline, HtmlPage& page, TextBuilder* text)
      : outline_(outline), page_(page), text_(text) {}

  void Through(const GumboNode* root) {
    Enter(root);
    while (!open_.empty()) {
      Open& innermost = open_.back();
      const GumboVector& children = innermost.element->children;
      if (innermost.next_child == children.length) {
        Leave(innermost);
        open_.pop_back();
      } else {
        Enter(static_cast<const GumboNode*>(children.data[innermost.next_child++]));
      }
    }
  }

 private:
  struct Open {
    const GumboElement* element;
    unsigned next_child = 0;
    std::optional<size_t> anchor;
    TemplatePlace place;  // of what is inside
  };

  void Enter(const GumboNode* node) {
    switch (node->type) {
      case GUMBO_NODE_ELEMENT:
      case GUMBO_NODE_TEMPLATE:
        return EnterElement(node->v.element);
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_WHITESPACE:
      case GUMBO_NODE_CDATA:
        if (Speaks()) outline_.Restore(node->v.text.text, text_->run());
        return;
      case GUMBO_NODE_DOCUMENT:
      case GUMBO_NODE_COMMENT:
        return;
    }
  }

  void EnterElement(const GumboElement& element) {
    if (element.tag == GUMBO_TAG_TITLE && element.tag_namespace == GUMBO_NAMESPACE_HTML) {
      if (page_.title.empty()) page_.title = AsTitle(TextOf(element));
      return;
    }
    const bool root = element.tag == GUMBO_TAG_HTML || element.tag == GUMBO_TAG_BODY;
    if (root && text_ != nullptr) ReadLanguage(element);
    Open open{.element = &element};
    if (!open_.empty()) open.place = PlaceInside(open_.back().place, NamesOf(element));
    if (RoleOf(element.tag) == Role::kSilent) ++silent_;
    if (Speaks()) BeginText(element);
    VisitLink(element, open);
    const char* alt = Speaks() && HasAlt(element.tag) ? AttributeOf(element, "alt") : nullptr;
    if (alt != nullptr) text_->Text(alt);
    open_.push_back(open);
  }

  // The first that says one counts.
  void ReadLanguage(const GumboElement& element) {
    for (const char* name : {"lang", "xml:lang"}) {
      const char* tag = AttributeOf(element, name);
      if (tag != nullptr && page_.text.language.empty()) page_.text.language = LanguageCode(tag);
    }
  }

  void Leave(const Open& open) {
    if (open.anchor) text_->EndAnchor(*open.anchor);
    if (Speaks()) EndText(*open.element);
    if (RoleOf(open.element->tag) == Role::kSilent) --silent_;
  }

  void VisitLink(const GumboElement& element, Open& open) {
    const bool link = element.tag == GUMBO_TAG_A || element.tag == GUMBO_TAG_AREA;
    if (!link && element.tag != GUMBO_TAG_BASE && element.tag != GUMBO_TAG_LINK) return;
    const char* href = AttributeOf(element, "href");
    if (href == nullptr) return;
    if (element.tag == GUMBO_TAG_BASE && page_.base_href.empty()) page_.base_href = href;
    if (element.tag == GUMBO_TAG_LINK && IsSequence(element)) page_.neighbours.emplace_back(href);
    if (!link) return;
    PlaceLink(element);
    if (Speaks()) open.anchor = text_->BeginAnchor(page_.hrefs.size());
    page_.hrefs.emplace_back(href);
  }

  // The place of a link is that of the element around it.
  void PlaceLink(const GumboElement& element) {
    constexpr size_t kNamedPlaces = 64;
    const TemplatePlace place = open_.empty() ? TemplatePlace() : open_.back().place;
    page_.places.push_back(
        {.place = place.path, .landmark = place.landmark, .sequence = IsSequence(element)});
    std::vector<PlaceName>& names = page_.place_names;
    const auto same = [&](const PlaceName& name) { return name.place == place.path; };
    if (names.size() == kNamedPlaces || std::any_of(names.begin(), names.end(), same)) return;
    names.push_back({.place = place.path, .name = ShownPlace()});
  }

  // The landmark that the open elements are in, or the innermost of them.
  std::string ShownPlace() const {
    constexpr size_t kShown = 3;
    for (const Open& open : open_) {
      if (open.place.landmark) return ShownElement(NamesOf(*open.element));
    }
    std::string shown;
    for (size_t i = open_.size() - std::min(open_.size(), kShown); i < open_.size(); ++i) {
      const ElementNames names = NamesOf(*open_[i].element);
      if (IsOneOf(names.tag, {"html", "body"})) continue;
      if (!shown.empty()) shown += " > ";
      shown += ShownElement(names);
    }
    return shown.empty() ? "body" : shown;
  }

  static bool HasAlt(GumboTag tag) {
    return tag == GUMBO_TAG_IMG || tag == GUMBO_TAG_AREA || tag == GUMBO_TAG_INPUT;
  }

  void BeginText(const GumboElement& element) {
    if (element.tag == GUMBO_TAG_BR) return text_->HardBreak();
    switch (RoleOf(element.tag)) {
      case Role::kApart:
        return text_->EndWord();
      case Role::kBlock:
      case Role::kEndsTopic:
        return text_->Cut(kSyntacticCut);
      case Role::kHeading:
        return text_->Cut(kSyntacticCut | kTopicalCut);
      case Role::kInline:
      case Role::kSilent:
        return;
    }
  }

  void EndText(const GumboElement& element) {
    switch (RoleOf(element.tag)) {
      case Role::kApart:
        return text_->EndWord();
      case Role::kBlock:
      case Role::kHeading:
        return text_->Cut(kSyntacticCut);
      case Role::kEndsTopic:
        return text_->Cut(kSyntacticCut | kTopicalCut);
      case Role::kInline:
      case Role::kSilent:
        return;
    }
  }

  bool Speaks() const { return text_ != nullptr && silent_ == 0; }

  const HtmlOutline& outline_;
  HtmlPage& page_;
  TextBuilder* text_;  // null when it is not wanted
  std::vector<Open> open_;
  uint64_t silent_ = 0;  // open elements whose content is not shown
};

// Fills in everything except the text, which goes to `text` unless that is null.
void Read(std::string_view html, HtmlPage& page, TextBuilder* text) {
  HtmlOutline outline(html);
  GumboTree tree;
  const GumboNode* root = NestsTooDeep(outline.html()) ? nullptr : tree.Parse(outline.html());
  if (root == nullptr) {
    page.flattened = true;
    BlankContainers(outline.html());
    root = tree.Parse(outline.html());
  }
  if (root != nullptr) Walk(outline, page, text).Through(root);
}

}  // namespace

HtmlPage ParseHtmlPage(std::string_view bytes, WordBreaker* words, std::string_view charset) {
  std::string html = PageToUtf8(bytes, charset);
  const std::string unscripted = TakeNoscript(html);
  HtmlPage page;
  if (words == nullptr) {
    Read(html, page, nullptr);
  } else {
    TextBuilder text(*words, page.text);
    Read(html, page, &text);
    text.Finish(page.title);
  }
  if (!unscripted.empty()) Read(unscripted, page, nullptr);
  return page;
}

}  // namespace akin

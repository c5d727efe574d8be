// Where in the template of a site an element stands: the path from the body to it, of names of
// elements with their ids and classes. Pages of one site that are made from one template have the
// same paths. Ids and classes with a digit or the like are left out: they often differ from page to
// page.
//
// Landmarks are as in ARIA: an element is one by its role, or without a role by its name. <header>
// and <footer> are landmarks of the page only outside of articles and sections, <aside> too.
#ifndef AKIN_SRC_PAGES_TEMPLATE_PLACE_H_
#define AKIN_SRC_PAGES_TEMPLATE_PLACE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace akin {

// The tag of an element and its attributes, empty if it has none.
struct ElementNames {
  std::string_view tag;
  std::string_view role;
  std::string_view id;
  std::string_view classes;
};

struct TemplatePlace {
  uint64_t path = 0;       // a hash; 0 for the body
  bool landmark = false;   // it is in a landmark, or is one
  bool sectioned = false;  // in <article>, <section>, <aside> or <nav>
  bool in_main = false;    // in <main>
};

// The place of what is inside an element at `outer`.
TemplatePlace PlaceInside(const TemplatePlace& outer, const ElementNames& element);

// The element as users know it from style sheets: "div#top.wide.menu".
std::string ShownElement(const ElementNames& element);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_TEMPLATE_PLACE_H_

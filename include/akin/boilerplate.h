// Boilerplate: links that the template of a site puts on its pages (navigation, next and previous,
// copyright) and pages that only list others. They say little about what a page is about.
//
// Ingesting pages recognises it. The arcs stay in the corpus; indexes and bags may leave them out.
#ifndef AKIN_BOILERPLATE_H_
#define AKIN_BOILERPLATE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// What to do with arcs that were recognised as boilerplate.
enum class Boilerplate {
  kKeep,
  kSite,  // leaves out what is the same for the whole site: lists and recurring links
  kDrop,  // leaves out navigation among neighbours too, that is everything
};
inline constexpr size_t kBoilerplateWays = 3;
std::string_view BoilerplateName(Boilerplate boilerplate);  // keep, site or drop
Result<Boilerplate> BoilerplateNamed(std::string_view name);

// Why an arc is boilerplate. It is if all links of the page to that target are.
enum class BoilerplateReason : uint8_t {
  kNone,       // it is not
  kLandmark,   // in an element or a role for navigation, the banner, the footer or what is beside
  kSequence,   // next and previous: rel="next" or "prev", or a bar of links that has both
  kList,       // on a page that is a long list of links
  kRecurring,  // at the same place of the template, to the same page, on most pages of the site
};
inline constexpr size_t kBoilerplateReasons = 5;
std::string_view ReasonName(BoilerplateReason reason);  // landmark, sequence, list, recurring

// Arcs that are boilerplate for the same reason at the same place of the template.
struct BoilerplatePlace {
  BoilerplateReason reason = BoilerplateReason::kNone;
  std::string place;  // such as "div.footer > p"
  uint64_t arcs = 0;
  VertexId from = kNoVertex;  // an example
  VertexId to = kNoVertex;
};

struct ListPage {
  VertexId page = kNoVertex;
  uint64_t arcs = 0;  // from it that are boilerplate only because it is a list
};

// What was recognised in a corpus.
struct BoilerplateReport {
  uint64_t arcs = 0;                                      // boilerplate, in all
  std::array<uint64_t, kBoilerplateReasons> by_reason{};  // their numbers
  std::vector<BoilerplatePlace> places;                   // most arcs first, the first of them
  std::vector<ListPage> lists;                            // most arcs first, the first of them
};

}  // namespace akin

#endif  // AKIN_BOILERPLATE_H_

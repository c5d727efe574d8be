#include "graph/boilerplate_report.h"

#include "akin/errors.h"
#include "akin/try.h"
#include "container/sealed_json.h"
#include "graph/corpus_files.h"

namespace akin {
namespace {

constexpr const char* kReportKind = "boilerplate";

// From the second on: the first is none.
constexpr std::array<std::string_view, kBoilerplateReasons> kReasonNames = {
    "none", "landmark", "sequence", "list", "recurring"};

Result<BoilerplateReason> ReasonNamed(const std::string& path, std::string_view name) {
  for (size_t i = 1; i < kReasonNames.size(); ++i) {
    if (kReasonNames[i] == name) return static_cast<BoilerplateReason>(i);
  }
  return Damaged(path, "an unknown reason");
}

Result<VertexId> VertexMember(const std::string& path, const Json& object, const char* name,
                              VertexId vertices) {
  AKIN_TRY_ASSIGN(const auto vertex, JsonMember<uint32_t>(path, object, name));
  if (vertex < vertices) return vertex;
  return Damaged(path, "a vertex that the corpus does not have");
}

}  // namespace

std::string_view BoilerplateName(Boilerplate boilerplate) {
  constexpr std::array<std::string_view, kBoilerplateWays> kNames = {"keep", "site", "drop"};
  return kNames[static_cast<size_t>(boilerplate)];
}

Result<Boilerplate> BoilerplateNamed(std::string_view name) {
  for (const Boilerplate known : {Boilerplate::kKeep, Boilerplate::kSite, Boilerplate::kDrop}) {
    if (BoilerplateName(known) == name) return known;
  }
  return UnknownWord("boilerplate", "way to treat boilerplate", name, {"keep", "site", "drop"});
}

std::string_view ReasonName(BoilerplateReason reason) {
  return kReasonNames[static_cast<size_t>(reason)];
}

Status WriteBoilerplateReport(const std::string& corpus, uint64_t identity,
                              const BoilerplateReport& report) {
  Json reasons = Json::object();
  for (size_t i = 1; i < kReasonNames.size(); ++i) {
    reasons[std::string(kReasonNames[i])] = report.by_reason[i];
  }
  Json places = Json::array();
  for (const BoilerplatePlace& place : report.places) {
    places.push_back({{"reason", ReasonName(place.reason)},
                      {"place", place.place},
                      {"arcs", place.arcs},
                      {"from", place.from},
                      {"to", place.to}});
  }
  Json lists = Json::array();
  for (const ListPage& list : report.lists) {
    lists.push_back({{"page", list.page}, {"arcs", list.arcs}});
  }
  return WriteSealedJson(
      BoilerplatePath(corpus), kReportKind,
      {{"graph", HexSum(identity)}, {"reasons", reasons}, {"places", places}, {"lists", lists}});
}

Result<BoilerplateReport> ReadBoilerplateReport(const std::string& corpus, uint64_t identity,
                                                VertexId vertices) {
  const std::string path = BoilerplatePath(corpus);
  AKIN_TRY_ASSIGN(const Json json, ReadSealedJson(path, kReportKind));
  AKIN_TRY_ASSIGN(const auto graph, JsonMember<std::string>(path, json, "graph"));
  AKIN_TRY_ASSIGN(const uint64_t of, ParseHexSum(path, graph));
  if (of != identity) return Damaged(path, "not about the graph that corpus.json names");
  BoilerplateReport report;
  const Json reasons = json.value("reasons", Json::object());
  for (size_t i = 1; i < kReasonNames.size(); ++i) {
    AKIN_TRY_ASSIGN(report.by_reason[i],
                    JsonMember<uint64_t>(path, reasons, std::string(kReasonNames[i]).c_str()));
    report.arcs += report.by_reason[i];
  }
  for (const Json& place : json.value("places", Json::array())) {
    BoilerplatePlace found;
    AKIN_TRY_ASSIGN(const auto reason, JsonMember<std::string>(path, place, "reason"));
    AKIN_TRY_ASSIGN(found.reason, ReasonNamed(path, reason));
    AKIN_TRY_ASSIGN(found.place, JsonMember<std::string>(path, place, "place"));
    AKIN_TRY_ASSIGN(found.arcs, JsonMember<uint64_t>(path, place, "arcs"));
    AKIN_TRY_ASSIGN(found.from, VertexMember(path, place, "from", vertices));
    AKIN_TRY_ASSIGN(found.to, VertexMember(path, place, "to", vertices));
    report.places.push_back(std::move(found));
  }
  for (const Json& list : json.value("lists", Json::array())) {
    ListPage found;
    AKIN_TRY_ASSIGN(found.page, VertexMember(path, list, "page", vertices));
    AKIN_TRY_ASSIGN(found.arcs, JsonMember<uint64_t>(path, list, "arcs"));
    report.lists.push_back(found);
  }
  return report;
}

}  // namespace akin

// Sinks for tests, which keep everything they receive, in order.
#ifndef AKIN_TESTS_RECORDING_SINK_H_
#define AKIN_TESTS_RECORDING_SINK_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/ingest.h"
#include "assemble/page_sink.h"
#include "shown_text.h"

namespace akin {

class RecordingSink : public ArcSink {
 public:
  using Pair = std::pair<std::string, std::string>;

  Status Vertex(std::string_view name) override {
    vertices.emplace_back(name);
    return {};
  }
  Status Arc(std::string_view from, std::string_view to) override {
    arcs.emplace_back(from, to);
    return {};
  }
  Status Title(std::string_view name, std::string_view title) override {
    titles.emplace_back(name, title);
    return {};
  }

  std::vector<std::string> vertices;
  std::vector<Pair> arcs;    // from, to
  std::vector<Pair> titles;  // name, title
};

class RecordingPages : public PageSink {
 public:
  struct Recorded {
    std::string name;
    uint64_t captured = 0;
    std::vector<std::string> targets;
    std::string body;
    bool operator==(const Recorded&) const = default;
  };

  Status Page(std::string_view name, uint64_t captured, const PackedPage& page) override {
    pages.push_back({std::string(name), captured, page.targets, page.body});
    return {};
  }

  // One line per page: "name -> targets: text" (shown_text.h).
  std::string Shown() const {
    std::string shown;
    for (const Recorded& page : pages) {
      PageText text;
      const bool sound = UnpackBody(std::as_bytes(std::span(page.body)), page.targets.size(), text);
      shown += fmt::format("{} ->{}{}: {}\n", page.name, page.targets.empty() ? "" : " ",
                           fmt::join(page.targets, " "), sound ? akin::Shown(text) : "damaged");
    }
    return shown;
  }

  std::vector<Recorded> pages;
};

}  // namespace akin

#endif  // AKIN_TESTS_RECORDING_SINK_H_

// Arcs given by the caller become the same corpus as a file of these arcs.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "akin/ingest.h"
#include "file_tree.h"
#include "graph/corpus_files.h"
#include "temp_dir.h"

namespace akin {
namespace {

class IngestArcs : public testing::Test {
 protected:
  using Arcs = std::vector<std::pair<std::string, std::string>>;

  static ArcSource Source(const Arcs& arcs) {
    return [arcs](ArcSink& sink) -> Status {
      for (const auto& [from, to] : arcs) {
        if (Status status = sink.Arc(from, to); !status.ok()) return status;
      }
      return {};
    };
  }

  TempDir directory_;
  const std::string corpus_ = directory_ / "c.akin";
};

TEST_F(IngestArcs, TheFilesAreThoseOfAnEdgeList) {
  WriteBytes(directory_ / "arcs.tsv", "10\t9\n9\t-3\n10\t9\n9\t9\n");
  for (const IngestOptions& options :
       {IngestOptions{}, IngestOptions{.undirected = true}, IngestOptions{.reverse = true},
        IngestOptions{.drop_self_loops = true}, IngestOptions{.max_inlink_share = 0.5}}) {
    const std::string from_file = directory_ / "file.akin";
    const std::string from_arcs = directory_ / "arcs.akin";
    const auto read = Ingest({directory_ / "arcs.tsv"}, from_file, options);
    const auto given =
        Ingest(Source({{"9", "-3"}, {"9", "9"}, {"10", "9"}, {"10", "9"}}), from_arcs, options);
    ASSERT_TRUE(read.ok() && given.ok()) << given.status().message();
    EXPECT_EQ(ReadTree(from_file), ReadTree(from_arcs));
    EXPECT_EQ(given->arcs, read->arcs);
    EXPECT_EQ(given->arcs_read, read->arcs_read);
    std::filesystem::remove_all(from_file);
    std::filesystem::remove_all(from_arcs);
  }
}

TEST_F(IngestArcs, AVertexNeedsNoArcs) {
  const auto report = Ingest([](ArcSink& sink) { return sink.Vertex("alone"); }, corpus_, {});
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->vertices, 1U);
  EXPECT_EQ(report->arcs, 0U);
}

TEST_F(IngestArcs, ASourceThatFailsLeavesNothing) {
  const auto report = Ingest(
      [](ArcSink& sink) {
        const Status status = sink.Arc("a", "b");
        return status.ok() ? Status(Code::kBadInput, "row 7") : status;
      },
      corpus_, {});
  EXPECT_EQ(report.status().code(), Code::kBadInput);
  EXPECT_EQ(report.status().message(), "row 7");
  EXPECT_TRUE(NamesIn(ReadTree(directory_.path())).empty());
}

TEST_F(IngestArcs, NotationIsKept) {
  ASSERT_TRUE(Ingest(Source({{"a", "b"}}), corpus_, {.notation = "some"}).ok());
  EXPECT_EQ(ReadCorpusManifest(corpus_)->notation, "some");
  ASSERT_TRUE(Ingest(Source({{"a", "b"}}), corpus_, {.replace = true}).ok());
  EXPECT_EQ(ReadCorpusManifest(corpus_)->notation, "");
  EXPECT_EQ(ReadBytes(corpus_ + "/corpus.json").find("notation"), std::string::npos);
}

}  // namespace
}  // namespace akin

#include "assemble/assembler.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "base/integer_name.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "random_graph.h"
#include "temp_dir.h"

namespace akin {
namespace {

struct Input {
  std::vector<std::string> vertices;
  std::vector<std::pair<std::string, std::string>> arcs;
  std::vector<std::pair<std::string, std::string>> titles;
};

class AssemblerTest : public testing::Test {
 protected:
  // The files made from the input. Expects no other files beside them.
  FileTree Assemble(const Input& input, const IngestOptions& options, uint64_t memory,
                    IngestReport* report = nullptr) {
    const Control control{.memory = memory};
    IngestReport own;
    {
      Assembler assembler(directory_.path(), options, control);
      for (const auto& name : input.vertices) EXPECT_TRUE(assembler.Vertex(name).ok());
      AddArcs(input, assembler);
      for (const auto& [name, title] : input.titles) {
        EXPECT_TRUE(assembler.Title(name, title).ok());
      }
      own.arcs_read = input.arcs.size();
      const auto identities = assembler.Finish(own);
      EXPECT_TRUE(identities.ok()) << identities.status().message();
    }
    if (report != nullptr) *report = own;
    FileTree tree = ReadTree(directory_.path());
    EXPECT_EQ(NamesIn(tree), (std::vector<std::string>{"graph.akin", "keys.akin"}));
    return tree;
  }

  // One by one, together as text, and together as integers, in turn.
  static void AddArcs(const Input& input, Assembler& assembler) {
    for (size_t i = 0; i < input.arcs.size();) {
      const size_t end = std::min(input.arcs.size(), i + 1 + i % 7);
      std::vector<std::string_view> names;
      std::vector<int64_t> integers;
      for (size_t j = i; j < end; ++j) {
        for (const std::string_view name :
             {std::string_view(input.arcs[j].first), std::string_view(input.arcs[j].second)}) {
          names.push_back(name);
          if (const auto value = IntegerName(name)) integers.push_back(*value);
        }
      }
      if (i % 3 == 0) {
        EXPECT_TRUE(assembler.Arc(names[0], names[1]).ok());
        ++i;
        continue;
      }
      const bool as_integers = i % 3 == 1 && integers.size() == names.size();
      EXPECT_TRUE((as_integers ? assembler.IntegerArcs(integers) : assembler.Arcs(names)).ok());
      i = end;
    }
  }

  // Compares the files on disk with sets and maps.
  void ExpectHolds(const Input& input, const IngestOptions& options, const IngestReport& report);

  TempDir directory_;
};

void AssemblerTest::ExpectHolds(const Input& input, const IngestOptions& options,
                                const IngestReport& report) {
  std::set<std::string> set(input.vertices.begin(), input.vertices.end());
  for (const auto& [from, to] : input.arcs) set.insert({from, to});
  for (const auto& [name, title] : input.titles) set.insert(name);
  std::vector<std::string> names(set.begin(), set.end());
  const bool integers = std::all_of(names.begin(), names.end(),
                                    [](const auto& name) { return IntegerName(name).has_value(); });
  if (integers) {
    std::sort(names.begin(), names.end(),
              [](const auto& a, const auto& b) { return std::stoll(a) < std::stoll(b); });
  }
  std::map<std::string, VertexId> ids;
  for (VertexId id = 0; id < names.size(); ++id) ids[names[id]] = id;

  TestGraph::Arcs arcs;
  for (const auto& [from, to] : input.arcs) {
    if (from == to && options.drop_self_loops) continue;
    const std::pair<VertexId, VertexId> arc = {ids[from], ids[to]};
    const std::pair<VertexId, VertexId> turned = {arc.second, arc.first};
    if (!options.reverse || options.undirected) arcs.push_back(arc);
    if (options.reverse || options.undirected) arcs.push_back(turned);
  }
  const auto size = static_cast<VertexId>(names.size());
  if (options.max_inlink_share < 1) {
    const TestGraph all(size, arcs);
    const double most = options.max_inlink_share * size;
    std::erase_if(arcs, [&](const auto& arc) {
      return static_cast<double>(all.in().degree(arc.second)) > most;
    });
  }
  const TestGraph expected(size, arcs);

  const auto keys = Keys::Open(directory_ / "keys.akin");
  const auto graph = Graph::Open(directory_ / "graph.akin");
  ASSERT_TRUE(keys.ok() && graph.ok());
  ASSERT_EQ(keys->integers(), integers);
  ASSERT_EQ(keys->size(), size);
  std::map<std::string, std::string> titles;
  for (const auto& [name, title] : input.titles) titles[name] = std::max(titles[name], title);
  for (VertexId id = 0; id < size; ++id) {
    ASSERT_EQ(*keys->Name(id), names[id]);
    ASSERT_EQ(*keys->Title(id), titles[names[id]]);
  }
  ASSERT_EQ((*graph)->vertices(), size);
  const Adjacency in = *(*graph)->In();
  const Adjacency out = *(*graph)->Out();
  for (VertexId v = 0; v < size; ++v) {
    const auto wanted_in = expected.in()[v];
    const auto wanted_out = expected.out()[v];
    ASSERT_EQ(std::vector(in[v].begin(), in[v].end()),
              std::vector(wanted_in.begin(), wanted_in.end()));
    ASSERT_EQ(std::vector(out[v].begin(), out[v].end()),
              std::vector(wanted_out.begin(), wanted_out.end()));
  }
  EXPECT_EQ(report.vertices, size);
  EXPECT_EQ(report.arcs, expected.arcs().size());
}

rc::Gen<Input> GenInput() {
  return rc::gen::exec([] {
    // Integers, strings, or both: then chunks of integers are merged with chunks of strings.
    const auto alphabet = *rc::gen::element(0, 1, 2);
    const auto most = *rc::gen::element(3, 20, 200);
    const auto name = [&] {
      const int i = *rc::gen::inRange(0, most);
      const bool integer = alphabet == 0 || (alphabet == 2 && i % 2 == 0);
      return integer ? fmt::to_string(i * 3 - 50) : fmt::format("n{}", i);
    };
    Input input;
    const int arcs = *rc::gen::inRange(0, 150);
    for (int i = 0; i < arcs; ++i) {
      const std::string from = name();
      input.arcs.emplace_back(from, name());
    }
    for (int i = 0; i < 5; ++i) input.vertices.push_back(name());
    for (int i = 0; i < 5; ++i) input.titles.emplace_back(name(), fmt::format("T{}", i));
    return input;
  });
}

// A budget of 1 spills after every arc; 36 KiB after about a hundred names.
RC_GTEST_FIXTURE_PROP(AssemblerTest, TheFilesDependOnTheSetsOfNamesAndArcsAlone, ()) {
  Input input = *GenInput();
  const IngestOptions options{.undirected = *rc::gen::arbitrary<bool>(),
                              .reverse = *rc::gen::arbitrary<bool>(),
                              .drop_self_loops = *rc::gen::arbitrary<bool>(),
                              .max_inlink_share = *rc::gen::element(1.0, 1.0, 0.5, 0.05)};
  IngestReport report;
  const FileTree expected = Assemble(input, options, uint64_t{1} << 30, &report);
  ExpectHolds(input, options, report);
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  for (const uint64_t memory : {uint64_t{1}, uint64_t{36'000}, uint64_t{1} << 20}) {
    std::shuffle(input.arcs.begin(), input.arcs.end(), random);
    std::shuffle(input.vertices.begin(), input.vertices.end(), random);
    if (!input.arcs.empty()) input.arcs.push_back(input.arcs.front());
    IngestReport again;
    RC_ASSERT(Assemble(input, options, memory, &again) == expected);
    RC_ASSERT(again.arcs == report.arcs);
    RC_ASSERT(again.common_arcs_dropped == report.common_arcs_dropped);
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

Input ManyArcs(size_t count, uint32_t vertices) {
  std::mt19937 random(7);
  Input input;
  for (size_t i = 0; i < count; ++i) {
    const std::string from = fmt::format("vertex {}", random() % vertices);
    input.arcs.emplace_back(from, fmt::format("vertex {}", random() % vertices));
  }
  return input;
}

// Several chunks of names and several runs of arcs, as on large inputs.
TEST_F(AssemblerTest, AMebibyteIsEnough) {
  Input input = ManyArcs(300'000, 50'000);
  IngestReport report;
  const FileTree expected = Assemble(input, {}, uint64_t{1} << 30, &report);
  ExpectHolds(input, {}, report);
  std::reverse(input.arcs.begin(), input.arcs.end());
  EXPECT_TRUE(Assemble(input, {}, uint64_t{1} << 20) == expected);
}

// Large inputs make many chunks; the number of open files must not grow with them.
TEST_F(AssemblerTest, ManyChunksDoNotNeedManyOpenFiles) {
  const Input input = ManyArcs(400, 100);
  const FileTree expected = Assemble(input, {}, uint64_t{1} << 30);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit before = limit;
  limit.rlim_cur = 256;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  const Control control{.memory = 1};
  const IngestOptions options;
  Status status;
  IngestReport report;
  {
    Assembler assembler(directory_.path(), options, control);
    for (const auto& [from, to] : input.arcs) {
      status = assembler.Arc(from, to);
      if (!status.ok()) break;
    }
    if (status.ok()) status = assembler.Finish(report).status();
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(ReadTree(directory_.path()) == expected);
}

TEST_F(AssemblerTest, TheGreatestTitleWinsInOneChunkAndInMany) {
  const Input input{.titles = {{"a", "first"}, {"b", "only"}, {"a", "last"}, {"a", "even"}}};
  for (const uint64_t memory : {uint64_t{1}, uint64_t{1} << 30}) {
    Assemble(input, {}, memory);
    EXPECT_EQ(*Keys::Open(directory_ / "keys.akin")->Title(0), "last");  // of e, f and l
  }
}

TEST_F(AssemblerTest, TitlesThatComeLastMakeNoVertices) {
  for (const uint64_t memory : {uint64_t{1} << 20, uint64_t{1} << 30}) {
    for (const bool integers : {true, false}) {
      const Control control{.memory = memory};
      const IngestOptions options;
      IngestReport report;
      const auto name = [&](int i) { return fmt::format("{}{}", integers ? "" : "v", i); };
      Assembler assembler(directory_.path(), options, control);
      for (int i = 0; i < 20'000; ++i) ASSERT_TRUE(assembler.Arc(name(0), name(i)).ok());
      ASSERT_TRUE(assembler.BeginTitles().ok());
      for (int i = 0; i < 30'000; ++i) {
        ASSERT_TRUE(assembler.Title(name(i), fmt::format("title {}", i)).ok());
      }
      ASSERT_TRUE(assembler.Title("x", "Nobody").ok());
      ASSERT_TRUE(assembler.Title("7x", "Nobody either").ok());
      ASSERT_TRUE(assembler.Finish(report).ok());
      EXPECT_EQ(report.vertices, 20'000U);
      EXPECT_EQ(report.arcs, 20'000U);
      EXPECT_EQ(assembler.unknown_titles(), 10'002U);
      const auto keys = Keys::Open(directory_ / "keys.akin");
      ASSERT_TRUE(keys.ok());
      const auto id = keys->Find(name(12'345));
      ASSERT_TRUE(id.ok() && id->has_value());
      EXPECT_EQ(*keys->Title(**id), "title 12345");
    }
  }
}

TEST_F(AssemblerTest, AnEmptyTitleMeansTheSameInOneChunkAndInMany) {
  const Input input{.titles = {{"a", "first"}, {"a", ""}}};
  EXPECT_TRUE(Assemble(input, {}, 1) == Assemble(input, {}, uint64_t{1} << 30));
}

TEST_F(AssemblerTest, IntegersAndStringsAcrossChunksAreSortedBytewise) {
  const Input input{.arcs = {{"10", "9"}, {"9", "100"}, {"x", "10"}}};
  const IngestOptions options;
  IngestReport report;
  Assemble(input, options, 1, &report);
  ExpectHolds(input, options, report);
  const auto keys = Keys::Open(directory_ / "keys.akin");
  EXPECT_EQ(*keys->Name(0), "10");
  EXPECT_EQ(*keys->Name(1), "100");
  EXPECT_EQ(*keys->Name(2), "9");
}

TEST_F(AssemblerTest, SevenAndDoubleOhSevenAreTwo) {
  const Input input{.arcs = {{"7", "007"}}};
  IngestReport report;
  Assemble(input, {}, 1, &report);
  EXPECT_EQ(report.vertices, 2U);
}

TEST_F(AssemblerTest, CountsWhatItDrops) {
  const Input input{
      .arcs = {{"a", "a"}, {"a", "a"}, {"b", "b"}, {"a", "b"}, {"c", "b"}, {"a", "b"}}};
  IngestReport report;
  Assemble(input, {.drop_self_loops = true}, 1, &report);
  EXPECT_EQ(report.arcs, 2U);
  EXPECT_EQ(report.self_loops_dropped, 3U);
  // b has in-links from all three of three, more than half.
  Assemble(input, {.max_inlink_share = 0.5}, 1, &report);
  EXPECT_EQ(report.arcs, 1U);
  EXPECT_EQ(report.common_arcs_dropped, 3U);
}

TEST_F(AssemblerTest, AShareThatIsJustReachedIsKept) {
  const Input input{.arcs = {{"a", "b"}, {"c", "b"}, {"d", "a"}}};  // 2 of 4
  IngestReport report;
  Assemble(input, {.max_inlink_share = 0.5}, 1, &report);
  EXPECT_EQ(report.arcs, 3U);
  Assemble(input, {.max_inlink_share = 0.49}, 1, &report);
  EXPECT_EQ(report.arcs, 1U);
}

TEST_F(AssemblerTest, NothingAtAllMakesAnEmptyGraph) {
  IngestReport report;
  Assemble({}, {}, 1 << 20, &report);
  EXPECT_EQ(report.vertices, 0U);
  EXPECT_EQ((*Graph::Open(directory_ / "graph.akin"))->vertices(), 0U);
  EXPECT_EQ(Keys::Open(directory_ / "keys.akin")->size(), 0U);
}

TEST_F(AssemblerTest, AStopIsHeeded) {
  std::stop_source stop;
  stop.request_stop();
  const Control control{.memory = 1, .stop = stop.get_token()};
  const IngestOptions options;
  Assembler assembler(directory_.path(), options, control);
  EXPECT_TRUE(assembler.Arc("a", "b").ok()) << "numbered in the background";
  EXPECT_EQ(assembler.Arc("b", "c").code(), Code::kCancelled);
}

TEST_F(AssemblerTest, EveryFailingOperationIsReportedAndNoSpillIsLeft) {
  const Input input{.arcs = {{"1", "2"}, {"2", "x"}, {"x", "1"}}, .titles = {{"x", "T"}}};
  for (uint64_t n = 1;; ++n) {
    const TempDir directory;
    FaultyFiles files(Fault::kOnce, n);
    const ScopedFileLayer scope(files);
    const Control control{.memory = 1};
    const IngestOptions options;
    IngestReport report;
    const Status status = [&]() -> Status {
      Assembler assembler(directory.path(), options, control);
      for (const auto& [from, to] : input.arcs) AKIN_TRY(assembler.Arc(from, to));
      for (const auto& [name, title] : input.titles) AKIN_TRY(assembler.Title(name, title));
      return assembler.Finish(report).status();
    }();
    EXPECT_EQ(status.ok(), !files.struck()) << "operation " << n;
    for (const auto& [name, bytes] : ReadTree(directory.path())) {
      EXPECT_TRUE(name == "keys.akin" || name == "graph.akin") << name << " after " << n;
    }
    if (!files.struck()) break;
  }
}

}  // namespace
}  // namespace akin

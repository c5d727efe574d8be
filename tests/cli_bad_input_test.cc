// akin ingest: what it refuses, and what happens when the disk is full.
#include <sys/mount.h>

#include "cli_fixture.h"
#include "warc_samples.h"

namespace akin {
namespace {

class CliBadInput : public CliTest {
 protected:
  void ExpectBad(const std::string& bytes, const Words& said) const {
    Write("bad", bytes);
    ExpectRefused("ingest bad -o x.akin", said);
  }
};

TEST_F(CliBadInput, NoArcs) {
  ExpectBad("", {"bad: no arcs found", "expected"});
  ExpectBad("# only\n# comments\n\n", {"bad: no arcs found", "expected"});
}

TEST_F(CliBadInput, BinaryFile) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>(i * 7);
  ExpectBad(bytes, {"bad:1:"});
  ExpectBad(std::string("a\tb\nc\0\td\n", 9), {"bad:2:", "binary"});
}

TEST_F(CliBadInput, WrongNumberOfColumns) {
  ExpectBad("a\tb\nc\n", {"bad:2: found 1 column", "expected 2"});
  ExpectBad("one\ntwo\n", {"bad:1: found 1 column", "expected 2"});
  ExpectBad("a\tb\tc\td\n", {"bad:1: found 4 columns", "expected 2"});
}

TEST_F(CliBadInput, WeightsNameTheFlag) {
  ExpectBad("1\t2\t0.5\n", {"bad:1:", "--ignore-weights"});
}

TEST_F(CliBadInput, InvalidUtf8) { ExpectBad("a\tb\n\xff\xfe\tc\n", {"bad:2:", "UTF-8", "iconv"}); }

TEST_F(CliBadInput, HugeLineInBoundedMemory) {
  constexpr int kMebibytes = 100;
  {
    std::ofstream out(At("long"));
    const std::string piece(size_t{1} << 20, 'x');
    for (int i = 0; i < kMebibytes; ++i) out << piece;
    out << "\ty\n";
  }
  const auto outcome = Run("ingest long -o x.akin");
  EXPECT_EQ(outcome.code, kError);
  EXPECT_THAT(outcome.err, HasSubstr("long:1: line longer than"));
  EXPECT_LT(outcome.peak_kib, (kMebibytes - 10) * 1024);
  EXPECT_EQ(Listing(), Words{At("long")});
}

TEST_F(CliBadInput, TruncatedCompressedFiles) {
  const std::string links = EdgeList(TestGraph::Random(500, 3000, 2));
  const auto gz = Gzipped(links);
  const auto zst = Zstandard(links);
  Write("cut.gz", gz.substr(0, gz.size() / 2));
  Write("tail.gz", gz.substr(0, gz.size() - 1));
  Write("cut.zst", zst.substr(0, zst.size() / 2));
  ExpectRefused("ingest cut.gz -o x.akin", {"cut.gz:", "truncated"});
  ExpectRefused("ingest tail.gz -o x.akin", {"tail.gz:", "truncated"});
  ExpectRefused("ingest cut.zst -o x.akin", {"cut.zst:", "truncated"});
}

TEST_F(CliBadInput, MissingFileAlsoAfterAGoodOne) {
  Write("good", "a\tb\n");
  ExpectRefused("ingest nowhere -o x.akin", {"nowhere: cannot open", "No such file"});
  ExpectRefused("ingest good nowhere -o x.akin", {"nowhere: cannot open"});
}

TEST_F(CliBadInput, UnreadableFile) {
  Write("secret", "a\tb\n");
  fs::permissions(At("secret"), fs::perms::none);
  fs::permissions(directory_.path(), fs::perms::all);
  const Around around{.as_nobody = ::geteuid() == 0};
  if (Run("--version", around).code != 0) GTEST_SKIP() << "nobody cannot run " << ProgramPath();
  ExpectRefused("ingest secret -o x.akin", {"secret: cannot open", "Permission denied"}, around);
}

TEST_F(CliBadInput, FolderWithoutPages) {
  fs::create_directory(At("empty"));
  ExpectRefused("ingest empty -o x.akin", {"empty: has no page", "*.html"});
}

TEST_F(CliBadInput, SourcesWithoutAVertexOrPage) {
  Write("texts.warc", WarcRecordText("warcinfo", "", "software: x") +
                          WarcRecordText("conversion", "http://a/", "its words"));
  ExpectRefused("ingest texts.warc -o x.akin",
                {"no vertex and no page", "texts.warc: 0 pages", "1 warcinfo, 1 conversions"});
  Write("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n");
  EXPECT_EQ(Run("ingest none.mtx -o x.akin").code, kError);
  Write("bad", "a b c d\ne f g h\n");
  ExpectRefused("ingest bad -o x.akin --skip-bad-lines --columns 1,9", {"bad"});
  Ingest("old.akin", "a\tb\n");
  ExpectRefused("ingest texts.warc -o old.akin --force", {"no vertex"});
  EXPECT_EQ(Get("export old.akin"), "a\tb\n");
}

TEST_F(CliBadInput, TargetInAFolderThatIsNotThere) {
  Write("good", "a\tb\n");
  ExpectRefused("ingest good -o no/x.akin", {"no/x.akin", "No such file"});
}

TEST_F(CliBadInput, TargetThatIsThereNeedsForce) {
  Ingest("x.akin", "a\tb\n");
  Get("build x.akin --measure simrank --quiet");
  Write("new", "c\td\n");
  ExpectRefused("ingest new -o x.akin", {"x.akin: is there already", "--force"});
  EXPECT_EQ(Get("export x.akin"), "a\tb\n");
  Get("ingest new -o x.akin --force");
  EXPECT_EQ(Get("export x.akin"), "c\td\n");
  Ingest("fresh.akin", "c\td\n");
  ExpectSameFiles("fresh.akin", "x.akin");  // so the old index was removed
}

TEST_F(CliBadInput, FailedReplacementKeepsTheOldCorpus) {
  Ingest("x.akin", "a\tb\n");
  Write("bad", "a\tb\nc\n");
  ExpectRefused("ingest bad -o x.akin --force", {"bad:2:"});
  EXPECT_EQ(Get("export x.akin"), "a\tb\n");
}

TEST_F(CliBadInput, ForceReplacesNothingButACorpus) {
  Write("good", "a\tb\n");
  fs::create_directory(At("holidays"));
  Write("holidays/photo.jpg", "precious");
  ExpectRefused("ingest good -o holidays --force", {"holidays: is no akin corpus"});
  ExpectRefused("ingest good -o good --force", {"good: is no akin corpus"});
  EXPECT_EQ(ReadBytes(At("holidays/photo.jpg")), "precious");
}

TEST_F(CliBadInput, MatrixMarketThatContradictsItself) {
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern general\n";
  ExpectBad(pattern + "3 3 3\n1 2\n2 9\n3 1\n", {"bad:4:", "(2, 9)"});
  ExpectBad(pattern + "3 3 3\n1 2\n", {"bad:", "ends after 1"});
  ExpectBad(pattern + "3 4 1\n1 2\n", {"bad:2:", "not square"});
  ExpectBad("%%MatrixMarket matrix array real general\n1 1\n1\n", {"bad:1:", "coordinate"});
  ExpectBad("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n",
            {"bad:1:", "--ignore-weights"});
}

TEST_F(CliBadInput, SkipBadLinesCountsThemAndShowsTheFirstFive) {
  Write("mixed", "1\t2\nbad1\nbad2\nbad3\nbad4\nbad5\nbad6\nbad7\n3\t4\n");
  const auto outcome = Run("ingest mixed -o x.akin --skip-bad-lines");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(outcome.err, HasSubstr("7 bad lines, pages or records skipped"));
  for (const auto* shown : {"mixed:2:", "mixed:3:", "mixed:4:", "mixed:5:", "mixed:6:"}) {
    EXPECT_THAT(outcome.err, HasSubstr(shown));
  }
  EXPECT_THAT(outcome.err, Not(HasSubstr("mixed:7:")));
  EXPECT_EQ(Get("export x.akin"), "1\t2\n3\t4\n");
}

TEST_F(CliBadInput, OnlyBadLinesToSkipIsStillNoGraph) {
  Write("bad", "one\ntwo\n");
  ExpectRefused("ingest bad -o x.akin --skip-bad-lines", {"no arcs found"});
}

TEST_F(CliBadInput, FlagsOutOfRange) {
  Write("good", "a\tb\n");
  ExpectRefused("ingest good -o x.akin --format nope", {"'nope'", "mtx"});
  ExpectRefused("ingest good -o x.akin --max-inlink-share 2", {"(0, 1]"});
  ExpectRefused("ingest good -o x.akin --max-inlink-share 0", {"(0, 1]"});
  ExpectRefused("ingest good -o x.akin --memory 1K", {"memory", "at least"});
}

class CliWebGraph : public CliTest {
 protected:
  // Copies the graph with one value of its properties replaced.
  void CopyWith(const std::string& name, const std::string& value) const {
    const auto options = fs::copy_options::overwrite_existing;
    fs::copy_file(DataFile("cnr-2000/cnr-2000.graph"), At("g.graph"), options);
    std::string properties;
    for (const auto& line : Lines(ReadBytes(DataFile("cnr-2000/cnr-2000.properties")))) {
      const bool lie = line.starts_with(fmt::format("{}=", name));
      properties += lie ? fmt::format("{}={}\n", name, value) : fmt::format("{}\n", line);
    }
    Write("g.properties", properties);
  }
};

TEST_F(CliWebGraph, PropertiesThatLieAreFoundOut) {
  AKIN_SKIP_WITHOUT(DataFile("cnr-2000/cnr-2000.graph"));
  const std::vector<std::pair<std::string, std::string>> lies = {
      {"nodes", "325558"}, {"nodes", "325550"}, {"arcs", "3216151"}, {"arcs", "3216153"}};
  for (const auto& [name, value] : lies) {
    SCOPED_TRACE(fmt::format("{}={}", name, value));
    CopyWith(name, value);
    ExpectRefused("ingest g.graph -o x.akin", {"g.", ".properties"});
  }
}

TEST_F(CliWebGraph, PropertiesThatAreOutOfRangeOrMissingAreNamed) {
  AKIN_SKIP_WITHOUT(DataFile("cnr-2000/cnr-2000.graph"));
  CopyWith("nodes", "99999999999");
  ExpectRefused("ingest g.graph -o x.akin", {"g.properties:5:", "nodes=99999999999"});
  CopyWith("nodes", "many");
  ExpectRefused("ingest g.graph -o x.akin", {"g.properties:5:"});
  fs::remove(At("g.properties"));
  ExpectRefused("ingest g.graph --format bv -o x.akin", {"g.properties: cannot open"});
  ExpectRefused("ingest g.graph -o x.akin", {"g.properties"});
}

// A small file system inside the test's directory, which is soon full.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& path) : path_(path) {
    fs::create_directory(path);
    mounted_ = ::mount("none", path.c_str(), "tmpfs", 0, "size=128k") == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount(path_.c_str());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  bool Enlarge() const {
    return ::mount("none", path_.c_str(), "tmpfs", MS_REMOUNT, "size=64m") == 0;
  }

 private:
  std::string path_;
  bool mounted_ = false;
};

class CliFullDisk : public CliTest {
 protected:
  void SetUp() override {
    disk_ = std::make_unique<SmallDisk>(At("disk"));
    if (!disk_->mounted()) GTEST_SKIP() << "no full disk: mounting a tmpfs needs root";
  }
  std::unique_ptr<SmallDisk> disk_;
};

TEST_F(CliFullDisk, IngestLeavesNothing) {
  Write("links", EdgeList(TestGraph::Random(20'000, 100'000, 1)));
  ExpectRefused("ingest links -o disk/x.akin", {"disk/x.akin", "No space left"});
}

TEST_F(CliFullDisk, BuildGoesOnOnceThereIsSpace) {
  const std::string links = EdgeList(TestGraph::Random(1000, 5000, 1));
  Ingest("disk/x.akin", links);
  const auto full = Run("build disk/x.akin --measure simrank");
  EXPECT_EQ(full.code, kError);
  EXPECT_THAT(full.err, HasSubstr("No space left"));
  for (const auto& name : Listing()) EXPECT_THAT(name, Not(HasSubstr("partial")));
  EXPECT_THAT(Run("check disk/x.akin").out, Not(HasSubstr("BAD")));
  ASSERT_TRUE(disk_->Enlarge());
  Get("build disk/x.akin --measure simrank");
  Ingest("y.akin", links);
  Get("build y.akin --measure simrank");
  ExpectSameFiles("y.akin", "disk/x.akin");
}

class CliFullOutput : public CliTest {
 protected:
  void SetUp() override {
    Ingest("u.akin", kUniversity);
    Get("build u.akin --fingerprints 10");
  }
  void ExpectTold(const std::string& line) const {
    const auto outcome = Run(line, {.output_file = "/dev/full"});
    EXPECT_EQ(outcome.code, kError) << line;
    EXPECT_THAT(outcome.err, HasSubstr("standard output")) << line;
  }
};

TEST_F(CliFullOutput, QueriesTell) {
  for (const auto* line :
       {"related u.akin ProfB", "related u.akin --all --json", "related u.akin ProfB --table",
        "sim u.akin ProfA ProfB", "info u.akin", "export u.akin", "export u.akin --names"}) {
    ExpectTold(line);
  }
}

TEST_F(CliFullOutput, OtherVerbsTell) {
  Write("classes", "ProfA\tprof\nProfB\tprof\nUniv\tuni\n");
  Write("table.csv", "x,y\n1,2\n2,3\n");
  Write("all", "Univ\nProfA\nProfB\n");
  Get("build u.akin");
  for (const auto* line : {"check u.akin",
                           "completion",
                           "completion zsh",
                           "help",
                           "help related",
                           "help eval",
                           "build u.akin --measure simrank --dry-run --name other",
                           "build u.akin --dry-run",
                           "--help",
                           "--version",
                           "recipe u.akin",
                           "join u.akin --left all --right all",
                           "join u.akin --left all --right all --format mtx",
                           "match u.akin u.akin",
                           "match u.akin u.akin --assign --judge",
                           "eval u.akin --truth classes --index simrank",
                           "sample u.akin --by importance --count 3",
                           "plot table.csv --x x --y y",
                           "generate ba --vertices 100 -o -",
                           "info u.akin --index simrank --table"}) {
    ExpectTold(line);
  }
}

// A full standard error cannot be told about, but must not end the program early.
TEST_F(CliFullOutput, FullStandardErrorEndsNothing) {
  const auto outcome =
      Run(Words{"-c", "\"$0\" ingest nowhere -o x.akin 2> /dev/full", ProgramPath()},
          {.program = "/bin/sh"});
  EXPECT_EQ(outcome.code, kError);
}

}  // namespace
}  // namespace akin

// One call of the program at a time fails, through all verbs: an error with exit code 2, or the
// right answer; no abort, and nothing left behind. The first calls fail one after the other, and
// then a sample of the others: a random one for a long run (stress.h), every one with
// AKIN_FAULTS=all.
#include <sys/resource.h>

#include "cli_fixture.h"
#include "stress.h"

namespace akin {
namespace {

struct FailingCall {
  const char* call;
  const char* error;
};

constexpr FailingCall kCalls[] = {
    {"open", "EMFILE"},    {"read", "EIO"},     {"write", "ENOSPC"}, {"mmap", "ENOMEM"},
    {"opendir", "EMFILE"}, {"readdir", "EIO"},  {"stat", "EACCES"},  {"rename", "EIO"},
    {"fsync", "EIO"},      {"mkdir", "EACCES"}, {"flock", "EIO"},    {"thread", "EAGAIN"},
    {"link", "EIO"},       {"new", "ENOMEM"},
};

// Interrupted calls are tried again.
constexpr FailingCall kInterruptions[] = {{"read", "EINTR"}, {"write", "EINTR"}};

constexpr const char* kVerbs[] = {
    "ingest links.tsv -o new.akin",
    "ingest site -o new.akin",
    "ingest links.tsv -o old.akin --force",
    "generate web --vertices 50 -o new.akin",
    "generate rmat --vertices 64 --degree 3 -o new.tsv",
    "build site.akin --measure simrank --fingerprints 20",
    "build site.akin --measure simrank --method push",
    "build site.akin --measure xjaccard --fingerprints 10 --builder external",
    "build site.akin",
    "bags site.akin --name more --terms content,anchor,links",
    "bag site.akin index.html --bags text",
    "label site.akin labels --force",
    "label site.akin --remove year",
    "label site.akin",
    "related site.akin index.html --index psimrank --where year>2000 --exclude keys",
    "related site.akin index.html --index psimrank=0.5,text=0.5",
    "related site.akin --text keys --index text --json",
    "related site.akin index.html --exact simrank",
    "related site.akin index.html --no-index --measure xjaccard",
    "sim site.akin index.html news.html --index psimrank",
    "join site.akin --left keys --right keys --index psimrank --format mtx",
    "match site.akin site.akin --left keys",
    "eval site.akin --truth truth --index psimrank --report report",
    "sample site.akin --by importance --count 4",
    "sample site.akin --by fire --count 4 -o new.akin",
    "split site.akin --index psimrank --parts 2 -o new",
    "split site.akin --parts 2 -o new --copy",
    "recipe site.akin",
    "info site.akin",
    "info site.akin --index psimrank",
    "explain site.akin index.html news.html --index psimrank=0.5,text=0.5",
    "check site.akin",
    "export site.akin --names",
    "completion bash",
};

class CliFaults : public CliTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    fs::create_directory(At("start"));
    fs::create_directory(At("tmp"));
    fs::copy(fs::path(SourceFile("tests/site")), At("start/site"), fs::copy_options::recursive);
    Write("start/links.tsv", kUniversity);
    Write("start/keys", "index.html\nnews.html\n");
    Write("start/labels", "key\tyear\ttags\nindex.html\t1999\ta|b\nnews.html\t2005\tb\n");
    Write("start/truth",
          "vegetables/beans.html\tv\nvegetables/peas.html\tv\nflowers/marigolds.html\tf\n"
          "flowers/sunflowers.html\tf\ntools/hoe.html\tt\ntools/spade.html\tt\n");
    for (const char* line :
         {"ingest site -o site.akin", "ingest links.tsv -o old.akin",
          "build site.akin --measure psimrank --fingerprints 20", "bags site.akin",
          "label site.akin labels", "build site.akin --measure text --fingerprints 20"}) {
      const auto outcome = Process(At("start"), Split(line), {}).Wait();
      ASSERT_EQ(outcome.code, kFound) << outcome.err;
    }
    start_ = Tree("start");
  }

  // Files and directories.
  FileTree Tree(std::string_view directory) const {
    FileTree tree = ReadTree(At(directory));
    for (const auto& entry : fs::recursive_directory_iterator(At(directory))) {
      if (entry.is_directory()) tree[fs::relative(entry.path(), At(directory)).string() + "/"] = "";
    }
    return tree;
  }
  void StartAgain() const {
    fs::remove_all(At("now"));
    fs::copy(At("start"), At("now"), fs::copy_options::recursive);
  }
  Outcome RunNow(const Words& words, const Words& environment) const {
    Around around{.environment = environment};
    around.environment.push_back("TMPDIR=" + At("tmp"));
    return Process(At("now"), words, around).Wait();
  }
  // Whether the call failed; if not, there are fewer calls.
  bool Fail(const Words& words, const FailingCall& failing, long number, Outcome& outcome) const {
    fs::remove(At("mark"));
    outcome =
        RunNow(words, {"LD_PRELOAD=" + FaultShimPath(), "AKIN_FAULT_MARK=" + At("mark"),
                       fmt::format("AKIN_FAULT={}:{}:{}", failing.call, number, failing.error)});
    return fs::exists(At("mark"));
  }

  // A file may be as it was, or as it is in the end. A build leaves finished parts, and the mark
  // that a recipe is unfinished, for the next one to go on with.
  void ExpectNoLeftovers(const FileTree& end, std::string_view kept_corpus = "") const {
    const FileTree now = Tree("now");
    for (const auto& [name, bytes] : now) {
      const auto before = start_.find(name);
      const auto after = end.find(name);
      const bool known = (before != start_.end() && before->second == bytes) ||
                         (after != end.end() && after->second == bytes);
      const bool kept = !kept_corpus.empty() && name.starts_with(kept_corpus);
      EXPECT_TRUE(known || kept || name == "site.akin/recipe.unfinished")
          << name << " is left behind";
    }
    for (const auto& [name, bytes] : start_) {
      EXPECT_TRUE(now.contains(name)) << name << " is lost";
    }
    EXPECT_TRUE(fs::is_empty(At("tmp")));
  }

  Words Undisturbed();
  // Whether the call failed.
  bool Survives(const Words& words, const FailingCall& failing, long number);

  FileTree start_;
  Outcome good_;
  FileTree end_;
};

INSTANTIATE_TEST_SUITE_P(Verbs, CliFaults, testing::ValuesIn(kVerbs));

// The name of a corpus that was replaced and kept, because a power failure might need it.
std::string KeptCorpus(const std::string& message) {
  constexpr std::string_view kIntroduction = "the old corpus is called ";
  const size_t begin = message.find(kIntroduction);
  if (begin == std::string::npos) return "";
  const size_t name = begin + kIntroduction.size();
  const std::string path = message.substr(name, message.find_first_of(" ;\n", name) - name);
  return fs::path(path).lexically_normal().string();
}

// The arguments, with --quiet if the verb knows it; sets how it ends if nothing fails.
Words CliFaults::Undisturbed() {
  Words words = Split(std::string(GetParam()) + " --quiet");
  StartAgain();
  good_ = RunNow(words, {});
  if (good_.code == kError) {
    words.pop_back();
    StartAgain();
    good_ = RunNow(words, {});
  }
  EXPECT_LE(good_.code, kNothing) << good_.err;
  end_ = Tree("now");
  return words;
}

bool CliFaults::Survives(const Words& words, const FailingCall& failing, long number) {
  SCOPED_TRACE(fmt::format("{}: call {} of {}", GetParam(), number, failing.call));
  StartAgain();
  Outcome outcome;
  const bool failed = Fail(words, failing, number, outcome);
  if (outcome.code == good_.code) {
    EXPECT_EQ(outcome.out, good_.out) << outcome.err;
    EXPECT_EQ(NamesIn(Tree("now")), NamesIn(end_));
    EXPECT_TRUE(Tree("now") == end_);
    return failed;
  }
  EXPECT_EQ(outcome.code, kError) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("akin"));
  // Not so where a library has no memory to do what it promised not to fail at.
  if (outcome.err.find("temporary files may be left") != std::string::npos) return failed;
  ExpectNoLeftovers(end_, KeptCorpus(outcome.err));
  return failed;
}

TEST_P(CliFaults, EveryFailureIsAnErrorOrHarmless) {
  const Words words = Undisturbed();
  const bool all = ::getenv("AKIN_FAULTS") != nullptr;
  std::map<const char*, long> numbers;  // of calls, about
  for (const FailingCall& failing : kCalls) {
    long number = 1;
    while (Survives(words, failing, number)) number += all || number <= 10 ? 1 : number / 4;
    numbers[failing.call] = number;
  }
  if (::getenv("AKIN_STRESS_SECONDS") == nullptr) return;
  StressRun run(0);
  std::mt19937_64 random(run.seed());
  while (run.Next()) {
    const FailingCall& failing = kCalls[random() % std::size(kCalls)];
    Survives(words, failing,
             1 + static_cast<long>(random() % static_cast<uint64_t>(numbers[failing.call])));
  }
}

TEST_P(CliFaults, InterruptedCallsAreTriedAgain) {
  const Words words = Undisturbed();
  for (const FailingCall& interrupted : kInterruptions) {
    for (long number = 1; number < 20; ++number) {
      StartAgain();
      Outcome outcome;
      if (!Fail(words, interrupted, number, outcome)) break;
      EXPECT_EQ(outcome.code, good_.code) << GetParam() << ": " << outcome.err;
      EXPECT_TRUE(Tree("now") == end_);
    }
  }
}

class CliLimits : public CliFaults {};

// Some verbs that read, write and start threads.
INSTANTIATE_TEST_SUITE_P(Verbs, CliLimits,
                         testing::Values("ingest site -o new.akin",
                                         "build site.akin --measure simrank --fingerprints 20",
                                         "related site.akin index.html --index psimrank"));

TEST_P(CliLimits, LimitsOfTheSystemAreErrorsNotCrashes) {
  StartAgain();
  const Outcome good = RunNow(Split(GetParam()), {});
  const FileTree end = Tree("now");
  struct Limit {
    __rlimit_resource resource;
    std::vector<rlim_t> values;
  };
  const Limit limits[] = {
      {RLIMIT_AS, {rlim_t{150} << 20, rlim_t{200} << 20, rlim_t{400} << 20}},
      {RLIMIT_NOFILE, {4, 5, 6, 8, 12}},
      {RLIMIT_FSIZE, {0, 1, 4096, 10'000}},
      {RLIMIT_STACK, {64 << 10, 128 << 10, 512 << 10}},
  };
  for (const auto& [resource, values] : limits) {
    for (const rlim_t value : values) {
      SCOPED_TRACE(fmt::format("{}: limit {} of {}", GetParam(), value, resource));
      StartAgain();
      // Standard error is a file too: a pipe does not count as one.
      const auto outcome = Process(At("now"), Split(GetParam()),
                                   {.in_child =
                                        [resource, value] {
                                          const rlimit limit{.rlim_cur = value, .rlim_max = value};
                                          ::setrlimit(resource, &limit);
                                        }})
                               .Wait();
      if (outcome.code == good.code) {
        if (resource != RLIMIT_FSIZE) {
          EXPECT_EQ(outcome.out, good.out);
        }
        EXPECT_TRUE(Tree("now") == end);
      } else if (outcome.code != 127) {  // 127: not even the libraries could be loaded
        EXPECT_EQ(outcome.code, kError) << outcome.err;
        ExpectNoLeftovers(end);
      }
    }
  }
}

class CliStreams : public CliTest {
 protected:
  void SetUp() override { Ingest("g.akin", kUniversity); }

  Outcome RunWith(std::string_view line, std::function<void()> in_child) const {
    return Run(line, {.in_child = std::move(in_child)});
  }
};

// The first file that is opened would become standard output, and the answer would go into it.
TEST_F(CliStreams, ClosedDescriptorsAreNeverUsedForData) {
  const FileTree before = ReadTree(At("g.akin"));
  for (const int closed : {0, 1, 2}) {
    const auto close = [closed] { ::close(closed); };
    const auto asked = RunWith("related g.akin ProfA --exact simrank", close);
    EXPECT_EQ(asked.code, closed == 1 ? kError : kFound) << closed;
    const auto made = RunWith(fmt::format("ingest g.tsv -o x{}.akin", closed), close);
    EXPECT_EQ(made.code, kError) << "there is no such source";
    Write("links.tsv", kUniversity);
    EXPECT_EQ(RunWith(fmt::format("ingest links.tsv -o {}.akin", closed), close).code, kFound);
    ExpectSameFiles("g.akin", fmt::format("{}.akin", closed));
  }
  EXPECT_THAT(RunWith("ingest - -o x.akin", [] { ::close(0); }).err, HasSubstr("standard input"));
  EXPECT_EQ(RunWith("export g.akin",
                    [] {
                      for (const int fd : {0, 1, 2}) ::close(fd);
                    })
                .code,
            kError);
  EXPECT_EQ(ReadTree(At("g.akin")), before);
}

TEST_F(CliStreams, AFullOutputIsAnErrorAndAFullErrorOutputIsNot) {
  for (const char* line : {"export g.akin", "related g.akin ProfA --exact simrank", "--help",
                           "completion bash", "generate ba --vertices 100 -o -"}) {
    const auto outcome = Run(line, {.output_file = "/dev/full"});
    EXPECT_EQ(outcome.code, kError) << line;
    EXPECT_THAT(outcome.err, HasSubstr("standard output: cannot write: No space left")) << line;
  }
  const auto full_errors = [] { ::dup2(::open("/dev/full", O_WRONLY), 2); };
  EXPECT_EQ(RunWith("related g.akin nobody --exact simrank", full_errors).code, kError);
  EXPECT_EQ(RunWith("build g.akin", full_errors).code, kFound);
}

// As if the system had ended it, but nothing is left behind, and no message.
TEST_F(CliStreams, AReaderThatWentAwayEndsItQuietly) {
  const auto broken_pipe = [] {
    int ends[2];
    if (::pipe(ends) != 0) ::_exit(99);
    ::dup2(ends[1], 1);
    ::close(ends[0]);
  };
  const auto before = Listing();
  for (const char* line : {"export g.akin", "generate rmat --vertices 100K --degree 2 -o -"}) {
    const auto outcome = RunWith(line, broken_pipe);
    EXPECT_EQ(outcome.code, 128 + SIGPIPE) << line;
    EXPECT_EQ(outcome.err, "") << line;
  }
  EXPECT_EQ(Listing(), before);
  const auto broken_errors = [] {
    int ends[2];
    if (::pipe(ends) != 0) ::_exit(99);
    ::dup2(ends[1], 2);
    ::close(ends[0]);
  };
  EXPECT_EQ(RunWith("build g.akin", broken_errors).code, kFound) << "messages matter less";
}

TEST_F(CliStreams, TooManyThreadsAreAnErrorThatNamesTheFlag) {
  const auto outcome = RunWith("check g.akin --threads 40000", [] {
    const rlimit limit{.rlim_cur = rlim_t{2} << 30, .rlim_max = rlim_t{2} << 30};
    ::setrlimit(RLIMIT_AS, &limit);
  });
  EXPECT_EQ(outcome.code, kError);
  EXPECT_THAT(outcome.err, HasSubstr("of 40000: Resource temporarily unavailable"));
  EXPECT_THAT(outcome.err, HasSubstr("(--threads)"));
}

// A directory that cannot be listed is not an empty one: `check` must not say that all is well, nor
// `related` answer from something else.
TEST_F(CliStreams, WhatCannotBeListedIsAnError) {
  Get("build g.akin --measure psimrank --quiet");
  Get("bags g.akin --terms links --quiet");
  const Around nobody{.as_nobody = ::geteuid() == 0};
  for (const char* directory : {"g.akin/indexes", "g.akin/bags"}) {
    const auto all = fs::perms::owner_all | fs::perms::group_all | fs::perms::others_all;
    fs::permissions(directory_.path(), all);
    fs::permissions(At(directory), fs::perms::none);
    const auto check = Run("check g.akin", nobody);
    EXPECT_EQ(check.code, kError) << directory;
    EXPECT_THAT(check.err, HasSubstr(fmt::format("{}: cannot list", directory)));
    const bool indexes = std::string_view(directory).ends_with("indexes");
    const auto asked = Run(indexes ? "related g.akin ProfA" : "bag g.akin ProfA", nobody);
    EXPECT_EQ(asked.code, kError);
    EXPECT_THAT(asked.err, HasSubstr("Permission denied"));
    EXPECT_THAT(asked.out, IsEmpty());
    fs::permissions(At(directory), all);
  }
}

}  // namespace
}  // namespace akin

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <numeric>
#include <optional>

#include "asker.h"
#include "base/try.h"
#include "flags.h"
#include "key_file.h"
#include "output.h"
#include "verbs.h"

namespace akin::cli {
namespace {

struct Flags {
  std::string corpus;
  std::string left;
  std::string right;
  std::string format;
  bool all = false;
  AskFlags ask;
};

std::vector<VertexId> AllVertices(const Corpus& corpus) {
  std::vector<VertexId> all(corpus.vertices());
  std::iota(all.begin(), all.end(), VertexId{0});
  return all;
}

// Pairs as they come: a row of text each.
class PairRows {
 public:
  PairRows(const Corpus& corpus, const Session& session)
      : corpus_(corpus),
        writer_({{.name = "left"},
                 {.name = "right"},
                 {.name = "score", .right = true},
                 {.name = "error", .right = true}},
                session) {}

  Status Add(VertexId left, const std::vector<Hit>& hits) {
    if (hits.empty()) return {};
    AKIN_TRY_ASSIGN(const std::string name, corpus_.Name(left));
    for (const Hit& hit : hits) {
      AKIN_TRY_ASSIGN(std::string other, corpus_.Name(hit.vertex));
      writer_.Add({name, std::move(other), hit.score.value, hit.score.error});
    }
    return {};
  }
  Status Finish() { return writer_.Finish(); }

 private:
  const Corpus& corpus_;
  RowWriter writer_;
};

// A matrix in MatrixMarket's coordinates: row i is the i-th of `left`, column j the j-th of
// `right`. Its header counts the entries, so these wait in a temporary file.
class MatrixFile {
 public:
  MatrixFile(const Corpus& corpus, std::span<const VertexId> left, std::span<const VertexId> right)
      : rows_(left.size()),
        columns_(right.size()),
        column_of_(corpus.vertices()),
        entries_(std::tmpfile(), &std::fclose) {
    for (size_t j = 0; j < right.size(); ++j) column_of_[right[j]] = j + 1;
  }

  Status Add(const std::vector<Hit>& hits) {
    if (entries_ == nullptr) return Refused();
    ++row_;
    for (const Hit& hit : hits) {
      fmt::print(entries_.get(), "{} {} {:.17g}\n", row_, column_of_[hit.vertex], hit.score.value);
    }
    count_ += hits.size();
    return {};
  }

  Status Finish() {
    if (entries_ == nullptr || std::fflush(entries_.get()) != 0 ||
        std::ferror(entries_.get()) != 0) {
      return Refused();
    }
    std::rewind(entries_.get());
    fmt::print("%%MatrixMarket matrix coordinate real general\n{} {} {}\n", rows_, columns_,
               count_);
    char buffer[1 << 16];
    while (const size_t bytes = std::fread(buffer, 1, sizeof(buffer), entries_.get())) {
      std::fwrite(buffer, 1, bytes, stdout);
    }
    return std::ferror(entries_.get()) != 0 ? Refused() : Status();
  }

 private:
  static Status Refused() {
    return {Code::kIo, "a temporary file for the matrix cannot be written; is the disk full?"};
  }

  size_t rows_;
  size_t columns_;
  std::vector<size_t> column_of_;  // from 1
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> entries_;
  size_t row_ = 0;
  size_t count_ = 0;
};

Status CheckFlags(const Flags& flags) {
  if (flags.all == !flags.left.empty() || (flags.all && !flags.right.empty())) {
    return {Code::kInvalidArgument, "give --left FILE, and --right FILE perhaps, or --all"};
  }
  if (flags.left == "-" && flags.right == "-") {
    return {Code::kInvalidArgument, "--left and --right cannot both be standard input"};
  }
  if (flags.format.empty() || flags.format == "tsv" || flags.format == "json" ||
      flags.format == "mtx") {
    return {};
  }
  return {Code::kInvalidArgument,
          fmt::format("no format '{}'; there are tsv, json and mtx", flags.format)};
}

Result<uint64_t> Print(const Session& session, const Flags& flags, const Corpus& corpus,
                       std::span<const VertexId> left, std::span<const VertexId> right) {
  const bool matrix = flags.format == "mtx";
  Control control = session.ControlFor();
  // Lines of JSON would stream to the same terminal.
  if (session.json && IsTerminal(STDOUT_FILENO)) control.progress = nullptr;
  AKIN_TRY_ASSIGN(const Asker asker, Asker::Create(corpus, flags.ask, control));
  std::optional<PairRows> rows;
  std::optional<MatrixFile> file;
  if (matrix) {
    file.emplace(corpus, left, right);
  } else {
    rows.emplace(corpus, session);
  }
  uint64_t pairs = 0;
  AKIN_TRY(asker.Join(left, right, [&](VertexId u, const std::vector<Hit>& hits) {
    pairs += hits.size();
    return matrix ? file->Add(hits) : rows->Add(u, hits);
  }));
  AKIN_TRY(matrix ? file->Finish() : rows->Finish());
  return pairs;
}

Result<int> Join(Session& session, const Flags& flags) {
  AKIN_TRY(CheckFlags(flags));
  if (flags.format == "json") session.json = true;
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  const Control control{.stop = session.stop};
  std::vector<VertexId> left = AllVertices(corpus);
  std::vector<VertexId> right = left;
  if (!flags.left.empty()) {
    AKIN_TRY_ASSIGN(left, ReadKeyFile(corpus, flags.left, control));
  }
  if (!flags.right.empty()) {
    AKIN_TRY_ASSIGN(right, ReadKeyFile(corpus, flags.right, control));
  }
  AKIN_TRY_ASSIGN(const uint64_t pairs, Print(session, flags, corpus, left, right));
  if (pairs > 0) return kFound;
  session.Note("no similar pairs found");
  return kNothingFound;
}

}  // namespace

void AddJoin(CLI::App& app, Session& session, Run& run) {
  CLI::App* verb = app.add_subcommand("join", "Print which vertices of two sets are similar");
  auto flags = std::make_shared<Flags>();
  flags->ask.related.k = 0;
  flags->ask.exact_options.note = [&session](std::string_view text) {
    session.Note(std::string(text));
  };
  verb->add_option("CORPUS", flags->corpus, "made by akin ingest")->required();
  AddFlag(*verb, "--left", flags->left);
  AddFlag(*verb, "--right", flags->right);
  AddSwitch(*verb, "--all", flags->all)->description("all pairs of vertices");
  AddFlag(*verb, "--top", flags->ask.related.k);
  AddFlag(*verb, "--min-score", flags->ask.related.min_score);
  AddFlag(*verb, "--min-inlinks", flags->ask.related.min_inlinks);
  flags->ask.AddTo(*verb);
  session.AddOutputFlags(*verb);
  AddFlag(*verb, "--format", flags->format)
      ->description("tsv, json (as --json) or mtx (MatrixMarket)")
      ->excludes(verb->get_option("--json"))
      ->excludes(verb->get_option("--table"));
  session.AddWorkFlags(*verb);
  verb->footer(
      ExactMeasuresHelp() +
      "\n"
      "Columns in a pipe: left, right, score, error; the rows of a vertex best first, vertices in "
      "the\n"
      "order of --left. A vertex is not paired with itself, and pairs that score 0 are left out.\n"
      "With --format mtx row i is the i-th vertex of --left and column j the j-th of --right; with "
      "--all\n"
      "they are numbered from 1 in the order of akin export --names.\n"
      "Exit code: 0 something found, 1 nothing, 2 an error.\n\n"
      "Examples:\n"
      "  akin join web.akin --left mine.txt --right theirs.txt\n"
      "  akin join web.akin --left mine.txt --top 10 --exact simrank --json\n"
      "  akin join web.akin --all --exact simrank --radius 4 > pairs.tsv\n"
      "  akin join web.akin --left a.txt --right b.txt --exact cosine-simrank --epsilon 1e-3\n"
      "  akin join shop.akin --all --exact simrank-bipartite --format mtx > items.mtx");
  verb->callback([&session, &run, flags] {
    run = [&session, flags] {
      const auto code = Join(session, *flags);
      return code.ok() ? *code : session.Fail(code.status());
    };
  });
}

}  // namespace akin::cli

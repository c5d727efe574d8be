#include "text/bag_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/external_sorter.h"
#include "base/progress.h"
#include "base/spill_file.h"
#include "base/threads.h"
#include "text/bag_weights.h"
#include "text/dictionary.h"
#include "text/fragments.h"
#include "text/languages.h"
#include "text/page_fragments.h"
#include "text/term_index.h"
#include "text/terms.h"

namespace akin {
namespace {

constexpr uint64_t kPagesAtOnce = 16;
constexpr uint64_t kMemoryPerThread = kLeastBagMemory / 2;
constexpr uint64_t kLargestCache = uint64_t{16} << 20;
constexpr size_t kHashesAtOnce = 8192;
constexpr uint64_t kPieceTerms = 1 << 15;  // about this many terms are weighed at once by a thread
constexpr size_t kReadBuffer = size_t{1} << 16;

// The head of the unweighted bag of a vertex, in the file of its stretch; its terms follow.
struct GatheredHead {
  VertexId vertex = 0;
  uint32_t terms = 0;
};

// Vertices [first, past) of a stretch, and the position of their unweighted bags.
struct Piece {
  size_t stretch = 0;
  VertexId first = 0;
  VertexId past = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
};

// The bags of a piece, one after the other.
struct WeighedPiece {
  std::vector<BagTerm> terms;
  std::vector<size_t> ends;  // by vertex
};

class BagBuilder {
 public:
  BagBuilder(const BagSources& sources, const BagOptions& options, const std::string& path,
             const Control& control)
      : sources_(sources),
        options_(options),
        path_(path),
        control_(control),
        pool_(static_cast<unsigned>(
            std::min<uint64_t>(ThreadsOrAll(control.threads), control.memory / kMemoryPerThread))),
        fragments_(path + ".fragments", sources.vertices, control.memory / 2),
        dictionary_(path + ".dictionary", control.memory / 8),
        hashes_(path + ".hashes.spill", control.memory / 8) {}

  Status Run(BagReport& report) {
    AKIN_TRY(Scan());
    AKIN_TRY(Gather());
    AKIN_TRY_ASSIGN(writer_, BagsWriter::Create(path_, sources_.vertices));
    shape_ = ShapeFor(options_, bags_);
    AKIN_TRY(Number());
    AKIN_TRY(Weigh());
    const bool words = options_.content || options_.anchor;
    const BagsParameters parameters{.options = options_,
                                    .word_rule = words ? sources_.word_rule : WordRule::kLetters,
                                    .text_language = text_language_,
                                    .mu = shape_.mu,
                                    .sigma = shape_.sigma,
                                    .graph_identity = sources_.graph_identity,
                                    .pages_identity = sources_.pages_identity};
    AKIN_TRY(sources_.intact());
    AKIN_TRY(index_->Intact());
    report.words = writer_->words();
    report.collisions = dictionary_.collisions();
    return writer_->Finish(parameters).status();
  }

 private:
  Status Scan();
  Status Gather();
  Status GatherStretch(size_t stretch);
  Status Number();
  Status Weigh();
  Status WeighPiece(const Piece& piece, WeighedPiece& out) const;

  uint64_t Links(VertexId v) const { return options_.links ? sources_.in.degree(v) : 0; }

  const BagSources& sources_;
  const BagOptions& options_;
  const std::string& path_;
  const Control& control_;
  ThreadPool pool_;
  FragmentStore fragments_;
  Dictionary dictionary_;
  std::mutex hashes_mutex_;
  ExternalSorter<uint64_t> hashes_;
  std::array<std::unique_ptr<SpillFile>, FragmentStore::kStretches> gathered_;
  std::array<std::vector<Piece>, FragmentStore::kStretches> pieces_;
  std::string text_language_;
  uint64_t bags_ = 0;  // bags with a term; guarded by hashes_mutex_
  NmdfShape shape_;
  std::unique_ptr<BagsWriter> writer_;
  std::unique_ptr<TermIndex> index_;
};

Status BagBuilder::Scan() {
  const uint64_t share = control_.memory / 8 / pool_.size();
  struct Worker {
    PageFragments fragments;
    StoredPage page;
    std::vector<uint64_t> pages_in = std::vector<uint64_t>(Languages().size());
  };
  std::vector<Worker> workers;
  for (unsigned i = 0; i < pool_.size(); ++i) {
    Terms terms(
        options_.stemming, std::min(share / 2, kLargestCache),
        [this](uint64_t hash, std::string_view term) { return dictionary_.Add(hash, term); });
    workers.push_back({.fragments = PageFragments(options_, sources_.out, std::move(terms),
                                                  FragmentBatch(fragments_, share / 2)),
                       .page = {}});
  }
  ProgressMeter meter(control_, "reading pages", "pages", sources_.pages);
  const uint64_t pieces = (sources_.pages + kPagesAtOnce - 1) / kPagesAtOnce;
  AKIN_TRY(pool_.Run(pieces, control_.stop, [&](uint64_t piece, unsigned number) -> Status {
    Worker& worker = workers[number];
    const uint64_t first = piece * kPagesAtOnce;
    const uint64_t past = std::min(sources_.pages, first + kPagesAtOnce);
    for (uint64_t i = first; i < past; ++i) {
      AKIN_TRY(sources_.read(i, worker.page));
      AKIN_TRY(worker.fragments.Add(worker.page));
      ++worker.pages_in[LanguageNumber(worker.page.text.language)];
    }
    meter.Advance(past - first);
    return {};
  }));
  std::vector<uint64_t> pages_in(Languages().size());
  for (Worker& worker : workers) {
    AKIN_TRY(worker.fragments.Flush());
    for (size_t i = 0; i < pages_in.size(); ++i) pages_in[i] += worker.pages_in[i];
  }
  const auto most = std::max_element(pages_in.begin(), pages_in.end()) - pages_in.begin();
  text_language_ = options_.language.empty() ? Languages()[static_cast<size_t>(most)].code
                                             : std::string_view(options_.language);
  return dictionary_.Finish();
}

Status BagBuilder::Gather() {
  ProgressMeter meter(control_, "gathering bags", "vertices", sources_.vertices);
  return pool_.Run(FragmentStore::kStretches, control_.stop,
                   [&](uint64_t stretch, unsigned) -> Status {
                     AKIN_TRY(GatherStretch(stretch));
                     meter.Advance(fragments_.First(stretch + 1) - fragments_.First(stretch));
                     return {};
                   });
}

Status BagBuilder::GatherStretch(size_t stretch) {
  AKIN_TRY_ASSIGN(gathered_[stretch],
                  SpillFile::Create(fmt::format("{}.gathered-{}.spill", path_, stretch)));
  SpillFile& file = *gathered_[stretch];
  const VertexId first = fragments_.First(stretch);
  Piece piece{.stretch = stretch, .first = first, .past = first};
  uint64_t piece_terms = 0;
  uint64_t bags = 0;
  std::vector<uint64_t> hashes;
  const auto pass_on = [&]() -> Status {
    const std::lock_guard lock(hashes_mutex_);
    bags_ += std::exchange(bags, 0);
    AKIN_TRY(hashes_.Add(std::span<const uint64_t>(hashes)));
    hashes.clear();
    return {};
  };
  // Adds the vertices before `past` to the piece, or begins another if it is large enough.
  const auto advance = [&](VertexId past, uint64_t words) {
    for (; piece.past < past; ++piece.past) {
      const uint64_t terms = (piece.past + 1 == past ? words : 0) + Links(piece.past);
      bags += terms > 0 ? 1 : 0;
      if (piece_terms > 0 && piece_terms + terms > kPieceTerms) {
        pieces_[stretch].push_back(piece);
        piece.first = piece.past;
        piece.begin = piece.end;
        piece_terms = 0;
      }
      piece_terms += terms;
    }
    piece.end = file.size();
  };
  AKIN_TRY(
      fragments_.Drain(stretch, [&](VertexId vertex, std::span<const TermCount> terms) -> Status {
        if (control_.stop.stop_requested()) return Interrupted();
        AKIN_TRY(file.AppendValue(
            GatheredHead{.vertex = vertex, .terms = static_cast<uint32_t>(terms.size())}));
        AKIN_TRY(file.Append(std::as_bytes(terms)));
        for (const TermCount& term : terms) hashes.push_back(term.term);
        if (hashes.size() >= kHashesAtOnce) AKIN_TRY(pass_on());
        advance(vertex + 1, terms.size());
        return {};
      }));
  advance(fragments_.First(stretch + 1), 0);
  pieces_[stretch].push_back(piece);
  AKIN_TRY(pass_on());
  return file.FinishWriting();
}

Status BagBuilder::Number() {
  AKIN_TRY_ASSIGN(index_, TermIndex::Create(path_));
  const auto factor = [&](uint32_t frequency) {
    return FrequencyFactor(options_.frequency, shape_, frequency);
  };
  uint64_t hash = kNoTerm;
  uint32_t frequency = 0;
  const auto end_term = [&]() -> Status {
    if (hash == kNoTerm) return {};
    AKIN_TRY_ASSIGN(const std::string_view word, dictionary_.Find(hash));
    AKIN_TRY(writer_->AddWord(word, frequency));
    return index_->AddWord(hash, factor(frequency));
  };
  AKIN_TRY(hashes_.Drain([&](std::span<const uint64_t> run) -> Status {
    if (control_.stop.stop_requested()) return Interrupted();
    for (const uint64_t next : run) {
      if (next != hash) {
        AKIN_TRY(end_term());
        hash = next;
        frequency = 0;
      }
      ++frequency;
    }
    return {};
  }));
  AKIN_TRY(end_term());
  for (VertexId v = 0; options_.links && v < sources_.vertices; ++v) {
    const auto degree = static_cast<uint32_t>(sources_.out.degree(v));
    AKIN_TRY(writer_->AddLink(degree));
    AKIN_TRY(index_->AddFactor(factor(degree)));
  }
  return index_->Finish();
}

Status BagBuilder::Weigh() {
  ProgressMeter meter(control_, "weighing bags", "vertices", sources_.vertices);
  std::vector<WeighedPiece> weighed(pool_.size());
  for (const std::vector<Piece>& pieces : pieces_) {
    for (size_t begin = 0; begin < pieces.size(); begin += weighed.size()) {
      const size_t count = std::min(weighed.size(), pieces.size() - begin);
      AKIN_TRY(pool_.Run(count, control_.stop, [&](uint64_t i, unsigned) {
        return WeighPiece(pieces[begin + i], weighed[i]);
      }));
      for (size_t i = 0; i < count; ++i) {
        size_t at = 0;
        for (const size_t end : weighed[i].ends) {
          AKIN_TRY(writer_->AddBag(std::span(weighed[i].terms).subspan(at, end - at)));
          at = end;
        }
        meter.Advance(weighed[i].ends.size());
      }
    }
  }
  return {};
}

Status BagBuilder::WeighPiece(const Piece& piece, WeighedPiece& out) const {
  out.terms.clear();
  out.ends.clear();
  SpillReader reader(*gathered_[piece.stretch], piece.begin, piece.end, kReadBuffer);
  std::vector<TermCount> counts;
  std::vector<RawTerm> raw;
  GatheredHead head{.vertex = kNoVertex};
  for (VertexId v = piece.first; v < piece.past; ++v) {
    if ((head.vertex == kNoVertex || head.vertex < v) && !reader.AtEnd()) {
      AKIN_TRY(reader.ReadValue(head));
    }
    raw.clear();
    if (head.vertex == v) {
      counts.resize(head.terms);
      AKIN_TRY(reader.Read(std::as_writable_bytes(std::span(counts))));
      for (const TermCount& count : counts) {
        const TermId term = index_->Find(count.term);
        raw.push_back({.term = term,
                       .weight = static_cast<double>(count.units) / kUnit * index_->Factor(term)});
      }
    }
    if (options_.links) {
      for (const VertexId from : sources_.in[v]) {
        const TermId term = writer_->words() + from;
        raw.push_back({.term = term, .weight = index_->Factor(term)});
      }
    }
    Normalise(raw, out.terms);
    out.ends.push_back(out.terms.size());
  }
  return {};
}

}  // namespace

Status WriteBags(const BagSources& sources, const BagOptions& options, const std::string& path,
                 const Control& control, BagReport& report) {
  if (control.memory < kLeastBagMemory) {
    return InvalidArgument("memory", "bags need a memory limit of at least 16M");
  }
  return BagBuilder(sources, options, path, control).Run(report);
}

}  // namespace akin

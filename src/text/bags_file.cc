#include "text/bags_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/threads.h"
#include "base/varint.h"
#include "container/json_section.h"
#include "container/sealed_json.h"
#include "container/spilled_section.h"
#include "text/terms.h"

namespace akin {
namespace {

constexpr std::string_view kWholeRule = "whole";
constexpr uint64_t kCheckedAtOnce = 1 << 12;  // bags

uint64_t WordBlocks(uint64_t words) { return (words + kWordsPerBlock - 1) / kWordsPerBlock; }

Status Misused(std::string_view what) {
  return InvalidArgument("", fmt::format("writing bags: {}", what));
}

}  // namespace

std::string BagsDirectory(const std::string& corpus) { return Join(corpus, "bags"); }

std::string BagsPath(const std::string& corpus, std::string_view name) {
  return Join(BagsDirectory(corpus), fmt::format("{}.akin", name));
}

Result<std::unique_ptr<BagsFile>> BagsFile::Open(const std::string& path) {
  auto file = std::make_unique<BagsFile>();
  AKIN_TRY_ASSIGN(file->container_, Container::Open(path, FileKind::kBags));
  AKIN_TRY(file->ReadParameters());
  AKIN_TRY(file->ReadSections());
  return file;
}

Status BagsFile::ReadParameters() {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(section));
  const std::string& path = container_->path();
  BagWords words;
  AKIN_TRY_ASSIGN(words.terms, JsonMember<std::string>(path, params, "terms"));
  AKIN_TRY_ASSIGN(words.window, JsonMember<std::string>(path, params, "window"));
  AKIN_TRY_ASSIGN(words.stem, JsonMember<std::string>(path, params, "stem"));
  AKIN_TRY_ASSIGN(words.distance, JsonMember<std::string>(path, params, "distance_weight"));
  AKIN_TRY_ASSIGN(words.weight, JsonMember<std::string>(path, params, "weight"));
  // Bags of words by the older rule have none of these.
  if (params.contains("word_rule")) {
    AKIN_TRY_ASSIGN(const auto rule, JsonMember<std::string>(path, params, "word_rule"));
    if (rule != kWholeRule) return section.Damaged(fmt::format("unknown words '{}'", rule));
    parameters_.word_rule = WordRule::kWhole;
    AKIN_TRY_ASSIGN(words.parts, JsonMember<std::string>(path, params, "parts"));
  }
  if (params.contains("language")) {
    AKIN_TRY_ASSIGN(words.language, JsonMember<std::string>(path, params, "language"));
  }
  if (params.contains("text_language")) {
    AKIN_TRY_ASSIGN(parameters_.text_language,
                    JsonMember<std::string>(path, params, "text_language"));
  }
  if (params.contains("boilerplate")) {
    AKIN_TRY_ASSIGN(words.boilerplate, JsonMember<std::string>(path, params, "boilerplate"));
  }
  const auto options = ParseBagWords(words);
  if (!options.ok()) return section.Damaged(options.status().message());
  parameters_.options = *options;
  AKIN_TRY_ASSIGN(parameters_.mu, JsonMember<double>(path, params, "mu"));
  AKIN_TRY_ASSIGN(parameters_.sigma, JsonMember<double>(path, params, "sigma"));
  AKIN_TRY_ASSIGN(vertices_, JsonMember<uint32_t>(path, params, "vertices"));
  AKIN_TRY_ASSIGN(filled_, JsonMember<uint32_t>(path, params, "filled"));
  AKIN_TRY_ASSIGN(words_, JsonMember<uint32_t>(path, params, "words"));
  AKIN_TRY_ASSIGN(const auto graph, JsonMember<std::string>(path, params, "graph"));
  AKIN_TRY_ASSIGN(const auto pages, JsonMember<std::string>(path, params, "pages"));
  AKIN_TRY_ASSIGN(parameters_.graph_identity, ParseHexSum(path, graph));
  AKIN_TRY_ASSIGN(parameters_.pages_identity, ParseHexSum(path, pages));
  const uint64_t terms = words_ + uint64_t{parameters_.options.links ? vertices_ : 0};
  if (terms > UINT32_MAX || filled_ > vertices_ || vertices_ == kNoVertex) {
    return section.Damaged("impossible numbers of vertices, bags or terms");
  }
  terms_ = static_cast<TermId>(terms);
  return {};
}

Status BagsFile::ReadSections() {
  AKIN_TRY_ASSIGN(word_bytes_, container_->Find("words"));
  AKIN_TRY_ASSIGN(word_blocks_, container_->Find("word-blocks"));
  AKIN_TRY_ASSIGN(frequencies_, container_->Find("frequencies"));
  AKIN_TRY_ASSIGN(offsets_, container_->Find("offsets"));
  AKIN_TRY_ASSIGN(bags_, container_->Find("bags"));
  const auto expect = [](const Section& section, uint64_t bytes) {
    return section.bytes().size() == bytes ? Status() : section.Damaged("wrong length");
  };
  AKIN_TRY(expect(word_blocks_, (WordBlocks(words_) + 1) * sizeof(uint64_t)));
  AKIN_TRY(expect(frequencies_, uint64_t{terms_} * sizeof(uint32_t)));
  return expect(offsets_, (uint64_t{vertices_} + 1) * sizeof(uint64_t));
}

Result<uint64_t> BagsFile::Offset(VertexId vertex) const {
  AKIN_TRY(offsets_.Verify(vertex * sizeof(uint64_t), sizeof(uint64_t)));
  AKIN_TRY_ASSIGN(const auto offsets, offsets_.As<uint64_t>());
  return offsets[vertex];
}

Status BagsFile::Read(VertexId vertex, std::vector<BagTerm>& bag) const {
  bag.clear();
  if (vertex >= vertices_) return NoVertex(vertex);
  AKIN_TRY_ASSIGN(const uint64_t begin, Offset(vertex));
  AKIN_TRY_ASSIGN(const uint64_t end, Offset(vertex + 1));
  if (begin > end || end > bags_.bytes().size()) return offsets_.Damaged("offsets run backwards");
  if (begin == end) return {};
  AKIN_TRY(bags_.Verify(begin, end - begin));
  const std::byte* at = bags_.bytes().data() + begin;
  const std::byte* const past = bags_.bytes().data() + end;
  const uint64_t size = GetVarint(at, past);
  // A term takes at least five bytes, so a hostile count allocates nothing.
  if (at == nullptr || size == 0 || size > (end - begin) / 5) {
    return bags_.Damaged("a bag of impossible size");
  }
  bag.resize(size);
  uint64_t next = 0;  // the smallest possible next term
  for (BagTerm& entry : bag) {
    const uint64_t gap = GetVarint(at, past);
    if (at == nullptr || gap >= terms_ || next + gap >= terms_) {
      return bags_.Damaged("a term that is none");
    }
    entry.term = static_cast<TermId>(next + gap);
    next += gap + 1;
  }
  if (static_cast<uint64_t>(past - at) != size * sizeof(float)) {
    return bags_.Damaged("a bag of another length than its weights");
  }
  for (BagTerm& entry : bag) {
    std::memcpy(&entry.weight, at, sizeof(float));
    at += sizeof(float);
    if (!(entry.weight > 0 && entry.weight <= 1)) return bags_.Damaged("a weight that is none");
  }
  return {};
}

Result<std::string> BagsFile::Word(TermId term) const {
  if (term >= words_) {
    return InvalidArgument("", fmt::format("term {} is no word", term));
  }
  const uint64_t block = term / kWordsPerBlock;
  AKIN_TRY(word_blocks_.Verify(block * sizeof(uint64_t), 2 * sizeof(uint64_t)));
  AKIN_TRY_ASSIGN(const auto blocks, word_blocks_.As<uint64_t>());
  uint64_t at = blocks[block];
  const uint64_t end = blocks[block + 1];
  if (at > end || end > word_bytes_.bytes().size()) {
    return word_blocks_.Damaged("offsets run backwards");
  }
  AKIN_TRY(word_bytes_.Verify(at, end - at));
  const auto bytes = word_bytes_.bytes();
  for (TermId skip = term % kWordsPerBlock;; --skip) {
    if (at == end) return word_bytes_.Damaged("a word is missing");
    const auto length = static_cast<uint64_t>(bytes[at++]);
    if (length == 0 || length > end - at) return word_bytes_.Damaged("a word is cut off");
    if (skip == 0) return std::string(reinterpret_cast<const char*>(&bytes[at]), length);
    at += length;
  }
}

Result<uint32_t> BagsFile::Frequency(TermId term) const {
  if (term >= terms_) return InvalidArgument("", fmt::format("no term {}", term));
  AKIN_TRY(frequencies_.Verify(term * sizeof(uint32_t), sizeof(uint32_t)));
  AKIN_TRY_ASSIGN(const auto frequencies, frequencies_.As<uint32_t>());
  return frequencies[term];
}

Status BagsFile::Check(const Control& control) const {
  AKIN_TRY(container_->VerifyAll(control));
  AKIN_TRY(CheckWords());
  std::vector<std::atomic<uint32_t>> counted(terms_);
  std::atomic<VertexId> filled = 0;
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter meter(control, "checking bags", "bags", vertices_);
  const uint64_t pieces = (uint64_t{vertices_} + kCheckedAtOnce - 1) / kCheckedAtOnce;
  AKIN_TRY(pool.Run(pieces, control.stop, [&](uint64_t piece, unsigned) -> Status {
    std::vector<BagTerm> bag;
    const uint64_t begin = piece * kCheckedAtOnce;
    const uint64_t end = std::min<uint64_t>(vertices_, begin + kCheckedAtOnce);
    for (uint64_t v = begin; v < end; ++v) {
      AKIN_TRY(Read(static_cast<VertexId>(v), bag));
      for (const BagTerm& entry : bag) counted[entry.term].fetch_add(1, std::memory_order_relaxed);
      if (!bag.empty()) ++filled;
    }
    meter.Advance(end - begin);
    return {};
  }));
  AKIN_TRY_ASSIGN(const auto offsets, offsets_.As<uint64_t>());
  if (offsets.front() != 0 || offsets.back() != bags_.bytes().size()) {
    return offsets_.Damaged("bytes that belong to no bag");
  }
  AKIN_TRY_ASSIGN(const auto frequencies, frequencies_.As<uint32_t>());
  // A bag leaves out terms that weigh next to nothing; they count all the same.
  bool sound = filled == filled_;
  for (TermId term = 0; term < terms_; ++term) {
    sound = sound && counted[term] <= frequencies[term] && frequencies[term] <= vertices_;
  }
  if (!sound) return frequencies_.Damaged("a wrong count of bags");
  return {};
}

// Look-ups rely on the order of words.
Status BagsFile::CheckWords() const {
  uint64_t previous = 0;
  for (TermId term = 0; term < words_; ++term) {
    AKIN_TRY_ASSIGN(const std::string word, Word(term));
    const uint64_t hash = TermHash(word);
    if (term > 0 && hash <= previous) return word_bytes_.Damaged("words out of order");
    previous = hash;
  }
  AKIN_TRY_ASSIGN(const auto blocks, word_blocks_.As<uint64_t>());
  if (blocks.front() != 0 || blocks.back() != word_bytes_.bytes().size()) {
    return word_blocks_.Damaged("bytes that belong to no word");
  }
  return {};
}

Result<std::unique_ptr<BagsWriter>> BagsWriter::Create(const std::string& path, VertexId vertices) {
  auto bags = std::unique_ptr<BagsWriter>(new BagsWriter(path, vertices));
  AKIN_TRY(bags->Begin());
  return bags;
}

Status BagsWriter::Begin() {
  AKIN_TRY_ASSIGN(writer_, ContainerWriter::Create(path_, FileKind::kBags));
  AKIN_TRY_ASSIGN(word_blocks_, SpillFile::Create(path_ + ".word-blocks.spill"));
  AKIN_TRY_ASSIGN(frequencies_, SpillFile::Create(path_ + ".frequencies.spill"));
  AKIN_TRY_ASSIGN(section_, writer_->Begin("words"));
  return {};
}

Status BagsWriter::AddWord(std::string_view word, uint32_t frequency) {
  if (in_bags_ || links_ > 0) return Misused("a word after links or bags");
  if (word.empty() || word.size() > kLongestTerm) {
    return Misused(
        fmt::format("a word of {} bytes; 1 to {} can be had", word.size(), kLongestTerm));
  }
  if (words_ >= UINT32_MAX - vertices_) {
    return Status(Code::kBadInput, "too many terms; akin numbers them in 32 bits");
  }
  if (words_ % kWordsPerBlock == 0) AKIN_TRY(word_blocks_->AppendValue(written_));
  AKIN_TRY(writer_->AppendValue(section_, static_cast<uint8_t>(word.size())));
  AKIN_TRY(writer_->Append(section_, std::as_bytes(std::span(word))));
  written_ += 1 + word.size();
  ++words_;
  return frequencies_->AppendValue(frequency);
}

Status BagsWriter::AddLink(uint32_t frequency) {
  if (in_bags_ || links_ == vertices_) return Misused("more links than vertices");
  ++links_;
  return frequencies_->AppendValue(frequency);
}

Status BagsWriter::BeginBags() {
  in_bags_ = true;
  AKIN_TRY(word_blocks_->AppendValue(written_));
  AKIN_TRY(writer_->End(section_));
  AKIN_TRY(AddSpilled(*writer_, "word-blocks", word_blocks_));
  AKIN_TRY(AddSpilled(*writer_, "frequencies", frequencies_));
  AKIN_TRY_ASSIGN(offsets_,
                  writer_->Begin("offsets", (uint64_t{vertices_} + 1) * sizeof(uint64_t)));
  AKIN_TRY_ASSIGN(section_, writer_->Begin("bags"));
  written_ = 0;
  return writer_->AppendValue(offsets_, written_);
}

Status BagsWriter::AddBag(std::span<const BagTerm> bag) {
  if (!in_bags_) AKIN_TRY(BeginBags());
  if (added_ == vertices_) return Misused("more bags than vertices");
  buffer_.clear();
  if (!bag.empty()) PutVarint(buffer_, bag.size());
  uint64_t next = 0;
  for (const BagTerm& entry : bag) {
    if (entry.term < next || entry.term >= uint64_t{words_} + links_) {
      return Misused(fmt::format("term {} out of order or none", entry.term));
    }
    PutVarint(buffer_, entry.term - next);
    next = uint64_t{entry.term} + 1;
  }
  for (const BagTerm& entry : bag) {
    if (!(entry.weight > 0 && entry.weight <= 1)) {
      return Misused(fmt::format("{} is no weight", entry.weight));
    }
    const auto bytes = std::as_bytes(std::span(&entry.weight, 1));
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  }
  AKIN_TRY(writer_->Append(section_, buffer_));
  written_ += buffer_.size();
  ++added_;
  filled_ += bag.empty() ? 0 : 1;
  return writer_->AppendValue(offsets_, written_);
}

Result<uint64_t> BagsWriter::Finish(const BagsParameters& parameters) {
  if (!in_bags_) AKIN_TRY(BeginBags());
  if (added_ != vertices_) return Misused("fewer bags than vertices");
  if (links_ != (parameters.options.links ? vertices_ : 0))
    return Misused("links that are missing");
  AKIN_TRY(writer_->End(offsets_));
  AKIN_TRY(writer_->End(section_));
  const BagWords words = DescribeBags(parameters.options);
  Json params = {{"terms", words.terms},
                 {"window", words.window},
                 {"stem", words.stem},
                 {"distance_weight", words.distance},
                 {"weight", words.weight},
                 {"mu", parameters.mu},
                 {"sigma", parameters.sigma},
                 {"vertices", vertices_},
                 {"filled", filled_},
                 {"words", words_},
                 {"graph", HexSum(parameters.graph_identity)},
                 {"pages", HexSum(parameters.pages_identity)}};
  if (parameters.word_rule == WordRule::kWhole) {
    params["word_rule"] = kWholeRule;
    params["parts"] = words.parts;
  }
  if (!parameters.options.language.empty()) params["language"] = words.language;
  if (parameters.text_language != BagsParameters().text_language) {
    params["text_language"] = parameters.text_language;
  }
  if (parameters.options.boilerplate != Boilerplate::kKeep) {
    params["boilerplate"] = words.boilerplate;
  }
  AKIN_TRY(AddJsonSection(*writer_, "params", params));
  return writer_->Finish();
}

}  // namespace akin

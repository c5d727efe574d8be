// akin::TokenWalker: moves the walks that are in one range of vertices, or carries its values.
//
// Memory: a quarter each for what arrives, what leaves and what met, and blobs. Whatever does not
// fit is sorted on disk.
#include <algorithm>

#include "akin/errors.h"
#include "akin/tokens.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/threads.h"
#include "graph/graph_scan.h"
#include "index/index_parameters.h"
#include "index/token_request.h"
#include "sketch/group_walk.h"
#include "sketch/range_minhash.h"
#include "sketch/token_code.h"

namespace akin {
namespace {

constexpr size_t kBlobBytes = size_t{4} << 20;

// Encodes sorted records as blobs of one kind.
template <class Record>
Status SendAll(ExternalSorter<Record>& sorter, TokenKind kind, const TokenSink& sink) {
  TokenEncoder<Record> encoder;
  AKIN_TRY(sorter.Drain([&](std::span<const Record> records) -> Status {
    for (const Record& record : records) {
      encoder.Add(record);
      if (encoder.size() < kBlobBytes) continue;
      AKIN_TRY(sink({.kind = kind, .owner = 0, .bytes = encoder.Take()}));
    }
    return {};
  }));
  if (encoder.size() == 0) return {};
  return sink({.kind = kind, .owner = 0, .bytes = encoder.Take()});
}

}  // namespace

struct TokenWalker::Parts {
  BuildRequest request;
  std::vector<VertexId> owners;
  GraphScan::Range range;
  uint64_t memory;
  std::stop_token stop;
  TemporaryDirectory directory;
  std::optional<GraphScan> scan;
  std::optional<GroupWalk> walk;  // of measures that walk
  std::optional<GroupWalk::Arrivals> arriving;
  std::optional<RangeMinHash> minhash;  // of XJaccard

  std::string SpillPath(const char* what) const { return Join(directory.path(), what); }
  void ExpectNext() { arriving.emplace(SpillPath("arriving"), memory / 4); }
  Status ArriveWalks(std::span<const std::byte> blob);
  Status StepWalks(uint64_t fingerprint, unsigned step, unsigned length, const TokenSink& sink);
  Status StepValues(uint64_t fingerprint, unsigned step, unsigned length, const TokenSink& sink);
};

namespace {

// Sends what leaves, in the order of vertices, and so of their owners, in blobs of one kind.
template <class Encoder>
class Mail {
 public:
  Mail(TokenKind kind, std::span<const VertexId> owners, const TokenSink& sink)
      : kind_(kind), owners_(owners), sink_(sink) {}

  template <class... Record>
  Status Add(VertexId at, const Record&... record) {
    if (owner_ + 1 < owners_.size() && at >= owners_[owner_ + 1]) {
      AKIN_TRY(Send());
      const auto after = std::upper_bound(owners_.begin(), owners_.end(), at);
      owner_ = static_cast<uint32_t>(after - owners_.begin()) - 1;
    }
    encoder_.Add(record...);
    return encoder_.size() < kBlobBytes ? Status() : Send();
  }
  Status Send() {
    if (encoder_.size() == 0) return {};
    return sink_({.kind = kind_, .owner = owner_, .bytes = encoder_.Take()});
  }

 private:
  TokenKind kind_;
  std::span<const VertexId> owners_;
  const TokenSink& sink_;
  Encoder encoder_;
  uint32_t owner_ = 0;
};

}  // namespace

TokenWalker::TokenWalker(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
TokenWalker::~TokenWalker() = default;
TokenWalker::TokenWalker(TokenWalker&&) noexcept = default;

Result<TokenWalker> TokenWalker::Open(const std::string& corpus, const BuildOptions& options,
                                      std::vector<VertexId> owners, uint32_t owner,
                                      const Control& control) {
  AKIN_TRY_ASSIGN(BuildRequest request, ResolveTokens(corpus, options));
  const bool ascending =
      std::adjacent_find(owners.begin(), owners.end(), std::greater_equal<>()) == owners.end();
  if (owner >= owners.size() || owners.front() != 0 || !ascending ||
      owners.back() > request.graph->vertices()) {
    return InvalidArgument("", "no such owner of vertices");
  }
  const VertexId vertices = request.graph->vertices();
  const GraphScan::Range range{.begin = owners[owner],
                               .end = owner + 1 < owners.size() ? owners[owner + 1] : vertices};
  AKIN_TRY_ASSIGN(auto directory, TemporaryDirectory::Create());
  auto parts = std::make_unique<Parts>(Parts{.request = std::move(request),
                                             .owners = std::move(owners),
                                             .range = range,
                                             .memory = control.memory,
                                             .stop = control.stop,
                                             .directory = std::move(directory),
                                             .scan = {},
                                             .walk = {},
                                             .arriving = {},
                                             .minhash = {}});
  ThreadPool pool(1);
  const WalkParameters walk = WalksOf(parts->request.wanted.parameters);
  const auto direction = walk.classes() ? GraphScan::Direction::kOut : GraphScan::Direction::kIn;
  AKIN_TRY_ASSIGN(parts->scan,
                  GraphScan::Open(*parts->request.graph, direction, pool, control, range));
  if (walk.classes()) {
    parts->minhash.emplace(*parts->scan, walk, range, parts->SpillPath("values"),
                           control.memory / 2);
  } else {
    parts->walk.emplace(*parts->scan, walk, std::span<const VertexId>(), parts->SpillPath("walk"));
    parts->ExpectNext();
  }
  return TokenWalker(std::move(parts));
}

Status TokenWalker::Arrive(TokenKind kind, std::span<const std::byte> blob) {
  if (kind == TokenKind::kWalks && parts_->walk) return parts_->ArriveWalks(blob);
  if (kind == TokenKind::kValues && parts_->minhash) return parts_->minhash->ArriveValues(blob);
  if (kind == TokenKind::kCarried && parts_->minhash) return parts_->minhash->ArriveCarried(blob);
  return InvalidArgument("", "blobs of this kind do not go to owners of this measure");
}

Status TokenWalker::Parts::ArriveWalks(std::span<const std::byte> blob) {
  return DecodeTokens<WalkGroup>(blob, scan->vertices(), [&](const WalkGroup& group) -> Status {
    if (group.at < range.begin || group.at >= range.end) {
      return {Code::kDamaged, "walks have arrived at another owner"};
    }
    return arriving->Add(group);
  });
}

Status TokenWalker::Step(uint64_t fingerprint, unsigned step, const TokenSink& sink) {
  const unsigned length = WalksOf(parts_->request.wanted.parameters).length;
  if (step > length) return InvalidArgument("", "the walks have ended");
  if (parts_->minhash) return parts_->StepValues(fingerprint, step, length, sink);
  return parts_->StepWalks(fingerprint, step, length, sink);
}

Status TokenWalker::Parts::StepWalks(uint64_t fingerprint, unsigned step, unsigned length,
                                     const TokenSink& sink) {
  ExternalSorter<WalkMerge> merges(SpillPath("merges"), memory / 4);
  ExternalSorter<EndedGroup> trees(SpillPath("trees"), memory / 8);
  GroupWalk::Arrivals leaving(SpillPath("leaving"), memory / 4);
  const auto ended = [&](const EndedGroup& tree) { return trees.Add(tree); };
  if (step > 0) {
    AKIN_TRY(walk->Meet(*arriving, [&](const WalkMerge& merge) { return merges.Add(merge); }));
    ExpectNext();
  }
  if (step < length) {
    AKIN_TRY(walk->Depart(fingerprint, step + 1, stop, ended, leaving));
  } else {
    AKIN_TRY(walk->End(ended));
  }
  AKIN_TRY(request.graph->container().Intact());
  AKIN_TRY(SendAll(merges, TokenKind::kMerges, sink));
  AKIN_TRY(SendAll(trees, TokenKind::kTrees, sink));
  Mail<TokenEncoder<WalkGroup>> mail(TokenKind::kWalks, owners, sink);
  AKIN_TRY(leaving.Drain([&](std::span<const WalkGroup> groups) -> Status {
    for (const WalkGroup& group : groups) AKIN_TRY(mail.Add(group.at, group));
    return {};
  }));
  return mail.Send();
}

Status TokenWalker::Parts::StepValues(uint64_t fingerprint, unsigned step, unsigned length,
                                      const TokenSink& sink) {
  if (step == 0) minhash->Begin(fingerprint);
  AKIN_TRY(minhash->CheckComplete());
  const auto self = std::lower_bound(owners.begin(), owners.end(), range.begin) - owners.begin();
  AKIN_TRY(minhash->SendValues(kBlobBytes, [&](std::vector<std::byte> blob) {
    return sink({.kind = TokenKind::kValues,
                 .owner = static_cast<uint32_t>(self),
                 .bytes = std::move(blob)});
  }));
  if (step < length) {
    Mail<CarriedEncoder> mail(TokenKind::kCarried, owners, sink);
    AKIN_TRY(minhash->Carry(
        stop, [&](VertexId target, uint32_t value) { return mail.Add(target, target, value); }));
    AKIN_TRY(request.graph->container().Intact());
    AKIN_TRY(mail.Send());
  }
  minhash->ExpectNext();
  return {};
}

}  // namespace akin

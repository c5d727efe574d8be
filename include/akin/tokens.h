// Builds an index of fingerprints on many machines, none of which reads the whole graph.
//
// Every machine owns a range of vertices and reads their links only. Walks are tokens: those that
// are at a vertex are moved by its owner, and travel to the owner of the vertex at which they
// arrive. There they meet. What met travels to whoever writes the shard of the fingerprint. For
// XJaccard, which does not walk, values travel along arcs instead. The caller makes blobs travel; a
// blob has at most 4 MiB and some bytes. The bytes of the shards are those of BuildIndex.
//
//   for every step t = 0 .. length, for every owner and fingerprint:
//     TokenWalker: Arrive(the blobs of GoesToOwner sent to this owner at step t - 1), Step(t)
//   for every shard: TokenShard: Add(the blobs of GoesToShard of its fingerprints), Finish
//   BuildIndex, which finds all shards and writes the manifest
#ifndef AKIN_TOKENS_H_
#define AKIN_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

struct TokenPlan {
  struct Shard {
    std::string file;
    uint32_t first_fingerprint = 0;
    uint32_t fingerprints = 0;
    bool built = false;  // by an earlier call
  };
  std::string name;   // of the index
  std::string index;  // its directory, which exists
  unsigned length = 0;
  VertexId vertices = 0;
  std::vector<Shard> shards;
  std::vector<VertexId> owners;  // where the range of each begins; the first is 0
};

// What is to be done, for as many owners as given, or fewer. Their ranges have about the same
// number of vertices and in-links together. kInvalidArgument for an index without fingerprints, of
// text, or of some vertices only.
Result<TokenPlan> PlanTokens(const std::string& corpus, const BuildOptions& options,
                             uint32_t owners);

enum class TokenKind : uint8_t {
  kWalks,    // groups of walks that arrive
  kMerges,   // groups that met
  kTrees,    // groups that ended
  kCarried,  // XJaccard: values that arrive along arcs
  kValues,   // XJaccard: those of an owner's vertices, for itself and for the shard
};
constexpr bool GoesToOwner(TokenKind kind) {
  return kind == TokenKind::kWalks || kind == TokenKind::kCarried || kind == TokenKind::kValues;
}
constexpr bool GoesToShard(TokenKind kind) {
  return kind == TokenKind::kMerges || kind == TokenKind::kTrees || kind == TokenKind::kValues;
}

struct TokenBlob {
  TokenKind kind;
  uint32_t owner;  // to whom it goes; 0 if only to the shard of the fingerprint
  std::vector<std::byte> bytes;
};
using TokenSink = std::function<Status(TokenBlob blob)>;

class TokenWalker {
 public:
  // `owners` are those of the plan. Memory is control.memory; temporary files are removed with the
  // object. Only the in-links of the owner's range are read, or, for XJaccard, the out-links.
  static Result<TokenWalker> Open(const std::string& corpus, const BuildOptions& options,
                                  std::vector<VertexId> owners, uint32_t owner,
                                  const Control& control);
  ~TokenWalker();
  TokenWalker(TokenWalker&&) noexcept;

  // What arrived, all of one fingerprint, in any order. kDamaged if it is no blob, or one of
  // another owner.
  Status Arrive(TokenKind kind, std::span<const std::byte> blob);
  // What arrived has done `step` steps: meets, and goes one further, or ends after the last. With
  // `step` = 0 nothing has arrived: all vertices of the range begin.
  Status Step(uint64_t fingerprint, unsigned step, const TokenSink& sink);

 private:
  struct Parts;
  explicit TokenWalker(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

class TokenShard {
 public:
  // `shard` is its number in the plan.
  static Result<TokenShard> Begin(const std::string& corpus, const BuildOptions& options,
                                  uint32_t shard, const Control& control);
  ~TokenShard();
  TokenShard(TokenShard&&) noexcept;

  // Blobs, ascending by (fingerprint, step).
  Status Add(TokenKind kind, uint32_t fingerprint, unsigned step, std::span<const std::byte> bytes);
  // Writes the shard into the directory of the index.
  Status Finish();

 private:
  struct Parts;
  explicit TokenShard(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace akin

#endif  // AKIN_TOKENS_H_

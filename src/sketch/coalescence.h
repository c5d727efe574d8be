// The coalescing walks of one fingerprint: groups of walks that are at the same vertex, which
// groups met and when, and the forest that follows from this. The caller decides where a walk steps
// to, so walks through a graph in memory and walks through tables made by scanning a graph use the
// same code.
//
// Time: per group and step what sketch/arrivals.h says; vertices step in ascending order, so what
// the caller reads for them is read in order too. The number of groups only falls. Memory: 16 bytes
// per vertex, and 12 more for the merges unless they are spilled.
#ifndef AKIN_SRC_SKETCH_COALESCENCE_H_
#define AKIN_SRC_SKETCH_COALESCENCE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "akin/try.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "base/spill_file.h"
#include "sketch/arrivals.h"
#include "sketch/forest.h"
#include "sketch/walk_groups.h"

namespace akin {

class Coalescence {
 public:
  // With a path, merges are spilled there. kOutOfBudget if the system refuses the memory.
  // `range_bits` is for tests: see Arrivals.
  static Result<std::unique_ptr<Coalescence>> Create(VertexId vertices, std::string spill_path = {},
                                                     unsigned range_bits = Arrivals::kRangeBits);
  static uint64_t MemoryFor(VertexId vertices, bool spill) {
    // Trees have two members or more each.
    return Arrivals::MemoryFor(vertices) + sizeof(uint32_t) * uint64_t{vertices} +
           sizeof(uint64_t) * (uint64_t{vertices} / 2) +
           sizeof(WalkMerge) * (spill ? kSpillBuffer : uint64_t{vertices});
  }

  // Makes every vertex a group of its own, or only those in `only`, ascending, if that is not
  // empty. The list must live until the first step.
  void Begin(std::span<const VertexId> only = {});
  // Moves all groups one step. Moves is called three times for each group, with work on other
  // groups in between, so that it can prefetch what it reads next:
  //   void Touch(VertexId at) const
  //   bool Choose(VertexId at, Moves::Choice& choice) const    false if the walk ends there
  //   VertexId Arrive(const Moves::Choice& choice) const
  //   void ArriveAll(std::span<const Moves::Choice> choices, VertexId* at) const    for many
  // The first step, and others if Moves::kTogether is not 1, let that many or more arrive at once.
  // Groups that arrive at the same vertex are joined when they leave it, or at the end.
  template <class Moves>
  Status Step(const Moves& moves) {
    if (!std::exchange(walking_, true)) {
      if (only_.empty()) {
        Depart(moves, vertices_, [](size_t i) { return static_cast<VertexId>(i); });
      } else {
        Depart(moves, only_.size(), [this](size_t i) { return only_[i]; });
      }
    } else {
      Departure<Moves> departure(*this, moves);
      AKIN_TRY(Meet([&](const WalkGroup& group) { departure.Add(group); }));
      departure.Leave();
    }
    arrivals_.Turn();
    return {};
  }
  bool any_left() const { return walking_ ? arrivals_.any_present() : vertices_ > 0; }

  // Ends the walks. The forest is valid until the next Begin.
  Status Finish(Forest& forest);

  // Steps that groups have taken so far; a benchmark compares them with bare reads.
  uint64_t steps() const { return steps_; }

 private:
  static constexpr size_t kSpillBuffer = size_t{1} << 16;
  static constexpr size_t kSorted = 256;  // walks that are joined between looks at the room
  static constexpr VertexId kParent = VertexId{1} << 31;  // marks the first walk at a vertex
  static constexpr size_t kBatch = 64;  // walks that take their first step together

  // The first step of all walks, from vertices in ascending order. There are no trees yet, and the
  // processor itself fetches what is read in order: so less has to be remembered, and batches need
  // fewer instructions than a ring.
  template <class Moves, class VertexAt>
  void Depart(const Moves& moves, size_t count, const VertexAt& vertex_at) {
    struct Batch {
      size_t count = 0;
      std::array<VertexId, kBatch> from;
      std::array<typename Moves::Choice, kBatch> chosen;
    };
    const auto arrive = [&](const Batch& batch) {
      std::array<VertexId, kBatch> at;
      moves.ArriveAll(std::span(batch.chosen).first(batch.count), at.data());
      for (size_t i = 0; i < batch.count; ++i) {
        arrivals_.Add({.at = at[i], .first = batch.from[i], .size = 1});
      }
    };
    std::array<Batch, 2> batches;
    for (size_t begin = 0, turn = 0; begin < count; begin += kBatch, ++turn) {
      Batch& batch = batches[turn % 2];
      // Whether a walk ends at once cannot be guessed: all are written, the count decides.
      size_t going = 0;
      const size_t end = std::min(count, begin + kBatch);
      for (size_t i = begin; i < end; ++i) {
        const VertexId v = vertex_at(i);
        batch.from[going] = v;
        going += moves.Choose(v, batch.chosen[going]) ? 1 : 0;
      }
      batch.count = going;
      arrive(batches[(turn + 1) % 2]);
      batches[(turn + 1) % 2].count = 0;
    }
    for (const Batch& batch : batches) arrive(batch);
    steps_ += count;
  }

  // Groups on their way: each is touched, chosen for and arrives, kAhead groups later each time, so
  // that always as many reads are under way as hide the latency of memory.
  template <class Moves>
  class Departure {
   public:
    Departure(Coalescence& walks, const Moves& moves) : walks_(walks), moves_(moves) {}

    void Add(const WalkGroup& group) {
      moves_.Touch(group.at);
      const size_t i = count_++ % kRing;
      at_[i] = group.at;
      first_[i] = group.first;
      size_[i] = group.size;
      if (count_ > kAhead) Choose(count_ - kAhead - 1);
      if (count_ > 2 * kAhead && count_ % kTogether == 0) {
        Arrive(count_ - 2 * kAhead - kTogether, kTogether);
      }
    }
    // The last ones.
    void Leave() {
      for (size_t n = count_ - std::min(count_, kAhead); n < count_; ++n) Choose(n);
      const size_t arrived =
          count_ > 2 * kAhead ? (count_ - 2 * kAhead) / kTogether * kTogether : 0;
      for (size_t n = arrived; n < count_; n += kTogether) {
        Arrive(n, std::min(kTogether, count_ - n));
      }
      walks_.steps_ += count_;
    }

   private:
    static constexpr size_t kAhead = 24;
    static constexpr size_t kRing = 64;
    static constexpr size_t kTogether = Moves::kTogether;  // arrive at once
    static_assert(kRing >= 2 * kAhead + kTogether && 2 * kAhead % kTogether == 0);

    void Choose(size_t n) {
      const size_t i = n % kRing;
      if (moves_.Choose(at_[i], chosen_[i])) return;
      walks_.End({.at = at_[i], .first = first_[i], .size = size_[i]});
      size_[i] = 0;
    }
    void Arrive(size_t begin, size_t count) {
      if constexpr (kTogether == 1) {
        const size_t i = begin % kRing;
        if (size_[i] != 0) AddAt(moves_.Arrive(chosen_[i]), i);
        return;
      }
      std::array<size_t, kTogether> going;  // not those that ended
      std::array<typename Moves::Choice, kTogether> chosen;
      std::array<VertexId, kTogether> at;
      size_t some = 0;
      for (size_t n = begin; n < begin + count; ++n) {
        going[some] = n % kRing;
        chosen[some] = chosen_[n % kRing];
        some += size_[n % kRing] != 0 ? 1 : 0;
      }
      moves_.ArriveAll(std::span(chosen).first(some), at.data());
      for (size_t k = 0; k < some; ++k) AddAt(at[k], going[k]);
    }
    void AddAt(VertexId at, size_t i) {
      walks_.arrivals_.Add({.at = at, .first = first_[i], .size = size_[i]});
    }

    Coalescence& walks_;
    const Moves& moves_;
    // Field by field: a processor waits when it loads at once what it has just stored in parts.
    std::array<VertexId, kRing> at_;
    std::array<VertexId, kRing> first_;
    std::array<uint32_t, kRing> size_;
    std::array<typename Moves::Choice, kRing> chosen_;
    size_t count_ = 0;
  };

  Coalescence(VertexId vertices, std::string spill_path, unsigned range_bits);
  uint64_t merge_count() const { return merges_spilled_ + merges_held_; }
  Status SpillMerges();
  void MakeRoom(size_t merges, Status& status) {
    if (merges_held_ + merges > merges_.size()) [[unlikely]]
      MakeRoomBySpilling(status);
  }
  void MakeRoomBySpilling(Status& status);
  void PlaceRoots(std::span<VertexId> members, std::span<uint8_t> labels);
  Status PlaceMembers(std::span<VertexId> members, std::span<uint8_t> labels);
  void PlaceChildren(std::span<const WalkMerge> merges, uint8_t label, std::span<VertexId> members,
                     std::span<uint8_t> labels);
  void End(const WalkGroup& group) {
    if (group.size > 1) trees_.push_back((uint64_t{group.first} << 32) | group.size);
  }

  // Joins the groups that arrived at the same vertex, and calls leave(group) for each that is left.
  template <class Leave>
  Status Meet(const Leave& leave) {
    Status status;
    const auto each = [&](VertexId at, uint32_t head) {
      leave({.at = at, .first = arrivals_[head].first, .size = arrivals_[head].size});
    };
    const bool alone = merges_by_step_.empty();  // no walks have met yet
    for (size_t range = 0; range < arrivals_.ranges() && status.ok(); ++range) {
      if (alone && arrivals_.Crowded(range)) {
        MeetFirst(range, leave, status);
      } else {
        arrivals_.VisitRange(
            range, [&](uint32_t head) { Join(head, status); }, each);
      }
    }
    merges_by_step_.push_back(merge_count());
    return status;
  }
  // The same for a range after the first step, when all groups are single walks that arrived in
  // ascending order: they are sorted by counting, into the array of places, which is not needed
  // before the end. The processor need not guess how many there are at a vertex, and children of
  // one parent come one after another, which is also how they will be placed.
  template <class Leave>
  void MeetFirst(size_t range, const Leave& leave, Status& status) {
    VertexId* const walks = place_.data();
    const uint32_t count =
        arrivals_.SortRange(range, walks, [&](VertexId at, uint32_t begin, uint32_t end) {
          leave({.at = at, .first = walks[begin], .size = end - begin});
          walks[begin] |= kParent;
        });
    JoinSorted({walks, count}, status);
  }
  // Parents are marked, and their children follow them.
  void JoinSorted(std::span<const VertexId> walks, Status& status);
  // Groups at one vertex in any order, two or more, each with the next one as its `at`. The head of
  // the list becomes all of them.
  void Join(uint32_t list, Status& status) {
    WalkGroup& a = arrivals_[list];
    const WalkGroup& b = arrivals_[a.at];
    if (b.at != Arrivals::kNoGroup) return JoinSome(list, status);
    MakeRoom(1, status);
    const bool a_first = a.first < b.first;
    const VertexId parent = a_first ? a.first : b.first;
    const VertexId child = a_first ? b.first : a.first;
    merges_[merges_held_++] = {
        .parent = parent, .child = child, .offset = a_first ? a.size : b.size};
    a.first = parent;
    a.size += b.size;
  }
  void JoinSome(uint32_t list, Status& status);
  void JoinMany(uint32_t list, Status& status);

  VertexId vertices_;
  std::string spill_path_;
  bool walking_ = false;
  std::span<const VertexId> only_;
  Arrivals arrivals_;  // after the walks: members and labels
  uint64_t steps_ = 0;

  HugeArray<WalkMerge> merges_;
  size_t merges_held_ = 0;
  uint64_t merges_spilled_ = 0;
  std::unique_ptr<SpillFile> spill_;
  std::vector<uint64_t> merges_by_step_;  // merge_count() after each step
  std::vector<uint64_t> trees_;  // (first << 32) | size of ended groups of two or more vertices
  HugeArray<uint32_t> place_;    // per vertex. While groups meet: those that are at one vertex
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_COALESCENCE_H_

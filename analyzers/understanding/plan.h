#ifndef ANALYZERS_UNDERSTANDING_PLAN_H_
#define ANALYZERS_UNDERSTANDING_PLAN_H_

// What every run of a code needs to know of it: who makes its temporaries, and which registers a
// block may still read. Private to this folder.
//
//   const Plan plan(code);
//   plan.maker(condition)          ->  the comparison that a branch asks
//   plan.IsLive(block, register)   ->  whether the block or one after it reads it first
//
// Made once for a code, in time and memory linear in blocks times registers, up to kMaxBits; past
// that everything counts as live. Immutable. The code must outlive it.

#include <bit>
#include <cstdint>
#include <vector>

#include "analyzers/ir/code.h"

namespace allreview::understanding {

class Plan {
 public:
  static constexpr uint64_t kMaxBits = 32'000'000;

  explicit Plan(const ir::Code& code);

  // The one instruction that makes a temporary; null: several do, or it is a local name.
  const ir::Instruction* maker(ir::Register temporary) const {
    return temporary < code_.locals.size() ? nullptr : writers_[temporary];
  }
  // The one instruction that binds a local name; null: several do, or none.
  const ir::Instruction* binding(ir::Register local) const { return writers_[local]; }
  // The block may run again after it has run; some that lie between loops count, too.
  bool IsInLoop(ir::BlockId block) const { return in_loop_[block]; }
  bool IsLive(ir::BlockId block, ir::Register place) const {
    return live_.empty() || (live_[block * words_ + place / 64] >> (place % 64) & uint64_t{1}) != 0;
  }
  // visit(place) for all of them, in order.
  template <typename Visit>
  void ForEachLive(ir::BlockId block, Visit visit) const {
    if (live_.empty()) {
      for (ir::Register place = 0; place < code_.register_count; ++place) visit(place);
      return;
    }
    for (size_t word = 0; word < words_; ++word) {
      for (uint64_t bits = live_[block * words_ + word]; bits != 0; bits &= bits - 1) {
        visit(static_cast<ir::Register>(word * 64) +
              static_cast<ir::Register>(std::countr_zero(bits)));
      }
    }
  }

 private:
  void FindWriters();
  void FindLive();
  void FindLoops();
  void ReadBlock(ir::BlockId id, std::vector<uint64_t>& reads, std::vector<uint64_t>& written);
  // What the code reads when it reads the register: of a condition, what it compares, too.
  void Read(ir::Register place, std::vector<uint64_t>& reads, const std::vector<uint64_t>& written);

  const ir::Code& code_;
  std::vector<const ir::Instruction*> writers_;  // By register: the only one.
  size_t words_ = 0;                             // Of a block in live_.
  std::vector<bool> in_loop_;                    // By block.
  std::vector<uint64_t> live_;                   // A bit for each block and register; empty: all.
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_PLAN_H_

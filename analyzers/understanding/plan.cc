#include "analyzers/understanding/plan.h"

#include <algorithm>
#include <utility>

#include "base/poll.h"

namespace allreview::understanding {

using ir::BlockId;
using ir::Instruction;
using ir::Op;
using ir::Register;

namespace {

using Bits = std::vector<uint64_t>;

void SetBit(Bits& bits, Register place) { bits[place / 64] |= uint64_t{1} << (place % 64); }
bool HasBit(const Bits& bits, Register place) {
  return (bits[place / 64] >> (place % 64) & uint64_t{1}) != 0;
}

}  // namespace

Plan::Plan(const ir::Code& code) : code_(code) {
  FindWriters();
  FindLoops();
  if (uint64_t{code.blocks.size()} * code.register_count <= kMaxBits) FindLive();
}

void Plan::FindWriters() {
  writers_.resize(code_.register_count, nullptr);
  std::vector<bool> is_shared(code_.register_count, false);
  for (const Instruction& instruction : code_.instructions) {
    const Register result = instruction.result;
    if (result == ir::kNone) continue;
    is_shared[result] = is_shared[result] || writers_[result] != nullptr;
    writers_[result] = is_shared[result] ? nullptr : &instruction;
  }
}

// What is left when blocks that nothing left leads to, or from, are taken away again and again:
// loops and what lies between them.
void Plan::FindLoops() {
  const size_t count = code_.blocks.size();
  std::vector<std::vector<BlockId>> after(count), before(count);
  for (BlockId block = 0; block < count; ++block) {
    after[block] = code_.blocks[block].handlers;
    if (code_.blocks[block].first < code_.blocks[block].end) {
      const Instruction& end = code_.instructions[code_.blocks[block].end - 1];
      for (BlockId target : end.targets) {
        if (target != ir::kNone) after[block].push_back(target);
      }
    }
    for (BlockId next : after[block]) before[next].push_back(block);
  }
  in_loop_.assign(count, true);
  for (const auto& [edges, reverse] : {std::pair(&after, &before), std::pair(&before, &after)}) {
    std::vector<size_t> degree(count, 0);
    std::vector<BlockId> waiting;
    for (BlockId block = 0; block < count; ++block) {
      for (BlockId other : (*reverse)[block]) degree[block] += in_loop_[other];
      if (in_loop_[block] && degree[block] == 0) waiting.push_back(block);
    }
    while (!waiting.empty()) {
      Poll();
      const BlockId block = waiting.back();
      waiting.pop_back();
      in_loop_[block] = false;
      for (BlockId next : (*edges)[block]) {
        if (in_loop_[next] && --degree[next] == 0) waiting.push_back(next);
      }
    }
  }
}

void Plan::Read(Register place, Bits& reads, const Bits& written) {
  std::vector<Register> waiting = {place};
  while (!waiting.empty()) {
    const Register current = waiting.back();
    waiting.pop_back();
    if (current == ir::kNone || HasBit(reads, current)) continue;
    if (!HasBit(written, current)) SetBit(reads, current);
    const Instruction* const maker = this->maker(current);
    const bool is_asked =
        maker != nullptr && (maker->op == Op::kCompare || maker->op == Op::kCall ||
                             maker->op == Op::kUnary || maker->op == Op::kCopy);
    if (!is_asked || HasBit(written, current)) continue;
    for (uint32_t i = 0; i < maker->operand_count; ++i) {
      waiting.push_back(code_.operands[maker->first_operand + i].value);
    }
  }
}

// What a block reads before it writes it, and what it certainly writes.
void Plan::ReadBlock(BlockId id, Bits& reads, Bits& written) {
  for (uint32_t i = code_.blocks[id].first; i < code_.blocks[id].end; ++i) {
    const Instruction& instruction = code_.instructions[i];
    for (uint32_t k = 0; k < instruction.operand_count; ++k) {
      Read(code_.operands[instruction.first_operand + k].value, reads, written);
    }
    // A declaration without a value keeps what there is.
    const bool keeps = instruction.op == Op::kDeclare && instruction.operand_count == 0;
    if (keeps) Read(instruction.result, reads, written);
    // The end of an iteration writes nothing.
    const bool is_certain = instruction.result != ir::kNone && instruction.op != Op::kNext;
    if (is_certain) SetBit(written, instruction.result);
  }
  if (id != code_.exit) return;
  if (code_.result != ir::kNone) SetBit(reads, code_.result);
  // What a module or class leaves behind is read by others.
  const bool leaves_names =
      code_.kind == ir::Code::Kind::kModule || code_.kind == ir::Code::Kind::kClass;
  for (Register local = 0; leaves_names && local < code_.locals.size(); ++local) {
    SetBit(reads, local);
  }
}

// Backwards, until nothing changes. An exception may leave a block before any of its instructions.
void Plan::FindLive() {
  words_ = (code_.register_count + 63) / 64;
  const size_t blocks = code_.blocks.size();
  live_.assign(blocks * words_, 0);
  Bits written_by(blocks * words_, 0);
  for (BlockId id = 0; id < blocks; ++id) {
    Bits reads(words_, 0), written(words_, 0);
    ReadBlock(id, reads, written);
    const auto at = static_cast<std::ptrdiff_t>(id * words_);
    std::copy(reads.begin(), reads.end(), live_.begin() + at);
    std::copy(written.begin(), written.end(), written_by.begin() + at);
  }
  const auto take = [&](BlockId into, BlockId from, bool is_handler) {
    bool has_changed = false;
    for (size_t word = 0; word < words_; ++word) {
      uint64_t& mine = live_[into * words_ + word];
      uint64_t theirs = live_[from * words_ + word];
      if (!is_handler) theirs &= ~written_by[into * words_ + word];
      has_changed |= (theirs & ~mine) != 0;
      mine |= theirs;
    }
    return has_changed;
  };
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (BlockId id = static_cast<BlockId>(blocks); id-- > 0;) {
      Poll(static_cast<int>(words_));
      const ir::Block& block = code_.blocks[id];
      for (BlockId handler : block.handlers) has_changed |= take(id, handler, true);
      if (block.first == block.end) continue;
      for (BlockId target : code_.instructions[block.end - 1].targets) {
        if (target != ir::kNone) has_changed |= take(id, target, false);
      }
    }
  }
}

}  // namespace allreview::understanding

#include "analyzers/understanding/divergence.h"

#include "base/poll.h"

namespace allreview::understanding {
namespace {

using ir::BlockId;
using ir::Code;

// An edge that is not to be taken; of kNone none, of no target all from that block.
struct Cut {
  BlockId from = ir::kNone, to = ir::kNone;
};

std::vector<bool> ReachedFrom(const Code& code, BlockId start, Cut cut, bool with_exceptions) {
  std::vector<bool> is_reached(code.blocks.size());
  std::vector<BlockId> waiting = {start};
  const auto reach = [&](BlockId from, BlockId to) {
    const bool is_cut = from == cut.from && (cut.to == ir::kNone || to == cut.to);
    if (to != ir::kNone && !is_cut) waiting.push_back(to);
  };
  while (!waiting.empty()) {
    Poll();
    const BlockId block = waiting.back();
    waiting.pop_back();
    if (is_reached[block]) continue;
    is_reached[block] = true;
    if (code.blocks[block].first < code.blocks[block].end) {
      const ir::Instruction& end = code.instructions[code.blocks[block].end - 1];
      for (BlockId target : end.targets) reach(block, target);
    }
    if (!with_exceptions) continue;
    for (BlockId handler : code.blocks[block].handlers) reach(block, handler);
  }
  return is_reached;
}

}  // namespace

Side SideOf(const Code& code, BlockId branch, bool truth) {
  const ir::Instruction& end = code.instructions[code.blocks[branch].end - 1];
  const BlockId here = end.targets[truth ? 0 : 1], there = end.targets[truth ? 1 : 0];
  Side side;
  if (here == there || here == ir::kNone || there == ir::kNone) return side;
  const std::vector<bool> otherwise = ReachedFrom(code, 0, {branch, here}, true),
                          reached = ReachedFrom(code, 0, {}, true),
                          mine = ReachedFrom(code, here, {branch, ir::kNone}, false),
                          theirs = ReachedFrom(code, there, {branch, ir::kNone}, false);
  for (BlockId block = 0; block < code.blocks.size(); ++block) {
    if (reached[block] && !otherwise[block]) side.owned.push_back(block);
    if (mine[block] && !theirs[block]) side.alone.push_back(block);
  }
  side.comes_back = mine[code.exit];
  return side;
}

bool IsAvoidable(const Code& code, BlockId block) {
  return block != 0 && ReachedFrom(code, 0, {block, ir::kNone}, false)[code.exit];
}

}  // namespace allreview::understanding

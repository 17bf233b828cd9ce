// The part of Machine that finds collectives that not all members of their group reach.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/understanding/divergence.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/rank_sources.h"

namespace allreview::understanding {

using ir::BlockId;
using ir::Instruction;
using ir::Op;

void Machine::NoteUnmatched() {
  const absl::string_view name = code_.name == ir::kNone ? "" : knowledge_.SimpleName(ref_);
  // What one of them leaves open the other one closes.
  if (name == "__enter__" || name == "__exit__") return;
  std::vector<Unmatched> found;
  for (BlockId block = 0; block < code_.blocks.size(); ++block) {
    if (is_undivided_[block] || !divided_.contains(block)) continue;
    for (const bool truth : {true, false}) FindUnmatched(block, truth, found);
  }
  for (const Unmatched& one : found) {
    if (MayMeet(one)) continue;
    const Value& condition = divided_.find(one.branch)->second;
    const uint32_t branch = code_.blocks[one.branch].end - 1;
    Failure failure = {
        .kind = Failure::Kind::kUnmatched,
        .instruction = one.call,
        .object = condition,
        .other = Value::Unknown().WithRanks({.spans = one.collective.spans}),
        .name = one.collective.operation,
        .why = absl::StrCat("line ", code_.instructions[branch].line, " decides differently along ",
                            absl::StrJoin(DividedAxes(condition), ", "), ", the group is over ",
                            absl::StrJoin(one.collective.spans, ", "))};
    failure.branch = branch;
    failure.runs_when = one.runs_when;
    Note(std::move(failure));
  }
}

// Collectives that run when the branch goes this way, while nothing communicates otherwise.
void Machine::FindUnmatched(BlockId branch, bool truth, std::vector<Unmatched>& found) const {
  const std::vector<std::string> axes = DividedAxes(divided_.find(branch)->second);
  if (axes.empty()) return;
  const Side side = SideOf(code_, branch, truth), other = SideOf(code_, branch, !truth);
  if (!side.comes_back || !other.comes_back) return;
  const bool is_matched = std::any_of(other.alone.begin(), other.alone.end(),
                                      [&](BlockId block) { return !IsSilent(block); });
  if (is_matched) return;
  for (BlockId block : side.owned) {
    for (uint32_t i = code_.blocks[block].first; i < code_.blocks[block].end; ++i) {
      const auto made = collectives_.find(i);
      if (made == collectives_.end() || IsForOneRank(block)) continue;
      for (const Collective& collective : made->second.collectives) {
        const bool is_divided = collective.is_certain &&
                                std::any_of(axes.begin(), axes.end(), [&](const std::string& axis) {
                                  return SpansAxis(collective.spans, axis);
                                });
        if (is_divided) found.push_back({i, collective, branch, truth, side.owned});
      }
    }
  }
}

// It communicates nothing, for certain.
bool Machine::IsSilent(BlockId block) const {
  if (!run_.is_reached[block]) return true;
  for (uint32_t i = code_.blocks[block].first; i < code_.blocks[block].end; ++i) {
    if (!CommunicationOf(code_.instructions[i]).is_silent()) return false;
  }
  return true;
}

// It runs only where a group was found to have one member.
bool Machine::IsForOneRank(BlockId block) const {
  for (BlockId asking = 0; asking < code_.blocks.size(); ++asking) {
    if (code_.blocks[asking].first == code_.blocks[asking].end) continue;
    const Instruction& end = code_.instructions[code_.blocks[asking].end - 1];
    if (end.op != Op::kBranch) continue;
    const Instruction* const maker = plan_.maker(OperandOf(end, 0).value);
    const auto known = maker == nullptr ? when_alone_.end() : when_alone_.find(NumberOf(*maker));
    if (known == when_alone_.end()) continue;
    const Side side = SideOf(code_, asking, known->second);
    if (std::find(side.owned.begin(), side.owned.end(), block) != side.owned.end()) return true;
  }
  return false;
}

// Another place that not all paths run calls the same: `if rank: barrier()` before what one rank
// does first, and `if not rank: barrier()` behind it.
bool Machine::MayMeet(const Unmatched& one) const {
  for (BlockId block = 0; block < code_.blocks.size(); ++block) {
    const bool is_same_side =
        std::find(one.owned.begin(), one.owned.end(), block) != one.owned.end();
    if (is_same_side || !run_.is_reached[block]) continue;
    for (uint32_t i = code_.blocks[block].first; i < code_.blocks[block].end; ++i) {
      const auto made = collectives_.find(i);
      if (made == collectives_.end() || !IsAvoidable(code_, block)) continue;
      for (const Collective& other : made->second.collectives) {
        const bool is_same =
            other.operation == one.collective.operation && other.spans == one.collective.spans;
        if (is_same) return true;
      }
    }
  }
  return false;
}

}  // namespace allreview::understanding

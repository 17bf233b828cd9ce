// Calls that never come back because of what they hand over.

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {
namespace {

// A `raise` or `assert` that is reached: the first of the code; none: it waits or exits.
std::optional<uint32_t> ReachedRaise(const ir::Code& code, const Run& run) {
  for (size_t i = 0; i < code.blocks.size(); ++i) {
    const ir::Block& block = code.blocks[i];
    if (!run.is_reached[i] || block.first == block.end) continue;
    if (code.instructions[block.end - 1].op == ir::Op::kRaise) return block.end - 1;
  }
  return std::nullopt;
}

bool Raises(const Failure& failure) {
  return !failure.is_guarded && failure.kind != Failure::Kind::kNeverEqual &&
         failure.kind != Failure::Kind::kUnmatched && failure.kind != Failure::Kind::kImport &&
         failure.kind != Failure::Kind::kAnnotation;
}

// It holds a `return`; what the end of a function returns stands at its beginning.
bool ReturnsIn(const ir::Code& code, const ir::Block& block) {
  return std::any_of(code.instructions.begin() + block.first, code.instructions.begin() + block.end,
                     [&](const ir::Instruction& one) {
                       return one.op == ir::Op::kCopy && one.result == code.result;
                     });
}

// Where the code would return, something fails before. What returns an impossible value without a
// failure may only be more than the layer can follow, say the sum of a generator.
bool FailsBeforeEachReturn(const ir::Code& code, const Run& run) {
  if (code.result == ir::kNone) return true;
  for (size_t i = 0; i < code.blocks.size(); ++i) {
    const ir::Block& block = code.blocks[i];
    if (!run.is_reached[i] || !ReturnsIn(code, block)) continue;
    const bool fails =
        std::any_of(run.failures.begin(), run.failures.end(), [&](const Failure& failure) {
          return Raises(failure) && block.first <= failure.instruction &&
                 failure.instruction < block.end;
        });
    if (!fails) return false;
  }
  return true;
}

// No branch was ruled out by what an annotation promises.
bool IsDecidedExactly(const ir::Code& code, const Plan& plan, const Run& run,
                      const std::vector<Value>& parameters) {
  for (size_t i = 0; i < code.blocks.size(); ++i) {
    const ir::Block& block = code.blocks[i];
    if (!run.is_reached[i] || block.first == block.end) continue;
    const ir::Instruction& end = code.instructions[block.end - 1];
    if (end.op != ir::Op::kBranch) continue;
    if (run.is_reached[end.targets[0]] && run.is_reached[end.targets[1]]) continue;
    const ir::Register condition = code.operands[end.first_operand].value;
    const ir::Instruction* const writer =
        condition < code.locals.size() ? plan.binding(condition) : plan.maker(condition);
    const bool is_parameter = condition < parameters.size() && writer == nullptr;
    if (!is_parameter && writer == nullptr) return false;
    const Value& decides = is_parameter
                               ? parameters[condition]
                               : run.values[static_cast<size_t>(writer - code.instructions.data())];
    if (decides.is_open() || !decides.is_exact()) return false;
  }
  return true;
}

}  // namespace

std::optional<Failure> Knowledge::FailureInside(CodeRef ref, const Run& run,
                                                const std::vector<Value>& handed) {
  if (run.is_partial || run.is_cut) return std::nullopt;
  const ir::Code& code = program_.code(ref);
  if (!IsDecidedExactly(code, PlanOf(ref), run, handed) || !FailsBeforeEachReturn(code, run)) {
    return std::nullopt;
  }
  Failure inside;
  inside.kind = Failure::Kind::kInside;
  const auto raising = std::find_if(run.failures.begin(), run.failures.end(), Raises);
  if (raising != run.failures.end()) {
    inside.way = {{ref, raising->instruction}};
    inside.way.insert(inside.way.end(), raising->way.begin(), raising->way.end());
    inside.innermost = raising->kind == Failure::Kind::kInside
                           ? raising->innermost
                           : std::make_shared<const Failure>(*raising);
  } else {
    const std::optional<uint32_t> raise = ReachedRaise(code, run);
    if (!raise || !run.failures.empty()) return std::nullopt;
    inside.way = {{ref, *raise}};
  }
  const Run& declared = Declared(ref);
  const bool otherwise_ends =
      !declared.is_partial && !declared.is_cut && !declared.returned.is_impossible();
  if (!otherwise_ends) return std::nullopt;
  return inside;
}

}  // namespace allreview::understanding

// None + 1, "rank " + 3, [1] - [2].

#include <string>
#include <utility>

#include "analyzers/ir/operators.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kOperation)) {
    if (found->failure.other.is_impossible()) continue;  // -None
    const ir::Instruction& operation =
        change.failures().program().code(found->code).instructions[found->failure.instruction];
    Observation observation = Observe(change, *found);
    observation.params = {{"expression", OneLine(found->at)},
                          {"operator", ir::TextOf(operation.detail)},
                          {"left", WordsOf(change, found->failure.object)},
                          {"right", WordsOf(change, found->failure.other)}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kUnsupportedOperands = {
    .info = {.id = "unsupported-operands",
             .title = {"Operands that the operator does not take", "运算符不支持的操作数"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"In `{expression}` the operands are {left} and {right}, which "
                         "`{operator}` does not take",
                         "`{expression}` 的操作数是 {left} 和 {right}，`{operator}` 不支持"},
             .consequence = {"It raises TypeError whenever it is evaluated",
                             "每次求值都会抛出 TypeError"},
             .advice = {"Convert one of the operands, or test for None before",
                        "转换其中一个操作数，或先判断 None"},
             .why = "Both operands are known on every way to this line. A function that returns "
                    "None on a forgotten path and a number that is not made text are the usual "
                    "reasons.",
             .fix = "See where the operands come from; the evidence names the lines.",
             .bad = R"py(
def label(rank):
    if rank is None:
        return "rank " + rank
    return "rank " + str(rank)
)py",
             .good = R"py(
def label(rank):
    if rank is None:
        return "rank unknown"
    return "rank " + str(rank)
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "unsupported-binary-operation.html"}},
    .check_change = CheckChange};

}  // namespace allreview::rules

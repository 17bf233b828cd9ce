// mode == "fast" where mode is a member of an enumeration; count == "8".

#include <string>
#include <utility>

#include "analyzers/ir/operators.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kAlwaysTrue("always-true", "always true", "恒为真");
constexpr Phrase kAlwaysFalse("always-false", "always false", "恒为假");
constexpr Phrase kPhrases[] = {kAlwaysTrue, kAlwaysFalse};

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kNeverEqual)) {
    const ir::Instruction& comparison =
        change.failures().program().code(found->code).instructions[found->failure.instruction];
    const bool is_negated =
        comparison.detail == ir::Operator::kNotEqual || comparison.detail == ir::Operator::kNotIn;
    Observation observation = Observe(change, *found);
    observation.params = {{"expression", OneLine(found->at)},
                          {"outcome", is_negated ? kAlwaysTrue : kAlwaysFalse},
                          {"left", WordsOf(change, found->failure.object)},
                          {"right", WordsOf(change, found->failure.other)}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kNeverEqual = {
    .info = {.id = "never-equal",
             .title = {"Comparison of values that are never equal", "永不相等的比较"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{expression}` is {outcome}: it compares {left} with {right}",
                         "`{expression}` {outcome}：比较的是 {left} 与 {right}"},
             .consequence = {"What the comparison decides goes the same way in every run",
                             "由该比较决定的分支每次都走同一条路"},
             .advice = {"Compare values of the same kind: convert one of them, or name the member "
                        "of the enumeration",
                        "比较同类的值：转换其中之一，或写出枚举成员"},
             .phrases = kPhrases,
             .why = "What both sides are is known on every way to this line, and values of these "
                    "kinds are never equal in Python: a member of an enumeration that is no `str` "
                    "is not its text, and a number is not its digits. Nothing is raised, so the "
                    "branch is simply never taken.",
             .fix = "See where the values come from; the evidence names the lines.",
             .bad = R"py(
def is_last(index):
    last = 8
    if last == "8":
        return True
    return index == last
)py",
             .good = R"py(
def is_last(index):
    last = 8
    if last == 8:
        return True
    return index == last
)py",
             .references = {"https://docs.python.org/3/library/enum.html"}},
    .check_change = CheckChange};

}  // namespace allreview::rules

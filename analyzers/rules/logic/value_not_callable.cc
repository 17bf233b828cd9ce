// None(), or a list that is called.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kCall)) {
    // Of others call-does-not-fit-signature says which arguments are wrong.
    if (CanBeCalled(found->failure.object)) continue;
    const Node callee = found->at.child(Field::kFunction);
    Observation observation = Observe(change, *found);
    observation.params = {{"expression", OneLine(callee ? callee : found->at)},
                          {"object", WordsOf(change, found->failure.object)}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kValueNotCallable = {
    .info = {.id = "value-not-callable",
             .title = {"Call of a value that is no function", "调用了不是函数的值"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{expression}` is {object} here, which cannot be called",
                         "`{expression}` 在这里是 {object}，不能调用"},
             .consequence = {"It raises TypeError whenever it is evaluated",
                             "每次求值都会抛出 TypeError"},
             .advice = {"Test for None before the call, or call the function that was meant",
                        "调用前判断 None，或调用真正需要的函数"},
             .why = "What is called is known on every way to this line. A fallback of an optional "
                    "import (`except ImportError: kernel = None`) that is called without a test "
                    "and a property that is called like a method are the usual reasons.",
             .fix = "See where the value comes from; the evidence names the lines.",
             .bad = R"py(
def step(hook):
    if hook is None:
        return hook()
    return 0
)py",
             .good = R"py(
def step(hook):
    if hook is None:
        return 0
    return hook()
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "not-callable.html"}},
    .check_change = CheckChange};

}  // namespace allreview::rules

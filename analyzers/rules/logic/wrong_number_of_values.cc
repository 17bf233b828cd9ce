// a, b = f(), where f returns three values.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using understanding::Atom;

constexpr Phrase kIsAnother(
    "is-another", "`{expression}` is {object}, but this line takes {count} values from it",
    "`{expression}` 是 {object}，但此行从中取 {count} 个值");
constexpr Phrase kIsAnotherOfAtLeast(
    "is-another-of-at-least",
    "`{expression}` is {object}, but this line takes at least {count} values from it",
    "`{expression}` 是 {object}，但此行从中取至少 {count} 个值");
constexpr Phrase kPhrases[] = {kIsAnother, kIsAnotherOfAtLeast};

// What is taken apart: the right side of an assignment, what a loop goes over.
Node SourceOf(Node at) {
  for (Node node = at; node; node = node.parent()) {
    if (node.Is(NodeKind::kAssignment) || node.Is(NodeKind::kForStatement)) {
      return node.child(Field::kRight);
    }
    if (node.Is(NodeKind::kExpressionStatement)) break;
  }
  return at;
}

Words FaultOf(const ChangeContext& change, const CertainFailure& found) {
  const ir::Instruction& unpack =
      change.failures().program().code(found.code).instructions[found.failure.instruction];
  const Phrase& phrase = unpack.detail == ir::Operator::kStar ? kIsAnotherOfAtLeast : kIsAnother;
  const Node source = SourceOf(found.at);
  return Sentence(phrase, {{"expression", OneLine(source ? source : found.at)},
                           {"object", WordsOf(change, found.failure.object)},
                           {"count", std::to_string(unpack.index)}});
}

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kUnpack)) {
    const understanding::Value& object = found->failure.object;
    const bool has_values = object.CanBe(Atom::Kind::kTuple) || object.CanBe(Atom::Kind::kList) ||
                            object.CanBe(Atom::Kind::kText);
    Observation observation = Observe(change, *found);
    observation.params = {{"fault", FaultOf(change, *found)},
                          {"error", has_values ? "ValueError" : "TypeError"}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kWrongNumberOfValues = {
    .info = {.id = "wrong-number-of-values",
             .title = {"Unpacking of another number of values", "解包的值个数不符"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{fault}", "{fault}"},
             .consequence = {"It raises {error} whenever it is evaluated",
                             "每次求值都会抛出 {error}"},
             .advice = {"Take as many values as there are, or return as many as are taken",
                        "取与实际相同数量的值，或返回所需数量的值"},
             .phrases = kPhrases,
             .why = "How many values there are is known on every way to this line. A function that "
                    "returns one more value than before breaks each caller that takes its result "
                    "apart, and Python says so only when the line runs.",
             .fix = "Change callers and function together.",
             .bad = R"py(
def split(x):
    return x[0], x[1], x[2]

def use(x):
    head, tail = split(x)
    return head
)py",
             .good = R"py(
def split(x):
    return x[0], x[1], x[2]

def use(x):
    head, middle, tail = split(x)
    return head
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "unbalanced-tuple-unpacking.html"}},
    .check_change = CheckChange};

}  // namespace allreview::rules

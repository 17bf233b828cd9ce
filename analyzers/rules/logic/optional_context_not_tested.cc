// def context(inner=None): stack.enter_context(inner): the default cannot be entered.

#include <string>
#include <utility>

#include "analyzers/python/control_flow.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOnlyIf("only-if",
                         "Where `{condition}` is false, a context that is given is ignored",
                         "当 `{condition}` 为假时，传入的上下文会被忽略");
constexpr Phrase kAlways("always", "Every call that leaves it out fails",
                         "每次不传该参数的调用都会失败");
constexpr Phrase kDefault("the-none-default", "the default", "默认值");
constexpr Phrase kPhrases[] = {kOnlyIf, kAlways, kDefault};

// What the statement or call enters: of `with x as y:`, of `stack.enter_context(x)`. Null: nothing.
Node EnteredBy(Node node) {
  if (node.Is(NodeKind::kCall)) {
    const bool enters =
        CalleeName(node) == "enter_context" || CalleeName(node) == "enter_async_context";
    return enters ? python::Argument(node, 0, "cm") : Node();
  }
  const Node item = node.named_child(0);
  return item.Is(NodeKind::kAsPattern) ? item.named_child(0) : item;
}

// A place where the parameter is asked about or gets another value.
bool IsKnownElsewhere(const Definition& function, Node use) {
  for (Node node : function.body.descendants(NodeKind::kIdentifier)) {
    if (node.text() != use.text() || node == use || !IsVariable(node)) continue;
    const Node parent = node.parent();
    // Being handed on tells nothing.
    if (!parent.Is(NodeKind::kArgumentList) && !parent.Is(NodeKind::kKeywordArgument)) return true;
  }
  return false;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Node entered = EnteredBy(node);
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr || !entered.Is(NodeKind::kIdentifier)) return;
  const python::Parameter* parameter = FindParameter(*function, entered.text());
  if (parameter == nullptr || !parameter->default_value.Is(NodeKind::kNone)) return;
  if (IsKnownElsewhere(*function, entered)) return;
  const python::ControlFlow& flow = file.flow(node);
  const auto decisions = flow.DecisionsOver(flow.PointOf(entered));
  const bool has_condition = !decisions.empty();
  file.Report(
      {.at = entered,
       .params = {{"name", std::string(entered.text())},
                  {"effect",
                   has_condition
                       ? Sentence(kOnlyIf, {{"condition", OneLine(decisions.back().condition)}})
                       : Sentence(kAlways)}},
       .because = FirstChanged(file, {entered, parameter->node}),
       .related = {{kDefault, RangeOf(module, parameter->node)}}});
}

}  // namespace

extern constinit const Rule kOptionalContextNotTested = {
    .info = {.id = "optional-context-not-tested",
             .title = {"Optional context entered without a test for None",
                       "进入可选的上下文前没有检查 None"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name}` is None unless the caller passes a context, and nothing tests "
                         "it before it is entered",
                         "除非调用方传入上下文，否则 `{name}` 是 None，而进入之前没有任何检查"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Enter it under `if {name} is not None:` and under no other condition",
                        "只在 `if {name} is not None:` 之下进入它，不加其他条件"},
             .phrases = kPhrases,
             .why = "None is no context manager. A parameter that may be left out is to be entered "
                    "when it is there, whatever other options say.",
             .fix = "Test the parameter itself, or use contextlib.nullcontext() as the default.",
             .bad = R"py(
import contextlib

@contextlib.contextmanager
def train_context(compiled, cp_context=None):
    with contextlib.ExitStack() as stack:
        if compiled:
            stack.enter_context(cp_context)
        yield
)py",
             .good = R"py(
import contextlib

@contextlib.contextmanager
def train_context(compiled, cp_context=None):
    with contextlib.ExitStack() as stack:
        if cp_context is not None:
            stack.enter_context(cp_context)
        yield
)py",
             .references = {"https://docs.python.org/3/library/contextlib.html"
                            "#contextlib.nullcontext"}},
    .kinds = {NodeKind::kCall, NodeKind::kWithItem},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules

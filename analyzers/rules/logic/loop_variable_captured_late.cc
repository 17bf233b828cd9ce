// hooks.append(lambda: use(i)) in a loop over i: all of them see the last i.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using logic::IsLiteral;
using python::Binding;
using python::Module;

constexpr Phrase kFunction("function", "function `{name}`", "函数 `{name}`");
constexpr Phrase kKeptHere("kept-here", "stored here", "在这里被保存");
constexpr Phrase kPhrases[] = {kFunction, kKeptHere};

bool IsComprehension(Node node) {
  return node.Is(NodeKind::kListComprehension) || node.Is(NodeKind::kSetComprehension) ||
         node.Is(NodeKind::kDictionaryComprehension);
}

// Keeps what it is given for later.
bool Keeps(absl::string_view callee) {
  if (callee == "append" || callee == "appendleft" || callee == "insert" ||
      callee == "setdefault" || callee == "Timer" || callee == "submit" || callee == "defer" ||
      callee == "callback" || callee == "add") {
    return true;
  }
  for (absl::string_view word : {"register", "subscribe", "add_done_callback", "add_callback",
                                 "add_hook", "set_hook", "_hook", "on_close", "connect"}) {
    if (absl::StrContains(callee, word)) return true;
  }
  return false;
}

// After this statement the loop is left: only one function is made.
bool LoopEndsAfter(Node statement, Node loop) {
  for (; statement && statement != loop; statement = python::StatementOf(statement.parent())) {
    for (Node next = statement; next; next = next.next_sibling()) {
      if (next.Is(NodeKind::kBreakStatement) || next.Is(NodeKind::kReturnStatement)) return true;
    }
    if (!loop.Contains(statement.parent())) break;
  }
  return false;
}

// Registered under a fixed name: the next round replaces it.
bool IsReplaced(Node arguments) {
  return IsLiteral(arguments.named_child(0)) && CalleeName(arguments.parent()) != "insert";
}

// The value is kept beyond the round of the loop: put into a container or an attribute, or given to
// what keeps it.
bool IsKept(Node value, Node loop) {
  const Node parent = value.parent();
  switch (parent.kind()) {
    case NodeKind::kArgumentList:
      return Keeps(CalleeName(parent.parent())) && !IsReplaced(parent);
    case NodeKind::kKeywordArgument:
      return Keeps(CalleeName(parent.parent().parent())) ||
             (parent.child(Field::kName).text() == "target" &&
              CalleeName(parent.parent().parent()) == "Thread");
    case NodeKind::kAssignment: {
      const Node left = parent.child(Field::kLeft);
      return value.field() == Field::kRight &&
             (left.Is(NodeKind::kSubscript) ||
              (left.Is(NodeKind::kAttribute) && !left.child(Field::kObject).text().empty()));
    }
    case NodeKind::kPair:
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kParenthesizedExpression:
      return parent != loop && loop.Contains(parent) &&
             (IsComprehension(parent.parent()) || IsKept(parent, loop));
    default:
      return IsComprehension(parent) && parent == loop && value.field() == Field::kBody;
  }
}

// Names that the loop or comprehension around binds and the function reads when it is called.
std::vector<Node> CapturedIn(const Module& module, Node function, Node loop) {
  std::vector<Node> captured;
  const Node body = function.child(Field::kBody);
  for (uint32_t i = body.index(); i < body.subtree_end(); ++i) {
    const Node node = body.tree()->node(i);
    if (!node.Is(NodeKind::kIdentifier) || !IsVariable(node) || IsRebound(node)) continue;
    for (const Binding& binding : module.scopes().MeaningOf(node, node.text()).bindings) {
      if (binding.kind != Binding::Kind::kLoop) continue;
      const Node header = loop.Is(NodeKind::kForStatement) ? loop.child(Field::kLeft) : loop;
      const bool is_own = header.Contains(binding.node) && !function.Contains(binding.node);
      const bool is_known = std::any_of(captured.begin(), captured.end(),
                                        [&](Node other) { return other.text() == node.text(); });
      if (is_own && !is_known) captured.push_back(node);
    }
  }
  return captured;
}

// The loop or comprehension that makes a function in each round. Null: none.
Node LoopAround(Node function) {
  for (Node inner = function, node = function.parent(); node; inner = node, node = node.parent()) {
    if (IsComprehension(node)) return inner.field() == Field::kBody ? node : Node();
    if (node.Is(NodeKind::kForStatement)) return inner.field() == Field::kBody ? node : Node();
    if (node.Is(NodeKind::kFunctionDefinition) || node.Is(NodeKind::kLambda) ||
        node.Is(NodeKind::kClassDefinition) || node.Is(NodeKind::kGeneratorExpression)) {
      return Node();
    }
  }
  return Node();
}

// Where the name of an inner function is kept. Null: nowhere.
Node KeptByName(Node definition, Node loop) {
  const absl::string_view name = definition.child(Field::kName).text();
  for (Node node : loop.child(Field::kBody).descendants(NodeKind::kIdentifier)) {
    if (node.text() != name || !IsVariable(node)) continue;
    if (node.index() > definition.index() && !definition.Contains(node) && IsKept(node, loop)) {
      return node;
    }
  }
  return Node();
}

std::vector<Edit> EditsFor(const Module& module, Node lambda, const std::vector<Node>& captured) {
  const Node parameters = lambda.child(Field::kParameters);
  if (parameters && absl::StrContains(parameters.text(), "*")) return {};
  std::string added;
  for (Node name : captured) {
    absl::StrAppend(&added, added.empty() ? "" : ", ", name.text(), "=", name.text());
  }
  Edit edit = Replace(module, lambda, "");
  edit.first_byte = parameters ? parameters.end_byte() : lambda.first_byte() + 6;  // "lambda"
  edit.end_byte = edit.first_byte;
  edit.replacement = absl::StrCat(parameters ? ", " : " ", added);
  return {edit};
}

void Check(FileContext& file, Node function) {
  const Node loop = LoopAround(function);
  if (!loop) return;
  const Module& module = file.module();
  const bool is_lambda = function.Is(NodeKind::kLambda);
  const std::vector<Node> captured = CapturedIn(module, function, loop);
  if (captured.empty()) return;
  const Node kept =
      is_lambda ? (IsKept(function, loop) ? function : Node()) : KeptByName(function, loop);
  if (!kept || IsWaived(captured[0], {"B023", "W0640", "cell-var-from-loop"})) return;
  if (loop.Is(NodeKind::kForStatement) && LoopEndsAfter(python::StatementOf(kept), loop)) return;
  const std::string name(captured[0].text());
  file.Report(
      {.at = captured[0],
       .params = {{"name", name},
                  {"what", is_lambda ? Words("lambda")
                                     : Sentence(kFunction,
                                                {{"name", function.child(Field::kName).text()}})}},
       .because = function,
       .related = {{kKeptHere, RangeOf(module, kept)}},
       .edits = is_lambda ? EditsFor(module, function, captured) : std::vector<Edit>()});
}

}  // namespace

extern constinit const Rule kLoopVariableCapturedLate = {
    .info =
        {.id = "loop-variable-captured-late",
         .title = {"Callback that sees the last value of a loop variable",
                   "回调看到的是循环变量的最后一个值"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"The {what} reads `{name}` when it is called, after the loop has moved on",
                     "{what} 在被调用时才读取 `{name}`，而那时循环已经走完"},
         .consequence = {"All copies see the last value of `{name}`: every hook acts on the last "
                         "layer or parameter",
                         "所有回调看到的都是 `{name}` 的最后一个值：每个 hook "
                         "都作用在最后一层或最后一个参数上"},
         .advice =
             {"Bind the value here, with a default argument `{name}={name}` or functools.partial",
              "在这里就绑定该值：使用默认参数 `{name}={name}` 或 functools.partial"},
         .phrases = kPhrases,
         .why = "A function captures the variable, not its value. A callback stored in a loop is "
                "called after the loop has ended.",
         .fix = "Give the function a default argument, or use functools.partial.",
         .bad = R"py(
def add_hooks(layers, record):
    for index, layer in enumerate(layers):
        layer.register_forward_hook(lambda m, i, o: record(index, o))
)py",
         .good = R"py(
def add_hooks(layers, record):
    for index, layer in enumerate(layers):
        layer.register_forward_hook(lambda m, i, o, index=index: record(index, o))
)py",
         .references = {"https://docs.astral.sh/ruff/rules/function-uses-loop-variable/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                        "cell-var-from-loop.html"}},
    .kinds = {NodeKind::kLambda, NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules

// A method, a field or a function is defined again: the first definition is lost.

#include <map>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::IsExpectedToRaise;

constexpr Phrase kFirstTestDead("first-test-dead", "The first test never runs",
                                "第一个测试永远不会执行");
constexpr Phrase kFirstFunctionDead("first-function-dead",
                                    "Callers get the second definition; the first one is dead",
                                    "调用方得到的是第二个定义，第一个是死代码");
constexpr Phrase kFirstValueLost("first-value-lost", "The first value is lost", "第一个值丢失");
constexpr Phrase kFirstDefinition("first-definition", "the first definition", "第一个定义");
constexpr Phrase kPhrases[] = {kFirstTestDead, kFirstFunctionDead, kFirstValueLost,
                               kFirstDefinition};

// What a statement of a class or module defines. `name` empty: nothing of interest.
struct Member {
  absl::string_view name;
  Node node;  // The name.
  Node statement;
  bool is_function = false;
};

Member MemberOf(Node statement, bool is_class) {
  Node definition = statement;
  if (statement.Is(NodeKind::kDecoratedDefinition)) {
    definition = statement.child(Field::kDefinition);
  }
  if (definition.Is(NodeKind::kFunctionDefinition) || definition.Is(NodeKind::kClassDefinition)) {
    const Node name = definition.child(Field::kName);
    return {name.text(), name, statement, true};
  }
  if (!is_class || !statement.Is(NodeKind::kExpressionStatement)) return {};
  const Node assignment = statement.named_child(0);
  if (!assignment.Is(NodeKind::kAssignment)) return {};
  const Node left = assignment.child(Field::kLeft);
  if (!left.Is(NodeKind::kIdentifier)) return {};
  // `x: int` alone declares the type of what is given a value below.
  if (!assignment.child(Field::kRight)) return {};
  return {left.text(), left, statement, false};
}

// Decorators that make something of several definitions, or keep the function elsewhere.
bool HasDecorator(Node statement) { return statement.Is(NodeKind::kDecoratedDefinition); }
bool IsHarmlessDecorator(absl::string_view text) {
  for (absl::string_view word :
       {"staticmethod", "classmethod", "no_grad", "inference_mode", "skip", "parametrize", "mark.",
        "abstractmethod", "lru_cache", "cache", "property", "torch.compile", "jit"}) {
    if (absl::StrContains(text, word)) return !absl::StrContains(text, "overload");
  }
  return false;
}
bool MayShareName(Node statement) {
  if (!HasDecorator(statement)) return false;
  for (Node child : statement.children()) {
    if (child.Is(NodeKind::kDecorator) && !IsHarmlessDecorator(child.text())) return true;
  }
  return false;
}

// The name stands between the two definitions, or in the second one's decorators or value: the
// first one was needed.
bool IsReadBetween(const Member& first, const Member& second) {
  const python::SyntaxTree& tree = *first.node.tree();
  const Node definition = second.statement.Is(NodeKind::kDecoratedDefinition)
                              ? second.statement.child(Field::kDefinition)
                              : second.statement;
  const uint32_t end = second.is_function ? definition.index() : definition.subtree_end();
  for (uint32_t i = first.statement.subtree_end(); i < end; ++i) {
    const Node node = tree.node(i);
    if (node.Is(NodeKind::kIdentifier) && node.text() == first.name && node != second.node) {
      return true;
    }
    if (node.Is(NodeKind::kDeleteStatement)) return true;
  }
  // Defaults of a function are evaluated when it is defined.
  if (!second.is_function) return false;
  for (Node node : definition.child(Field::kParameters).descendants()) {
    if (node.Is(NodeKind::kIdentifier) && node.text() == first.name &&
        node.field() != Field::kName) {
      return true;
    }
  }
  return false;
}

void Report(FileContext& file, const Member& first, const Member& second) {
  const bool is_test = second.is_function && absl::StartsWith(second.name, "test");
  file.Report({.at = second.node,
               .params = {{"name", std::string(second.name)},
                          {"line", std::to_string(first.node.first_line())},
                          {"effect", is_test              ? kFirstTestDead
                                     : second.is_function ? kFirstFunctionDead
                                                          : kFirstValueLost}},
               .because = file.IsChanged(second.node) ? second.node : first.node,
               .related = {{kFirstDefinition, RangeOf(file.module(), first.node)}}});
}

void Check(FileContext& file, Node owner) {
  const bool is_class = owner.Is(NodeKind::kClassDefinition);
  const Node body = is_class ? owner.child(Field::kBody) : owner;
  if (body.HasError() || IsExpectedToRaise(owner)) return;
  std::map<absl::string_view, Member> members;
  for (Node statement : body.children()) {
    const Member member = MemberOf(statement, is_class);
    if (member.name.empty() || member.name == "_") continue;
    const auto [first, is_new] = members.emplace(member.name, member);
    if (is_new) continue;
    const Member earlier = std::exchange(first->second, member);
    if (earlier.is_function != member.is_function && !is_class) continue;
    if (MayShareName(earlier.statement) || MayShareName(member.statement) ||
        IsReadBetween(earlier, member) || IsWaived(member.node, {"F811", "PIE794", "E0102"})) {
      continue;
    }
    Report(file, earlier, member);
  }
}

}  // namespace

extern constinit const Rule kRedefinedMember = {
    .info = {.id = "redefined-member",
             .title = {"Method, field or function defined twice", "方法、字段或函数重复定义"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name}` is already defined on line {line}; this definition replaces it",
                         "`{name}` 在第 {line} 行已有定义，这里的定义会替换它"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Rename or remove one of the two definitions of `{name}`",
                        "重命名或删除 `{name}` 的其中一个定义"},
             .phrases = kPhrases,
             .why = "A class or module silently keeps the last definition of a name. After a merge "
                    "or a copy, the first one is dead code that people still read.",
             .fix = "Rename the copy, or remove the definition that is no longer needed.",
             .bad = R"py(
class Router:
    def scores(self, x):
        return x.softmax(-1)

    def scores(self, x):
        return x.sigmoid()
)py",
             .good = R"py(
class Router:
    def softmax_scores(self, x):
        return x.softmax(-1)

    def scores(self, x):
        return x.sigmoid()
)py",
             .references = {"https://docs.astral.sh/ruff/rules/redefined-while-unused/",
                            "https://docs.astral.sh/ruff/rules/duplicate-class-field-definition/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "function-redefined.html"}},
    .kinds = {NodeKind::kClassDefinition, NodeKind::kModule},
    .check = Check};

}  // namespace allreview::rules

#ifndef ANALYZERS_RULES_SHARED_PATTERNS_H_
#define ANALYZERS_RULES_SHARED_PATTERNS_H_

// What the rules on numerics look for: tensor operations however they are spelled, squares, casts,
// equal expressions.
//
//   // torch.log(torch.softmax(z, -1)), z.softmax(-1).log(), p = F.softmax(z, -1); torch.log(p)
//   const Operation log = OperationOf(module, node, {"log"});
//   const Operation softmax = ValueOperation(module, log.operand, {"softmax"});
//
// Pure functions of one module; nodes must belong to it.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "sentences/sentence.h"

namespace allreview::rules::numerics {

using Names = std::initializer_list<absl::string_view>;

// A call of torch.f(x, ...), torch.nn.functional.f(x, ...), torch.special.f(x, ...) or x.f(...).
struct Operation {
  std::string name;  // "exp", also of x.exp_(). Empty: none of those asked for.
  Node call;
  Node operand;
  bool is_method = false;
  explicit operator bool() const { return !name.empty(); }
  // Argument after the operand: position 0 is `-1` in softmax(x, -1) and in x.softmax(-1).
  Node Argument(int position, absl::string_view keyword) const;
  // Name of the operation as it stands in the code; null where only an import says it.
  Node NameNode() const;
};

// The operation that an expression is.
Operation OperationOf(const python::Module& module, Node expression, Names names);
// The same of the value that an expression certainly has: through locals, and casts before and
// after.
Operation ValueOperation(const python::Module& module, Node expression, Names names);

// The value through locals and casts: `x.float()` is x.
Node ValueOf(const python::Module& module, Node expression);
// Without casts and what else leaves values alone: .float(), .to(...), .detach(), .clone().
Node WithoutCasts(Node expression);

// An operation alone, or kept away from zero: softmax(z), softmax(z) + 1e-8,
// softmax(z).clamp(min=e).
struct Floored {
  Operation operation;
  Node floor;  // The sum or clamp around it; null: alone.
};
Floored FindFloored(const python::Module& module, Node expression, Names names);

// The constructor call whose object `call` calls: nn.BCELoss() of nn.BCELoss()(x, y), also through
// a local or `self.loss`. Null: unknown.
Node ConstructorOf(const python::Module& module, Node call);

// The cast to fp32 or fp64 that an expression is, or that made its value: x.float(),
// x.to(torch.float32), also through locals and slices. Null: none is certain.
Node UpcastOf(const python::Module& module, Node expression);

// X of X ** 2, X.pow(2), torch.square(X), X * X. Null: no square.
Node SquaredOperand(const python::Module& module, Node expression);

// Operands and operator of a binary_operator, without parentheses. `op` is empty for other nodes.
struct Binary {
  Node left, right;
  absl::string_view op;
};
Binary BinaryOf(Node expression);

// Value of a literal number, also negative. nullopt for other nodes.
std::optional<double> LiteralOf(Node expression);

// Value of a number wherever it is certain: literals, constants, float("-inf"), -math.inf.
std::optional<double> NumberOf(const python::Values& values, Node expression);

// The same tokens but for comments and outer parentheses.
bool IsSame(Node a, Node b);
// The same value as far as the text tells: casts and locals are looked through.
bool HasSameValue(const python::Module& module, Node a, Node b);

// Some name in the expression has the word among its parts: "loss_mask" has "mask".
bool MentionsWord(Node expression, Names words);
// The last name of an expression: "loss_mask" of `self.loss_mask[0]`, also of a call's object.
absl::string_view BaseName(Node expression);
bool NameHasWord(absl::string_view name, Names words);

// Whether X has something subtracted (a maximum, we trust) or is bounded, so that exp(X) does not
// overflow; or comes from where nobody can see it.
bool IsShiftedOrUnknown(const python::Module& module, Node exponent);

// The expression can be written again at `to` with the value that it has at `from`, as far as
// bindings tell: it calls nothing, reads no attribute, and no name in it is bound in between.
bool CanRepeat(const python::Module& module, Node expression, Node from, Node to);
// "-x", "-(a + b)".
std::string Negated(Node expression);

// Calls `visit` for each node of a function's or module's own code: nested functions and classes,
// which the engine visits on their own, are left out.
template <typename Visit>
void ForEachOwnNode(Node owner, const Visit& visit) {
  const Node code = owner.Is(NodeKind::kFunctionDefinition) ? owner.child(Field::kBody) : owner;
  if (!code) return;
  for (uint32_t i = code.index() + 1; i < code.subtree_end();) {
    const Node node = code.tree()->node(i);
    if (node.Is(NodeKind::kFunctionDefinition) ||
        (node.Is(NodeKind::kClassDefinition) && !owner.Is(NodeKind::kModule))) {
      i = node.subtree_end();
      continue;
    }
    visit(node);
    ++i;
  }
}
// The same for nodes of one kind, without a walk over the others.
template <typename Visit>
void ForEachOwnNode(Node owner, NodeKind kind, const Visit& visit) {
  const Node code = owner.Is(NodeKind::kFunctionDefinition) ? owner.child(Field::kBody) : owner;
  NestedCode nested(code,
                    {NodeKind::kFunctionDefinition,
                     owner.Is(NodeKind::kModule) ? NodeKind::kNull : NodeKind::kClassDefinition});
  for (Node node : code.descendants(kind)) {
    if (!nested.Holds(node)) visit(node);
  }
}
// The first of those nodes for which matches(node) holds; null: none. Walks no further.
template <typename Matches>
Node FindOwnNode(Node owner, NodeKind kind, const Matches& matches) {
  const Node code = owner.Is(NodeKind::kFunctionDefinition) ? owner.child(Field::kBody) : owner;
  NestedCode nested(code,
                    {NodeKind::kFunctionDefinition,
                     owner.Is(NodeKind::kModule) ? NodeKind::kNull : NodeKind::kClassDefinition});
  for (Node node : code.descendants(kind)) {
    if (!nested.Holds(node) && matches(node)) return node;
  }
  return {};
}
template <typename Matches>
bool AnyOwnNode(Node owner, NodeKind kind, const Matches& matches) {
  return static_cast<bool>(FindOwnNode(owner, kind, matches));
}
// The function or module whose code a node is.
Node OwnerOf(const python::Module& module, Node node);

// How this file spells a dotted name where `at` stands, by its imports at module level:
// "F.logsigmoid" for "torch.nn.functional.logsigmoid". Empty: nothing imported leads to it.
std::string SpellingOf(const python::Module& module, Node at, absl::string_view dotted_name);

// One line, cut short, for messages.
std::string Text(Node node);

// `steps` as evidence; null nodes are left out.
Evidence FlowOf(const python::Module& module, std::initializer_list<std::pair<Words, Node>> steps);

}  // namespace allreview::rules::numerics

#endif  // ANALYZERS_RULES_SHARED_PATTERNS_H_

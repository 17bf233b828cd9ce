#ifndef ANALYZERS_RULES_LOGIC_EXPRESSIONS_H_
#define ANALYZERS_RULES_LOGIC_EXPRESSIONS_H_

// Small questions about expressions and the places where they stand, for the rules on logic.
//
//   for (const Comparison& part : ComparisonsOf(node)) {
//     if (part.op == "is" && IsLiteral(part.right)) ...
//   }
//
// Pure; nodes point into the module's tree.

#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules::logic {

// One step of `a < b <= c`.
struct Comparison {
  python::Node left, right, op_node;
  absl::string_view op;  // "is not" and "not in" with one blank.
};
std::vector<Comparison> ComparisonsOf(python::Node comparison_operator);

// The same but for white space, comments and line breaks in brackets.
bool IsSameCode(python::Node a, python::Node b);
// Evaluating it may do something: a call, `await`, `yield`, `:=`.
bool HasCall(python::Node node);
// `a`, `a.b.c`.
bool IsDottedName(python::Node expression);
// A string without placeholders or a number, also a negative one.
bool IsLiteral(python::Node expression);

// Operands of `a and b and c` (or of `or`), in source order, for its outermost node.
std::vector<python::Node> OperandsOf(python::Node boolean_operator);

// "rb" of rb"...", in lower case.
std::string PrefixOf(python::Node string);

// The node is in the body of a `try`, or of `with pytest.raises(...)`, `self.assertRaises(...)`,
// `contextlib.suppress(...)`, within its function: somebody waits for what it raises.
bool IsExpectedToRaise(python::Node node);

// A function of its own or the module starts between the two: `outer` runs at another time.
bool IsInNestedFunction(python::Node node, python::Node outer);

// A function of its own with a name that it takes to be the object: "self" or "cls", else "".
absl::string_view SelfNameOf(const python::Definition& function);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_EXPRESSIONS_H_

// Bounds between which something is drawn: in the wrong order, or nothing is between them.

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "sentences/statements/elsewhere.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 50;

bool DrawsBetween(absl::string_view callee) {
  static constexpr absl::string_view kNames[] = {"randint",   "uniform",  "uniform_",
                                                 "randrange", "integers", "random_"};
  return IsAmong(callee, kNames);
}

// The first difference of two names in a bound: `a - b` of `(a - b) // 2`.
Node DifferenceIn(Node bound) {
  const auto differs = [](Node node) {
    return node.Is(NodeKind::kBinaryOperator) && node.child(Field::kOperator).text() == "-" &&
           !IsNumber(node.child(Field::kRight)) && !IsNumber(node.child(Field::kLeft));
  };
  bound = python::WithoutParentheses(bound);
  if (differs(bound)) return bound;
  if (bound.Is(NodeKind::kCall)) return Node();  // max(), clamp()…
  for (Node node : bound.descendants(NodeKind::kBinaryOperator)) {
    if (differs(node)) return node;
  }
  return Node();
}

// The last name in an expression: what a comparison would speak of.
absl::string_view LastNameIn(Node node) {
  absl::string_view name;
  if (node.Is(NodeKind::kIdentifier)) name = node.text();
  for (Node identifier : node.descendants(NodeKind::kIdentifier)) name = identifier.text();
  return name;
}

// Some condition of the function, or max() and min(), asks about both.
bool AreCompared(const Definition& function, absl::string_view a, absl::string_view b) {
  for (Node node : function.body.descendants(NodeKind::kComparisonOperator)) {
    if (Mentions(node, a) && Mentions(node, b)) return true;
  }
  for (Node call : function.body.descendants(NodeKind::kCall)) {
    const absl::string_view callee = CalleeName(call);
    if ((callee == "max" || callee == "min" || callee == "clamp") && Mentions(call, a) &&
        Mentions(call, b)) {
      return true;
    }
  }
  return false;
}

// What the name was given before `at`: by the last assignment in its block or one around it that
// runs whenever `at` does. Null: there is none, or another one may come between.
Node GivenBefore(Node name, Node at) {
  if (!name.Is(NodeKind::kIdentifier)) return Node();
  Node statement = at;
  while (statement && !statement.Is(NodeKind::kFunctionDefinition)) {
    const Node block = statement.parent();
    if (!block.Is(NodeKind::kBlock)) {
      statement = block;
      continue;
    }
    Node given;
    for (Node before : block.named_children()) {
      if (before == statement) break;
      const Node assignment = before.named_child(0);
      const bool gives = before.Is(NodeKind::kExpressionStatement) &&
                         assignment.Is(NodeKind::kAssignment) &&
                         assignment.child(Field::kLeft).text() == name.text();
      if (gives) given = assignment.child(Field::kRight);
      const bool may_give =
          !before.Is(NodeKind::kExpressionStatement) && Mentions(before, name.text());
      if (may_give) given = Node();
    }
    if (given) return given;
    statement = block.parent();
  }
  return Node();
}

int64_t NumberOf(Node node) {
  int64_t number = -1;
  return node.Is(NodeKind::kInteger) && absl::SimpleAtoi(node.text(), &number) ? number : -1;
}

// The value is a small number, or was drawn with what is subtracted from above it.
bool IsSmall(Node subtracted, Node call) {
  const Node given = GivenBefore(subtracted, call);
  if (!given) return false;
  return NumberOf(given) >= 0 || (given.Is(NodeKind::kCall) && DrawsBetween(CalleeName(given)));
}

void AskAboutOrder(Inquiry& inquiry, const AnalysedFile& file, const Definition& function,
                   Node call) {
  for (Node bound : python::ArgumentsOf(call).positional) {
    const Node difference = DifferenceIn(file.after->Dereference(bound));
    if (!difference) continue;
    const Node left = difference.child(Field::kLeft), right = difference.child(Field::kRight);
    const absl::string_view a = LastNameIn(left), b = LastNameIn(right);
    if (a.empty() || b.empty() || a == b || AreCompared(function, a, b)) continue;
    if (IsSmall(right, call)) continue;
    inquiry.Ask(file, call,
                {.kind = "bounds-may-invert",
                 .about = CodeOf(difference),
                 .weight = 75,
                 .text = Sentence(
                     phrases::kAskBounds,
                     {{"code", CodeOf(call)}, {"left", CodeOf(left)}, {"right", CodeOf(right)}})});
    return;
  }
}

// Some comparison or max() of the function bounds the name by at least that number.
bool IsBounded(const Definition& function, absl::string_view name, int64_t least) {
  for (NodeKind kind : {NodeKind::kComparisonOperator, NodeKind::kCall}) {
    for (Node node : function.body.descendants(kind)) {
      if (kind == NodeKind::kCall && CalleeName(node) != "max") continue;
      if (!Mentions(node, name)) continue;
      bool has_number = false;
      for (Node number : node.descendants(NodeKind::kInteger)) {
        has_number = true;
        if (NumberOf(number) >= least - 1) return true;
      }
      if (!has_number) return true;  // By what nobody knows.
    }
  }
  return false;
}

// "randint(1, n // 4)" has nothing to draw when n is 3.
void AskAboutNothingBetween(Inquiry& inquiry, const AnalysedFile& file, const Definition& function,
                            Node call) {
  const absl::string_view callee = CalleeName(call);
  const auto bounds = python::ArgumentsOf(call).positional;
  if ((callee != "randint" && callee != "randrange") || bounds.size() != 2) return;
  const int64_t low = NumberOf(bounds[0]);
  const Node quotient = python::WithoutParentheses(file.after->Dereference(bounds[1]));
  if (low < 1 || !quotient.Is(NodeKind::kBinaryOperator)) return;
  if (quotient.child(Field::kOperator).text() != "//") return;
  const Node size = quotient.child(Field::kLeft);
  const int64_t parts = NumberOf(quotient.child(Field::kRight));
  if (parts < 2 || parts > 1000 || low > 1000 || !IsPlainName(size)) return;
  // `random.randint` draws its upper bound, others do not.
  const bool is_inclusive = file.after->Resolve(call.child(Field::kFunction)) == "random.randint";
  const int64_t least = (is_inclusive ? low : low + 1) * parts;
  if (IsBounded(function, LastNameIn(size), least)) return;
  inquiry.Ask(file, call,
              {.kind = "nothing-between-bounds",
               .about = CodeOf(call),
               .weight = 79,
               .text = Sentence(phrases::kAskNothingBetween, {{"code", CodeOf(call)},
                                                              {"size", CodeOf(size)},
                                                              {"least", absl::StrCat(least)},
                                                              {"bound", CodeOf(quotient)}})});
}

}  // namespace

void AskAboutBounds(Inquiry& inquiry, const AnalysedFile& file, const Definition& function) {
  int tried = 0;
  for (Node call : function.body.descendants(NodeKind::kCall)) {
    if (!DrawsBetween(CalleeName(call)) || !inquiry.IsNew(file, call)) continue;
    if (++tried > kMaxTried) return;
    AskAboutOrder(inquiry, file, function, call);
    AskAboutNothingBetween(inquiry, file, function, call);
  }
}

}  // namespace allreview::analysis

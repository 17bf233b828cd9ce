#include "analyzers/rules/distributed/local_decisions.h"

#include <cstddef>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzers/rules/distributed/owned_lists.h"
#include "analyzers/rules/distributed/rank_dependence.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr size_t kMaxBindings = 16;  // Of a name that is set on some ranks.

// A question whether there is something: entries, elements, an object.
struct Question {
  Node subject;           // The identifier.
  bool is_empty = false;  // It holds where there is nothing.
  enum class About { kTruth, kNone, kElements } about = About::kTruth;
};

// `x` of `x.numel()`, `x.size(0)`, `x.shape[0]`, `len(x)`, `mask.sum()`. Null: no count.
Node CountedBy(Node expression) {
  if (expression.Is(NodeKind::kSubscript)) {
    const Node shape = expression.child(Field::kValue);
    const bool is_first = expression.child(Field::kSubscript).text() == "0" &&
                          shape.Is(NodeKind::kAttribute) &&
                          shape.child(Field::kAttribute).text() == "shape";
    return is_first ? shape.child(Field::kObject) : Node();
  }
  if (!expression.Is(NodeKind::kCall)) return {};
  const absl::string_view name = CalleeName(expression);
  const Node function = expression.child(Field::kFunction);
  if (name == "len" && function.Is(NodeKind::kIdentifier)) {
    return python::Argument(expression, 0, "obj");
  }
  if (!function.Is(NodeKind::kAttribute)) return {};
  if (name == "item" || name == "any") {
    const Node object = function.child(Field::kObject);
    return name == "item" ? CountedBy(object) : object;
  }
  const bool is_count = name == "numel" || name == "sum" || name == "count_nonzero" ||
                        (name == "size" && python::Argument(expression, 0, "dim").text() == "0");
  return is_count ? function.child(Field::kObject) : Node();
}

// 1: the comparison holds where the count is 0; -1: where it is not; 0: another one.
int AsksForZero(absl::string_view op, absl::string_view number) {
  if ((op == "==" && number == "0") || (op == "<" && number == "1")) return 1;
  if (number == "0" && (op == ">" || op == "!=")) return -1;
  return op == ">=" && number == "1" ? -1 : 0;
}

std::optional<Question> QuestionOf(Node test) {
  using About = Question::About;
  test = python::WithoutParentheses(test);
  bool is_negated = false;
  if (test.Is(NodeKind::kNotOperator)) {
    is_negated = true;
    test = python::WithoutParentheses(test.child(Field::kArgument));
  }
  About about = About::kTruth;
  if (test.Is(NodeKind::kComparisonOperator)) {
    if (test.named_child_count() != 2) return std::nullopt;
    const absl::string_view op = test.child(Field::kOperators).text();
    const Node right = test.named_child(1);
    test = test.named_child(0);
    if (right.Is(NodeKind::kNone)) {
      is_negated = is_negated != (op == "is");
      about = About::kNone;
    } else {
      const int asks = AsksForZero(op, right.text());
      if (asks == 0) return std::nullopt;
      is_negated = is_negated != (asks > 0);
      test = CountedBy(test);
      about = About::kElements;
    }
  } else if (const Node counted = CountedBy(test)) {
    test = counted;
    about = About::kElements;
  }
  if (!test || !test.Is(NodeKind::kIdentifier)) return std::nullopt;
  return Question{test, is_negated, about};
}

std::vector<Node> OperandsOf(Node test) {
  std::vector<Node> operands;
  test = python::WithoutParentheses(test);
  while (test.Is(NodeKind::kBooleanOperator) && test.child(Field::kOperator).text() == "and") {
    operands.push_back(test.child(Field::kRight));
    test = python::WithoutParentheses(test.child(Field::kLeft));
  }
  operands.push_back(test);
  return operands;
}

// Whatever has this in its name makes one value of those of all ranks.
bool Exchanges(absl::string_view callee) {
  for (absl::string_view part : {"broadcast", "bcast", "sync", "gather", "reduce", "scatter"}) {
    if (absl::StrContains(callee, part)) return true;
  }
  return false;
}

// Some call before `until` got the name, and may have made it the same on all ranks.
bool IsExchanged(const Definition& function, Node until, absl::string_view name) {
  return AnyOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    return call.index() < until.index() && Exchanges(CalleeName(call)) &&
           Mentions(call.child(Field::kArguments), name);
  });
}

bool IsEmptyValue(Node value) {
  switch (value.kind()) {
    case NodeKind::kNone:
    case NodeKind::kFalse:
      return true;
    case NodeKind::kList:
    case NodeKind::kDictionary:
      return value.named_child_count() == 0;
    default:
      return false;
  }
}

// The condition around a node that ranks answer differently, with the statement it belongs to.
struct RankTest {
  Node statement, condition;
};

RankTest RankTestAround(const Module& module, const Definition& function, Node node) {
  for (Node inner = node, around = node.parent(); around && around != function.node;
       inner = around, around = around.parent()) {
    if (!around.Is(NodeKind::kIfStatement)) continue;
    const Node condition = around.child(Field::kCondition);
    // What stands in an `else` runs where the test fails: nothing is known of an `elif` behind it.
    if (inner != around.child(Field::kConsequence)) continue;
    const RankDependence dependence = RankDependenceOf(module, condition);
    if (dependence && !dependence.is_membership) return {around, condition};
  }
  return {};
}

// It starts as nothing, and only some ranks give it something else.
std::optional<LocalDecision> SetOnSomeRanks(const Module& module, const Definition& function,
                                            const Question& question) {
  const Node subject = question.subject;
  const auto meaning = module.scopes().MeaningOf(subject, subject.text());
  if (meaning.scope <= 0 || meaning.bindings.size() > kMaxBindings) return std::nullopt;
  bool starts_empty = false;
  RankTest test;
  Node set;
  for (const python::Binding& binding : meaning.bindings) {
    if (binding.kind != python::Binding::Kind::kAssignment || !binding.value) return std::nullopt;
    if (binding.node.index() > subject.index()) return std::nullopt;  // In a loop, say.
    if (IsEmptyValue(binding.value)) {
      starts_empty = true;
      continue;
    }
    const RankTest around = RankTestAround(module, function, binding.node);
    if (!around.condition || around.statement.Contains(subject)) return std::nullopt;
    test = around;
    set = binding.node;
  }
  if (!starts_empty || !set || IsExchanged(function, subject, subject.text())) return std::nullopt;
  return LocalDecision{.kind = LocalDecision::Kind::kSetOnSomeRanks,
                       .subject = subject,
                       .is_true_where_empty = question.is_empty,
                       .source = set,
                       .condition = test.condition};
}

// `mask`, `mask.bool()`, `labels != -100`, `~mask`.
bool IsMask(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(NodeKind::kComparisonOperator)) return true;
  if (expression.Is(NodeKind::kUnaryOperator))
    return expression.child(Field::kOperator).text() == "~";
  if (expression.Is(NodeKind::kCall)) {
    const Node function = expression.child(Field::kFunction);
    return CalleeName(expression) == "bool" && function.Is(NodeKind::kAttribute);
  }
  return expression.Is(NodeKind::kIdentifier) && absl::EndsWith(expression.text(), "mask");
}

// `mask` of `x[mask]`, `x[mask].float()` and `torch.masked_select(x, mask)`. Null: no selection.
Node MaskOf(Node value) {
  while (value.Is(NodeKind::kCall) && value.child(Field::kFunction).Is(NodeKind::kAttribute)) {
    if (CalleeName(value) == "masked_select") {
      const python::Arguments arguments = python::ArgumentsOf(value);
      return arguments.positional.empty() ? Node() : arguments.positional.back();
    }
    if (!IsOneOf(CalleeName(value), {"float", "to", "detach", "clone", "flatten", "long", "cpu"})) {
      return {};
    }
    value = value.child(Field::kFunction).child(Field::kObject);
  }
  if (!value.Is(NodeKind::kSubscript)) return {};
  const Node mask = value.child(Field::kSubscript);
  // `self.weight[mask]` may be the same everywhere.
  const bool is_data = value.child(Field::kValue).Is(NodeKind::kIdentifier);
  return is_data && IsMask(mask) ? mask : Node();
}

bool SpeaksOfAllRanks(absl::string_view text) {
  for (absl::string_view word : {"all_", "gather", "global", "reduce", "rank"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

// It is what a mask leaves of this rank's data.
std::optional<LocalDecision> Selected(const Module& module, const Definition& function,
                                      const Question& question) {
  if (question.about != Question::About::kElements) return std::nullopt;
  const Node subject = question.subject;
  const Node value = module.ReachingValue(subject);
  const Node mask = value ? MaskOf(value) : Node();
  if (!mask || SpeaksOfAllRanks(value.text()) || SpeaksOfAllRanks(subject.text())) {
    return std::nullopt;
  }
  for (Node name : value.descendants(NodeKind::kIdentifier)) {
    const Node behind = module.Dereference(name);
    if (behind != name && SpeaksOfAllRanks(behind.text())) return std::nullopt;
    if (IsExchanged(function, value, name.text())) return std::nullopt;
  }
  return LocalDecision{.kind = LocalDecision::Kind::kSelected,
                       .subject = subject,
                       .is_true_where_empty = question.is_empty,
                       .source = value,
                       .condition = mask};
}

std::optional<LocalDecision> Owned(const Module& module, const Definition& function,
                                   const Question& question) {
  if (question.about == Question::About::kNone) return std::nullopt;
  const auto list = OwnedListOf(module, function, question.subject);
  if (!list) return std::nullopt;
  return LocalDecision{.kind = LocalDecision::Kind::kOwned,
                       .subject = question.subject,
                       .is_true_where_empty = question.is_empty,
                       .source = list->fill,
                       .condition = list->condition};
}

}  // namespace

bool LocalDecision::MayDivide(const Module& module, const Group& group) const {
  switch (kind) {
    case Kind::kOwned:
      return true;
    case Kind::kSetOnSomeRanks:
      return RankDependenceOf(module, condition).MayDivide(group);
    case Kind::kSelected:
      // Ranks of one tensor-parallel group see the same data.
      return group.is_world() || (group.is_known() && (group.axes & kDataAxis) != 0);
  }
  return false;
}

std::vector<LocalDecision> LocalDecisionsOf(const Module& module, const Definition& function,
                                            Node test) {
  std::vector<LocalDecision> decisions;
  for (Node operand : OperandsOf(test)) {
    const std::optional<Question> question = QuestionOf(operand);
    if (!question) continue;
    for (auto* answer : {Owned, SetOnSomeRanks, Selected}) {
      if (auto decision = answer(module, function, *question)) {
        decisions.push_back(*decision);
        break;
      }
    }
  }
  return decisions;
}

}  // namespace allreview::rules

// Guards that ask for what cannot be where they stand, and branches that no caller takes.

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "analyzers/understanding/value.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 20;        // Of one function.
constexpr size_t kMaxLiterals = 12;  // That a method asks for.

// `self.kind == "fast"`, and code that only runs when it holds.
struct Known {
  absl::string_view attribute, value;
  Node condition;
};

Known KnownAround(Node node) {
  for (Node at = node; at && !at.Is(NodeKind::kFunctionDefinition); at = at.parent()) {
    const Node branch = at.parent();
    const bool is_arm = (branch.Is(NodeKind::kIfStatement) || branch.Is(NodeKind::kElifClause)) &&
                        at.field() == Field::kConsequence;
    if (!is_arm) continue;
    const Node condition = python::WithoutParentheses(branch.child(Field::kCondition));
    if (!condition.Is(NodeKind::kComparisonOperator) || condition.named_child_count() != 2)
      continue;
    const absl::string_view attribute = SelfAttribute(condition.named_child(0));
    const Node value = condition.named_child(1);
    if (attribute.empty() || !value.Is(NodeKind::kString)) continue;
    if (!absl::StrContains(condition.text(), "==")) continue;
    return {attribute, python::Module::StringContent(value), condition};
  }
  return {};
}

// What a method, and those of its object that it calls, ask the attribute for.
struct AskedFor {
  bool asks = false;               // Some comparison reads the attribute.
  std::set<std::string> literals;  // Without documentation.
};

void CollectAsked(const Definition& method, absl::string_view attribute, AskedFor& asked) {
  for (Node comparison : method.body.descendants(NodeKind::kComparisonOperator)) {
    for (Node side : comparison.named_children()) {
      asked.asks = asked.asks || SelfAttribute(side) == attribute;
    }
  }
  for (Node string : method.body.descendants(NodeKind::kString)) {
    if (string.parent().Is(NodeKind::kExpressionStatement)) continue;
    asked.literals.emplace(python::Module::StringContent(string));
  }
}

// The method of the same class that `self.name()` calls. Null: it is none.
const Definition* OwnMethod(const python::Module& module, Node call) {
  const Definition* a_class = module.EnclosingClass(call);
  const absl::string_view name = SelfAttribute(call.child(Field::kFunction));
  if (a_class == nullptr || name.empty()) return nullptr;
  return module.FindDefinition(absl::StrCat(a_class->name, ".", name));
}

AskedFor AskedBy(const python::Module& module, const Definition& method,
                 absl::string_view attribute) {
  AskedFor asked;
  CollectAsked(method, attribute, asked);
  int tried = 0;
  for (Node call : method.body.descendants(NodeKind::kCall)) {
    const Definition* called = OwnMethod(module, call);
    if (called == nullptr || called == &method || ++tried > kMaxTried) continue;
    CollectAsked(*called, attribute, asked);
  }
  return asked;
}

// Under `self.kind == "fast"`, a guard by a method that asks whether it is "slow" or "safe".
void AskAboutOtherValues(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  int tried = 0;
  for (NodeKind kind : {NodeKind::kAssertStatement, NodeKind::kIfStatement}) {
    for (Node statement : touched.function->body.descendants(kind)) {
      const Node condition = python::WithoutParentheses(GuardOf(statement));
      if (!condition || !inquiry.IsNew(*touched.file, condition) || ++tried > kMaxTried) continue;
      const Node call = condition.Is(NodeKind::kNotOperator)
                            ? python::WithoutParentheses(condition.named_child(0))
                            : condition;
      const Definition* method = OwnMethod(module, call);
      const Known known = method == nullptr ? Known() : KnownAround(statement);
      if (known.attribute.empty()) continue;
      const AskedFor asked = AskedBy(module, *method, known.attribute);
      if (!asked.asks || asked.literals.empty() || asked.literals.size() > kMaxLiterals) continue;
      if (asked.literals.contains(std::string(known.value))) continue;
      inquiry.Ask(
          *touched.file, condition,
          {.kind = "guard-asks-for-other-values",
           .about = CodeOf(condition),
           .weight = 81,
           .text = Sentence(phrases::kAskOtherValues,
                            {{"method", std::string(method->simple_name)},
                             {"attribute", absl::StrCat("self.", known.attribute)},
                             {"literals", CodeList({asked.literals.begin(), asked.literals.end()})},
                             {"value", std::string(known.value)}}),
           .also = {rules::RangeOf(module, method->node.child(Field::kName))}});
      return;
    }
  }
}

// A branch of a function whose known callers never make its condition true.
void AskAboutCallers(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  int tried = 0;
  for (Node statement : touched.function->body.descendants(NodeKind::kIfStatement)) {
    const Node condition = python::WithoutParentheses(statement.child(Field::kCondition));
    if (GuardOf(statement) || !inquiry.IsNew(*touched.file, condition)) continue;
    if (!touched.file->lines.Starts(statement) || ++tried > kMaxTried) continue;
    const auto own = inquiry.values()->Of(module, condition).truth();
    if (!own.may_be_true || !own.may_be_false) continue;
    const understanding::Value called = inquiry.values()->WhenCalled(module, condition);
    if (called.is_open() || called.is_impossible() || called.truth().may_be_true) continue;
    const auto calls = inquiry.values()->CertainCallsOf(module, *touched.function);
    if (calls.empty()) continue;
    inquiry.Ask(*touched.file, condition,
                {.kind = "branch-no-caller-takes",
                 .about = CodeOf(condition),
                 .weight = 68,
                 .text = Sentence(phrases::kAskNoCaller,
                                  {{"condition", CodeOf(condition)},
                                   {"function", touched.function->name},
                                   {"place", absl::StrCat(calls[0].path, ":", calls[0].line)}})});
    return;
  }
}

}  // namespace

void AskAboutBranches(Inquiry& inquiry) {
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutOtherValues(inquiry, touched);
    if (inquiry.values() != nullptr) AskAboutCallers(inquiry, touched);
  }
}

}  // namespace allreview::analysis

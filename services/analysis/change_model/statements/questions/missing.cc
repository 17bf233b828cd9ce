// Values that may be missing: zero that counts as such, and what is computed once for all.

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 60;  // Of one function.
constexpr int kMaxParameters = 12;

// A number or None, by its annotation or its default.
bool IsOptionalNumber(const python::Parameter& parameter) {
  const absl::string_view type = parameter.annotation.text();
  const bool is_number = absl::StrContains(type, "int") || absl::StrContains(type, "float");
  if (!is_number || absl::StrContains(type, "ist") || absl::StrContains(type, "uple")) return false;
  return absl::StrContains(type, "None") || absl::StrContains(type, "Optional") ||
         parameter.default_value.Is(NodeKind::kNone);
}

// Of such things zero is as good as any number.
bool MayBeZero(absl::string_view name) {
  for (absl::string_view word :
       {"rank",  "seed",        "dim",   "axis",     "index",  "idx",    "offset",
        "start", "layer",       "step",  "dropout",  "coef",   "weight", "alpha",
        "beta",  "temperature", "decay", "momentum", "_id",    "ratio",  "loss",
        "bias",  "threshold",   "min_",  "epsilon",  "warmup", "prob"}) {
    if (absl::StrContains(name, word)) return true;
  }
  return false;
}

// Its truth alone is asked for.
bool IsTruthAsked(Node identifier) {
  const Node parent = identifier.parent();
  if (identifier.field() == Field::kCondition || parent.Is(NodeKind::kNotOperator)) return true;
  if (parent.Is(NodeKind::kBooleanOperator)) {
    return identifier.field() == Field::kLeft || parent.field() == Field::kCondition;
  }
  return parent.Is(NodeKind::kConditionalExpression) && identifier == parent.named_child(1);
}

void AskAboutZero(Inquiry& inquiry, const TouchedFunction& touched) {
  const Definition& function = *touched.function;
  int tried = 0, looked_for = 0;
  for (const python::Parameter& parameter : function.parameters) {
    if (!IsOptionalNumber(parameter) || !MayBeZero(parameter.name)) continue;
    if (++looked_for > kMaxParameters) return;
    for (Node identifier : function.body.descendants(NodeKind::kIdentifier)) {
      if (identifier.text() != parameter.name || identifier.field() == Field::kAttribute) continue;
      if (++tried > kMaxTried) return;
      if (!IsTruthAsked(identifier) || !inquiry.IsNew(*touched.file, identifier)) continue;
      inquiry.Ask(*touched.file, identifier,
                  {.kind = "zero-counts-as-missing",
                   .about = std::string(parameter.name),
                   .weight = 75,
                   .text = Sentence(phrases::kAskZero, {{"function", function.name},
                                                        {"name", std::string(parameter.name)},
                                                        {"code", CodeOf(identifier.parent())}})});
      return;
    }
  }
}

// The attribute in `self.x is None` and `not self.x`.
absl::string_view MissingAttribute(Node condition) {
  condition = python::WithoutParentheses(condition);
  if (condition.Is(NodeKind::kNotOperator)) return SelfAttribute(condition.named_child(0));
  const bool is_none =
      condition.Is(NodeKind::kComparisonOperator) && condition.named_child_count() == 2 &&
      condition.named_child(1).Is(NodeKind::kNone) && !absl::StrContains(condition.text(), "not");
  return is_none ? SelfAttribute(condition.named_child(0)) : absl::string_view();
}

// A parameter that the value is computed from; empty: none.
absl::string_view ParameterOf(const Definition& function, Node value) {
  for (const python::Parameter& parameter : function.parameters) {
    if (parameter.name == "self" || parameter.name == "cls" || parameter.name.empty()) continue;
    for (Node identifier : value.descendants(NodeKind::kIdentifier)) {
      const bool is_name = identifier.field() != Field::kAttribute &&
                           !(identifier.field() == Field::kName &&
                             identifier.parent().Is(NodeKind::kKeywordArgument));
      if (is_name && identifier.text() == parameter.name) return parameter.name;
    }
  }
  return "";
}

// `if self.x is None: self.x = f(argument)`: later calls get what the first one made.
void AskAboutCaches(Inquiry& inquiry, const TouchedFunction& touched) {
  const Definition& function = *touched.function;
  if (function.kind != Definition::Kind::kMethod || IsSetupName(function.simple_name)) return;
  int tried = 0;
  for (Node statement : function.body.descendants(NodeKind::kIfStatement)) {
    const absl::string_view name = MissingAttribute(statement.child(Field::kCondition));
    if (name.empty() || ++tried > kMaxTried) continue;
    for (Node line : statement.child(Field::kConsequence).named_children()) {
      const Node assignment = line.named_child(0);
      if (SelfAttribute(assignment.child(Field::kLeft)) != name) continue;
      const Node value = assignment.child(Field::kRight);
      const absl::string_view parameter = ParameterOf(function, value);
      if (!value.Is(NodeKind::kCall) || parameter.empty()) continue;
      if (!inquiry.IsNew(*touched.file, assignment)) continue;
      inquiry.Ask(
          *touched.file, assignment,
          {.kind = "first-call-decides",
           .about = std::string(name),
           .weight = 79,
           .text = Sentence(phrases::kAskFirstCall, {{"function", function.name},
                                                     {"name", absl::StrCat("self.", name)},
                                                     {"parameter", std::string(parameter)}})});
      return;
    }
  }
}

}  // namespace

void AskAboutMissing(Inquiry& inquiry) {
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutZero(inquiry, touched);
    AskAboutCaches(inquiry, touched);
  }
}

}  // namespace allreview::analysis

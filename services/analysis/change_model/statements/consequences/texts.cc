// Texts that look otherwise because a value in them is no integer any more.

#include <map>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/moves/moves.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/moves.h"
#include "services/analysis/change_model/statements/consequences/effects_on.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// What each local variable is set to; a null node: in several ways.
std::map<absl::string_view, Node> ValuesIn(const Definition& function) {
  std::map<absl::string_view, Node> values;
  for (Node assignment : function.body.descendants(Kind::kAssignment)) {
    const Node left = assignment.child(Field::kLeft);
    if (!left.Is(Kind::kIdentifier)) continue;
    const auto [at, is_first] = values.emplace(left.text(), assignment.child(Field::kRight));
    if (!is_first) at->second = Node();
  }
  return values;
}

bool IsInteger(Node value) {
  return value.Is(Kind::kCall) && value.child(Field::kFunction).text() == "int";
}

// A quotient, or what a clock says: each with digits behind the point.
bool IsFloat(const Module& module, Node value) {
  if (!value.Is(Kind::kBinaryOperator)) return false;
  const absl::string_view sign = value.child(Field::kOperator).text();
  if (sign == "/") return true;
  if (sign != "-" && sign != "+") return false;
  for (const Field side : {Field::kLeft, Field::kRight}) {
    const Node operand = value.child(side);
    if (!operand.Is(Kind::kCall)) continue;
    const std::string callee = module.Resolve(operand.child(Field::kFunction));
    if (callee == "time.time" || callee == "time.perf_counter" || callee == "time.monotonic") {
      return true;
    }
  }
  return false;
}

// The text that shows the name as it is, around one of its uses; null: it is counted with, or
// formatted.
Node TextAround(Node name, Node body) {
  for (Node at = name.parent(); at && at != body; at = at.parent()) {
    if (at.Is(Kind::kBinaryOperator) || at.Is(Kind::kComparisonOperator)) return Node();
    if (at.Is(Kind::kInterpolation)) {
      return absl::StrContains(at.text(), ":") ? Node() : at;
    }
    if (!at.Is(Kind::kCall)) continue;
    const absl::string_view callee = at.child(Field::kFunction).text();
    if (callee == "str") return at;
    const bool is_kept = absl::EndsWith(callee, "timedelta");
    if (!is_kept) return Node();
  }
  return Node();
}

std::optional<Node> FirstText(const Definition& function, absl::string_view name) {
  for (Node identifier : function.body.descendants(Kind::kIdentifier)) {
    if (identifier.text() != name || identifier.field() == Field::kLeft) continue;
    if (const Node text = TextAround(identifier, function.body)) return text;
  }
  return std::nullopt;
}

void Compare(const AnalysedFile& file, const Definition& before, const Definition& after,
             Consequences& statements) {
  const auto old_values = ValuesIn(before);
  for (const auto& [name, value] : ValuesIn(after)) {
    const auto old = old_values.find(name);
    if (!value || old == old_values.end() || !old->second || !IsInteger(old->second)) continue;
    if (!IsFloat(*file.after, value)) continue;
    const std::optional<Node> text = FirstText(after, name);
    if (!text) continue;
    statements.push_back({.kind = v1::ChangeStatement::KIND_OBSERVATION,
                          .subject = IdOf(file.changed->path, after.name),
                          .predicate = "text-of-float",
                          .object = std::string(name),
                          .weight = 70,
                          .text = Sentence(phrases::kTextOfFloat, {{"name", std::string(name)}}),
                          .places = {rules::RangeOf(*file.after, *text)}});
  }
}

}  // namespace

void AddEffectsOnTexts(const change::AnalysedChange& change, Consequences& statements) {
  for (const AnalysedFile& file : change.files()) {
    if (!IsChangedProduct(file)) continue;
    for (const Definition& after : file.after->definitions()) {
      if (after.kind == Definition::Kind::kClass) continue;
      if (!file.lines.TouchesDefinition(after.first_line, after.end_line)) continue;
      const Definition* before = change.moves().WhereFrom(after);
      if (before != nullptr) Compare(file, *before, after, statements);
    }
  }
}

}  // namespace allreview::analysis

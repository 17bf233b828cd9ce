#include "services/analysis/changed_expressions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/distribution_text.h"
#include "analyzers/numerics/graph/graph_code.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/policy/suppression.h"
#include "analyzers/tensor_expressions/extract.h"
#include "analyzers/values/plain_value.h"
#include "base/utf8.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using change::v1::SourceRange;
using numerics::Place;
using numerics::v1::ChangedExpression;
using numerics::v1::ChangedExpressions;
using tensor_expressions::LineRange;

constexpr size_t kMaxRefusedBytes = 1'000;

std::vector<LineRange> RangesOf(const std::vector<int>& lines) {
  std::vector<LineRange> ranges;
  for (const int line : lines) {
    if (!ranges.empty() && ranges.back().second == line) {
      ++ranges.back().second;
    } else {
      ranges.emplace_back(line, line + 1);
    }
  }
  return ranges;
}

// Lines of the left side that the change removes.
std::vector<LineRange> RemovedLines(const change::ChangedFile& file) {
  std::vector<int> lines;
  for (const change::ChangedHunk& hunk : file.hunks) {
    lines.insert(lines.end(), hunk.removed.begin(), hunk.removed.end());
  }
  return RangesOf(lines);
}

SourceRange RangeOf(const Place& place, absl::string_view source, const std::string& path,
                    change::v1::Side side) {
  SourceRange range;
  range.set_path(path);
  range.set_side(side);
  range.set_first_line(place.line);
  const absl::string_view text =
      source.substr(std::min<size_t>(place.begin, source.size()), place.end - place.begin);
  range.set_end_line(place.line + 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n')));
  range.set_first_byte(place.begin);
  range.set_end_byte(place.end);
  return range;
}

numerics::v1::Expression ToProto(const tensor_expressions::Expression& expression,
                                 const python::Module& module, change::v1::Side side) {
  numerics::v1::Expression proto;
  *proto.mutable_range() = RangeOf(expression.place, module.source(), module.path(), side);
  proto.set_symbol(expression.symbol);
  proto.set_text(ToDisplayText(expression.text));
  proto.set_code(numerics::GraphCode(expression.graph));
  for (size_t i = 0; i < expression.graph.inputs.size(); ++i) {
    const numerics::Input& input = expression.graph.inputs[i];
    numerics::v1::Expression::Input& described = *proto.add_inputs();
    described.set_name(ToDisplayText(input.name));
    described.set_role(std::string(numerics::RoleName(input.role)));
    if (i < expression.inputs.size()) described.set_role_source(expression.inputs[i].reason);
    if (input.distribution) {
      described.set_distribution(numerics::DistributionText(*input.distribution));
    }
    if (input.minimum) described.set_minimum(*input.minimum);
    described.set_has_minimum(input.minimum.has_value());
    if (input.maximum) described.set_maximum(*input.maximum);
    described.set_has_maximum(input.maximum.has_value());
  }
  for (const numerics::Node& node : expression.graph.nodes) {
    numerics::v1::Expression::Step& step = *proto.add_steps();
    step.set_text(ToDisplayText(node.text));
    step.set_line(node.place.line);
  }
  return proto;
}

void AddFile(const AnalysedFile& file, values::ValuesOfChange& values,
             ChangedExpressions& expressions) {
  const tensor_expressions::ChangeExtraction extraction = tensor_expressions::ExtractChange(
      {.module = file.before, .lines = RemovedLines(*file.changed)},
      {.module = file.after, .lines = RangesOf(file.lines.added())},
      {.find_value = [&](const python::Module& module, python::Node expression) {
        const understanding::Value value = values.Of(module, expression);
        return tensor_expressions::KnownValue{values::PlainValueOf(value),
                                              values::PlainSizesOf(value)};
      }});
  for (const tensor_expressions::ExpressionPair& pair : extraction.pairs) {
    if (!pair.after.has_value()) continue;  // What is gone fails no more.
    ChangedExpression& changed = *expressions.add_expressions();
    *changed.mutable_after() = ToProto(*pair.after, *file.after, change::v1::SIDE_RIGHT);
    if (pair.before.has_value()) {
      *changed.mutable_before() = ToProto(*pair.before, *file.before, change::v1::SIDE_LEFT);
    }
  }
  for (const tensor_expressions::RefusedExpression& refused : extraction.refused) {
    numerics::v1::Refusal& refusal = *expressions.add_refusals();
    *refusal.mutable_range() =
        RangeOf(refused.place, file.after->source(), file.after->path(), change::v1::SIDE_RIGHT);
    refusal.set_symbol(refused.symbol);
    // One statement may hold thousands of them.
    const absl::string_view shown = CutToBytes(refused.text, kMaxRefusedBytes);
    refusal.set_text(
        absl::StrCat(ToDisplayText(shown), shown.size() < refused.text.size() ? "…" : ""));
    refusal.set_reason(std::string(tensor_expressions::RefusalName(refused.reason)));
    refusal.set_detail(English(tensor_expressions::RefusalSentence(refused.reason)));
  }
}

bool HoldsOn(absl::string_view today, const policy::Directive& directive) {
  return directive.error.empty() && !directive.reason.empty() &&
         (directive.until.empty() || today.empty() || directive.until >= today);
}

void Attach(const rules::DirectiveComment& comment, const policy::Directive& directive,
            ChangedExpression& expression) {
  for (const std::string& rule_id : directive.rule_ids) {
    ChangedExpression::Ignore& ignore = *expression.add_ignores();
    ignore.set_rule_id(rule_id);
    finding::v1::Suppression& suppression = *ignore.mutable_suppression();
    suppression.mutable_range()->set_path(comment.path);
    suppression.mutable_range()->set_side(change::v1::SIDE_RIGHT);
    suppression.mutable_range()->set_first_line(comment.line);
    suppression.mutable_range()->set_end_line(comment.line + 1);
    suppression.set_reason(ToDisplayText(directive.reason));
    suppression.set_until(directive.until);
  }
}

}  // namespace

ChangedExpressions ExtractExpressions(const change::AnalysedChange& change,
                                      values::ValuesOfChange& values) {
  ChangedExpressions expressions;
  for (const AnalysedFile& file : change.files()) {
    // Tests compute with numbers of their own.
    if (file.after == nullptr || file.changed->role == change::FileRole::kTest) continue;
    AddFile(file, values, expressions);
  }
  return expressions;
}

void AttachSuppressions(const std::vector<rules::DirectiveComment>& directives,
                        absl::string_view today, ChangedExpressions& expressions) {
  for (const rules::DirectiveComment& comment : directives) {
    const std::optional<policy::Directive> directive = policy::ParseDirective(comment.text);
    if (!directive.has_value() || !HoldsOn(today, *directive)) continue;
    for (ChangedExpression& expression : *expressions.mutable_expressions()) {
      const SourceRange& range = expression.after().range();
      if (range.path() == comment.path && range.first_line() < comment.statement_end_line &&
          comment.statement_first_line < range.end_line()) {
        Attach(comment, *directive, expression);
      }
    }
  }
}

}  // namespace allreview::analysis

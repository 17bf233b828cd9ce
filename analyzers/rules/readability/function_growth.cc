#include "analyzers/rules/readability/function_growth.h"

#include "absl/strings/match.h"
#include "analyzers/rules/readability/code_places.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr int kMinGrowth = 15;

bool IsLongByNature(const Module& module, const Definition& function) {
  const absl::string_view name = function.simple_name;
  return name == "__post_init__" || absl::StartsWith(name, "validate_args") ||
         BuildsArguments(function) || IsKernel(module, function);
}

// What GrowthOf speaks of.
bool IsTouched(const AnalysedFile& file, const Definition& function) {
  if (function.kind == Definition::Kind::kClass || !function.body || function.node.HasError()) {
    return false;
  }
  if (!file.lines.HasAdded(function.first_line, function.end_line - 1)) return false;
  return !IsLongByNature(*file.after, function);
}

}  // namespace

bool IsMeasured(const AnalysedFile& file) {
  return file.after != nullptr && file.changed->role == FileRole::kSource &&
         !IsKernelPath(file.after->path()) && !IsForeignPath(file.after->path());
}

std::optional<Growth> GrowthOf(const ChangeContext& change, const AnalysedFile& file,
                               const Definition& function) {
  if (!IsTouched(file, function)) return std::nullopt;
  const Definition* before = change.Before(function);
  if (before == nullptr && !change.IsNew(function)) return std::nullopt;
  Growth growth{.before = std::nullopt, .after = MeasureFunction(function)};
  if (before != nullptr) growth.before = MeasureFunction(*before);
  return growth;
}

bool IsNew(const ChangeContext& change, const AnalysedFile& file, const Definition& function) {
  return IsTouched(file, function) && change.IsNew(function);
}

bool IsEntangled(const Growth& growth) {
  const FunctionMetrics& after = growth.after;
  const int limits = (after.lines > kMaxFunctionLines) + (after.nesting > kMaxNesting) +
                     (after.cognitive > kMaxCognitive);
  if (limits < 2 || !growth.before) return limits >= 2;
  return after.lines > kMaxFunctionLines && growth.before->lines <= kMaxFunctionLines &&
         after.lines - growth.before->lines >= kMinGrowth;
}

bool SpansTooManyLines(const Definition& function) {
  return function.body.last_line() - function.body.first_line() >= kMaxFunctionLines;
}

bool MayBeEntangled(const Definition& function) {
  if (!SpansTooManyLines(function) && !CanNest(function, kMaxNesting + 1)) return false;
  // Two limits of three: one of these at least.
  const FunctionMetrics metrics = MeasureBranches(function);
  return metrics.nesting > kMaxNesting || metrics.cognitive > kMaxCognitive;
}

}  // namespace allreview::rules

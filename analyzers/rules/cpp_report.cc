// The contexts of C++ and CUDA.

#include <optional>
#include <utility>

#include "analyzers/change/analysed_change.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/cpp_statements.h"
#include "analyzers/rules/engine.h"
#include "analyzers/rules/finding_of.h"

namespace allreview::rules {
namespace {

Spot SpotOf(const cpp::Unit& unit, Side side, cpp::Node at) {
  const cpp::SyntaxTree& tree = unit.tree();
  Spot spot{.tree = &tree,
            .range = RangeOf(unit, at, side),
            .node_kind = KindName(at.kind()),
            .text = at.text()};
  const cpp::Function* const function = unit.EnclosingFunction(at);
  if (function != nullptr) spot.symbol = function->name;
  if (const cpp::Node statement = StatementAround(at)) {
    spot.statement = {tree.LineStart(statement.first_line()),
                      tree.LineStart(HeaderLastLine(statement) + 1)};
    spot.statement_index = statement.index();
    spot.tokens = [statement] { return StatementTokens(statement); };
  }
  return spot;
}

std::optional<Cause> FindCause(const Rule& rule, const AnalysedCppFile& file,
                               const CppObservation& observation) {
  const cpp::Node because = observation.because ? observation.because : observation.at;
  return FindCause(rule, file, because, [&](cpp::Node node) -> std::optional<FunctionLines> {
    const cpp::Function* const function = file.after->EnclosingFunction(node);
    if (function == nullptr) return std::nullopt;
    return FunctionLines{function->first_line, function->end_line - 1};
  });
}

void Report(const AnalysedCppFile& file, const Rule& rule, CppObservation observation,
            std::vector<Finding>* findings) {
  std::optional<Cause> cause = observation.cause;
  if (!cause) cause = FindCause(rule, file, observation);
  if (!cause || !Admits(file.changed->path, rule)) return;
  Spot spot = SpotOf(*file.after, Side::kRight, observation.at);
  Finding finding =
      MakeFinding(rule, *file.changed, std::move(spot), SaidBy(std::move(observation)));
  finding.cause = *std::move(cause);
  Add(std::move(finding), findings);
}

}  // namespace

Range RangeOf(const cpp::Unit& unit, cpp::Node node, Side side) {
  return RangeIn(unit.path(), node, side);
}

Edit Replace(const cpp::Unit& unit, cpp::Node node, std::string replacement) {
  return {.path = unit.path(),
          .first_byte = node.first_byte(),
          .end_byte = node.end_byte(),
          .replacement = std::move(replacement)};
}

void CppContext::Report(CppObservation observation) {
  rules::Report(file_, rule_, std::move(observation), findings_);
}

const std::vector<AnalysedCppFile>& ChangeContext::all_cpp_files() const {
  return input_.change.cpp_files();
}

std::vector<std::reference_wrapper<const AnalysedCppFile>> ChangeContext::cpp_files() const {
  std::vector<std::reference_wrapper<const AnalysedCppFile>> readable;
  for (const AnalysedCppFile& file : all_cpp_files()) {
    const bool is_skipped = rule_.skips_tests && file.changed->role == FileRole::kTest;
    if (file.after != nullptr && !is_skipped) readable.emplace_back(file);
  }
  return readable;
}

void ChangeContext::ReportCpp(const AnalysedCppFile& file, CppObservation observation) {
  rules::Report(file, rule_, std::move(observation), findings_);
}

void ChangeContext::ReportCppBefore(const AnalysedCppFile& file, CppObservation observation) {
  if (!observation.cause || !Admits(file.changed->path, rule_)) return;
  const Cause cause = *observation.cause;
  Spot spot = SpotOf(*file.before, Side::kLeft, observation.at);
  Finding finding =
      MakeFinding(rule_, *file.changed, std::move(spot), SaidBy(std::move(observation)));
  finding.cause = cause;
  Add(std::move(finding), findings_);
}

}  // namespace allreview::rules

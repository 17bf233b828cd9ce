#ifndef ANALYZERS_RULES_FINDING_OF_H_
#define ANALYZERS_RULES_FINDING_OF_H_

// Completes what a rule observed to a finding, whatever the language of the file. Internal to the
// contexts: report.cc has those of Python, cpp_report.cc those of C++.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/context.h"
#include "analyzers/rules/finding.h"
#include "analyzers/rules/rule.h"
#include "analyzers/syntax/tree_data.h"

namespace allreview::rules {

// Where it was observed.
struct Spot {
  const syntax::TreeData* tree = nullptr;
  Range range = {};
  absl::string_view node_kind = {}, text = {};
  std::string symbol = {};  // The definition around it; empty: none.
  // The whole lines of the statement around it; of a compound one only its header. Empty: there is
  // none.
  syntax::ByteRange statement = {};
  uint32_t statement_index = 0;              // Its node.
  std::function<std::string()> tokens = {};  // Of the statement, for the fingerprint.
};

// What was observed, without its nodes.
struct NoNode {};
using Said = ObservationAt<NoNode>;

template <typename Node>
Said SaidBy(ObservationAt<Node> observation) {
  return {.at = {},
          .params = std::move(observation.params),
          .related = std::move(observation.related),
          .edits = std::move(observation.edits),
          .new_code = std::move(observation.new_code),
          .evidence = std::move(observation.evidence),
          .identity = std::move(observation.identity),
          .severity = observation.severity,
          .impact = observation.impact,
          .confidence = observation.confidence,
          .kind = observation.kind,
          .cause = std::move(observation.cause)};
}

// False: the file has enough findings.
bool Admits(absl::string_view path, const Rule& rule);
void Add(Finding finding, std::vector<Finding>* findings);

Finding MakeFinding(const Rule& rule, const ChangedFile& changed, Spot spot, Said said);

// The first new lines in [first, last], as the cause of a finding.
Cause CauseIn(const ChangedFile& changed, const ChangedLines& lines, int first, int last);

template <typename Node>
Range RangeIn(absl::string_view path, Node node, Side side) {
  const syntax::TreeData& tree = *node.tree();
  Range range;
  range.path = std::string(path);
  range.side = side;
  range.first_byte = node.first_byte();
  range.end_byte = node.end_byte();
  range.first_line = node.first_line();
  range.end_line = node.last_line() + 1;
  range.first_column = tree.ColumnOf(node.first_byte());
  range.end_column = static_cast<int>(node.end_byte() - tree.LineStart(range.end_line - 1));
  return range;
}

// The lines of the function around a node, its decorators or template parameters included.
struct FunctionLines {
  int first = 0, last = 0;
};

// Where the changed code is that makes a finding this change's business. nullopt: nowhere.
// `function_around` maps a node to std::optional<FunctionLines>.
template <typename File, typename Node, typename FunctionAround>
std::optional<Cause> FindCause(const Rule& rule, const File& file, Node because,
                               const FunctionAround& function_around) {
  const ChangedLines& lines = file.lines;
  if (lines.HasAdded(because.first_line(), because.last_line())) {
    return CauseIn(*file.changed, lines, because.first_line(), because.last_line());
  }
  if (rule.concern != Concern::kChangedFunctions) return std::nullopt;
  const std::optional<FunctionLines> function = function_around(because);
  if (!function || !lines.TouchesDefinition(function->first, function->last)) return std::nullopt;
  Cause cause = CauseIn(*file.changed, lines, function->first, function->last);
  cause.kind = Cause::Kind::kChangedScope;
  return cause;
}

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_FINDING_OF_H_

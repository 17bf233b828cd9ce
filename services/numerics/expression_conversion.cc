#include "services/numerics/expression_conversion.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/numerics/graph/distribution_text.h"
#include "analyzers/numerics/graph/graph_code.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "analyzers/numerics/graph/stratum.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

constexpr size_t kOneLineBytes = 120;

// Whether a line belongs to the statement before it, as far as its ends tell.
bool IsContinued(absl::string_view before, absl::string_view line) {
  return absl::StrContains("([{,\\+-*/=", before.substr(before.size() - 1)) ||
         absl::StrContains(")]}+-*/.", line.substr(0, 1));
}

absl::StatusOr<Role> RoleNamed(absl::string_view name) {
  for (int i = 0; i <= static_cast<int>(Role::kLabel); ++i) {
    if (RoleName(static_cast<Role>(i)) == name) return static_cast<Role>(i);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("expression.inputs.role: '", name, "' is no role"));
}

absl::Status Complete(const v1::Expression::Input& from, Input& input) {
  if (!from.name().empty()) input.name = from.name();
  if (!from.role().empty()) {
    ASSIGN_OR_RETURN(input.role, RoleNamed(from.role()));
  }
  if (!from.distribution().empty()) {
    ASSIGN_OR_RETURN(input.distribution, ParseDistribution(from.distribution()));
  }
  if (from.has_minimum()) input.minimum = from.minimum();
  if (from.has_maximum()) input.maximum = from.maximum();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Graph> GraphOf(const v1::Expression& expression) {
  ASSIGN_OR_RETURN(Graph graph, ParseGraphCode(expression.code()));
  if (expression.inputs_size() > static_cast<int>(graph.inputs.size()) ||
      expression.steps_size() > static_cast<int>(graph.nodes.size())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "expression: the code has ", graph.inputs.size(), " inputs and ", graph.nodes.size(),
        " steps, found ", expression.inputs_size(), " and ", expression.steps_size()));
  }
  for (int i = 0; i < expression.inputs_size(); ++i) {
    RETURN_IF_ERROR(Complete(expression.inputs(i), graph.inputs[i]));
  }
  for (int i = 0; i < expression.steps_size(); ++i) {
    graph.nodes[i].text = expression.steps(i).text();
    graph.nodes[i].place.line = expression.steps(i).line();
  }
  graph.text = expression.text();
  return graph;
}

std::string OneLine(absl::string_view text) {
  std::string all;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipWhitespace())) {
    line = absl::StripAsciiWhitespace(line);
    if (!all.empty()) all += IsContinued(all, line) ? " " : "; ";
    absl::StrAppend(&all, line);
  }
  if (all.size() <= kOneLineBytes) return all;
  size_t end = kOneLineBytes;
  // Not in the middle of a character.
  while (end > 0 && (static_cast<unsigned char>(all[end]) & 0xC0) == 0x80) --end;
  return absl::StrCat(all.substr(0, end), "...");
}

v1::Expression DescribeGraph(const Graph& graph) {
  v1::Expression expression;
  expression.set_text(graph.text.empty() ? ToFormula(graph) : graph.text);
  for (const Input& input : graph.inputs) {
    v1::Expression::Input& described = *expression.add_inputs();
    described.set_name(input.name);
    described.set_role(std::string(RoleName(input.role)));
    if (input.distribution) described.set_distribution(DistributionText(*input.distribution));
    if (input.minimum) {
      described.set_minimum(*input.minimum);
      described.set_has_minimum(true);
    }
    if (input.maximum) {
      described.set_maximum(*input.maximum);
      described.set_has_maximum(true);
    }
  }
  return expression;
}

}  // namespace allreview::numerics

#include "analyzers/tensor_expressions/suite/suite.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/tensor_expressions/domain.h"
#include "analyzers/tensor_expressions/expression.h"
#include "base/status_macros.h"

namespace allreview::tensor_expressions {
namespace {

using numerics::Diagnosis;
using numerics::Format;
using numerics::Graph;

struct Column {
  absl::string_view name;
  std::string SuiteCase::*field;
  bool is_required;
};
constexpr std::array<Column, 7> kColumns = {{
    {"name", &SuiteCase::name, true},
    {"expression", &SuiteCase::expression, true},
    {"input_domain", &SuiteCase::domains, true},
    {"precision", &SuiteCase::precision, true},
    {"expected_verdict", &SuiteCase::expected, true},
    {"stable_rewrite", &SuiteCase::rewrite, false},
    {"source", &SuiteCase::source, false},
}};

absl::Status CheckHeader(const std::map<absl::string_view, size_t>& columns, int line) {
  for (const Column& column : kColumns) {
    if (column.is_required && !columns.contains(column.name)) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", line, ": the header has no column '", column.name, "'"));
    }
  }
  return absl::OkStatus();
}

// The largest number of rows, and of elements in a row, among the tensors of a case.
numerics::Stratum StratumOf(const Graph& graph, absl::Span<const Domain> domains) {
  numerics::Stratum stratum{.name = "suite", .rows = 1, .row_length = 1};
  for (const Domain& domain : domains) {
    stratum.rows = std::max(stratum.rows, domain.rows());
    stratum.row_length = std::max(stratum.row_length, domain.row_length());
  }
  if (!graph.HasRows()) {
    stratum.row_length *= stratum.rows;
    stratum.rows = 1;
  }
  for (const numerics::Input& input : graph.inputs) {
    stratum.distributions.push_back(input.distribution.value_or(numerics::Distribution{}));
  }
  return stratum;
}

bool HasScan(const Graph& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const numerics::Node& node) {
    return numerics::InfoOf(node.operation).kind == numerics::OperationKind::kScan;
  });
}

Diagnosis Measure(const Graph& graph, Format format, absl::Span<const Domain> domains,
                  const numerics::KernelTable& kernels) {
  const numerics::Stratum stratum = StratumOf(graph, domains);
  numerics::LowerOptions lowering{
      .format = format, .rows = stratum.rows, .row_length = stratum.row_length};
  const auto run = [&] {
    return numerics::DiagnoseStratum(graph, lowering, stratum, {}, kernels).diagnosis;
  };
  Diagnosis diagnosis = run();
  if (diagnosis.verdict != numerics::Failure::kNone || !HasScan(graph)) return diagnosis;
  lowering.is_sequential = true;
  return run();
}

}  // namespace

absl::StatusOr<std::vector<SuiteCase>> ReadSuite(absl::string_view text) {
  std::vector<SuiteCase> cases;
  std::map<absl::string_view, size_t> columns;
  int line = 0;
  for (absl::string_view row : absl::StrSplit(text, '\n')) {
    ++line;
    absl::ConsumeSuffix(&row, "\r");
    if (row.empty() || row[0] == '#') continue;
    const std::vector<absl::string_view> cells = absl::StrSplit(row, '\t');
    if (columns.empty()) {
      for (size_t i = 0; i < cells.size(); ++i) columns[cells[i]] = i;
      RETURN_IF_ERROR(CheckHeader(columns, line));
      continue;
    }
    SuiteCase suite_case{.line = line};
    for (const Column& column : kColumns) {
      const auto found = columns.find(column.name);
      const bool is_there = found != columns.end() && found->second < cells.size();
      if (is_there) {
        suite_case.*column.field = std::string(cells[found->second]);
      } else if (column.is_required) {
        return absl::InvalidArgumentError(absl::StrCat("line ", line, ": no '", column.name,
                                                       "': found ", cells.size(), " columns"));
      }
    }
    cases.push_back(std::move(suite_case));
  }
  if (columns.empty()) return absl::InvalidArgumentError("the suite is empty");
  return cases;
}

absl::StatusOr<SuiteResult> RunCase(const SuiteCase& suite_case,
                                    const numerics::KernelTable& kernels) {
  ASSIGN_OR_RETURN(const Format format, numerics::ParseFormat(suite_case.precision));
  ASSIGN_OR_RETURN(const std::vector<Domain> domains, ReadDomains(suite_case.domains));
  ASSIGN_OR_RETURN(const Graph read, ReadExpression(suite_case.expression, suite_case.domains, {}));
  const Graph graph = numerics::SampledGraph(read);
  SuiteResult result{.original = Measure(graph, format, domains, kernels)};
  const int node = result.original.cause.node;
  if (node >= 0) {
    result.operation = std::string(numerics::InfoOf(graph.nodes[node].operation).name);
  }
  if (suite_case.rewrite.empty()) return result;
  const absl::StatusOr<Graph> rewrite = ReadExpression(suite_case.rewrite, suite_case.domains, {});
  result.rewrite_status = rewrite.status();
  if (rewrite.ok()) {
    result.rewrite = Measure(numerics::SampledGraph(*rewrite), format, domains, kernels);
  }
  return result;
}

}  // namespace allreview::tensor_expressions

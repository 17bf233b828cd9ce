#include "gateway/cli/render_numerics.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "gateway/cli/numerics_plot.h"
#include "gateway/cli/output.h"

namespace allreview::cli {
namespace {

using finding::v1::Measurement;
using numerics::v1::EvaluateResponse;
using numerics::v1::Expression;
using numerics::v1::FormatResult;

constexpr absl::string_view kFine = "ok";
constexpr size_t kCellBytes = 40;

std::string Grouped(int64_t number) {
  std::string text = absl::StrCat(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(at, 1, ',');
  return text;
}

std::string Cut(std::string text) {
  if (text.size() <= kCellBytes) return text;
  return absl::StrCat(text.substr(0, kCellBytes - 3), "...");
}

std::string InputsText(const Expression& expression) {
  std::string text;
  for (const Expression::Input& input : expression.inputs()) {
    absl::StrAppend(&text, "  ", PrintableText(input.name()), ": ", input.role());
    if (!input.distribution().empty()) absl::StrAppend(&text, " ~ ", input.distribution());
    if (input.has_minimum()) absl::StrAppend(&text, ", at least ", input.minimum());
    if (input.has_maximum()) absl::StrAppend(&text, ", at most ", input.maximum());
    absl::StrAppend(&text, "\n");
  }
  return text;
}

std::string WitnessText(const Measurement& it) {
  if (it.verdict() == kFine || it.result().empty()) return "-";
  const std::string inputs =
      it.witness_inputs().empty() ? "a sampled row" : absl::StrJoin(it.witness_inputs(), " ");
  return absl::StrCat(inputs, " -> ", it.result(), ", exact ", it.reference());
}

std::string VerdictText(const FormatResult& result) {
  const Measurement& it = result.measurement();
  std::string text = it.verdict();
  if (it.is_result_range()) absl::StrAppend(&text, " (result)");
  if (!result.gradient_of().empty()) absl::StrAppend(&text, " d/d", result.gradient_of());
  return text;
}

using Row = std::vector<std::string>;

Row RowOf(const FormatResult& result) {
  const Measurement& it = result.measurement();
  return {
      it.format(),
      VerdictText(result),
      RateText(it),
      absl::StrFormat("%.3g", it.mean_ulp()),
      absl::StrFormat("%.0f", it.max_ulp()),
      it.verdict() == kFine
          ? "-"
          : Cut(PrintableText(it.operation_text().empty() ? it.operation() : it.operation_text())),
      PrintableText(WitnessText(it))};
}

std::string Table(const std::vector<Row>& rows) {
  std::vector<size_t> widths(rows[0].size());
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      absl::StrAppendFormat(&line, "%-*s  ", static_cast<int>(widths[i]), row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

// What the table has no room for.
std::string Details(const FormatResult& result) {
  const Measurement& it = result.measurement();
  std::string text;
  const auto add = [&](absl::string_view line) { absl::StrAppend(&text, "  ", line, "\n"); };
  add(absl::StrCat("fails on ", it.plausibility(), " inputs: ", PrintableText(it.stratum())));
  if (it.is_result_range()) {
    add("the exact result does not fit the format: only a wider format helps");
  }
  if (it.is_exact_boundary()) add("the witness is exact: every input nearer to 0 is right");
  if (it.row_length() > 0) {
    add(absl::StrCat("the witness is a row of ", it.row_length(),
                     it.smallest_length() > 1 ? "; shorter rows do not fail" : ""));
  }
  if (it.is_confirmed()) add("the exact value is confirmed by interval arithmetic");
  for (const numerics::v1::FailingRange& range : result.ranges()) {
    add(absl::StrCat("all inputs tried: ", range.state(), " from ", range.first(), " to ",
                     range.last()));
  }
  if (result.ranges_left_out() > 0) {
    add(absl::StrCat(result.ranges_left_out(), " more ranges of failing inputs"));
  }
  if (it.assert_close_failures() > 0) {
    add(absl::StrCat("torch.testing.assert_close would fail for ",
                     Grouped(it.assert_close_failures()), " of ", Grouped(it.realistic_samples()),
                     " realistic results"));
  }
  if (!it.replay().empty()) {
    add(absl::StrCat("replay: allreview numerics replay '", PrintableText(it.replay()), "'"));
  }
  return text;
}

std::string Rewrites(const EvaluateResponse& response) {
  if (response.rewrites().empty()) return "";
  std::string text;
  for (const numerics::v1::RewriteResult& rewrite : response.rewrites()) {
    absl::StrAppend(&text, "\nrewrite: ", PrintableText(rewrite.expression()),
                    rewrite.rule().empty() ? "" : absl::StrCat("  (", rewrite.rule(), ")"), "\n");
    std::vector<Row> rows;
    for (const FormatResult& result : rewrite.results()) rows.push_back(RowOf(result));
    if (!rows.empty()) text += Table(rows);
  }
  return text;
}

}  // namespace

std::string RateText(const Measurement& it) {
  if (it.samples() == 0) return "-";
  if (it.failures() == 0) {
    return absl::StrFormat("0 of %s (< %.1e)", Grouped(it.samples()), it.rate_bound());
  }
  const double per_cent = 100.0 * static_cast<double>(it.failures()) / it.samples();
  return absl::StrFormat("%.3g %% of %s", per_cent, Grouped(it.samples()));
}

bool HasFailure(const EvaluateResponse& response) {
  return std::any_of(response.results().begin(), response.results().end(),
                     [](const FormatResult& result) {
                       const Measurement& it = result.measurement();
                       return it.verdict() != kFine && it.verdict() != "reference-unknown" &&
                              it.plausibility() != "adversarial";
                     });
}

std::string NumericsText(const EvaluateResponse& response) {
  std::string text = PrintableText(response.expression().text());
  if (!response.expression().symbol().empty()) {
    absl::StrAppend(&text, "  in ", PrintableText(response.expression().symbol()), ", line ",
                    response.expression().range().first_line());
  }
  absl::StrAppend(&text, "\n");
  if (!response.not_extracted().empty()) {
    return absl::StrCat(text, "  not measured: ", PrintableText(response.not_extracted()), "\n");
  }
  text += InputsText(response.expression());
  std::vector<Row> rows = {
      {"format", "verdict", "wrong", "mean ulp", "max ulp", "goes wrong at", "witness"}};
  for (const FormatResult& result : response.results()) rows.push_back(RowOf(result));
  absl::StrAppend(&text, "\n", Table(rows));
  for (const FormatResult& result : response.results()) {
    if (result.measurement().verdict() == kFine) continue;
    absl::StrAppend(&text, "\n", result.measurement().format(), " ", VerdictText(result), "\n",
                    Details(result));
  }
  text += Rewrites(response);
  const std::string plots = TerminalPlots(response);
  if (!plots.empty()) absl::StrAppend(&text, "\n", plots);
  absl::StrAppend(&text, "\n", response.backend(), ", seed ", response.seed(), ", ",
                  Grouped(response.samples()), " results compared with fp64\n");
  if (!response.is_complete()) {
    absl::StrAppend(&text, "incomplete: time ran out; the results shown are valid\n");
  }
  return text;
}

std::string NumericsLine(const EvaluateResponse& response) {
  if (!response.not_extracted().empty()) {
    return absl::StrCat("not measured: ", PrintableText(response.not_extracted()));
  }
  std::vector<std::string> parts;
  for (const FormatResult& result : response.results()) {
    parts.push_back(absl::StrCat(result.measurement().format(), " ", VerdictText(result)));
  }
  return absl::StrJoin(parts, ", ");
}

}  // namespace allreview::cli

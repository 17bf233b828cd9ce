#include "gateway/web/numerics_page.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "gateway/web/page.h"
#include "gateway/web/words.h"
#include "review/labels.h"

namespace allreview::web {
namespace {

using finding::v1::Measurement;
using numerics::v1::MeasuredExpression;

constexpr int kMaxExpressions = 200;

// Geometry of the plot of lost bits.
constexpr double kWidth = 520;
constexpr double kLabel = 96;
constexpr double kRow = 26;
constexpr double kAxis = 24;
constexpr double kShare = 84;  // On the right: how many results are wrong.

double LostBits(double ulp) { return ulp > 0 ? std::log2(1 + ulp) : 0; }

std::string FormatName(const Measurement& it) {
  return it.gradient_of().empty() ? it.format() : absl::StrCat(it.format(), " ∂", it.gradient_of());
}

std::string ErrorText(const Measurement& it) {
  return absl::StrFormat("%s: %.3g steps of the grid on average, %.3g at most", FormatName(it),
                         it.mean_ulp(), it.max_ulp());
}

// Where things stand in the plot of an expression's lost bits.
struct ErrorAxis {
  double most = 1;  // Bits at the right end.
  double height = 0;

  double Length(double bits) const {
    return (kWidth - kLabel - kShare) * std::min(1.0, bits / most);
  }
  std::string X(double bits) const { return absl::StrFormat("%.1f", kLabel + Length(bits)); }
};

Html Grid(const ErrorAxis& axis) {
  Html grid;
  for (int i = 0; i <= 4; ++i) {
    const double bits = axis.most * i / 4;
    grid += El("line", {Class("grid"), Attr("x1", axis.X(bits)), Attr("x2", axis.X(bits)),
                        Attr("y1", 0), Attr("y2", axis.height - kAxis)});
    grid += El("text", {Attr("x", axis.X(bits)), Attr("y", axis.height - 8),
                        Attr("text-anchor", "middle"), absl::StrFormat("%.3g", bits)});
  }
  return grid;
}

// A bar for the mean error, a line for the largest, and how many results are wrong.
Html Bar(const Measurement& it, const ErrorAxis& axis, double y) {
  const std::string share = absl::StrCat(
      Percent(static_cast<double>(it.failures()), static_cast<double>(it.samples())), " wrong");
  return Join(
      {El("text",
          {Attr("x", kLabel - 8), Attr("y", y + 11), Attr("text-anchor", "end"), FormatName(it)}),
       El("rect", {Class(it.verdict() == "ok" ? "good" : "bad"), Attr("x", kLabel), Attr("y", y),
                   Attr("height", 14), Attr("rx", 2),
                   Attr("width", absl::StrFormat("%.1f", axis.Length(LostBits(it.mean_ulp())))),
                   El("title", {ErrorText(it)})}),
       El("line",
          {Class("interval"), Attr("x1", kLabel), Attr("x2", axis.X(LostBits(it.max_ulp()))),
           Attr("y1", y + 7), Attr("y2", y + 7)}),
       it.failures() > 0 ? El("text", {Attr("x", kWidth - kShare + 10), Attr("y", y + 11), share})
                         : Html()});
}

// Nothing when there is no error to draw.
Html ErrorPlot(const MeasuredExpression& expression) {
  ErrorAxis axis = {.height = kRow * expression.measurements_size() + kAxis};
  bool has_error = false;
  for (const Measurement& it : expression.measurements()) {
    axis.most = std::max(axis.most, std::ceil(LostBits(it.max_ulp())));
    has_error |= it.max_ulp() > 0 || it.failures() > 0;
  }
  if (!has_error) return Html();
  Html drawing = Grid(axis);
  for (int i = 0; i < expression.measurements_size(); ++i)
    drawing += Bar(expression.measurements(i), axis, kRow * i + 6);
  return El(
      "figure",
      {Class("chart plot"),
       El("figcaption",
          {El("strong", {"Lost bits by format"}),
           El("span", {Class("faint"),
                       " bar: mean over realistic inputs; line: the largest finite error"})}),
       El("svg",
          {Attr("viewBox", absl::StrCat("0 0 ", kWidth, " ", axis.height)), Attr("role", "img"),
           Attr("aria-label", "Lost bits by format. The table below has the numbers."), drawing})});
}

Html Row(const Measurement& it) {
  const bool is_ok = it.verdict() == "ok";
  const Html witness =
      it.witness_inputs().empty()
          ? Html()
          : Join({El("code", {absl::StrJoin(it.witness_inputs(), ", ")}), " gives ",
                  El("code", {it.result()}), ", exact ", El("code", {it.reference()})});
  return El("tr", {El("th", {Attr("scope", "row"), FormatName(it)}),
                   El("td", {Chip({it.verdict(), is_ok ? "success" : "p1"})}),
                   El("td", {Class("number"), Grouped(it.failures()), " of ", Grouped(it.samples()),
                             it.is_exhaustive() ? " (all)" : ""}),
                   El("td", {Class("number"), absl::StrFormat("%.3g", it.mean_ulp())}),
                   El("td", {Class("number"), absl::StrFormat("%.3g", it.max_ulp())}),
                   El("td", {witness})});
}

Html Table(const MeasuredExpression& expression) {
  Html head;
  for (const char* name :
       {"Format", "Verdict", "Wrong results", "Mean error", "Largest error", "Smallest witness"})
    head += El("th", {Attr("scope", "col"), name});
  Html rows;
  for (const Measurement& it : expression.measurements()) rows += Row(it);
  return El("div", {Class("table"), Attr("tabindex", "0"), Attr("role", "region"),
                    Attr("aria-label", absl::StrCat("Measurements of ", expression.text())),
                    El("table", {El("thead", {El("tr", {head})}), El("tbody", {rows})})});
}

Html Advice(const MeasuredExpression& expression) {
  Html items;
  std::vector<std::string> seen;
  for (const Measurement& it : expression.measurements()) {
    if (!it.rewrite().empty() && std::find(seen.begin(), seen.end(), it.rewrite()) == seen.end()) {
      seen.push_back(it.rewrite());
      items += El("li",
                  {"In ", it.format(), ", ", El("code", {it.rewrite()}),
                   it.rewrite_samples() == 0 ? Join({" does better."})
                                             : Join({" fails for ", Grouped(it.rewrite_failures()),
                                                     " of ", Grouped(it.rewrite_samples()), "."})});
    }
    if (!it.replay().empty() && it.verdict() != "ok")
      items += El("li", {FormatName(it),
                         " again: ", El("code", {"allreview numerics replay ", it.replay()})});
  }
  return items.is_empty() ? Html() : El("ul", {items});
}

Html Expression(const MeasuredExpression& expression) {
  const Html head =
      El("header", {El("h2", {El("code", {expression.text()})}),
                    El("span", {Class("faint"), Place(expression.range()),
                                expression.symbol().empty() ? "" : " in ", expression.symbol()})});
  if (expression.measurements().empty())
    return El("section",
              {Class("file"), head,
               El("p", {Class("silent"), "Not measured: ", Prose(expression.not_measured())})});
  return El("section", {Class("file"), head,
                        El("div", {Class("measured"), ErrorPlot(expression), Table(expression),
                                   Advice(expression)})});
}

Html Refusals(const numerics::v1::NumericsReport& report) {
  Html items;
  for (const numerics::v1::Refusal& refusal : report.refusals()) {
    items += El("li", {El("code", {refusal.text()}), " (", Place(refusal.range()),
                       "): ", Prose(refusal.detail())});
  }
  return items.is_empty() ? Html() : Join({El("h2", {"Not measurable"}), El("ul", {items})});
}

}  // namespace

Html NumericsPage(const review::v1::Review& review) {
  const numerics::v1::NumericsReport& report = review.numerics();
  if (report.expressions().empty() && report.refusals().empty()) {
    return EmptyState(
        "Nothing was measured",
        El("p",
           {"The change alters no tensor expression that can be run, or numerical checks are off. ",
            El("code", {"allreview numerics check"}), " measures an expression by hand."}));
  }
  Html sections;
  for (int i = 0; i < std::min(kMaxExpressions, report.expressions_size()); ++i)
    sections += Expression(report.expressions(i));
  const int more = report.left_out() + std::max(0, report.expressions_size() - kMaxExpressions);
  return Join({El("p", {"Changed tensor expressions, run in each format and compared with exact "
                        "arithmetic on many inputs; errors in steps of the format's grid. Seed ",
                        absl::StrCat(report.seed()), ": the same on every machine."}),
               sections,
               more > 0 ? El("p", {Class("silent"), Plural(more, "more expression"),
                                   " over the limit of one page or review."})
                        : Html(),
               Refusals(report)});
}

}  // namespace allreview::web

#include "gateway/cli/numerics_plot.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace allreview::cli {
namespace {

using numerics::v1::EvaluateResponse;
using numerics::v1::FormatResult;
using numerics::v1::Magnitude;

constexpr int kBarColumns = 40;
// From nothing to eight bits and more.
constexpr absl::string_view kLevels[] = {"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

std::string Histogram(const FormatResult& result) {
  const int64_t total = std::accumulate(result.lost_bits_histogram().begin(),
                                        result.lost_bits_histogram().end(), int64_t{0});
  if (total == 0) return "";
  std::string text = absl::StrCat(result.measurement().format(), " bits lost\n");
  for (int bin = 0; bin < result.lost_bits_histogram_size(); ++bin) {
    const int64_t count = result.lost_bits_histogram(bin);
    if (count == 0) continue;
    const double share = static_cast<double>(count) / static_cast<double>(total);
    const int columns = std::max(1, static_cast<int>(std::lround(share * kBarColumns)));
    absl::StrAppendFormat(&text, "  %2d %-*s %.3g %%\n", bin, kBarColumns,
                          std::string(columns, '#'), 100 * share);
  }
  return text;
}

std::string Sparkline(const FormatResult& result) {
  if (result.magnitudes().empty()) return "";
  std::string line;
  for (const Magnitude& magnitude : result.magnitudes()) {
    if (magnitude.failures() > 0) {
      absl::StrAppend(&line, "!");
      continue;
    }
    const auto level = static_cast<size_t>(std::ceil(magnitude.mean_lost_bits()));
    absl::StrAppend(&line, kLevels[std::min(level, std::size(kLevels) - 1)]);
  }
  return absl::StrFormat("%-8s |x| = 2^%-4d %s 2^%d\n", result.measurement().format(),
                         result.magnitudes(0).exponent(), line,
                         result.magnitudes(result.magnitudes_size() - 1).exponent());
}

// The drawing's geometry, in pixels.
constexpr int kWidth = 720;
constexpr int kHeight = 360;
constexpr int kLeft = 56;
constexpr int kRight = 16;
constexpr int kTop = 40;
constexpr int kBottom = 48;
constexpr absl::string_view kColours[] = {"#1b6ca8", "#c8553d", "#2e8b57", "#8e44ad", "#b8860b"};

std::string EscapeXml(absl::string_view text) {
  return absl::StrReplaceAll(text,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

struct Axes {
  int first_exponent = 0;
  int last_exponent = 1;
  double most_bits = 1;

  double X(int exponent) const {
    const double span = std::max(1, last_exponent - first_exponent);
    return kLeft + (kWidth - kLeft - kRight) * (exponent - first_exponent) / span;
  }
  double Y(double bits) const {
    return kHeight - kBottom - (kHeight - kTop - kBottom) * std::min(1.0, bits / most_bits);
  }
};

Axes AxesOf(const EvaluateResponse& response) {
  Axes axes;
  bool is_first = true;
  for (const FormatResult& result : response.results()) {
    for (const Magnitude& magnitude : result.magnitudes()) {
      axes.first_exponent =
          is_first ? magnitude.exponent() : std::min(axes.first_exponent, magnitude.exponent());
      axes.last_exponent =
          is_first ? magnitude.exponent() : std::max(axes.last_exponent, magnitude.exponent());
      axes.most_bits = std::max(axes.most_bits, std::ceil(magnitude.mean_lost_bits()));
      is_first = false;
    }
  }
  return axes;
}

std::string Grid(const Axes& axes) {
  std::string svg;
  for (int exponent = axes.first_exponent; exponent <= axes.last_exponent; ++exponent) {
    if (exponent % 8 != 0) continue;
    absl::StrAppendFormat(&svg,
                          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>\n"
                          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">2^%d</text>\n",
                          axes.X(exponent), kTop, axes.X(exponent), kHeight - kBottom,
                          axes.X(exponent), kHeight - kBottom + 16, exponent);
  }
  for (int line = 0; line <= 4; ++line) {
    const double bits = axes.most_bits * line / 4;
    absl::StrAppendFormat(&svg,
                          "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n"
                          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.3g</text>\n",
                          kLeft, axes.Y(bits), kWidth - kRight, axes.Y(bits), kLeft - 6,
                          axes.Y(bits) + 4, bits);
  }
  return svg;
}

std::string Curve(const FormatResult& result, const Axes& axes, int index) {
  const absl::string_view colour = kColours[index % std::size(kColours)];
  std::string points;
  std::string marks;
  for (const Magnitude& magnitude : result.magnitudes()) {
    const double x = axes.X(magnitude.exponent());
    if (magnitude.max_lost_bits() >= 0) {
      absl::StrAppendFormat(&points, "%.1f,%.1f ", x, axes.Y(magnitude.mean_lost_bits()));
    }
    if (magnitude.failures() == 0) continue;
    absl::StrAppendFormat(&marks, "<circle cx=\"%.1f\" cy=\"%d\" r=\"3\" fill=\"%s\"/>\n", x,
                          kTop + 6 * index, colour);
  }
  return absl::StrFormat(
      "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>\n%s"
      "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s: %s</text>\n",
      colour, points, marks, kLeft + 170 * index, kHeight - 10, colour,
      EscapeXml(result.measurement().format()), EscapeXml(result.measurement().verdict()));
}

}  // namespace

std::string TerminalPlots(const EvaluateResponse& response) {
  std::string text;
  for (const FormatResult& result : response.results()) text += Histogram(result);
  std::string lines;
  for (const FormatResult& result : response.results()) lines += Sparkline(result);
  if (lines.empty()) return text;
  return absl::StrCat(text, text.empty() ? "" : "\n",
                      "bits lost by size of the input (! some result is wrong)\n", lines);
}

std::string SvgPlot(const EvaluateResponse& response) {
  const Axes axes = AxesOf(response);
  std::string svg = absl::StrFormat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
      "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
      "<text x=\"%d\" y=\"18\" font-size=\"13\">%s</text>\n"
      "<text x=\"%d\" y=\"32\" fill=\"#666\">mean bits lost by size of the input; dots: some "
      "result is wrong</text>\n",
      kWidth, kHeight, kWidth, kHeight, kLeft, EscapeXml(response.expression().text()), kLeft);
  svg += Grid(axes);
  for (int i = 0; i < response.results_size(); ++i) svg += Curve(response.results(i), axes, i);
  return absl::StrCat(svg, "</svg>\n");
}

}  // namespace allreview::cli

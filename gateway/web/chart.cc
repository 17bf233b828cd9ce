#include "gateway/web/chart.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

// Geometry in units of the drawing, which is as wide as its column.
constexpr double kWidth = 420;
constexpr double kHeight = 190;
constexpr double kLeastLeft = 30;
constexpr double kMostLeft = 110;
constexpr double kLetter = 6.2;  // Of a label, in its widest letters.
constexpr double kRight = 8;
constexpr double kTop = 10;
constexpr double kBottom = 24;
constexpr int kGridLines = 4;
constexpr size_t kMaxBucketLabels = 6;

std::string Pixels(double value) { return absl::StrFormat("%.1f", value); }

std::string FormatOf(const Chart& chart, double value) {
  if (std::isnan(value)) return "–";
  if (chart.format) return chart.format(value);
  return value == std::floor(value) ? Grouped(static_cast<int64_t>(value))
                                    : absl::StrFormat("%.3g", value);
}

// The next of 1, 2, 5, 10, 20…, so that grid lines have plain numbers.
double NiceTop(double most) {
  if (!(most > 0)) return kGridLines;
  const double power = std::pow(10, std::floor(std::log10(most)));
  for (double step : {1.0, 2.0, 4.0, 6.0, 8.0, 10.0}) {
    if (step * power >= most) return step * power;
  }
  return most;
}

class Drawing {
 public:
  Drawing(const Chart& chart, bool is_stacked) : chart_(chart) {
    double most = 0;
    for (size_t i = 0; i < chart.buckets.size(); ++i) {
      double sum = 0;
      for (const Series& series : chart.series) {
        const double value = std::isnan(series.values[i]) ? 0 : series.values[i];
        sum = is_stacked ? sum + value : std::max(sum, value);
      }
      most = std::max(most, sum);
    }
    top_ = chart.most > 0 ? chart.most : NiceTop(most);
    size_t letters = 0;
    for (int i = 0; i <= kGridLines; ++i)
      letters = std::max(letters, FormatOf(chart, top_ * i / kGridLines).size());
    left_ = std::clamp(12 + kLetter * static_cast<double>(letters), kLeastLeft, kMostLeft);
  }

  double Y(double value) const {
    return kHeight - kBottom - (kHeight - kTop - kBottom) * std::clamp(value / top_, 0.0, 1.0);
  }
  double Step() const {
    return (kWidth - left_ - kRight) / std::max<size_t>(1, chart_.buckets.size());
  }
  double X(size_t bucket) const { return left_ + Step() * (static_cast<double>(bucket) + 0.5); }

  Html Grid() const {
    Html grid;
    for (int i = 0; i <= kGridLines; ++i) {
      const double value = top_ * i / kGridLines;
      const std::string y = Pixels(Y(value));
      grid += El("line", {Class("grid"), Attr("x1", left_), Attr("x2", kWidth - kRight),
                          Attr("y1", y), Attr("y2", y)});
      grid += El("text", {Attr("x", left_ - 6), Attr("y", Pixels(Y(value) + 4)),
                          Attr("text-anchor", "end"), FormatOf(chart_, value)});
    }
    const size_t every = (chart_.buckets.size() + kMaxBucketLabels - 1) / kMaxBucketLabels;
    for (size_t i = 0; i < chart_.buckets.size(); i += every) {
      grid += El("text", {Attr("x", Pixels(X(i))), Attr("y", kHeight - 8),
                          Attr("text-anchor", "middle"), chart_.buckets[i]});
    }
    return grid;
  }

  Html Bars() const {
    Html bars;
    const double width = std::max(1.0, Step() * 0.7);
    for (size_t i = 0; i < chart_.buckets.size(); ++i) {
      double below = 0;
      for (const Series& series : chart_.series) {
        const double value = series.values[i];
        if (!(value > 0)) continue;
        bars += El(
            "rect",
            {Class(series.css), Attr("x", Pixels(X(i) - width / 2)),
             Attr("y", Pixels(Y(below + value))), Attr("width", Pixels(width)),
             Attr("height", Pixels(Y(below) - Y(below + value))),
             El("title", {chart_.buckets[i], ", ", series.name, ": ", FormatOf(chart_, value)})});
        below += value;
      }
    }
    return bars;
  }

  Html Line(const Series& series) const {
    Html line;
    std::string points;
    const auto end = [&] {
      if (!points.empty())
        line += El("polyline", {Class(absl::StrCat("line ", series.css)), Attr("points", points)});
      points.clear();
    };
    for (size_t i = 0; i < chart_.buckets.size(); ++i) {
      if (std::isnan(series.values[i])) {
        end();
        continue;
      }
      const std::string x = Pixels(X(i));
      const std::string y = Pixels(Y(series.values[i]));
      absl::StrAppend(&points, points.empty() ? "" : " ", x, ",", y);
      line += El("circle", {Class(series.css), Attr("cx", x), Attr("cy", y), Attr("r", 2.5),
                            El("title", {chart_.buckets[i], ", ", series.name, ": ",
                                         FormatOf(chart_, series.values[i])})});
    }
    end();
    return line;
  }

 private:
  const Chart& chart_;
  double top_ = 1;
  double left_ = 0;
};

Html Legend(const Chart& chart) {
  if (chart.series.size() < 2) return Html();
  Html items;
  for (const Series& series : chart.series) {
    items += El("li",
                {El("span", {Class(absl::StrCat("key ", series.css)), Attr("aria-hidden", "true")}),
                 series.name});
  }
  return El("ul", {Class("legend"), items});
}

Html Numbers(const Chart& chart) {
  Html head = El("th", {Attr("scope", "col"), chart.bucket});
  for (const Series& series : chart.series) head += El("th", {Attr("scope", "col"), series.name});
  Html rows;
  for (size_t i = 0; i < chart.buckets.size(); ++i) {
    Html row = El("th", {Attr("scope", "row"), chart.buckets[i]});
    for (const Series& series : chart.series)
      row += El("td", {Class("number"), FormatOf(chart, series.values[i])});
    rows += El("tr", {row});
  }
  return El("details",
            {El("summary", {"Numbers", El("span", {Class("unseen"), " of ", chart.title})}),
             El("div", {Class("table"),
                        El("table", {El("thead", {El("tr", {head})}), El("tbody", {rows})})})});
}

Html Figure(const Chart& chart, const Html& drawing) {
  const Html svg = El(
      "svg", {Attr("viewBox", absl::StrCat("0 0 ", kWidth, " ", kHeight)), Attr("role", "img"),
              Attr("aria-label", absl::StrCat(chart.title, ". The table below has the numbers.")),
              drawing});
  return El("figure",
            {Class("chart"),
             El("figcaption",
                {El("strong", {chart.title}),
                 chart.note.empty() ? Html() : El("span", {Class("faint"), " ", chart.note})}),
             svg, Legend(chart), Numbers(chart)});
}

}  // namespace

Html BarChart(const Chart& chart) {
  const Drawing drawing(chart, true);
  return Figure(chart, Join({drawing.Grid(), drawing.Bars()}));
}

Html LineChart(const Chart& chart) {
  const Drawing drawing(chart, false);
  Html lines = drawing.Grid();
  for (const Series& series : chart.series) lines += drawing.Line(series);
  return Figure(chart, lines);
}

Html IntervalBar(const Interval& interval) {
  constexpr double kLength = 120;
  const auto x = [](double share) { return Pixels(kLength * std::clamp(share, 0.0, 1.0)); };
  Html drawing = El("rect", {Class("track"), Attr("width", kLength), Attr("height", 8),
                             Attr("y", 4), Attr("rx", 2)});
  drawing += El("rect", {Class("value"), Attr("width", x(interval.value)), Attr("height", 8),
                         Attr("y", 4), Attr("rx", 2)});
  drawing += El("line", {Class("interval"), Attr("x1", x(interval.low)),
                         Attr("x2", x(interval.high)), Attr("y1", 8), Attr("y2", 8)});
  if (interval.mark > 0) {
    drawing += El("line", {Class("limit"), Attr("x1", x(interval.mark)),
                           Attr("x2", x(interval.mark)), Attr("y1", 0), Attr("y2", 16)});
  }
  return El("svg", {Class("bar"), Attr("viewBox", "0 0 120 16"), Attr("role", "img"),
                    Attr("aria-label", interval.label), drawing});
}

}  // namespace allreview::web

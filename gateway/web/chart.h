#ifndef GATEWAY_WEB_CHART_H_
#define GATEWAY_WEB_CHART_H_

// Charts as SVG in the page, each with its numbers as a table. No script; colours come from the
// style sheet by class. Pure.
//
//   Chart chart = {.title = "Findings", .buckets = {"10-05", "10-12"},
//                  .series = {{.name = "P0", .css = "p0", .values = {1, 4}}}};
//   Html html = BarChart(chart);

#include <functional>
#include <string>
#include <vector>

#include "gateway/web/html.h"

namespace allreview::web {

struct Series {
  std::string name;
  std::string css;
  std::vector<double> values = {};  // One for each bucket; NaN: none.
};

struct Chart {
  std::string title;
  std::string note = {};  // What the number is, in a few words.
  std::string bucket = "Day";
  std::vector<std::string> buckets;
  std::vector<Series> series = {};
  double most = 0;                                 // Top of the axis. 0: made from the values.
  std::function<std::string(double)> format = {};  // Of values. Empty: as a number.
};

// Series on top of each other.
Html BarChart(const Chart& chart);
// A line for each series, broken where there is no value.
Html LineChart(const Chart& chart);

// A bar from 0 to 1 with an interval around its end, one line high.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
  double mark = 0;    // A limit that is drawn across. 0: none.
  std::string label;  // For those who do not see it.
};
Html IntervalBar(const Interval& interval);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_CHART_H_

#include "gateway/web/trend_page.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/civil_time.h"
#include "gateway/web/chart.h"
#include "gateway/web/page.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

using review::v1::TrendPoint;

constexpr size_t kTopRules = 12;
constexpr int kRanges[] = {7, 30, 90};
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

void Add(const TrendPoint& point, TrendPoint& sum) {
  sum.set_reviews(sum.reviews() + point.reviews());
  sum.set_pull_requests(sum.pull_requests() + point.pull_requests());
  sum.set_changed_lines(sum.changed_lines() + point.changed_lines());
  sum.set_p0(sum.p0() + point.p0());
  sum.set_p1(sum.p1() + point.p1());
  sum.set_p2(sum.p2() + point.p2());
  sum.set_p3(sum.p3() + point.p3());
  sum.set_questions(sum.questions() + point.questions());
  sum.set_fixed(sum.fixed() + point.fixed());
  sum.set_not_useful(sum.not_useful() + point.not_useful());
  sum.set_incomplete(sum.incomplete() + point.incomplete());
  sum.set_files_reviewed(sum.files_reviewed() + point.files_reviewed());
  sum.set_files_unreviewed(sum.files_unreviewed() + point.files_unreviewed());
  for (const auto& [rule, count] : point.findings_by_rule())
    (*sum.mutable_findings_by_rule())[rule] += count;
  for (const auto& [pillar, count] : point.findings_by_pillar())
    (*sum.mutable_findings_by_pillar())[pillar] += count;
  sum.mutable_time_to_first_review()->set_seconds(sum.time_to_first_review().seconds() +
                                                  point.time_to_first_review().seconds());
}

int64_t Findings(const TrendPoint& point) {
  return int64_t{point.p0()} + point.p1() + point.p2() + point.p3() + point.questions();
}

enum class Width { kDay, kWeek, kMonth };

absl::CivilDay StartOf(absl::CivilDay day, Width width) {
  if (width == Width::kMonth) return absl::CivilDay(absl::CivilMonth(day));
  if (width == Width::kWeek) return absl::PrevWeekday(day + 1, absl::Weekday::monday);
  return day;
}

absl::CivilDay NextOf(absl::CivilDay start, Width width) {
  if (width == Width::kMonth) return absl::CivilDay(absl::CivilMonth(start) + 1);
  return start + (width == Width::kWeek ? 7 : 1);
}

struct Buckets {
  Width width = Width::kDay;
  bool has_parts = false;  // The first or the last reaches out of the time that was asked for.
  std::vector<std::string> names;
  std::vector<TrendPoint> sums;
};

Buckets BucketsOf(const review::v1::GetTrendsResponse& trends, const TrendRange& range) {
  std::map<absl::CivilDay, TrendPoint> days;
  for (const TrendPoint& point : trends.points()) {
    absl::CivilDay day;
    // Days that are none cannot be placed on an axis; the service makes no such.
    if (absl::ParseCivilTime(point.day(), &day)) Add(point, days[day]);
  }
  Buckets buckets;
  if (days.empty()) return buckets;
  const absl::CivilDay first = days.begin()->first;
  const absl::CivilDay last = days.rbegin()->first;
  absl::CivilDay asked_first = absl::CivilDay::min();
  absl::CivilDay asked_last = absl::CivilDay::max();
  // Where they are no days, nothing is known to lie outside.
  if (!absl::ParseCivilTime(range.first, &asked_first)) asked_first = absl::CivilDay::min();
  if (!absl::ParseCivilTime(range.last, &asked_last)) asked_last = absl::CivilDay::max();
  buckets.width = last - first <= 35    ? Width::kDay
                  : last - first <= 366 ? Width::kWeek
                                        : Width::kMonth;
  std::map<absl::CivilDay, TrendPoint> sums;
  for (const auto& [day, point] : days) Add(point, sums[StartOf(day, buckets.width)]);
  for (absl::CivilDay at = StartOf(first, buckets.width); at <= last;
       at = NextOf(at, buckets.width)) {
    buckets.names.push_back(buckets.width == Width::kMonth
                                ? absl::StrFormat("%04d-%02d", at.year(), at.month())
                                : absl::StrFormat("%02d-%02d", at.month(), at.day()));
    if (at < asked_first || NextOf(at, buckets.width) - 1 > asked_last) {
      buckets.names.back() += "*";
      buckets.has_parts = true;
    }
    buckets.sums.push_back(sums[at]);
  }
  return buckets;
}

using Value = std::function<double(const TrendPoint&)>;

Series SeriesOf(const Buckets& buckets, const std::string& name, const std::string& css,
                const Value& value) {
  Series series = {.name = name, .css = css};
  for (const TrendPoint& sum : buckets.sums) series.values.push_back(value(sum));
  return series;
}

Chart NewChart(const Buckets& buckets, const std::string& title, const std::string& note) {
  return {.title = title,
          .note = note,
          .bucket = buckets.width == Width::kDay    ? "Day"
                    : buckets.width == Width::kWeek ? "Week from"
                                                    : "Month",
          .buckets = buckets.names};
}

Html ShareChart(const Buckets& buckets, const std::string& title, const std::string& note,
                const Value& part, const Value& whole) {
  Chart chart = NewChart(buckets, title, note);
  chart.format = [](double value) { return Percent(value, 1); };
  chart.series.push_back(SeriesOf(buckets, "Share", "accent", [&](const TrendPoint& sum) {
    return whole(sum) > 0 ? part(sum) / whole(sum) : kNone;
  }));
  double largest = 0;
  for (double value : chart.series[0].values) {
    if (value > largest) largest = value;
  }
  // Shares of a few per cent get an axis of their own.
  if (largest == 0 || largest > 0.2) chart.most = 1;
  return LineChart(chart);
}

Html SeverityChart(const Buckets& buckets) {
  Chart chart = NewChart(buckets, "Findings", "by severity");
  chart.series = {SeriesOf(buckets, "P0", "p0", &TrendPoint::p0),
                  SeriesOf(buckets, "P1", "p1", &TrendPoint::p1),
                  SeriesOf(buckets, "P2", "p2", &TrendPoint::p2),
                  SeriesOf(buckets, "P3", "p3", &TrendPoint::p3),
                  SeriesOf(buckets, "Questions", "question", &TrendPoint::questions)};
  return BarChart(chart);
}

Html PillarChart(const Buckets& buckets) {
  Chart chart = NewChart(buckets, "Findings", "by pillar");
  const auto add = [&](const std::string& pillar, const std::string& css) {
    chart.series.push_back(SeriesOf(buckets, pillar, css, [pillar](const TrendPoint& sum) {
      const auto found = sum.findings_by_pillar().find(pillar);
      return found == sum.findings_by_pillar().end() ? 0.0 : found->second;
    }));
  };
  add("correctness", "p1");
  add("maintainability", "p2");
  add("readability", "p3");
  return BarChart(chart);
}

Html ReviewChart(const Buckets& buckets) {
  Chart chart = NewChart(buckets, "Reviews", "complete and incomplete");
  chart.series = {SeriesOf(buckets, "complete", "accent",
                           [](const TrendPoint& sum) { return sum.reviews() - sum.incomplete(); }),
                  SeriesOf(buckets, "incomplete", "p1", &TrendPoint::incomplete)};
  return BarChart(chart);
}

Html DensityChart(const Buckets& buckets) {
  Chart chart = NewChart(buckets, "Density", "findings per 1,000 changed lines");
  chart.series = {SeriesOf(buckets, "findings", "accent", [](const TrendPoint& sum) {
    return sum.changed_lines() > 0 ? 1000.0 * static_cast<double>(Findings(sum)) /
                                         static_cast<double>(sum.changed_lines())
                                   : kNone;
  })};
  return LineChart(chart);
}

Html WaitChart(const Buckets& buckets) {
  Chart chart = NewChart(buckets, "Time to first review", "mean of pull requests");
  chart.format = [](double seconds) { return DurationText(absl::Seconds(seconds)); };
  chart.series = {SeriesOf(buckets, "time", "accent", [](const TrendPoint& sum) {
    return sum.pull_requests() > 0
               ? static_cast<double>(sum.time_to_first_review().seconds()) / sum.pull_requests()
               : kNone;
  })};
  return LineChart(chart);
}

TrendPoint SumOf(const review::v1::GetTrendsResponse& trends) {
  TrendPoint sum;
  for (const TrendPoint& point : trends.points()) Add(point, sum);
  return sum;
}

Html TopRules(const TrendPoint& sum) {
  std::vector<std::pair<std::string, int>> rules(sum.findings_by_rule().begin(),
                                                 sum.findings_by_rule().end());
  std::sort(rules.begin(), rules.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (rules.empty()) return Html();
  Html rows;
  for (size_t i = 0; i < std::min(kTopRules, rules.size()); ++i) {
    rows += El("tr",
               {El("td", {El("a", {Href(Url::Local({"rules", rules[i].first})), rules[i].first})}),
                El("td", {Class("number"), Grouped(rules[i].second)}),
                El("td", {Class("number"),
                          Percent(rules[i].second, static_cast<double>(Findings(sum)))})});
  }
  const Html more =
      rules.size() > kTopRules
          ? El("p",
               {Class("faint"), Plural(static_cast<int64_t>(rules.size() - kTopRules), "more rule"),
                " with findings"})
          : Html();
  return El(
      "section",
      {El("h2", {"Rules with the most findings"}),
       El("table",
          {El("thead", {El("tr", {El("th", {Attr("scope", "col"), "Rule"}),
                                  El("th", {Attr("scope", "col"), Class("number"), "Findings"}),
                                  El("th", {Attr("scope", "col"), Class("number"), "Share"})})}),
           El("tbody", {rows})}),
       more});
}

Html Form(const TrendView& view) {
  Html options = El("option", {Attr("value", ""), "All"});
  for (const review::v1::RepositorySummary& summary : view.repositories.repositories()) {
    const review::v1::Repository& repository = summary.repository();
    options += El("option", {Attr("value", repository.id()),
                             AttrIf(repository.id() == view.repository_id, "selected"),
                             repository.full_name()});
  }
  const auto field = [](absl::string_view label, const Html& control) {
    return El("label", {El("span", {label}), control});
  };
  const auto day = [](absl::string_view name, const std::string& value) {
    return El("input", {Attr("type", "date"), Attr("name", name), Attr("value", value)});
  };
  return El("form", {Class("filters"), Attr("method", "get"), Action(Url::Local({"trends"})),
                     Attr("aria-label", "Choose repository and time"),
                     field("Repository", El("select", {Attr("name", "repository"), options})),
                     field("From", day("first", view.range.first)),
                     field("To", day("last", view.range.last)),
                     El("div", {Class("actions"), El("button", {Class("primary"), "Show"})})});
}

Url WithRange(const Url& page, const TrendView& view, const TrendRange& range) {
  return page.With("repository", view.repository_id == 0 ? "" : absl::StrCat(view.repository_id))
      .With("first", range.first)
      .With("last", range.last);
}

// The last 7, 30, 90 days, and the numbers as a file.
Html Ranges(const TrendView& view) {
  Html links;
  for (const int days : kRanges) {
    const TrendRange range = LastDays(view.today, days);
    const Url url = WithRange(Url::Local({"trends"}), view, range);
    const bool is_shown = range.first == view.range.first && range.last == view.range.last;
    links +=
        El("a", {Href(url), AttrIf(is_shown, "aria-current", "true"), absl::StrCat(days, " days")});
  }
  const Url csv = WithRange(Url::Local({"trends", "csv"}), view, view.range);
  return El("div", {Class("tools"), links, El("a", {Href(csv), "CSV"})});
}

}  // namespace

TrendRange LastDays(absl::CivilDay today, int days) {
  return {absl::FormatCivilTime(today - (days - 1)), absl::FormatCivilTime(today)};
}

Html TrendTotals(const review::v1::GetTrendsResponse& trends) {
  const TrendPoint sum = SumOf(trends);
  const auto tile = [](const std::string& number, absl::string_view name) {
    return El("div", {El("dt", {name}), El("dd", {number})});
  };
  const double findings = static_cast<double>(Findings(sum));
  return El(
      "dl",
      {Class("tiles"), tile(Grouped(sum.reviews()), "reviews"),
       tile(Grouped(Findings(sum)), "findings"), tile(Grouped(sum.p0() + sum.p1()), "P0 and P1"),
       tile(Percent(sum.fixed(), findings), "fixed before the merge"),
       tile(sum.not_useful() == 0 ? "–" : Percent(sum.not_useful(), findings), "voted not useful"),
       tile(Percent(sum.files_reviewed(), sum.files_reviewed() + sum.files_unreviewed()),
            "of files reviewed")});
}

Html TrendCharts(const review::v1::GetTrendsResponse& trends, const TrendRange& range) {
  const Buckets buckets = BucketsOf(trends, range);
  if (buckets.names.empty())
    return EmptyState(
        "Nothing in this time",
        El("p", {"No review ended in this time. Choose a longer time, or another repository."}));
  const Value findings = [](const TrendPoint& sum) { return static_cast<double>(Findings(sum)); };
  const bool has_votes = SumOf(trends).not_useful() > 0;
  const Html charts = Join(
      {SeverityChart(buckets), PillarChart(buckets), ReviewChart(buckets),
       ShareChart(
           buckets, "Severe", "P0 and P1 among findings",
           [](const TrendPoint& sum) { return double{1} * (sum.p0() + sum.p1()); }, findings),
       ShareChart(buckets, "Fixed", "resolved before the merge", &TrendPoint::fixed, findings),
       has_votes ? ShareChart(buckets, "Not useful", "by votes", &TrendPoint::not_useful, findings)
                 : Html(),
       ShareChart(buckets, "Coverage", "files reviewed of those that need it",
                  &TrendPoint::files_reviewed,
                  [](const TrendPoint& sum) {
                    return double{1} * (sum.files_reviewed() + sum.files_unreviewed());
                  }),
       DensityChart(buckets), WaitChart(buckets)});
  const absl::string_view part = buckets.width == Width::kMonth ? "month" : "week";
  return Join({El("div", {Class("charts"), charts}),
               If(buckets.has_parts, El("p", {Class("faint"), "* part of a ", part,
                                              ": the rest is outside of the time shown."}))});
}

Html TrendPage(const TrendView& view) {
  return Join({Title("Trends"), Form(view), Ranges(view), TrendTotals(view.trends),
               TrendCharts(view.trends, view.range), TopRules(SumOf(view.trends))});
}

}  // namespace allreview::web

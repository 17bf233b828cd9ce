#include "gateway/cli/digest.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/timestamp.h"
#include "review/headline.h"
#include "review/markdown.h"

namespace allreview::cli {
namespace {

using review::v1::Feedback;
using review::v1::ReviewSummary;
using review::v1::TrendPoint;

constexpr size_t kMaxBlocked = 10;
constexpr size_t kMaxRules = 5;
constexpr size_t kMaxReasons = 5;

std::string DayText(absl::CivilDay day) { return absl::FormatCivilTime(day); }

// Sums over days.
struct Totals {
  int64_t reviews = 0, incomplete = 0, pull_requests = 0, lines = 0;
  int64_t blocking = 0, findings = 0, fixed = 0, not_useful = 0;
  absl::Duration to_first_review;
  std::map<std::string, int64_t> rules;

  void Add(const TrendPoint& point) {
    reviews += point.reviews();
    incomplete += point.incomplete();
    pull_requests += point.pull_requests();
    lines += point.changed_lines();
    blocking += point.p0() + point.p1();
    findings += point.p0() + point.p1() + point.p2() + point.p3();
    fixed += point.fixed();
    not_useful += point.not_useful();
    to_first_review += absl::Seconds(point.time_to_first_review().seconds());
    for (const auto& [rule, count] : point.findings_by_rule()) rules[rule] += count;
  }
};

Totals TotalsOf(const DigestInput& input, const DigestDays& days) {
  Totals totals;
  for (const TrendPoint& point : input.trends.points()) {
    absl::CivilDay day;
    if (!absl::ParseCivilTime(point.day(), &day) || day < days.first || day > days.last) continue;
    totals.Add(point);
  }
  return totals;
}

// For each 1,000 lines.
std::string Density(int64_t findings, int64_t lines) {
  if (lines == 0) return "–";
  return absl::StrFormat("%.1f",
                         1000.0 * static_cast<double>(findings) / static_cast<double>(lines));
}

std::string MeanTime(absl::Duration sum, int64_t count) {
  if (count == 0) return "–";
  const absl::Duration mean = sum / count;
  return absl::FormatDuration(
      absl::Trunc(mean, mean < absl::Minutes(10) ? absl::Seconds(1) : absl::Minutes(1)));
}

std::string Numbers(const DigestInput& input) {
  static constexpr Phrase kHead("| | these {days} days | the {days} before |\n|---|---:|---:|\n",
                                "| | 最近 {days} 天 | 之前 {days} 天 |\n|---|---:|---:|\n");
  static constexpr Phrase kReviews("Reviews", "评审");
  static constexpr Phrase kPulls("Pull requests reviewed first", "首次评审的 PR");
  static constexpr Phrase kBlocking("P0 and P1 findings", "P0 和 P1 问题");
  static constexpr Phrase kDensity("Findings per 1,000 changed lines", "每千行变更的问题数");
  static constexpr Phrase kFixed("Fixed", "已修复");
  static constexpr Phrase kNotUseful("Voted not useful", "被认为没有用");
  static constexpr Phrase kIncomplete("Incomplete reviews", "不完整的评审");
  static constexpr Phrase kTime("Mean time to first review", "平均首次评审耗时");
  const Totals now = TotalsOf(input, input.days);
  const Totals before = TotalsOf(input, input.days.before());
  std::string table = Say(input.language, kHead, {{"days", absl::StrCat(input.days.count())}});
  const auto row = [&](const Phrase& name, const auto& of) {
    absl::StrAppend(&table, "| ", name.In(input.language), " | ", of(now), " | ", of(before),
                    " |\n");
  };
  row(kReviews, [](const Totals& t) { return Grouped(t.reviews); });
  row(kPulls, [](const Totals& t) { return Grouped(t.pull_requests); });
  row(kBlocking, [](const Totals& t) { return Grouped(t.blocking); });
  row(kDensity, [](const Totals& t) { return Density(t.findings, t.lines); });
  row(kFixed, [](const Totals& t) { return Grouped(t.fixed); });
  row(kNotUseful, [](const Totals& t) { return Grouped(t.not_useful); });
  row(kIncomplete, [](const Totals& t) { return Grouped(t.incomplete); });
  row(kTime, [](const Totals& t) { return MeanTime(t.to_first_review, t.pull_requests); });
  return table;
}

// The newest review of each pull request that is blocked by it.
std::string Blocked(const DigestInput& input) {
  static constexpr Phrase kTitle("\n**Blocked**\n\n", "\n**被阻断**\n\n");
  static constexpr Phrase kMore("- and {count} more\n", "- 另有 {count} 个\n");
  std::set<std::pair<int64_t, int64_t>> seen;
  std::string list;
  size_t count = 0;
  for (const ReviewSummary& review : input.reviews.reviews()) {
    const bool is_newest = seen.insert({review.repository().id(), review.number()}).second;
    if (!is_newest || review.number() == 0) continue;
    if (review.conclusion() != review::v1::CONCLUSION_BLOCKED || ++count > kMaxBlocked) continue;
    const std::string place =
        MarkdownCode(absl::StrCat(review.repository().full_name(), "#", review.number()));
    const std::string link =
        review.url().empty() ? place : absl::StrCat("[", place, "](", review.url(), ")");
    absl::StrAppend(&list, "- ", link, " ", MarkdownProse(review.title()), ": ",
                    CountsText(input.language, review.counts()), "\n");
  }
  if (list.empty()) return "";
  if (count > kMaxBlocked) {
    list += Say(input.language, kMore, {{"count", absl::StrCat(count - kMaxBlocked)}});
  }
  return absl::StrCat(kTitle.In(input.language), list);
}

std::string TopRules(const DigestInput& input) {
  static constexpr Phrase kTitle("\n**Found most**\n\n", "\n**最常见的问题**\n\n");
  const Totals now = TotalsOf(input, input.days);
  std::vector<std::pair<std::string, int64_t>> rules(now.rules.begin(), now.rules.end());
  std::stable_sort(rules.begin(), rules.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (rules.empty()) return "";
  std::string list(kTitle.In(input.language));
  for (size_t i = 0; i < std::min(rules.size(), kMaxRules); ++i) {
    absl::StrAppend(&list, "- ", MarkdownCode(rules[i].first), Colon(input.language),
                    Grouped(rules[i].second), "\n");
  }
  return list;
}

std::string Reasons(const DigestInput& input) {
  static constexpr Phrase kTitle("\n**What people say**\n\n", "\n**大家怎么说**\n\n");
  std::vector<const Feedback*> said;
  for (const Feedback& feedback : input.feedback.feedback()) {
    const absl::CivilDay day = absl::ToCivilDay(ToTime(feedback.at()), absl::UTCTimeZone());
    const bool is_recent = day >= input.days.first && day <= input.days.last;
    if (is_recent && !feedback.reason().empty()) said.push_back(&feedback);
  }
  std::stable_sort(said.begin(), said.end(), [](const Feedback* a, const Feedback* b) {
    return ToTime(a->at()) > ToTime(b->at());
  });
  if (said.empty()) return "";
  std::string list(kTitle.In(input.language));
  for (size_t i = 0; i < std::min(said.size(), kMaxReasons); ++i) {
    absl::StrAppend(&list, "- ", MarkdownCode(said[i]->rule_id()), Colon(input.language),
                    MarkdownProse(said[i]->reason()), "\n");
  }
  return list;
}

}  // namespace

std::string Digest(const DigestInput& input) {
  static constexpr Phrase kTitle("## AllReview: {what}, {first} to {last}\n\n",
                                 "## AllReview：{what}，{first} 至 {last}\n\n");
  static constexpr Phrase kAll("all repositories", "所有仓库");
  const std::string what = input.repository.empty() ? std::string(kAll.In(input.language))
                                                    : MarkdownProse(input.repository);
  return absl::StrCat(Say(input.language, kTitle,
                          {{"what", what},
                           {"first", DayText(input.days.first)},
                           {"last", DayText(input.days.last)}}),
                      Numbers(input), Blocked(input), TopRules(input), Reasons(input));
}

}  // namespace allreview::cli

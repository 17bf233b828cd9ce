// Half a year of numbers that look like those of a growing organisation.

#include <cmath>

#include "absl/strings/str_format.h"
#include "absl/time/civil_time.h"
#include "gateway/web/testing/demo_store.h"

namespace allreview::web {
namespace {

constexpr int kDays = 180;

// Between 0 and 1, the same on every machine.
double Noise(int day, int salt) {
  const uint32_t mixed =
      (static_cast<uint32_t>(day) * 2654435761u) ^ (static_cast<uint32_t>(salt) * 40503u);
  return ((mixed >> 8) % 1000) / 1000.0;
}

review::v1::TrendPoint PointOf(absl::CivilDay day, int number, int repository) {
  review::v1::TrendPoint point;
  point.set_day(absl::StrFormat("%04d-%02d-%02d", day.year(), day.month(), day.day()));
  *point.mutable_repository() = DemoRepository(repository);
  const int reviews = 4 + number / 30 + static_cast<int>(8 * Noise(number, repository));
  // Authors learn: severe findings get rarer.
  const double severe = 0.5 - 0.35 * number / kDays;
  point.set_reviews(reviews);
  point.set_pull_requests(reviews * 2 / 5);
  point.set_changed_lines(reviews * (60 + static_cast<int>(120 * Noise(number, 11))));
  point.set_p0(static_cast<int>(reviews * severe * 0.4 * Noise(number, 1)));
  point.set_p1(static_cast<int>(reviews * severe * Noise(number, 2)));
  point.set_p2(static_cast<int>(reviews * 0.9 * (0.5 + Noise(number, 3) / 2)));
  point.set_p3(static_cast<int>(reviews * 0.6 * Noise(number, 4)));
  point.set_questions(static_cast<int>(reviews * 0.3 * Noise(number, 5)));
  const int findings = point.p0() + point.p1() + point.p2() + point.p3() + point.questions();
  point.set_fixed(static_cast<int>(findings * (0.5 + 0.2 * number / kDays)));
  point.set_not_useful(
      static_cast<int>(findings * 0.08 * Noise(number, 6) + 0.5 * Noise(number, 7)));
  point.set_incomplete(number % 9 == 0 ? 1 : 0);
  point.set_files_reviewed(reviews * 5);
  point.set_files_unreviewed(point.incomplete() * 2);
  (*point.mutable_findings_by_rule())["host-sync-in-hot-path"] = point.p1();
  (*point.mutable_findings_by_rule())["collective-in-rank-branch"] = point.p0();
  (*point.mutable_findings_by_rule())["swallowed-exception"] = point.p2() / 2;
  (*point.mutable_findings_by_rule())["mutable-default"] = point.p2() / 3;
  (*point.mutable_findings_by_rule())["untested-change"] = point.questions();
  (*point.mutable_findings_by_pillar())["correctness"] = point.p0() + point.p1();
  (*point.mutable_findings_by_pillar())["maintainability"] = point.p2() + point.questions();
  (*point.mutable_findings_by_pillar())["readability"] = point.p3();
  point.mutable_time_to_first_review()->set_seconds(point.pull_requests() *
                                                    static_cast<int>(8 + 20 * Noise(number, 8)));
  return point;
}

}  // namespace

void AddTrends(DemoStore& store) {
  const absl::CivilDay last = absl::ToCivilDay(DemoNow(), absl::UTCTimeZone());
  for (int number = 0; number < kDays; ++number) {
    const absl::CivilDay day = last - (kDays - 1 - number);
    const absl::Weekday weekday = absl::GetWeekday(day);
    if (weekday == absl::Weekday::saturday || weekday == absl::Weekday::sunday) continue;
    for (int repository = 0; repository < 3; ++repository)
      store.trends.push_back(PointOf(day, number, repository));
  }
}

}  // namespace allreview::web

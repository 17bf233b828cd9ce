// The numbers of /trends as a file.

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gateway/web/trend_page.h"

namespace allreview::web {
namespace {

using review::v1::TrendPoint;

// A field of a table. What a spreadsheet would take for a formula is made text.
std::string CsvField(absl::string_view text) {
  const bool is_formula = !text.empty() && absl::StrContains("=+-@\t\r", text.substr(0, 1));
  return absl::StrCat("\"", is_formula ? "'" : "", absl::StrReplaceAll(text, {{"\"", "\"\""}}),
                      "\"");
}

}  // namespace

std::string TrendCsv(const review::v1::GetTrendsResponse& trends) {
  std::string csv =
      "day,repository,reviews,incomplete,pull_requests,changed_lines,p0,p1,p2,p3,questions,fixed,"
      "not_useful,files_reviewed,files_unreviewed,seconds_to_first_review\r\n";
  for (const TrendPoint& point : trends.points()) {
    absl::StrAppend(&csv, point.day(), ",", CsvField(point.repository().full_name()));
    for (const int64_t number :
         {int64_t{point.reviews()}, int64_t{point.incomplete()}, int64_t{point.pull_requests()},
          int64_t{point.changed_lines()}, int64_t{point.p0()}, int64_t{point.p1()},
          int64_t{point.p2()}, int64_t{point.p3()}, int64_t{point.questions()},
          int64_t{point.fixed()}, int64_t{point.not_useful()}, int64_t{point.files_reviewed()},
          int64_t{point.files_unreviewed()}, point.time_to_first_review().seconds()}) {
      absl::StrAppend(&csv, ",", number);
    }
    csv += "\r\n";
  }
  return csv;
}

}  // namespace allreview::web

#include "gateway/web/words.h"

#include <cmath>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "review/labels.h"

namespace allreview::web {
namespace {

using finding::v1::Finding;
using review::v1::ReviewSummary;

template <typename Entry, size_t kSize>
Entry At(const Entry (&entries)[kSize], int index) {
  return index >= 0 && index < static_cast<int>(kSize) ? entries[index] : entries[0];
}

}  // namespace

Label LabelOf(finding::v1::Severity severity) {
  static constexpr Label kLabels[] = {
      {"–", "none"}, {"P0", "p0"}, {"P1", "p1"}, {"P2", "p2"}, {"P3", "p3"}};
  return At(kLabels, severity);
}

Label LabelOf(review::v1::Conclusion conclusion) {
  static constexpr Label kLabels[] = {{"No conclusion", "none", ""},
                                      {"Success", "success", "success"},
                                      {"Findings", "findings", "findings"},
                                      {"Incomplete", "incomplete", "incomplete"},
                                      {"Blocked", "blocked", "blocked"}};
  return At(kLabels, conclusion);
}

Label LabelOf(review::v1::ReviewState state) {
  static constexpr Label kLabels[] = {
      {"Unknown", "none", ""},           {"Queued", "queued", "queued"},
      {"Running", "running", "running"}, {"Done", "success", "done"},
      {"Failed", "failed", "failed"},    {"Superseded", "none", "superseded"},
      {"Cancelled", "none", "cancelled"}};
  return At(kLabels, state);
}

Label LabelOf(change::v1::LedgerEntry::State state) {
  using change::v1::LedgerEntry;
  const absl::string_view text = StateLabel(Language::kEnglish, state);
  if (state == LedgerEntry::STATE_REVIEWED) return {text, "success"};
  const bool is_unread = state >= LedgerEntry::STATE_UNSUPPORTED;
  return {text, is_unread ? "incomplete" : "none"};
}

absl::string_view NameOf(review::v1::Trigger trigger) {
  static constexpr absl::string_view kNames[] = {"", "a push", "a comment", "the API"};
  return At(kNames, trigger);
}

absl::string_view NameOf(finding::v1::Impact impact) {
  static constexpr absl::string_view kNames[] = {"–", "critical", "high", "medium", "low"};
  return At(kNames, impact);
}

absl::string_view NameOf(finding::v1::Pillar pillar) {
  static constexpr absl::string_view kNames[] = {"–", "correctness", "readability",
                                                 "maintainability"};
  return At(kNames, pillar);
}

absl::string_view NameOf(finding::v1::Confidence confidence) {
  static constexpr absl::string_view kNames[] = {"–", "high", "medium", "low"};
  return At(kNames, confidence);
}

Label LabelOf(const Finding& finding) {
  if (finding.kind() == finding::v1::KIND_QUESTION) return {"Question", "question"};
  if (finding.kind() == finding::v1::KIND_PRAISE) return {"Praise", "praise"};
  return LabelOf(finding.severity());
}

Html Chip(const Label& label) {
  return El("span", {Class(absl::StrCat("chip ", label.css)), label.text});
}

Html StateChip(const ReviewSummary& review) {
  return Chip(review.state() == review::v1::REVIEW_STATE_DONE ? LabelOf(review.conclusion())
                                                              : LabelOf(review.state()));
}

Html CountChips(const review::v1::Counts& counts) {
  const struct {
    int count;
    Label label;
  } kinds[] = {
      {counts.p0(), {"P0", "p0"}},
      {counts.p1(), {"P1", "p1"}},
      {counts.p2(), {"P2", "p2"}},
      {counts.p3(), {"P3", "p3"}},
      {counts.questions(), {counts.questions() == 1 ? "question" : "questions", "question"}}};
  Html chips;
  for (const auto& [count, label] : kinds) {
    if (count == 0) continue;
    chips += El("span", {Class(absl::StrCat("chip ", label.css)),
                         absl::StrCat(Grouped(count), " ", label.text)});
    chips += Join({" "});
  }
  if (chips.is_empty()) return El("span", {Class("faint"), "no findings"});
  return chips;
}

Html LineCounts(int64_t additions, int64_t deletions) {
  return El("span",
            {Class("lines"), El("span", {Class("plus"), absl::StrCat("+", Grouped(additions))}),
             " ", El("span", {Class("minus"), absl::StrCat("−", Grouped(deletions))})});
}

std::string Grouped(int64_t number) {
  std::string text = absl::StrCat(number < 0 ? -number : number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<size_t>(at), 1, ',');
  return number < 0 ? absl::StrCat("−", text) : text;
}

std::string Plural(int64_t count, absl::string_view one, absl::string_view many) {
  if (count == 1) return absl::StrCat("1 ", one);
  return many.empty() ? absl::StrCat(Grouped(count), " ", one, "s")
                      : absl::StrCat(Grouped(count), " ", many);
}

std::string Percent(double part, double whole) {
  if (!(whole > 0)) return "–";
  const double percent = 100 * part / whole;
  return percent > 0 && percent < 10 ? absl::StrFormat("%.1f %%", percent)
                                     : absl::StrFormat("%.0f %%", percent);
}

std::string ShortCommit(absl::string_view commit) { return std::string(commit.substr(0, 10)); }

absl::Time TimeOf(const google::protobuf::Timestamp& time) {
  return absl::FromUnixSeconds(time.seconds()) + absl::Nanoseconds(time.nanos());
}

std::string DurationText(absl::Duration duration) {
  const double seconds = absl::ToDoubleSeconds(duration);
  if (seconds < 10) return absl::StrFormat("%.1f s", std::max(0.0, seconds));
  if (seconds < 60) return absl::StrFormat("%.0f s", seconds);
  const auto minutes = static_cast<int64_t>(seconds / 60);
  if (minutes < 60) {
    return absl::StrCat(minutes, " min ", static_cast<int64_t>(seconds) % 60, " s");
  }
  if (minutes < 48 * 60) return absl::StrCat(minutes / 60, " h ", minutes % 60, " min");
  return absl::StrCat(Grouped(minutes / (24 * 60)), " days");
}

Html TimeAgo(const google::protobuf::Timestamp& time, absl::Time now) {
  if (time.seconds() == 0) return Html();
  const absl::Time at = TimeOf(time);
  const int64_t minutes = absl::ToInt64Minutes(now - at);
  const std::string text = minutes < 1         ? "just now"
                           : minutes < 60      ? absl::StrCat(minutes, " min ago")
                           : minutes < 48 * 60 ? absl::StrCat(minutes / 60, " h ago")
                                               : absl::StrCat(minutes / (24 * 60), " days ago");
  return El(
      "time",
      {Attr("datetime", absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", at, absl::UTCTimeZone())),
       Attr("title", absl::FormatTime("%Y-%m-%d %H:%M:%S UTC", at, absl::UTCTimeZone())), text});
}

std::string PlaceOf(const ReviewSummary& review) {
  const std::string& name = review.repository().full_name();
  if (name.empty()) return "a change without repository";
  return review.number() == 0 ? name : absl::StrCat(name, " #", review.number());
}

std::string TitleOf(const ReviewSummary& review) {
  if (!review.title().empty()) return review.title();
  return review.head_commit().empty() ? "Untitled change"
                                      : absl::StrCat("Commit ", ShortCommit(review.head_commit()));
}

bool IsRunning(const ReviewSummary& review) {
  return review.state() == review::v1::REVIEW_STATE_QUEUED ||
         review.state() == review::v1::REVIEW_STATE_RUNNING;
}

}  // namespace allreview::web

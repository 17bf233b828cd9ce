#include "gateway/store/trend_records.h"

#include <algorithm>

#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/store/store_keys.h"

namespace allreview::gateway {
namespace {

using finding::v1::Finding;
using review::v1::TrendPoint;

// As `Counts` counts: what was found in the change, whether or not it was shown in full.
bool IsCounted(const Finding& finding) {
  switch (finding.shown()) {
    case finding::v1::SHOWN_SUPPRESSED:
    case finding::v1::SHOWN_PROBATION:
    case finding::v1::SHOWN_BASELINE:
      return false;
    default:
      return finding.kind() != finding::v1::KIND_PRAISE;
  }
}

std::string PillarName(finding::v1::Pillar pillar) {
  switch (pillar) {
    case finding::v1::PILLAR_CORRECTNESS:
      return "correctness";
    case finding::v1::PILLAR_READABILITY:
      return "readability";
    case finding::v1::PILLAR_MAINTAINABILITY:
      return "maintainability";
    default:
      return "other";
  }
}

void AddFindings(const review::v1::Review& review, TrendPoint& point) {
  for (const Finding& finding : review.findings()) {
    if (!IsCounted(finding)) continue;
    ++(*point.mutable_findings_by_rule())[finding.rule_id()];
    ++(*point.mutable_findings_by_pillar())[PillarName(finding.pillar())];
  }
}

void SetCounts(const review::v1::Counts& counts, TrendPoint& point) {
  point.set_p0(counts.p0());
  point.set_p1(counts.p1());
  point.set_p2(counts.p2());
  point.set_p3(counts.p3());
  point.set_questions(counts.questions());
  point.set_files_reviewed(counts.files_reviewed());
  point.set_files_unreviewed(counts.files_unreviewed());
}

// Sums every number; day and repository are the newer one's.
void Add(const TrendPoint& more, TrendPoint& point) {
  point.set_day(more.day());
  if (more.has_repository()) *point.mutable_repository() = more.repository();
  const google::protobuf::Reflection& reflection = *TrendPoint::GetReflection();
  const google::protobuf::Descriptor& descriptor = *TrendPoint::descriptor();
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const google::protobuf::FieldDescriptor* field = descriptor.field(i);
    if (field->is_repeated()) continue;
    if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_INT32) {
      reflection.SetInt32(&point, field,
                          reflection.GetInt32(point, field) + reflection.GetInt32(more, field));
    } else if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_INT64) {
      reflection.SetInt64(&point, field,
                          reflection.GetInt64(point, field) + reflection.GetInt64(more, field));
    }
  }
  for (const auto& [rule, count] : more.findings_by_rule()) {
    (*point.mutable_findings_by_rule())[rule] += count;
  }
  for (const auto& [pillar, count] : more.findings_by_pillar()) {
    (*point.mutable_findings_by_pillar())[pillar] += count;
  }
  const absl::Duration sum =
      absl::Seconds(point.time_to_first_review().seconds() +
                    more.time_to_first_review().seconds()) +
      absl::Nanoseconds(point.time_to_first_review().nanos() + more.time_to_first_review().nanos());
  if (sum == absl::ZeroDuration()) return;
  point.mutable_time_to_first_review()->set_seconds(absl::ToInt64Seconds(sum));
  point.mutable_time_to_first_review()->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(sum % absl::Seconds(1))));
}

absl::Status AddToDay(const std::string& key, const TrendPoint& more, StoreUpdate& update) {
  ASSIGN_OR_RETURN(std::optional<TrendPoint> found, update.Get<TrendPoint>(key));
  TrendPoint point = found.value_or(TrendPoint());
  Add(more, point);
  update.Put(key, point);
  return absl::OkStatus();
}

}  // namespace

TrendReview TrendReviewOf(const review::v1::StoredReview& review, absl::Time now) {
  const review::v1::ReviewSummary& summary = review.summary();
  const absl::Time finished = summary.has_finished_at() ? ToTime(summary.finished_at()) : now;
  TrendReview result;
  result.point.set_day(DayOf(finished));
  if (summary.has_repository()) *result.point.mutable_repository() = summary.repository();
  result.point.set_reviews(1);
  result.point.set_changed_lines(summary.totals().additions() + summary.totals().deletions());
  result.point.set_incomplete(summary.conclusion() == review::v1::CONCLUSION_INCOMPLETE ? 1 : 0);
  SetCounts(summary.counts(), result.point);
  AddFindings(review.review(), result.point);
  result.trend_key = TrendKey(result.point.day(), summary.repository().id());
  if (summary.repository().id() == 0 || summary.number() == 0) return result;
  result.reviewed_key =
      ReviewedKey({.repository_id = summary.repository().id(), .number = summary.number()});
  const absl::Time opened = summary.has_opened_at() ? ToTime(summary.opened_at()) : finished;
  const absl::Duration took = std::max(finished - opened, absl::ZeroDuration());
  result.point.mutable_time_to_first_review()->set_seconds(absl::ToInt64Seconds(took));
  result.point.mutable_time_to_first_review()->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(took % absl::Seconds(1))));
  return result;
}

absl::Status CountInTrends(const TrendReview& review, StoreUpdate& update) {
  TrendPoint point = review.point;
  bool is_first = false;
  if (!review.reviewed_key.empty()) {
    ASSIGN_OR_RETURN(bool was_reviewed, update.Contains(review.reviewed_key));
    is_first = !was_reviewed;
  }
  if (is_first) {
    point.set_pull_requests(1);
    update.PutEmpty(review.reviewed_key);
  } else {
    point.clear_time_to_first_review();
  }
  return AddToDay(review.trend_key, point, update);
}

absl::Status CountVotes(const TrendVotes& votes, StoreUpdate& update) {
  if (votes.fixed == 0 && votes.not_useful == 0) return absl::OkStatus();
  TrendPoint point;
  point.set_day(DayOf(votes.at));
  *point.mutable_repository() = votes.repository;
  point.set_fixed(votes.fixed);
  point.set_not_useful(votes.not_useful);
  return AddToDay(TrendKey(point.day(), votes.repository.id()), point, update);
}

}  // namespace allreview::gateway

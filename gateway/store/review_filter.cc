#include "gateway/store/review_filter.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/civil_time.h"
#include "absl/time/time.h"
#include "base/status_macros.h"
#include "gateway/store/ids.h"
#include "google/protobuf/util/message_differencer.h"

namespace allreview::gateway {
namespace {

using review::v1::ListReviewsRequest;
using review::v1::ReviewSummary;

constexpr size_t kLeastCommitDigits = 4;
constexpr size_t kMostCommitDigits = 64;

// The smallest id of the time that `text` names; empty for empty.
absl::StatusOr<std::string> IdAt(const std::string& text, absl::string_view field) {
  if (text.empty()) return "";
  absl::CivilDay day;
  absl::Time time;
  std::string error;
  if (text.size() == 10 && absl::ParseCivilTime(text, &day)) {
    time = absl::FromCivil(day, absl::UTCTimeZone());
  } else if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error)) {
    return absl::InvalidArgumentError(absl::StrCat(
        field, " is '", text, "', wanted a day as YYYY-MM-DD or a time as YYYY-MM-DDThh:mm:ssZ"));
  }
  // What no id can tell: before 1970, and ten thousand years later.
  time = std::clamp(time, absl::UnixEpoch(), absl::FromUnixSeconds(253'402'300'799));
  return FirstIdAt(time);
}

absl::Status CheckCommit(const std::string& commit) {
  const bool is_hex = std::all_of(commit.begin(), commit.end(), absl::ascii_isxdigit);
  const bool is_long = commit.size() >= kLeastCommitDigits && commit.size() <= kMostCommitDigits;
  if (commit.empty() || (is_hex && is_long)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("head_commit is '", commit, "', wanted ",
                                                 kLeastCommitDigits, " to ", kMostCommitDigits,
                                                 " hexadecimal digits"));
}

bool ContainsText(absl::string_view text, const std::string& lower) {
  return absl::AsciiStrToLower(text).find(lower) != std::string::npos;
}

template <typename Values, typename Value>
bool IsAny(const Values& wanted, const Value& value) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

int CountOf(const review::v1::Counts& counts, int severity) {
  switch (severity) {
    case finding::v1::SEVERITY_P0:
      return counts.p0();
    case finding::v1::SEVERITY_P1:
      return counts.p1();
    case finding::v1::SEVERITY_P2:
      return counts.p2();
    case finding::v1::SEVERITY_P3:
      return counts.p3();
    default:
      return 0;
  }
}

bool HasSeverity(const ListReviewsRequest& request, const review::v1::Counts& counts) {
  const auto& wanted = request.severities();
  return wanted.empty() || std::any_of(wanted.begin(), wanted.end(),
                                       [&](int severity) { return CountOf(counts, severity) > 0; });
}

// The login without its provider: "ada" of "github:ada".
absl::string_view LoginOf(absl::string_view person) {
  const size_t colon = person.find(':');
  return colon == absl::string_view::npos ? person : person.substr(colon + 1);
}

// Whoever wrote the change is known by login alone; who asked, by either.
bool IsOf(const ReviewSummary& summary, const std::string& person) {
  const std::string& asker = summary.requested_by();
  return absl::EqualsIgnoreCase(summary.author(), LoginOf(person)) ||
         absl::EqualsIgnoreCase(asker, person) || absl::EqualsIgnoreCase(asker, LoginOf(person));
}

}  // namespace

absl::StatusOr<ReviewFilter> ReviewFilter::Of(const ListReviewsRequest& request) {
  ReviewFilter filter(request);
  ASSIGN_OR_RETURN(filter.first_id_, IdAt(request.since(), "since"));
  ASSIGN_OR_RETURN(filter.end_id_, IdAt(request.until(), "until"));
  RETURN_IF_ERROR(CheckCommit(request.head_commit()));
  filter.lower_text_ = absl::AsciiStrToLower(request.text());
  filter.lower_commit_ = absl::AsciiStrToLower(request.head_commit());
  return filter;
}

bool ReviewFilter::is_selective() const {
  ListReviewsRequest indexed;
  indexed.set_repository_id(request_->repository_id());
  if (request_->repository_id() != 0) indexed.set_number(request_->number());
  indexed.set_page_size(request_->page_size());
  indexed.set_page_token(request_->page_token());
  indexed.set_since(request_->since());
  indexed.set_until(request_->until());
  indexed.set_order(request_->order());
  indexed.set_with_totals(request_->with_totals());
  return !google::protobuf::util::MessageDifferencer::Equals(indexed, *request_);
}

bool ReviewFilter::Matches(const ReviewSummary& summary) const {
  const ListReviewsRequest& request = *request_;
  if (!IsAny(request.states(), summary.state())) return false;
  if (!IsAny(request.conclusions(), summary.conclusion())) return false;
  if (!request.author().empty() && request.author() != summary.author()) return false;
  if (!request.person().empty() && !IsOf(summary, request.person())) return false;
  if (request.number() != 0 && request.number() != summary.number()) return false;
  if (!absl::StartsWith(summary.head_commit(), lower_commit_)) return false;
  if (!HasSeverity(request, summary.counts())) return false;
  const auto& rules = summary.tripped_rules();
  if (!request.rule_id().empty() && !IsAny(rules, request.rule_id())) return false;
  if (!request.rule_id().empty() && rules.empty()) return false;
  return lower_text_.empty() || ContainsText(summary.title(), lower_text_) ||
         ContainsText(summary.repository().full_name(), lower_text_);
}

}  // namespace allreview::gateway

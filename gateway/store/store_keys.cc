#include "gateway/store/store_keys.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace allreview::gateway {
namespace {

std::string Text(int64_t repository_id) { return absl::StrFormat("%012d", repository_id); }

std::string Text(PullRequestKey pull_request) {
  return absl::StrFormat("%012d/%07d", pull_request.repository_id, pull_request.number);
}

}  // namespace

std::string SummaryKey(absl::string_view id) { return absl::StrCat("summary/", id); }

std::string ReviewKey(absl::string_view id) { return absl::StrCat("review/", id); }

std::string OpenKey(absl::string_view id) { return absl::StrCat("open/", id); }

std::string ByRepositoryKey(int64_t repository_id, absl::string_view id) {
  return absl::StrCat("by_repository/", Text(repository_id), "/", id);
}

std::string ByPullRequestKey(PullRequestKey pull_request, absl::string_view id) {
  return absl::StrCat("by_pull_request/", Text(pull_request), "/", id);
}

std::string KeptBytesKey(absl::string_view requester) {
  return absl::StrCat("kept_bytes/", requester);
}

std::string KeptReviewKey(absl::string_view requester, absl::string_view id) {
  return absl::StrCat("kept_review/", requester, "/", id);
}

std::string ReviewedKey(PullRequestKey pull_request) {
  return absl::StrCat("reviewed/", Text(pull_request));
}

std::string PullRequestStateKey(PullRequestKey pull_request) {
  return absl::StrCat("pull_request/", Text(pull_request));
}

std::string FindingKey(PullRequestKey pull_request, absl::string_view fingerprint) {
  return absl::StrCat("finding/", Text(pull_request), "/", fingerprint);
}

std::string VoteKey(PullRequestKey pull_request, absl::string_view fingerprint,
                    absl::string_view voter) {
  return absl::StrCat("vote/", Text(pull_request), "/", fingerprint, "/", voter);
}

std::string VotesKey(int64_t repository_id) {
  return absl::StrCat("vote/", Text(repository_id), "/");
}

std::string StandingKey(absl::string_view organisation, absl::string_view rule_id) {
  return absl::StrCat("standing/", organisation, "/", rule_id);
}

std::string RepositoryKey(int64_t repository_id) {
  return absl::StrCat("repository/", Text(repository_id));
}

std::string RepositoryNameKey(absl::string_view full_name, int64_t repository_id) {
  return absl::StrCat("repository_name/", absl::AsciiStrToLower(full_name), "/",
                      Text(repository_id));
}

std::string TrendKey(absl::string_view day, int64_t repository_id) {
  return absl::StrCat("trend/", day, "/", Text(repository_id));
}

std::string EventKey(int64_t number) { return absl::StrFormat("event/%016d", number); }

std::string LastEventKey() { return "event_last/"; }

std::string AuditKey(absl::string_view id) { return absl::StrCat("audit/", id); }

std::string DeliveryKey(absl::string_view guid) { return absl::StrCat("delivery/", guid); }

std::string DeliveryTimeKey(absl::Time time, absl::string_view guid) {
  return absl::StrCat("delivery_time/", absl::StrFormat("%013d", absl::ToUnixMillis(time)), "/",
                      guid);
}

absl::string_view LastPart(absl::string_view key) { return key.substr(key.rfind('/') + 1); }

std::string DayOf(absl::Time time) {
  return absl::FormatTime("%Y-%m-%d", time, absl::UTCTimeZone());
}

}  // namespace allreview::gateway

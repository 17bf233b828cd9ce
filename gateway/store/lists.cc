// ReviewStore: what is only listed: audit entries, repositories, trends.

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/proto_json.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/store/page_size.h"
#include "gateway/store/repository_records.h"
#include "gateway/store/review_store.h"
#include "gateway/store/store_keys.h"
#include "gateway/store/store_update.h"

namespace allreview::gateway {
namespace {

using review::v1::AuditEntry;
using review::v1::ListAuditResponse;
using review::v1::ListRepositoriesResponse;
using review::v1::RepositorySummary;
using review::v1::TrendPoint;

constexpr int kBatch = 500;
constexpr int64_t kMaxDays = 3660;

absl::Status BadToken(absl::string_view token) {
  return absl::InvalidArgumentError(
      absl::StrCat("page_token is '", token, "', wanted the next_page_token of an earlier answer"));
}

constexpr absl::string_view kNamePrefix = "repository_name/";

// The records that the index names, each with its latest review.
absl::Status AddRepositories(KeyedStore* store, const std::vector<StoredEntry>& names,
                             ListRepositoriesResponse& response) {
  std::vector<std::string> keys;
  for (const StoredEntry& name : names) {
    keys.push_back(absl::StrCat("repository/", LastPart(name.key)));
  }
  StoreUpdate reads(store, StoreUpdate::Damage::kIsReplaced);
  RETURN_IF_ERROR(reads.Prefetch(keys));
  std::vector<std::string> latest;
  for (const std::string& key : keys) {
    // None: removed after the index was read.
    ASSIGN_OR_RETURN(std::optional<RepositorySummary> found, reads.Get<RepositorySummary>(key));
    if (!found) continue;
    latest.push_back(SummaryKey(found->latest().id()));
    *response.add_repositories() = *std::move(found);
  }
  RETURN_IF_ERROR(reads.Prefetch(latest));
  for (int i = 0; i < response.repositories_size(); ++i) {
    RepositorySummary& repository = *response.mutable_repositories(i);
    ASSIGN_OR_RETURN(auto summary, reads.Get<review::v1::ReviewSummary>(latest[i]));
    repository.clear_latest();
    if (summary) *repository.mutable_latest() = *std::move(summary);
  }
  return absl::OkStatus();
}

absl::StatusOr<absl::CivilDay> ParseDay(const std::string& text, absl::string_view field) {
  absl::CivilDay day;
  if (text.size() == 10 && absl::ParseCivilTime(text, &day)) return day;
  return absl::InvalidArgumentError(
      absl::StrCat(field, " is '", text, "', wanted a day as YYYY-MM-DD"));
}

struct Days {
  absl::CivilDay first;
  absl::CivilDay last;
};

absl::StatusOr<Days> DaysOf(const review::v1::GetTrendsRequest& request, absl::Time now) {
  Days days;
  days.last = absl::ToCivilDay(now, absl::UTCTimeZone());
  if (!request.last_day().empty()) {
    ASSIGN_OR_RETURN(days.last, ParseDay(request.last_day(), "last_day"));
  }
  days.first = days.last - 90;
  if (!request.first_day().empty()) {
    ASSIGN_OR_RETURN(days.first, ParseDay(request.first_day(), "first_day"));
  }
  if (days.last - days.first < 0 || days.last - days.first >= kMaxDays) {
    return absl::InvalidArgumentError(absl::StrCat(
        "first_day ", absl::FormatCivilTime(days.first), " to last_day ",
        absl::FormatCivilTime(days.last), ", wanted at least 1 day and at most ", kMaxDays));
  }
  return days;
}

}  // namespace

absl::Status ReviewStore::AddAudit(const AuditEntry& entry) {
  AuditEntry added = entry;
  if (added.id().empty()) added.set_id(NewId());
  if (!added.has_at()) *added.mutable_at() = ToTimestamp(options_.now());
  if (!IsId(added.id())) {
    return absl::InvalidArgumentError(absl::StrCat("store: the id of an audit entry is '",
                                                   added.id(), "', wanted 26 digits of base 32"));
  }
  return store_->Commit({{.key = AuditKey(added.id()), .value = SerializeWithSortedMaps(added)}});
}

absl::StatusOr<ListAuditResponse> ReviewStore::ListAudit(
    const review::v1::ListAuditRequest& request) {
  ASSIGN_OR_RETURN(const int page_size,
                   PageSize(request.page_size(), {.normal = 100, .most = 1000}));
  KeyRange range = KeysWithPrefix(AuditKey(""));
  range.is_reverse = true;
  if (!request.page_token().empty()) {
    if (!IsId(request.page_token())) return BadToken(request.page_token());
    range.last = AuditKey(request.page_token());
  }
  ListAuditResponse response;
  for (int examined = 0; examined < options_.max_examined;) {
    range.limit = std::min(kBatch, options_.max_examined - examined);
    ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store_->Scan(range));
    for (const StoredEntry& stored : entries) {
      AuditEntry entry;
      if (ParseOrNote(*store_, stored, entry) &&
          absl::StartsWith(entry.action(), request.action())) {
        if (response.entries_size() == page_size) {
          response.set_next_page_token(std::string(LastPart(range.last)));
          return response;
        }
        *response.add_entries() = std::move(entry);
      }
      ++examined;
      range.last = stored.key;
    }
    if (static_cast<int>(entries.size()) < range.limit) return response;
  }
  response.set_next_page_token(std::string(LastPart(range.last)));
  return response;
}

absl::StatusOr<ListRepositoriesResponse> ReviewStore::ListRepositories(
    const review::v1::ListRepositoriesRequest& request, const RepositoryFilter& may_see) {
  ASSIGN_OR_RETURN(const int page_size, PageSize(request.page_size(), {.normal = 50, .most = 200}));
  KeyRange range = KeysWithPrefix(kNamePrefix);
  range.limit = page_size + 1;
  if (!request.page_token().empty()) {
    std::string last;
    if (!absl::WebSafeBase64Unescape(request.page_token(), &last)) {
      return BadToken(request.page_token());
    }
    range.first = absl::StrCat(kNamePrefix, last, absl::string_view("\0", 1));
  }
  ASSIGN_OR_RETURN(std::vector<StoredEntry> names, ScanRepositoryNames(*store_, range, may_see));
  ListRepositoriesResponse response;
  if (static_cast<int>(names.size()) > page_size) {
    names.pop_back();
    response.set_next_page_token(
        absl::WebSafeBase64Escape(absl::string_view(names.back().key).substr(kNamePrefix.size())));
  }
  RETURN_IF_ERROR(AddRepositories(store_, names, response));
  return response;
}

absl::StatusOr<review::v1::GetTrendsResponse> ReviewStore::GetTrends(
    const review::v1::GetTrendsRequest& request) {
  ASSIGN_OR_RETURN(const Days days, DaysOf(request, options_.now()));
  review::v1::GetTrendsResponse response;
  if (request.repository_id() != 0) {
    std::vector<std::string> keys;
    for (absl::CivilDay day = days.first; day <= days.last; ++day) {
      keys.push_back(TrendKey(absl::FormatCivilTime(day), request.repository_id()));
    }
    ASSIGN_OR_RETURN(auto entries, store_->GetMany(keys));
    for (const std::optional<StoredEntry>& entry : entries) {
      TrendPoint point;
      if (entry && ParseOrNote(*store_, *entry, point)) *response.add_points() = std::move(point);
    }
    return response;
  }
  KeyRange range = {.first = absl::StrCat("trend/", absl::FormatCivilTime(days.first), "/"),
                    .last = absl::StrCat("trend/", absl::FormatCivilTime(days.last + 1), "/")};
  while (true) {
    ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store_->Scan(range));
    for (const StoredEntry& entry : entries) {
      TrendPoint point;
      if (ParseOrNote(*store_, entry, point)) *response.add_points() = std::move(point);
    }
    if (static_cast<int>(entries.size()) < range.limit) return response;
    range.first = absl::StrCat(entries.back().key, absl::string_view("\0", 1));
  }
}

}  // namespace allreview::gateway

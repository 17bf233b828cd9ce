#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/store/page_size.h"
#include "gateway/store/repository_records.h"
#include "gateway/store/review_store.h"
#include "gateway/store/store_keys.h"
#include "gateway/store/store_update.h"
#include "google/protobuf/util/message_differencer.h"

namespace allreview::gateway {
namespace {

using review::v1::ListReviewsRequest;
using review::v1::ListReviewsResponse;
using review::v1::ReviewSummary;

constexpr int kBatch = 200;

bool ContainsText(absl::string_view text, const std::string& lower) {
  return absl::AsciiStrToLower(text).find(lower) != std::string::npos;
}

template <typename Values, typename Value>
bool IsAny(const Values& wanted, const Value& value) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

bool Matches(const ListReviewsRequest& request, const std::string& lower,
             const ReviewSummary& summary) {
  if (!IsAny(request.states(), summary.state())) return false;
  if (!IsAny(request.conclusions(), summary.conclusion())) return false;
  if (!request.author().empty() && request.author() != summary.author()) return false;
  if (request.number() != 0 && request.number() != summary.number()) return false;
  const auto& rules = summary.tripped_rules();
  if (!request.rule_id().empty() && !IsAny(rules, request.rule_id())) return false;
  if (!request.rule_id().empty() && rules.empty()) return false;
  return lower.empty() || ContainsText(summary.title(), lower) ||
         ContainsText(summary.repository().full_name(), lower);
}

// The narrowest index that holds all wanted reviews; its keys end in the id.
std::string PrefixFor(const ListReviewsRequest& request) {
  if (request.repository_id() == 0) return SummaryKey("");
  if (request.number() == 0) return ByRepositoryKey(request.repository_id(), "");
  return ByPullRequestKey({.repository_id = request.repository_id(), .number = request.number()},
                          "");
}

absl::Status CheckToken(const std::string& token) {
  if (token.empty() || IsId(token)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("page_token is '", token, "', wanted the next_page_token of an earlier answer"));
}

// Indexes that together hold the wanted reviews that `may_see` lets through.
absl::StatusOr<std::vector<std::string>> PrefixesFor(const ListReviewsRequest& request,
                                                     const RepositoryFilter& may_see,
                                                     KeyedStore& store) {
  if (!may_see) return std::vector<std::string>{PrefixFor(request)};
  KeyRange all = KeysWithPrefix("repository_name/");
  all.limit = std::numeric_limits<int>::max();
  ASSIGN_OR_RETURN(const std::vector<StoredEntry> names, ScanRepositoryNames(store, all, may_see));
  std::vector<std::string> prefixes;
  for (const StoredEntry& name : names) {
    int64_t id = 0;
    if (!absl::SimpleAtoi(LastPart(name.key), &id)) continue;  // Not one of ours.
    if (request.repository_id() == id) return std::vector<std::string>{PrefixFor(request)};
    if (request.repository_id() == 0) prefixes.push_back(ByRepositoryKey(id, ""));
  }
  return prefixes;
}

// One list in the making.
class ReviewLister {
 public:
  struct Source {
    KeyedStore* store;
    std::vector<std::string> prefixes;  // See PrefixesFor.
    RepositoryFilter may_see;
  };

  ReviewLister(Source source, const ListReviewsRequest& request, int page_size)
      : store_(source.store),
        prefixes_(std::move(source.prefixes)),
        may_see_(std::move(source.may_see)),
        request_(request),
        page_size_(page_size),
        lower_(absl::AsciiStrToLower(request.text())),
        cursor_(request.page_token()) {}

  absl::StatusOr<ListReviewsResponse> Run(int max_examined) {
    while (examined_ < max_examined && !is_full()) {
      // One more than may be needed, to know whether there is a next page.
      const int wanted = is_filtered() ? kBatch : page_size_ - response_.reviews_size();
      const int limit = std::min(wanted, max_examined - examined_) + 1;
      ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, Newest(limit));
      const bool is_last = static_cast<int>(entries.size()) < limit;
      if (!is_last) entries.pop_back();
      ASSIGN_OR_RETURN(bool is_examined, Examine(entries));
      if (is_last && is_examined) return std::move(response_);
    }
    response_.set_next_page_token(last_id_);
    return std::move(response_);
  }

 private:
  // Whether some of the reviews in the range may not match.
  bool is_filtered() const {
    ListReviewsRequest index;
    index.set_repository_id(request_.repository_id());
    if (request_.repository_id() != 0) index.set_number(request_.number());
    index.set_page_size(request_.page_size());
    index.set_page_token(request_.page_token());
    return !google::protobuf::util::MessageDifferencer::Equals(index, request_);
  }

  // The next reviews behind the cursor, of all indexes, at most `limit`.
  absl::StatusOr<std::vector<StoredEntry>> Newest(int limit) {
    std::vector<StoredEntry> newest;
    for (const std::string& prefix : prefixes_) {
      KeyRange range = KeysWithPrefix(prefix);
      range.is_reverse = true;
      range.limit = limit;
      if (!cursor_.empty()) range.last = absl::StrCat(prefix, cursor_);
      ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store_->Scan(range));
      std::move(entries.begin(), entries.end(), std::back_inserter(newest));
    }
    if (prefixes_.size() > 1) {
      std::sort(newest.begin(), newest.end(), [](const StoredEntry& a, const StoredEntry& b) {
        return LastPart(a.key) > LastPart(b.key);
      });
    }
    if (static_cast<int>(newest.size()) > limit) newest.resize(limit);
    return newest;
  }

  bool is_full() const { return response_.reviews_size() >= page_size_; }

  // Whether all of them were.
  absl::StatusOr<bool> Examine(const std::vector<StoredEntry>& entries) {
    ASSIGN_OR_RETURN(const std::vector<std::optional<StoredEntry>> summaries, Summaries(entries));
    for (size_t i = 0; i < entries.size(); ++i) {
      if (is_full()) return false;
      cursor_ = std::string(LastPart(entries[i].key));
      ReviewSummary summary;
      // None: removed after the index was read.
      if (!summaries[i] || !ParseOrNote(*store_, *summaries[i], summary)) continue;
      if (summary.id() != cursor_) {
        store_->NoteUnreadable(summaries[i]->key, "it names another review");
        continue;
      }
      // The repository may have had another name then.
      if (may_see_ && !may_see_(summary.repository().full_name())) continue;
      ++examined_;
      last_id_ = cursor_;
      if (Matches(request_, lower_, summary)) *response_.add_reviews() = std::move(summary);
    }
    return true;
  }

  // The summary of each entry; none when it is gone.
  absl::StatusOr<std::vector<std::optional<StoredEntry>>> Summaries(
      const std::vector<StoredEntry>& entries) {
    if (request_.repository_id() == 0 && !may_see_) {
      return std::vector<std::optional<StoredEntry>>(entries.begin(), entries.end());
    }
    std::vector<std::string> keys;
    for (const StoredEntry& entry : entries) keys.push_back(SummaryKey(LastPart(entry.key)));
    return store_->GetMany(keys);
  }

  KeyedStore* const store_;
  const std::vector<std::string> prefixes_;
  const RepositoryFilter may_see_;
  const ListReviewsRequest& request_;
  const int page_size_;
  const std::string lower_;
  std::string cursor_;  // The id that was read last.
  int examined_ = 0;
  std::string last_id_;  // Of those that may be seen.
  ListReviewsResponse response_;
};

}  // namespace

absl::StatusOr<ListReviewsResponse> ReviewStore::ListReviews(const ListReviewsRequest& request,
                                                             const RepositoryFilter& may_see) {
  ASSIGN_OR_RETURN(int page_size, PageSize(request.page_size(), {.normal = 50, .most = 200}));
  RETURN_IF_ERROR(CheckToken(request.page_token()));
  ASSIGN_OR_RETURN(std::vector<std::string> prefixes, PrefixesFor(request, may_see, *store_));
  return ReviewLister({.store = store_, .prefixes = std::move(prefixes), .may_see = may_see},
                      request, page_size)
      .Run(options_.max_examined);
}

}  // namespace allreview::gateway

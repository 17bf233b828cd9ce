#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/store/page_size.h"
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

// One list in the making.
class ReviewLister {
 public:
  ReviewLister(KeyedStore* store, const ListReviewsRequest& request, int page_size)
      : store_(store),
        request_(request),
        page_size_(page_size),
        lower_(absl::AsciiStrToLower(request.text())) {
    range_ = KeysWithPrefix(PrefixFor(request));
    range_.is_reverse = true;
    if (!request.page_token().empty()) {
      range_.last = absl::StrCat(range_.first, request.page_token());
    }
  }

  absl::StatusOr<ListReviewsResponse> Run(int max_examined) {
    while (examined_ < max_examined && !is_full()) {
      // One more than may be needed, to know whether there is a next page.
      const int wanted = is_filtered() ? kBatch : page_size_ - response_.reviews_size();
      range_.limit = std::min(wanted, max_examined - examined_) + 1;
      ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store_->Scan(range_));
      const bool is_last = static_cast<int>(entries.size()) < range_.limit;
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

  bool is_full() const { return response_.reviews_size() >= page_size_; }

  // Whether all of them were.
  absl::StatusOr<bool> Examine(const std::vector<StoredEntry>& entries) {
    ASSIGN_OR_RETURN(std::vector<std::string> summaries, Summaries(entries));
    for (size_t i = 0; i < entries.size(); ++i) {
      if (is_full()) return false;
      ++examined_;
      last_id_ = std::string(LastPart(entries[i].key));
      range_.last = entries[i].key;
      ReviewSummary summary;
      RETURN_IF_ERROR(ParseEntry(SummaryKey(last_id_), summaries[i], summary));
      if (summary.id().empty()) continue;  // Removed after the index was read.
      if (Matches(request_, lower_, summary)) *response_.add_reviews() = std::move(summary);
    }
    return true;
  }

  // The summary of each entry; empty when it is gone.
  absl::StatusOr<std::vector<std::string>> Summaries(const std::vector<StoredEntry>& entries) {
    std::vector<std::string> summaries;
    if (request_.repository_id() == 0) {
      for (const StoredEntry& entry : entries) summaries.push_back(entry.value);
      return summaries;
    }
    std::vector<std::string> keys;
    for (const StoredEntry& entry : entries) keys.push_back(SummaryKey(LastPart(entry.key)));
    ASSIGN_OR_RETURN(std::vector<std::optional<StoredEntry>> found, store_->GetMany(keys));
    for (std::optional<StoredEntry>& entry : found) {
      summaries.push_back(entry ? std::move(entry->value) : std::string());
    }
    return summaries;
  }

  KeyedStore* const store_;
  const ListReviewsRequest& request_;
  const int page_size_;
  const std::string lower_;
  KeyRange range_;
  int examined_ = 0;
  std::string last_id_;
  ListReviewsResponse response_;
};

}  // namespace

absl::StatusOr<ListReviewsResponse> ReviewStore::ListReviews(const ListReviewsRequest& request) {
  ASSIGN_OR_RETURN(int page_size, PageSize(request.page_size(), {.normal = 50, .most = 200}));
  RETURN_IF_ERROR(CheckToken(request.page_token()));
  return ReviewLister(store_, request, page_size).Run(options_.max_examined);
}

}  // namespace allreview::gateway

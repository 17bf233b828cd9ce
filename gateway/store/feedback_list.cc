// ReviewStore: what people said of findings, as a list.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/store/page_size.h"
#include "gateway/store/repository_records.h"
#include "gateway/store/review_store.h"
#include "gateway/store/store_keys.h"
#include "gateway/store/store_update.h"

namespace allreview::gateway {
namespace {

using review::v1::Feedback;
using review::v1::ListFeedbackRequest;
using review::v1::ListFeedbackResponse;

constexpr int kBatch = 500;
constexpr absl::string_view kVotes = "vote/";

bool Matches(const ListFeedbackRequest& request, const Feedback& feedback) {
  if (!request.rule_id().empty() && request.rule_id() != feedback.rule_id()) return false;
  if (request.has_reason() && feedback.reason().empty()) return false;
  if (request.number() != 0 && request.number() != feedback.number()) return false;
  const auto& votes = request.votes();
  return votes.empty() || std::find(votes.begin(), votes.end(), feedback.vote()) != votes.end();
}

// Where the votes lie that are wanted and may be seen, in the order of their keys.
absl::StatusOr<std::vector<std::string>> PrefixesFor(const ListFeedbackRequest& request,
                                                     const RepositoryFilter& may_see,
                                                     KeyedStore& store) {
  const int64_t wanted = request.repository_id();
  if (!may_see && wanted == 0) return std::vector<std::string>{std::string(kVotes)};
  if (!may_see) return std::vector<std::string>{VotesKey(wanted)};
  ASSIGN_OR_RETURN(const std::vector<int64_t> visible, VisibleRepositories(store, may_see));
  std::vector<std::string> prefixes;
  for (const int64_t id : visible) {
    if (wanted == 0 || wanted == id) prefixes.push_back(VotesKey(id));
  }
  return prefixes;
}

// The key that a token stands for; empty: none.
absl::StatusOr<std::string> KeyOf(const std::string& token) {
  std::string rest;
  if (token.empty()) return "";
  if (absl::WebSafeBase64Unescape(token, &rest) && rest.size() < kMaxKeyBytes - kVotes.size()) {
    return absl::StrCat(kVotes, rest);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("page_token is '", token, "', wanted the next_page_token of an earlier answer"));
}

// One list in the making.
class FeedbackLister {
 public:
  FeedbackLister(KeyedStore* store, const ListFeedbackRequest& request, int page_size)
      : store_(store), request_(request), page_size_(page_size) {}

  // Adds what lies below `prefix`, after `cursor`. Whether there may be more of it.
  absl::StatusOr<bool> Add(const std::string& prefix, const RepositoryFilter& may_see,
                           int max_examined) {
    KeyRange range = KeysWithPrefix(prefix);
    while (true) {
      range.first = std::max(range.first, absl::StrCat(last_key_, absl::string_view("\0", 1)));
      if (range.first >= range.last) return false;
      range.limit = kBatch;
      ASSIGN_OR_RETURN(const std::vector<StoredEntry> entries, store_->Scan(range));
      for (const StoredEntry& entry : entries) {
        Feedback feedback;
        if (!ParseOrNote(*store_, entry, feedback)) continue;
        // The repository may have had another name then.
        if (may_see && !may_see(feedback.repository().full_name())) continue;
        if (response_.feedback_size() == page_size_ || examined_ == max_examined) return true;
        ++examined_;
        last_key_ = last_shown_ = entry.key;
        if (Matches(request_, feedback)) *response_.add_feedback() = std::move(feedback);
      }
      if (static_cast<int>(entries.size()) < range.limit) return false;
      last_key_ = entries.back().key;
    }
  }

  absl::StatusOr<ListFeedbackResponse> Run(const std::vector<std::string>& prefixes,
                                           const RepositoryFilter& may_see, int max_examined) {
    ASSIGN_OR_RETURN(last_key_, KeyOf(request_.page_token()));
    last_shown_ = last_key_;
    for (const std::string& prefix : prefixes) {
      ASSIGN_OR_RETURN(const bool is_cut, Add(prefix, may_see, max_examined));
      if (!is_cut) continue;
      response_.set_next_page_token(
          absl::WebSafeBase64Escape(absl::string_view(last_shown_).substr(kVotes.size())));
      break;
    }
    return std::move(response_);
  }

 private:
  KeyedStore* const store_;
  const ListFeedbackRequest& request_;
  const int page_size_;
  std::string last_key_;    // Of those that were read.
  std::string last_shown_;  // Of those that may be seen: a token tells of no other.
  int examined_ = 0;
  ListFeedbackResponse response_;
};

}  // namespace

absl::StatusOr<ListFeedbackResponse> ReviewStore::ListFeedback(const ListFeedbackRequest& request,
                                                               const RepositoryFilter& may_see) {
  ASSIGN_OR_RETURN(const int page_size,
                   PageSize(request.page_size(), {.normal = 100, .most = 1000}));
  if (request.number() != 0 && request.repository_id() == 0) {
    return absl::InvalidArgumentError("number names a pull request only with repository_id");
  }
  ASSIGN_OR_RETURN(const std::vector<std::string> prefixes, PrefixesFor(request, may_see, *store_));
  return FeedbackLister(store_, request, page_size).Run(prefixes, may_see, options_.max_examined);
}

}  // namespace allreview::gateway

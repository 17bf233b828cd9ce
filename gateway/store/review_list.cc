#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/store/page_size.h"
#include "gateway/store/repository_records.h"
#include "gateway/store/review_filter.h"
#include "gateway/store/review_store.h"
#include "gateway/store/store_keys.h"
#include "gateway/store/store_update.h"

namespace allreview::gateway {
namespace {

using review::v1::ListReviewsRequest;
using review::v1::ListReviewsResponse;
using review::v1::ReviewSummary;
using review::v1::ReviewTotals;

constexpr int kBatch = 200;

void Add(const ReviewSummary& summary, ReviewTotals& totals) {
  review::v1::Counts& sums = *totals.mutable_counts();
  const review::v1::Counts& counts = summary.counts();
  totals.set_reviews(totals.reviews() + 1);
  sums.set_p0(sums.p0() + counts.p0());
  sums.set_p1(sums.p1() + counts.p1());
  sums.set_p2(sums.p2() + counts.p2());
  sums.set_p3(sums.p3() + counts.p3());
  sums.set_questions(sums.questions() + counts.questions());
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
  ASSIGN_OR_RETURN(const std::vector<int64_t> visible, VisibleRepositories(store, may_see));
  std::vector<std::string> prefixes;
  for (const int64_t id : visible) {
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
    ReviewFilter filter;
  };

  ReviewLister(Source source, const ListReviewsRequest& request, int page_size)
      : store_(source.store),
        prefixes_(std::move(source.prefixes)),
        may_see_(std::move(source.may_see)),
        filter_(std::move(source.filter)),
        request_(request),
        page_size_(page_size),
        cursor_(request.page_token()) {}

  // Sums over what matches, from the first page on.
  absl::StatusOr<ReviewTotals> Count(int max_examined) {
    cursor_.clear();
    ReviewTotals totals;
    for (int examined = 0; examined < max_examined;) {
      // One more, to know whether any follow.
      const int limit = std::min(kBatch, max_examined - examined) + 1;
      ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, Next(limit));
      const bool is_last = static_cast<int>(entries.size()) < limit;
      if (!is_last) entries.pop_back();
      ASSIGN_OR_RETURN(const std::vector<ReviewSummary> seen, Visible(entries));
      for (const ReviewSummary& summary : seen) {
        if (filter_.Matches(summary)) Add(summary, totals);
      }
      examined += static_cast<int>(seen.size());
      if (is_last) return totals;
      cursor_ = std::string(LastPart(entries.back().key));
    }
    totals.set_is_partial(true);
    return totals;
  }

  absl::StatusOr<ListReviewsResponse> Run(int max_examined) {
    while (examined_ < max_examined && !is_full()) {
      // One more than may be needed, to know whether there is a next page.
      const int wanted = filter_.is_selective() ? kBatch : page_size_ - response_.reviews_size();
      const int limit = std::min(wanted, max_examined - examined_) + 1;
      ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, Next(limit));
      const bool is_last = static_cast<int>(entries.size()) < limit;
      if (!is_last) entries.pop_back();
      ASSIGN_OR_RETURN(bool is_examined, Examine(entries));
      if (is_last && is_examined) return std::move(response_);
    }
    response_.set_next_page_token(last_id_);
    return std::move(response_);
  }

 private:
  // What follows the cursor in one index.
  KeyRange RangeOf(const std::string& prefix, int limit) const {
    KeyRange range = KeysWithPrefix(prefix);
    range.is_reverse = !filter_.is_oldest_first();
    range.limit = limit;
    if (!filter_.first_id().empty()) range.first = absl::StrCat(prefix, filter_.first_id());
    if (!filter_.end_id().empty()) range.last = absl::StrCat(prefix, filter_.end_id());
    if (cursor_.empty()) return range;
    const std::string here = absl::StrCat(prefix, cursor_);
    if (range.is_reverse) {
      range.last = std::min(range.last, here);
    } else {
      range.first = std::max(range.first, absl::StrCat(here, absl::string_view("\0", 1)));
    }
    return range;
  }

  // The next reviews after the cursor, of all indexes, at most `limit`.
  absl::StatusOr<std::vector<StoredEntry>> Next(int limit) {
    std::vector<StoredEntry> next;
    for (const std::string& prefix : prefixes_) {
      const KeyRange range = RangeOf(prefix, limit);
      if (range.first >= range.last) continue;
      ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store_->Scan(range));
      std::move(entries.begin(), entries.end(), std::back_inserter(next));
    }
    if (prefixes_.size() > 1) {
      std::sort(next.begin(), next.end(), [this](const StoredEntry& a, const StoredEntry& b) {
        return filter_.is_oldest_first() ? LastPart(a.key) < LastPart(b.key)
                                         : LastPart(a.key) > LastPart(b.key);
      });
    }
    if (static_cast<int>(next.size()) > limit) next.resize(limit);
    return next;
  }

  bool is_full() const { return response_.reviews_size() >= page_size_; }

  // Whether all of them were.
  absl::StatusOr<bool> Examine(const std::vector<StoredEntry>& entries) {
    ASSIGN_OR_RETURN(std::vector<ReviewSummary> visible, Visible(entries));
    for (ReviewSummary& summary : visible) {
      if (is_full()) return false;
      cursor_ = last_id_ = summary.id();
      ++examined_;
      if (filter_.Matches(summary)) *response_.add_reviews() = std::move(summary);
    }
    if (!entries.empty()) cursor_ = std::string(LastPart(entries.back().key));
    return true;
  }

  // The reviews of these entries that may be seen, in their order.
  absl::StatusOr<std::vector<ReviewSummary>> Visible(const std::vector<StoredEntry>& entries) {
    ASSIGN_OR_RETURN(const std::vector<std::optional<StoredEntry>> summaries, Summaries(entries));
    std::vector<ReviewSummary> visible;
    for (size_t i = 0; i < entries.size(); ++i) {
      ReviewSummary summary;
      // None: removed after the index was read.
      if (!summaries[i] || !ParseOrNote(*store_, *summaries[i], summary)) continue;
      if (summary.id() != LastPart(entries[i].key)) {
        store_->NoteUnreadable(summaries[i]->key, "it names another review");
        continue;
      }
      // The repository may have had another name then.
      if (may_see_ && !may_see_(summary.repository().full_name())) continue;
      visible.push_back(std::move(summary));
    }
    return visible;
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
  const ReviewFilter filter_;
  const ListReviewsRequest& request_;
  const int page_size_;
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
  ASSIGN_OR_RETURN(ReviewFilter filter, ReviewFilter::Of(request));
  ASSIGN_OR_RETURN(std::vector<std::string> prefixes, PrefixesFor(request, may_see, *store_));
  const ReviewLister::Source source = {.store = store_,
                                       .prefixes = std::move(prefixes),
                                       .may_see = may_see,
                                       .filter = std::move(filter)};
  ASSIGN_OR_RETURN(ListReviewsResponse response,
                   ReviewLister(source, request, page_size).Run(options_.max_examined));
  if (request.with_totals()) {
    ASSIGN_OR_RETURN(*response.mutable_totals(),
                     ReviewLister(source, request, page_size).Count(options_.max_examined));
  }
  return response;
}

}  // namespace allreview::gateway

// Lists for readers who may see some repositories only, over each kind of store.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/store/review_store_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

bool IsOfAcme(absl::string_view name) { return absl::StartsWithIgnoreCase(name, "acme/"); }

class VisibleReviews : public ReviewStoreTest {
 protected:
  // Reviews of acme among many more of others than one call looks at. Newest first.
  std::vector<std::string> PutMixed() {
    std::vector<std::string> visible;
    for (int i = 0; i < 6; ++i) {
      for (int other = 0; other < 25; ++other) {
        PutNew(RepositoryOf(100 + other % 3, absl::StrCat("other/", other % 3)), 1);
      }
      visible.insert(visible.begin(), PutNew(i % 2 == 0 ? train_ : serve_, 7));
    }
    PutNew(RepositoryOf(100, "other/0"), 1);
    return visible;
  }
};

TEST_P(VisibleReviews, TellNothingOfOthersByPagesOrTokens) {
  const std::vector<std::string> visible = PutMixed();
  for (const int page_size : {1, 2, 4, 6, 50}) {
    review::v1::ListReviewsRequest request;
    request.set_page_size(page_size);
    std::vector<std::string> seen;
    do {
      ASSERT_OK_AND_ASSIGN(const auto page, reviews_->ListReviews(request, IsOfAcme));
      EXPECT_FALSE(page.reviews().empty()) << "an empty page tells of what was left out";
      for (const auto& review : page.reviews()) seen.push_back(review.id());
      if (!page.next_page_token().empty()) {
        EXPECT_THAT(visible, Contains(page.next_page_token()));
      }
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
    EXPECT_EQ(seen, visible) << page_size;
  }
}

TEST_P(VisibleReviews, TellNothingOfOthersByFilters) {
  const std::vector<std::string> visible = PutMixed();
  review::v1::ListReviewsRequest request;
  request.set_text("other");
  ASSERT_OK_AND_ASSIGN(auto page, reviews_->ListReviews(request, IsOfAcme));
  EXPECT_THAT(page.reviews(), IsEmpty());
  EXPECT_EQ(page.next_page_token(), "");
  request = {};
  request.set_repository_id(100);
  ASSERT_OK_AND_ASSIGN(page, reviews_->ListReviews(request, IsOfAcme));
  EXPECT_THAT(page.reviews(), IsEmpty());
  EXPECT_EQ(page.next_page_token(), "");
  request.set_repository_id(serve_.id());
  ASSERT_OK_AND_ASSIGN(page, reviews_->ListReviews(request, IsOfAcme));
  EXPECT_EQ(page.reviews_size(), 3);
  EXPECT_EQ(List({}).size(), visible.size() + 6 * 25 + 1) << "who sees all sees all";
}

TEST_P(VisibleReviews, AreCountedOnAllPages) {
  PutMixed();
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(reviews_->PutReview(Finished(NewSummary(train_, 9))));
  }
  review::v1::ListReviewsRequest request;
  request.set_page_size(2);
  request.set_with_totals(true);
  ASSERT_OK_AND_ASSIGN(auto page, reviews_->ListReviews(request, IsOfAcme));
  EXPECT_EQ(page.totals().reviews(), 9);
  EXPECT_EQ(page.totals().counts().p1(), 3);
  EXPECT_FALSE(page.totals().is_partial());
  request.set_page_token(page.next_page_token());
  ASSERT_OK_AND_ASSIGN(page, reviews_->ListReviews(request, IsOfAcme));
  EXPECT_EQ(page.totals().reviews(), 9);
  request.add_severities(finding::v1::SEVERITY_P1);
  ASSERT_OK_AND_ASSIGN(page, reviews_->ListReviews(request, IsOfAcme));
  EXPECT_EQ(page.totals().reviews(), 3);
  ASSERT_OK_AND_ASSIGN(page, reviews_->ListReviews(request));
  EXPECT_TRUE(page.totals().is_partial()) << "more than one call looks at";
  request.set_with_totals(false);
  ASSERT_OK_AND_ASSIGN(page, reviews_->ListReviews(request));
  EXPECT_FALSE(page.has_totals());
}

TEST_P(VisibleReviews, OfAPersonAreThoseWrittenOrAskedFor) {
  const auto put = [&](const std::string& author, const std::string& asker) {
    review::v1::ReviewSummary summary = NewSummary(train_, 7);
    summary.set_author(author);
    summary.set_requested_by(asker);
    EXPECT_OK(reviews_->PutSummary(summary));
    return summary.id();
  };
  const std::string written = put("Mara", "github");
  const std::string asked = put("jonas", "github:mara");
  const std::string commanded = put("jonas", "mara");
  put("jonas", "oidc:mara@acme.example");
  put("maraa", "token:mara");
  review::v1::ListReviewsRequest request;
  request.set_person("github:mara");
  EXPECT_THAT(List(request), ElementsAre(commanded, asked, written));
  request.set_person("mara");
  EXPECT_THAT(List(request), ElementsAre(commanded, written));
}

TEST_P(VisibleReviews, OfAnotherNameThenAreNotShown) {
  PutNew(RepositoryOf(9, "other/before"), 1);
  const std::string since = PutNew(RepositoryOf(9, "acme/after"), 1);
  ASSERT_OK_AND_ASSIGN(const auto page, reviews_->ListReviews({}, IsOfAcme));
  ASSERT_EQ(page.reviews_size(), 1);
  EXPECT_EQ(page.reviews(0).id(), since);
}

TEST_P(VisibleReviews, AreCountedByRepositoryForThoseWhoSeeIt) {
  PutMixed();
  review::v1::ListRepositoriesRequest request;
  request.set_page_size(1);
  std::vector<std::string> names;
  do {
    ASSERT_OK_AND_ASSIGN(const auto page, reviews_->ListRepositories(request, IsOfAcme));
    for (const auto& it : page.repositories()) names.push_back(it.repository().full_name());
    std::string token;
    ASSERT_TRUE(absl::WebSafeBase64Unescape(page.next_page_token(), &token));
    EXPECT_FALSE(absl::StrContains(token, "other"));
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  EXPECT_THAT(names, ElementsAre("acme/Serve", "acme/train"));
}

class FilteredReviews : public ReviewStoreTest {
 protected:
  // A review of `now_`, which then is a day later.
  std::string PutOf(const std::string& head, int p0, int p2) {
    review::v1::ReviewSummary summary = NewSummary(train_, 7);
    summary.set_head_commit(head);
    summary.mutable_counts()->set_p0(p0);
    summary.mutable_counts()->set_p2(p2);
    EXPECT_OK(reviews_->PutSummary(summary));
    now_ += kDay;
    return summary.id();
  }

  std::vector<std::string> ListWith(
      const std::function<void(review::v1::ListReviewsRequest&)>& set) {
    review::v1::ListReviewsRequest request;
    set(request);
    return List(request);
  }
};

TEST_P(FilteredReviews, AreThoseOfADayOrATime) {
  const std::string first = PutOf("aaaa", 0, 0);   // 2026-03-01 12:00:01.
  const std::string second = PutOf("bbbb", 0, 0);  // 2026-03-02 12:00:02.
  const std::string third = PutOf("cccc", 0, 0);
  EXPECT_THAT(ListWith([](auto& r) { r.set_since("2026-03-02"); }), ElementsAre(third, second));
  EXPECT_THAT(ListWith([](auto& r) { r.set_until("2026-03-02"); }), ElementsAre(first));
  EXPECT_THAT(ListWith([](auto& r) {
                r.set_since("2026-03-02T12:00:02Z");
                r.set_until("2026-03-03T14:00:03+02:00");
              }),
              ElementsAre(second));
  EXPECT_THAT(ListWith([](auto& r) {
                r.set_since("2026-03-03");
                r.set_until("2026-03-02");
              }),
              IsEmpty());
  EXPECT_THAT(ListWith([](auto& r) {
                r.set_since("0001-01-01");
                r.set_until("9999-12-31");
                r.set_repository_id(1);
              }),
              ElementsAre(third, second, first));
}

TEST_P(FilteredReviews, AreThoseOfACommitOrASeverity) {
  const std::string blocked = PutOf("abcdef01", 2, 0);
  const std::string suggestion = PutOf("abcd9999", 0, 1);
  PutOf("ffff0000", 0, 0);
  EXPECT_THAT(ListWith([](auto& r) { r.set_head_commit("ABCD"); }),
              ElementsAre(suggestion, blocked));
  EXPECT_THAT(ListWith([](auto& r) { r.set_head_commit("abcdef01"); }), ElementsAre(blocked));
  EXPECT_THAT(ListWith([](auto& r) { r.add_severities(finding::v1::SEVERITY_P0); }),
              ElementsAre(blocked));
  EXPECT_THAT(ListWith([](auto& r) {
                r.add_severities(finding::v1::SEVERITY_P0);
                r.add_severities(finding::v1::SEVERITY_P2);
              }),
              ElementsAre(suggestion, blocked));
}

TEST_P(FilteredReviews, ComeOldestFirstWithPagesThatLaterReviewsDoNotMove) {
  const std::string first = PutOf("aaaa", 0, 0);
  const std::string second = PutOf("bbbb", 0, 0);
  review::v1::ListReviewsRequest request;
  request.set_order(review::v1::REVIEW_ORDER_OLDEST);
  request.set_page_size(1);
  ASSERT_OK_AND_ASSIGN(const auto page, reviews_->ListReviews(request));
  ASSERT_EQ(page.reviews_size(), 1);
  EXPECT_EQ(page.reviews(0).id(), first);
  const std::string third = PutOf("cccc", 0, 0);
  EXPECT_THAT(List(request), ElementsAre(first, second, third));
  request.set_since("2026-03-02");
  EXPECT_THAT(List(request), ElementsAre(second, third));
  request.set_repository_id(1);
  request.set_number(7);
  EXPECT_THAT(List(request), ElementsAre(second, third));
  std::vector<std::string> visible;
  request.set_page_token("");
  do {
    ASSERT_OK_AND_ASSIGN(const auto next, reviews_->ListReviews(request, IsOfAcme));
    for (const auto& review : next.reviews()) visible.push_back(review.id());
    request.set_page_token(next.next_page_token());
  } while (!request.page_token().empty());
  EXPECT_THAT(visible, ElementsAre(second, third));
}

TEST_P(FilteredReviews, AreRefusedWhereATimeOrACommitIsNone) {
  review::v1::ListReviewsRequest request;
  request.set_since("yesterday");
  EXPECT_THAT(reviews_->ListReviews(request),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "since is 'yesterday', wanted a day as YYYY-MM-DD or a time as "
                       "YYYY-MM-DDThh:mm:ssZ"));
  request.clear_since();
  request.set_head_commit("abc");
  EXPECT_THAT(reviews_->ListReviews(request),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "head_commit is 'abc', wanted 4 to 64 hexadecimal digits"));
}

INSTANTIATE_TEST_SUITE_P(Stores, FilteredReviews, testing::ValuesIn(kStoreKinds), NameOfStore);
INSTANTIATE_TEST_SUITE_P(Stores, VisibleReviews, testing::ValuesIn(kStoreKinds), NameOfStore);

}  // namespace
}  // namespace allreview::gateway

// Lists for readers who may see some repositories only, over each kind of store.

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

INSTANTIATE_TEST_SUITE_P(Stores, VisibleReviews, testing::ValuesIn(kStoreKinds), NameOfStore);

}  // namespace
}  // namespace allreview::gateway

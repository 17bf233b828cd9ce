// Texts of a publication: limits, markers, and nothing of the change that could act.

#include "gateway/forge/publish/text.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Marker, RoundTrips) {
  Marker marker{.kind = Marker::Kind::kReview, .run = "01J", .head = "ab"};
  marker.posted = {{"f1", "rule-a", "k1"}, {"f2", "rule-b", "k2"}};
  marker.in_body = {{"f3", "rule-c", ""}};
  const std::optional<Marker> read = FindMarker(absl::StrCat("text\n", MarkerText(marker)));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->kind, Marker::Kind::kReview);
  EXPECT_EQ(read->run, "01J");
  EXPECT_EQ(read->head, "ab");
  ASSERT_EQ(read->posted.size(), 2u);
  EXPECT_EQ(read->posted[1].fingerprint, "f2");
  EXPECT_EQ(read->posted[1].rule_id, "rule-b");
  EXPECT_EQ(read->posted[1].key, "k2");
  ASSERT_EQ(read->in_body.size(), 1u);
  EXPECT_EQ(read->in_body[0].rule_id, "rule-c");
}

TEST(Marker, CannotBeEndedByAName) {
  Marker marker{.kind = Marker::Kind::kFinding, .run = "r", .head = ""};
  marker.finding = {.fingerprint = "f --> <script>", .rule_id = "a b", .key = "k"};
  const std::string text = MarkerText(marker);
  EXPECT_EQ(text, "<!-- allreview:v1 fp=f?--???script? rule=a?b key=k run=r -->");
  EXPECT_EQ(FindMarker(text)->run, "r");
}

TEST(Marker, IsNotFoundInOtherTexts) {
  EXPECT_FALSE(FindMarker("plain").has_value());
  EXPECT_FALSE(FindMarker("<!-- allreview:v1 fp=1").has_value());
  EXPECT_FALSE(FindMarker("<!-- allreview:v1 later=1 -->").has_value());
  EXPECT_FALSE(FindMarker("<!-- allreview:v2 fp=1 -->").has_value());
}

TEST(TitleOf, SaysWhatWasNotReviewed) {
  review::v1::Review review;
  review.set_conclusion(review::v1::CONCLUSION_INCOMPLETE);
  review.set_conclusion_reason("218 files exceed the limit");
  EXPECT_EQ(TitleOf(review), "Not reviewed: 218 files exceed the limit");
  review.mutable_counts()->set_files_reviewed(3);
  EXPECT_EQ(TitleOf(review), "Incomplete: 218 files exceed the limit");
  review.set_conclusion(review::v1::CONCLUSION_BLOCKED);
  review.mutable_counts()->set_p1(2);
  review.mutable_counts()->set_questions(1);
  EXPECT_EQ(TitleOf(review), "Blocked: 2 P1, 1 question");
}

TEST(ReviewBody, ShowsWhatIsHiddenAndNotifiesNobody) {
  review::v1::StoredReview stored;
  review::v1::Review& review = *stored.mutable_review();
  review.set_conclusion_reason("first \u202Ea.py of GH-12 and @joe [x](y)");
  change::v1::LedgerEntry& entry = *review.add_ledger();
  entry.set_path("a\u202Eb|c.py");
  entry.set_hunk(-1);
  entry.set_state(change::v1::LedgerEntry::STATE_NOT_FETCHED);
  entry.set_file_class(change::v1::FILE_CLASS_SOURCE);
  const TextInput input = {.review = stored, .novelty = {}};
  for (const std::string& text :
       {ReviewBody(input, {.kind = Marker::Kind::kReview, .run = "r", .head = "h"}),
        CheckSummary(input)}) {
    EXPECT_THAT(text,
                HasSubstr("first \\<U+202E>a.py of GH-&#8203;12 and @&#8203;joe \\[x\\](y)."));
    EXPECT_THAT(text, HasSubstr("- `a<U+202E>b|c.py`: not fetched\n"));
    EXPECT_THAT(text, Not(HasSubstr("\u202E")));
  }
  EXPECT_THAT(CheckSummary(input), HasSubstr("| `a<U+202E>b\\|c.py` | not fetched |"));
  EXPECT_EQ(TitleOf(review), "Not reviewed: first <U+202E>a.py of GH-12 and @joe [x](y)");
}

TEST(ReviewBody, FitsWhateverItMustRemember) {
  const review::v1::StoredReview stored;
  Marker marker{.kind = Marker::Kind::kReview, .run = "01J", .head = "ab"};
  for (int i = 0; i < 3000; ++i) {
    const MarkedFinding finding = {absl::StrCat(1'000'000 + i), "some-rule", "0123456789abcdef"};
    marker.posted.push_back(finding);
    if (i < 500) marker.in_body.push_back(finding);
  }
  const std::string body = ReviewBody({.review = stored, .novelty = {}}, marker);
  EXPECT_LE(body.size(), kMaxText);
  ASSERT_TRUE(FindMarker(body).has_value());
  EXPECT_EQ(FindMarker(body)->in_body.size(), 500u);
}

TEST(CheckSummary, ListsTheLedgerAndSaysWhatItLeavesOut) {
  review::v1::StoredReview stored;
  for (int i = 0; i < 5000; ++i) {
    change::v1::LedgerEntry& entry = *stored.mutable_review()->add_ledger();
    entry.set_path(absl::StrCat("folder/of/generated/files/number_", i, ".py"));
    entry.set_hunk(-1);
    entry.set_state(change::v1::LedgerEntry::STATE_REVIEWED);
  }
  const std::string summary = CheckSummary({.review = stored, .novelty = {}});
  EXPECT_LE(summary.size(), kMaxText);
  EXPECT_THAT(summary, HasSubstr("| `folder/of/generated/files/number_0.py` | reviewed |"));
  EXPECT_THAT(summary, HasSubstr(" more files are on the page."));
}

}  // namespace
}  // namespace allreview::gateway

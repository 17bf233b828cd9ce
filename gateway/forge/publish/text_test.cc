// Texts of a publication: limits, markers, and nothing of the change that could act.

#include "gateway/forge/publish/text.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gateway/forge/testing/chinese.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "review/headline.h"

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

TEST(ReviewBody, ShowsWhatIsHiddenAndNotifiesNobody) {
  review::v1::Review review;
  review.set_conclusion_reason("first \u202Ea.py of GH-12 and @joe [x](y)");
  change::v1::LedgerEntry& entry = *review.add_ledger();
  entry.set_path("a\u202Eb|c.py");
  entry.set_hunk(-1);
  entry.set_state(change::v1::LedgerEntry::STATE_NOT_FETCHED);
  entry.set_file_class(change::v1::FILE_CLASS_SOURCE);
  const TextInput input = {.review = review, .novelty = {}};
  for (const std::string& text :
       {ReviewBody(input, {.kind = Marker::Kind::kReview, .run = "r", .head = "h"}),
        CheckSummary(input)}) {
    EXPECT_THAT(text,
                HasSubstr("first \\<U+202E>a.py of GH-&#8203;12 and @&#8203;joe \\[x\\](y)."));
    EXPECT_THAT(text, HasSubstr("- `a<U+202E>b|c.py`: not fetched\n"));
    EXPECT_THAT(text, Not(HasSubstr("\u202E")));
  }
  EXPECT_THAT(CheckSummary(input), HasSubstr("| `a<U+202E>b\\|c.py` | not fetched |"));
  EXPECT_EQ(Headline(Language::kEnglish, review),
            "Not reviewed: first <U+202E>a.py of GH-12 and @joe [x](y)");
}

TEST(ReviewBody, SpeaksChinese) {
  review::v1::Review review;
  review.set_conclusion(review::v1::CONCLUSION_BLOCKED);
  review.set_conclusion_reason("1 个 P1 问题需要在合并前修复");
  review::v1::Counts& counts = *review.mutable_counts();
  counts.set_p1(1);
  counts.set_p2(2);
  counts.set_questions(1);
  counts.set_suppressed(3);
  counts.set_baseline(4);
  counts.set_files_reviewed(2);
  counts.set_files_unreviewed(1);
  change::v1::LedgerEntry& entry = *review.add_ledger();
  entry.set_path("a.cu");
  entry.set_hunk(1);
  entry.set_state(change::v1::LedgerEntry::STATE_UNSUPPORTED);
  entry.set_file_class(change::v1::FILE_CLASS_SOURCE);
  change::v1::MissingPart& part = *review.add_missing();
  part.set_service("numerics");
  part.set_reason("refused");
  change::v1::Diagnostic& error = *review.mutable_policy()->add_diagnostics();
  error.set_level(change::v1::Diagnostic::LEVEL_ERROR);
  error.set_path(".allreview.yaml");
  error.set_line(2);
  error.set_message("未知的键");
  error.set_hint("是否想写");
  review.mutable_receipt()->set_digest("ar1-01");
  Novelty novelty;
  novelty.fixed.resize(1);
  novelty.set_aside.resize(1);
  const TextInput input = {
      .language = Language::kChinese,
      .review = review,
      .novelty = novelty,
      .new_findings = 3,
      .is_incremental = true,
      .in_body = {{.place = "b.py:3", .body = "正文\n", .why = "规则 `x`", .id = "01ab"}},
      .problems = {Phrase("nothing", "没有权限")},
      .page_url = ""};
  const std::string body =
      ReviewBody(input, {.kind = Marker::Kind::kReview, .run = "r", .head = "h"});
  EXPECT_EQ(EnglishIn(body), "") << body;
  EXPECT_THAT(body, HasSubstr("### AllReview：阻断合并：1 个 P1、2 个 P2、1 个提问\n"));
  EXPECT_THAT(
      body,
      HasSubstr("**自上次评审以来**：首次展示 3 个、此前展示且仍存在 0 个、已修复 1 个、人工搁置 1 "
                "个。\n\n**问题**："));
  EXPECT_THAT(body, HasSubstr("\n\n**覆盖情况**：3 个需要评审的文件中已评审 2 个。\n"
                              "- `a.cu`，第 2 个 hunk：不支持\n"));
  EXPECT_THAT(body, HasSubstr("- 错误：`.allreview.yaml:2`：`未知的键`；是否想写\n"));
  EXPECT_THAT(body, HasSubstr("**`b.py:3`**（规则 `x`，id `01ab`）"));
  entry.set_hunk(-1);
  EXPECT_EQ(EnglishIn(CheckSummary(input)), "") << CheckSummary(input);
}

TEST(ReviewBody, LeadsToTheSummaryWhereThereIsOne) {
  review::v1::Review review;
  review.set_conclusion(review::v1::CONCLUSION_BLOCKED);
  review.mutable_counts()->set_p1(1);
  const Marker marker{.kind = Marker::Kind::kReview, .run = "r", .head = "h"};
  const TextInput input = {.review = review,
                           .novelty = {},
                           .new_findings = 1,
                           .is_incremental = true,
                           .summary_url = "https://forge.example/1"};
  EXPECT_EQ(
      ReviewBody(input, marker),
      "### AllReview: Blocked: 1 P1\n\n"
      "**Since the last review**: 1 shown for the first time, 0 shown before and still there, "
      "0 fixed.\n\n"
      "[Summary of the review](https://forge.example/1)\n\nreceipt \n"
      "<!-- allreview:v1 review=r head=h posted= body= -->");
  EXPECT_EQ(WithNewSummary(ReviewBody(input, marker), input), std::nullopt);
}

TEST(WithNewSummary, KeepsWhatStandsBelowIt) {
  review::v1::Review review;
  review.set_conclusion(review::v1::CONCLUSION_BLOCKED);
  review.mutable_counts()->set_p1(1);
  const Marker marker{.kind = Marker::Kind::kReview, .run = "r", .head = "h"};
  const std::string before = ReviewBody(
      {.review = review,
       .novelty = {},
       .in_body = {{.place = "b.py:3", .body = "Text\n", .why = "rule `x`", .id = "01ab"}}},
      marker);
  review.set_conclusion(review::v1::CONCLUSION_SUCCESS);
  review.mutable_counts()->clear_p1();
  Novelty novelty;
  novelty.fixed.resize(1);
  novelty.fixed[0].thread.set_rule_id("unscaled-loss");
  novelty.fixed[0].thread.set_path("a.py");
  const std::optional<std::string> after =
      WithNewSummary(before, {.review = review, .novelty = novelty, .is_incremental = true});
  ASSERT_TRUE(after.has_value());
  EXPECT_THAT(*after, HasSubstr("### AllReview: No findings\n"));
  EXPECT_THAT(*after, HasSubstr("1 fixed.\n- Fixed: `unscaled-loss` in `a.py`\n"));
  EXPECT_THAT(*after, Not(HasSubstr("1 P1")));
  EXPECT_THAT(*after, HasSubstr("**`b.py:3`** (rule `x`, id `01ab`)\n\nText\n"));
  EXPECT_EQ(FindMarker(*after)->run, "r");
}

TEST(FixedReply, SpeaksTheLanguageAndKeepsItsMarker) {
  EXPECT_EQ(FixedReply(Language::kChinese, "f1", "ab"),
            "已在 ab 修复。\n\n<!-- allreview:v1 fixed=f1 head=ab -->");
  EXPECT_EQ(BackReply(Language::kEnglish, "f1", "ab"),
            "This is there again in ab.\n\n<!-- allreview:v1 back=f1 head=ab -->");
}

TEST(ReviewBody, FitsWhateverItMustRemember) {
  const review::v1::Review review;
  Marker marker{.kind = Marker::Kind::kReview, .run = "01J", .head = "ab"};
  for (int i = 0; i < 3000; ++i) {
    const MarkedFinding finding = {absl::StrCat(1'000'000 + i), "some-rule", "0123456789abcdef"};
    marker.posted.push_back(finding);
    if (i < 500) marker.in_body.push_back(finding);
  }
  const std::string body = ReviewBody({.review = review, .novelty = {}}, marker);
  EXPECT_LE(body.size(), kMaxText);
  ASSERT_TRUE(FindMarker(body).has_value());
  EXPECT_EQ(FindMarker(body)->in_body.size(), 500u);
}

TEST(CheckSummary, ListsTheLedgerAndSaysWhatItLeavesOut) {
  review::v1::Review review;
  for (int i = 0; i < 5000; ++i) {
    change::v1::LedgerEntry& entry = *review.add_ledger();
    entry.set_path(absl::StrCat("folder/of/generated/files/number_", i, ".py"));
    entry.set_hunk(-1);
    entry.set_state(change::v1::LedgerEntry::STATE_REVIEWED);
  }
  const std::string summary = CheckSummary({.review = review, .novelty = {}});
  EXPECT_LE(summary.size(), kMaxText);
  EXPECT_THAT(summary, HasSubstr("| `folder/of/generated/files/number_0.py` | reviewed |"));
  EXPECT_THAT(summary, HasSubstr(" more files are on the page."));
}

}  // namespace
}  // namespace allreview::gateway

#include "gateway/forge/publish/summary.h"

#include "absl/strings/str_cat.h"
#include "gateway/forge/testing/chinese.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/statements/costs.h"

namespace allreview::gateway {
namespace {

using analysis::v1::ChangeStatement;
using finding::v1::Finding;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Finding& AddFinding(review::v1::Review& review, finding::v1::Severity severity,
                    const std::string& path, int line) {
  Finding& finding = *review.add_findings();
  finding.set_fingerprint(absl::StrCat(path, line));
  finding.set_severity(severity);
  finding.set_kind(finding::v1::KIND_DEFECT);
  finding.set_shown(finding::v1::SHOWN_FULL);
  finding.set_problem("`x` is @joe's [link](y)");
  finding.mutable_range()->set_path(path);
  finding.mutable_range()->set_first_line(line);
  finding.mutable_range()->set_end_line(line + 1);
  return finding;
}

void AddEffect(review::v1::Review& review, const Words& words, int weight) {
  ChangeStatement& statement = *review.mutable_model()->add_statements();
  statement.set_kind(ChangeStatement::KIND_EFFECT);
  statement.set_weight(weight);
  *statement.mutable_text() = ToText(words);
}

TEST(FindingList, LinksToLinesAndSaysWhatIsNew) {
  review::v1::Review review;
  AddFinding(review, finding::v1::SEVERITY_P0, "a b/c.py", 12).mutable_range()->set_end_line(15);
  AddFinding(review, finding::v1::SEVERITY_P2, "d.py", 3);
  AddFinding(review, finding::v1::SEVERITY_P2, "gone.py", 4)
      .mutable_range()
      ->set_side(change::v1::SIDE_LEFT);
  AddFinding(review, finding::v1::SEVERITY_P3, "e.py", 5).set_shown(finding::v1::SHOWN_FOLDED);
  AddFinding(review, finding::v1::SEVERITY_P3, "f.py", 6).set_kind(finding::v1::KIND_QUESTION);
  Novelty novelty;
  novelty.known = {"d.py3", "gone.py4"};
  TextInput input = {.review = review, .novelty = novelty, .is_incremental = true};
  input.code_url = "https://forge.example/acme/train/blob/c0ffee";
  const std::string list = FindingList(input);
  EXPECT_THAT(
      list,
      StartsWith("- **P0** [`a b/c.py:12-14`](https://forge.example/acme/train/blob/"
                 "c0ffee/a%20b/c.py#L12-L14) (shown for the first time): `x` is @&#8203;joe"));
  EXPECT_THAT(list, HasSubstr("/d.py#L3): `x`"));
  EXPECT_THAT(list, HasSubstr("- **P2** `gone.py:4`: "));
  EXPECT_THAT(list, HasSubstr("- **Question** [`f.py:6`]"));
  EXPECT_THAT(
      list, HasSubstr("\n<details><summary>1 without a comment</summary>\n\n- **P3** [`e.py:5`]"));
  EXPECT_THAT(list, EndsWith("\n\n</details>\n"));
  input.is_incremental = false;
  EXPECT_THAT(FindingList(input), Not(HasSubstr("first time")));
}

TEST(FindingList, IsShort) {
  review::v1::Review review;
  for (int i = 1; i <= 14; ++i) AddFinding(review, finding::v1::SEVERITY_P1, "a.py", i);
  EXPECT_THAT(FindingList({.review = review, .novelty = {}}), EndsWith("\n- and 4 more\n"));
}

TEST(EffectList, TellsTheWeightiestStatements) {
  review::v1::Review review;
  EXPECT_EQ(EffectList({.review = review, .novelty = {}}), "");
  AddEffect(review, Words("`f` calls `h`"), 1);
  AddEffect(review, Words("`f` no longer scales the loss"), 9);
  review.mutable_model()->add_statements()->set_kind(ChangeStatement::KIND_QUESTION);
  EXPECT_EQ(EffectList({.review = review, .novelty = {}}),
            "\n**What the change does**\n\n- `f` no longer scales the loss.\n- `f` calls `h`.\n");
}

TEST(TestList, NamesTheNarrowestCommands) {
  review::v1::Review review;
  EXPECT_EQ(TestList({.review = review, .novelty = {}}), "");
  const auto add = [&](const char* purpose, const char* line) {
    analysis::v1::TestCommand& command = *review.mutable_tests()->add_commands();
    command.set_purpose(purpose);
    command.set_line(line);
  };
  add("test", "pytest tests/test_loss.py");
  add("wider", "pytest tests");
  EXPECT_EQ(TestList({.review = review, .novelty = {}}),
            "\n**Tests to run**\n\n```sh\npytest tests/test_loss.py\n```\n");
}

TEST(Summary, SpeaksChinese) {
  review::v1::Review review;
  AddFinding(review, finding::v1::SEVERITY_P1, "a.py", 1).set_problem("损失未归一化");
  AddEffect(review, Sentence(phrases::kCostFrees, {{"function", "f"}, {"tensor", Words("`mask`")}}),
            1);
  Novelty novelty;
  novelty.fixed.resize(1);
  novelty.fixed[0].thread.set_rule_id("unscaled-loss");
  novelty.fixed[0].thread.set_path("b.py");
  const TextInput input = {
      .language = Language::kChinese, .review = review, .novelty = novelty, .is_incremental = true};
  const std::string text = FindingList(input) + FixedList(input) + EffectList(input);
  EXPECT_EQ(EnglishIn(text), "") << text;
  EXPECT_THAT(text, HasSubstr("- **P1** `a.py:1`（首次展示）：损失未归一化\n"));
  EXPECT_THAT(text, HasSubstr("- 已修复：`b.py` 中的 `unscaled-loss`\n"));
  EXPECT_THAT(text, HasSubstr("**本次变更做了什么**\n\n- `f` 不再分配 `mask`。\n"));
}

}  // namespace
}  // namespace allreview::gateway

#include "services/report/assembly/localize.h"

#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

using testing::HasSubstr;

finding::v1::Finding UnwaitedFinding() {
  finding::v1::Finding finding;
  finding.set_rule_id("async-collective-handle-dropped");
  finding.set_severity(finding::v1::SEVERITY_P1);
  finding.set_problem("The handle of the asynchronous `all_reduce` is dropped");
  (*finding.mutable_params())["op"] = "all_reduce";
  (*finding.mutable_params())["fate"] = "is dropped";
  (*finding.mutable_param_texts())["fate"].mutable_text()->set_id("dropped");
  finding.set_problem_template("The handle of the asynchronous `{op}` {fate}");
  finding::v1::Related& related = *finding.add_related();
  related.set_message("the handle is lost here");
  related.mutable_message_text()->mutable_text()->set_id("lost-here");
  return finding;
}

Assembly ChineseWith(finding::v1::Finding finding) {
  Assembler assembler;
  report::v1::RenderRequest request;
  *request.mutable_finding() = std::move(finding);
  assembler.Add(std::move(request));
  return LocalizedTo(Language::kChinese, std::move(assembler).Finish());
}

TEST(Localize, PutsTheTextsOfAFindingIntoChinese) {
  const Assembly chinese = ChineseWith(UnwaitedFinding());
  const finding::v1::Finding& finding = chinese.review.findings(0);
  EXPECT_EQ(finding.title(), "没有代码等待异步集合通信");
  EXPECT_EQ(finding.problem(), "异步 `all_reduce` 的 handle 被丢弃");
  EXPECT_EQ(finding.related(0).message(), "handle 在这里丢失");
  EXPECT_EQ(finding.problem_template(), "The handle of the asynchronous `{op}` {fate}");
  EXPECT_EQ(finding.params().at("fate"), "is dropped");
}

TEST(Localize, KeepsTheProblemWhenAParameterIsMissing) {
  finding::v1::Finding finding = UnwaitedFinding();
  finding.mutable_params()->erase("op");
  EXPECT_EQ(ChineseWith(finding).review.findings(0).problem(), finding.problem());
}

TEST(Localize, LeavesRulesOfAnOrganisationAsTheyAreWritten) {
  finding::v1::Finding finding = UnwaitedFinding();
  finding.set_rule_id("acme-wait-for-handles");
  finding.set_title("Wait for it");
  const Assembly chinese = ChineseWith(finding);
  EXPECT_EQ(chinese.review.findings(0).title(), "Wait for it");
  EXPECT_EQ(chinese.review.findings(0).problem(), finding.problem());
  EXPECT_EQ(chinese.review.findings(0).related(0).message(), "the handle is lost here");
}

TEST(Localize, TranslatesWhatAReviewSaysOfItself) {
  const Assembly chinese = LocalizedTo(Language::kChinese, AssembleSample("rich"));
  const review::v1::Review& review = chinese.review;
  EXPECT_EQ(review.conclusion_reason(),
            "1 个 P0 和 1 个 P1 问题需要在合并前修复；5 个文件中有 2 个未评审，首个是 "
            "`csrc/fused_softmax.cu`（不支持）；输入中有 1 处无法读取；analysis 没有响应");
  EXPECT_EQ(review.ledger(0).reason(), "没有针对 cuda 的规则");
  EXPECT_EQ(review.tests().checks(3).summary(), "没有新的 kernel 或 autograd 函数");
  EXPECT_EQ(review.house().rules(1).status(), "符合（已检查 91 处）");
  EXPECT_THAT(review.comments(0).body(), HasSubstr("规则：`broad-except`"));
}

TEST(Localize, KeepsCommentsOfTheTeamsLanguage) {
  Assembly assembly = AssembleSample("rich");
  assembly.review.mutable_policy()->set_language("zh");
  assembly.review.mutable_comments(0)->set_body("规则");
  EXPECT_EQ(LocalizedTo(Language::kChinese, assembly).review.comments(0).body(), "规则");
  EXPECT_THAT(LocalizedTo(Language::kEnglish, assembly).review.comments(0).body(),
              HasSubstr("Rule: `broad-except`"));
}

TEST(Localize, LeavesWhatHasNoCodeAsItIs) {
  Assembly assembly = AssembleSample("rich");
  assembly.review.clear_conclusion_text();
  const std::string english = assembly.review.conclusion_reason();
  EXPECT_EQ(LocalizedTo(Language::kChinese, std::move(assembly)).review.conclusion_reason(),
            english);
}

TEST(Localize, LeavesEnglishAsItIs) {
  const Assembly english = AssembleSample("rich");
  EXPECT_EQ(LocalizedTo(Language::kEnglish, english).review.SerializeAsString().size(),
            english.review.SerializeAsString().size());
}

}  // namespace
}  // namespace allreview::report

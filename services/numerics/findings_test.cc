#include "services/numerics/findings.h"

#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using finding::v1::Finding;

using ::testing::IsEmpty;
using ::testing::SizeIs;

template <typename Message>
Message Parse(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

v1::ChangedExpression Change() {
  return Parse<v1::ChangedExpression>(R"pb(
    after {
      range { path: "a.py" side: SIDE_RIGHT first_line: 7 end_line: 8 }
      symbol: "Router.forward"
      text: "y = torch.exp(x) / torch.exp(x).sum(-1)"
    })pb");
}

std::string Result(const std::string& format, const std::string& verdict,
                   const std::string& more = "", const std::string& failures = "16") {
  return "measurement { format: '" + format + "' verdict: '" + verdict +
         "' failures: " + (verdict == "ok" ? "0" : failures) + " samples: 16384 " + more + " }";
}

const std::string kRealistic = "plausibility: 'realistic' stratum: 'N(0,4)' operation: 'exp'";
const std::string kPlausible = "plausibility: 'plausible' stratum: 'N(0,40)' operation: 'exp'";

std::vector<Finding> Find(const std::string& response,
                          const v1::ChangedExpression& change = Change()) {
  return FindingsOf(change, Parse<v1::EvaluateResponse>(response));
}

TEST(NumericalFindings, TellsOfARealisticFailureAsP1) {
  const auto findings = Find("results { " + Result("bf16", "overflow", kRealistic) +
                             " } results { " + Result("fp32", "ok") + " }");
  ASSERT_THAT(findings, SizeIs(1));
  const Finding& finding = findings[0];
  EXPECT_EQ(finding.rule_id(), "numerical-overflow");
  EXPECT_EQ(finding.severity(), finding::v1::SEVERITY_P1);
  EXPECT_EQ(finding.range().first_line(), 7);
  EXPECT_EQ(finding.problem(),
            "`y = torch.exp(x) / torch.exp(x).sum(-1)` overflows in bf16, first at `exp`: 16 of "
            "16,384 results are wrong on usual inputs");
  EXPECT_EQ(finding.fix(),
            "Scale before the operation that overflows, or compute this part in fp32");
  ASSERT_EQ(finding.evidence_size(), 2);
  EXPECT_EQ(finding.evidence(0).measurement().format(), "bf16");
  EXPECT_EQ(finding.evidence(1).measurement().verdict(), "ok");
  EXPECT_EQ(finding.fingerprint().size(), 32u);
}

TEST(NumericalFindings, AreSilentOnFailuresOfPlausibleInputs) {
  EXPECT_THAT(Find("results { " + Result("bf16", "overflow", kPlausible, "9000") + " }"),
              IsEmpty());
}

TEST(NumericalFindings, AreSilentOnGradients) {
  EXPECT_THAT(Find("results { gradient_of: 'x' " +
                   Result("bf16", "overflow", kRealistic + " gradient_of: 'x'", "9000") + " }"),
              IsEmpty());
}

TEST(NumericalFindings, AreSilentOnDigitsThatPlausibleInputsLose) {
  EXPECT_THAT(Find("results { " + Result("bf16", "cancellation", kPlausible, "9000") + " }"),
              IsEmpty());
}

TEST(NumericalFindings, SpeakOfLostDigitsWhereTheFormatIsNoGuess) {
  const std::string lost = "results { " + Result("bf16", "cancellation", kRealistic) + " }";
  EXPECT_THAT(Find(lost), IsEmpty());
  v1::ChangedExpression change = Change();
  change.mutable_after()->set_code("input:bf16;cos,0;=1");
  EXPECT_THAT(Find(lost, change), SizeIs(1));
}

TEST(NumericalFindings, SpeakOfDigitsThatFp32LosesWhereThereIsABetterForm) {
  const std::string lost = "results { " + Result("fp32", "cancellation", kRealistic) + " }";
  const auto rewrite = [](const std::string& rule) {
    return " rewrites { rule: '" + rule + "' expression: 'y' results { " + Result("fp32", "ok") +
           " } }";
  };
  EXPECT_THAT(Find(lost), IsEmpty());
  EXPECT_THAT(Find(lost + rewrite("single-arithmetic")), IsEmpty());
  EXPECT_THAT(Find(lost + rewrite("log-of-one-plus")), SizeIs(1));
}

TEST(NumericalFindings, AreSilentOnDigitsLostAroundAStep) {
  v1::ChangedExpression change = Change();
  change.mutable_after()->set_code("input:bf16;floor,0;=1");
  EXPECT_THAT(Find("results { " + Result("bf16", "cancellation", kRealistic) + " }", change),
              IsEmpty());
  EXPECT_THAT(Find("results { " + Result("bf16", "overflow", kRealistic) + " }", change),
              SizeIs(1));
}

TEST(NumericalFindings, AreSilentOnWhatFailsOnAdversarialInputsOnly) {
  EXPECT_THAT(Find("results { " + Result("bf16", "overflow", "plausibility: 'adversarial'") + " }"),
              IsEmpty());
}

TEST(NumericalFindings, AreSilentOnResultsThatTheFormatCannotHold) {
  EXPECT_THAT(
      Find("results { " + Result("fp16", "overflow", kRealistic + " is_result_range: true") + " }"),
      IsEmpty());
}

TEST(NumericalFindings, SpeakOfFp16WhereTheCodeDoes) {
  const std::string often = "results { " + Result("fp16", "overflow", kRealistic, "9000") + " }";
  EXPECT_THAT(Find(often), IsEmpty());
  v1::ChangedExpression change = Change();
  change.mutable_after()->set_code("input:fp16;exp,0;=1");
  ASSERT_THAT(Find(often, change), SizeIs(1));
  EXPECT_EQ(Find(often, change)[0].severity(), finding::v1::SEVERITY_P1);
}

TEST(NumericalFindings, AreSilentWhereARangeIsGuessed) {
  v1::ChangedExpression change = Change();
  change.mutable_after()->add_inputs()->set_role("count");
  EXPECT_THAT(Find("results { " + Result("fp32", "overflow", kRealistic, "800") + " }", change),
              IsEmpty());
}

TEST(NumericalFindings, AreSilentOnWhatWasThereBefore) {
  const std::string failing = Result("bf16", "overflow", kRealistic);
  EXPECT_THAT(Find("results { " + failing + " } before { " + failing + " }"), IsEmpty());
}

TEST(NumericalFindings, TellOfWhatFailsOnMoreUsualInputsThanBefore) {
  EXPECT_THAT(Find("results { " + Result("bf16", "overflow", kRealistic) + " } before { " +
                   Result("bf16", "overflow", kPlausible) + " }"),
              SizeIs(1));
}

TEST(NumericalFindings, PraiseWhatAChangeMends) {
  const auto findings = Find("results { " + Result("bf16", "ok") + " } before { " +
                             Result("bf16", "overflow", kRealistic) + " }");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind(), finding::v1::KIND_PRAISE);
  EXPECT_EQ(findings[0].severity(), finding::v1::SEVERITY_UNSPECIFIED);
  EXPECT_EQ(findings[0].evidence(0).measurement().before_verdict(), "overflow");
}

TEST(NumericalFindings, RecommendTheRewriteThatWasMeasured) {
  const auto findings =
      Find("results { " + Result("bf16", "overflow", kRealistic) +
           " } rewrites { rule: 'naive-softmax' expression: 'torch.softmax(x, -1)' results { " +
           Result("bf16", "ok") + " } }");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].after_code(), "torch.softmax(x, -1)");
  EXPECT_EQ(findings[0].fix(), "Write `torch.softmax(x, -1)`, which is right on the same inputs");
  EXPECT_EQ(findings[0].evidence(0).measurement().rewrite_samples(), 16384);
}

TEST(NumericalFindings, TakeNoRewriteThatFailsAsOften) {
  const auto findings = Find("results { " + Result("bf16", "overflow", kRealistic) +
                             " } rewrites { expression: 'y' results { " +
                             Result("bf16", "overflow", kRealistic) + " } }");
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].after_code(), "");
}

TEST(NumericalFindings, CanBeSuppressedInTheCode) {
  v1::ChangedExpression change = Change();
  change.add_ignores()->set_rule_id("numerical-overflow");
  change.mutable_ignores(0)->mutable_suppression()->set_reason("logits are clamped");
  const auto findings = Find("results { " + Result("bf16", "overflow", kRealistic) + " }", change);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].shown(), finding::v1::SHOWN_SUPPRESSED);
  EXPECT_EQ(findings[0].suppression().reason(), "logits are clamped");
}

TEST(NumericalFindings, KeepTheirFingerprintWhenLinesMove) {
  v1::ChangedExpression moved = Change();
  moved.mutable_after()->mutable_range()->set_first_line(99);
  const std::string response = "results { " + Result("bf16", "overflow", kRealistic) + " }";
  EXPECT_EQ(Find(response)[0].fingerprint(), Find(response, moved)[0].fingerprint());
}

}  // namespace
}  // namespace allreview::numerics

#include "review/measurements.h"

#include <string>
#include <vector>

#include "analyzers/rules/rule_table.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview {
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

Finding RuleFinding(const std::string& more = "severity_source: 'rule'") {
  return Parse<Finding>(
      "rule_id: 'softmax-without-max' category: 'numerics' kind: KIND_DEFECT severity: SEVERITY_P2 "
      "range { path: 'a.py' side: SIDE_RIGHT first_line: 4 end_line: 6 } " +
      more);
}

Finding MeasuredFinding(int line = 5) {
  return Parse<Finding>(
      "rule_id: 'numerical-overflow' category: 'numerics' kind: KIND_DEFECT "
      "severity: SEVERITY_P1 severity_source: 'rule' after_code: 'torch.softmax(x, -1)' "
      "range { path: 'a.py' side: SIDE_RIGHT first_line: " +
      std::to_string(line) + " } evidence { measurement { verdict: 'overflow' } }");
}

numerics::v1::NumericsReport Report(const std::string& verdict) {
  return Parse<numerics::v1::NumericsReport>(
      "expressions { range { path: 'a.py' side: SIDE_RIGHT first_line: 5 } measurements { format: "
      "'bf16' verdict: '" +
      verdict + "' } }");
}

TEST(Measurements, StayOnTheirOwnWhereNoRuleSpoke) {
  const std::vector<Finding> findings = MergeMeasurements({}, {}, {MeasuredFinding()});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].rule_id(), "numerical-overflow");
}

TEST(Measurements, BecomeEvidenceOfARuleOnTheSameLines) {
  const std::vector<Finding> findings =
      MergeMeasurements(Report("overflow"), {}, {MeasuredFinding(), RuleFinding()});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].rule_id(), "softmax-without-max");
  EXPECT_EQ(findings[0].severity(), finding::v1::SEVERITY_P1);
  EXPECT_EQ(findings[0].after_code(), "torch.softmax(x, -1)");
  ASSERT_EQ(findings[0].evidence_size(), 1);
  EXPECT_EQ(findings[0].evidence(0).measurement().verdict(), "overflow");
}

TEST(Measurements, LeaveARuleOnOtherLinesAlone) {
  const std::vector<Finding> findings =
      MergeMeasurements(Report("overflow"), {}, {RuleFinding(), MeasuredFinding(6)});
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_EQ(findings[0].severity(), finding::v1::SEVERITY_P2);
}

TEST(Measurements, LowerARuleByOneStepWhenEverythingIsRight) {
  const std::vector<Finding> findings = MergeMeasurements(Report("ok"), {}, {RuleFinding()});
  EXPECT_EQ(findings[0].severity(), finding::v1::SEVERITY_P3);
  EXPECT_EQ(findings[0].evidence_size(), 1);
}

TEST(Measurements, DoNotRefuteRulesThatAreNotAboutDigits) {
  Finding meaning = RuleFinding();
  meaning.set_rule_id("softmax-before-cross-entropy");
  const std::vector<Finding> findings = MergeMeasurements(Report("ok"), {}, {meaning});
  EXPECT_EQ(findings[0].severity(), finding::v1::SEVERITY_P2);
  EXPECT_EQ(findings[0].evidence_size(), 0);
}

TEST(Measurements, DoNotTouchWhatPolicyDecided) {
  const std::vector<Finding> findings =
      MergeMeasurements(Report("ok"), {}, {RuleFinding("severity_source: '.allreview.yaml:3'")});
  EXPECT_EQ(findings[0].severity(), finding::v1::SEVERITY_P2);
}

TEST(Measurements, ObeyThePolicyForTheirRules) {
  const auto severity = Parse<analysis::v1::ResolvedPolicy>(
      "values { key: 'rules.numerical-overflow.severity' value: 'P3' origin: 'a.yaml:2' }");
  const std::vector<Finding> findings = MergeMeasurements({}, severity, {MeasuredFinding()});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].severity(), finding::v1::SEVERITY_P3);
  EXPECT_EQ(findings[0].severity_source(), "a.yaml:2");
  const auto off = Parse<analysis::v1::ResolvedPolicy>(
      "values { key: 'rules.numerical-overflow.enabled' value: 'false' origin: 'a.yaml:2' }");
  EXPECT_THAT(MergeMeasurements({}, off, {MeasuredFinding()}), IsEmpty());
  const auto on = Parse<analysis::v1::ResolvedPolicy>(
      "values { key: 'rules.numerical-overflow.tier' value: 'on' origin: 'a.yaml:2' }");
  EXPECT_FALSE(MergeMeasurements({}, on, {MeasuredFinding()})[0].is_hint());
}

TEST(Measurements, AreHintsWhereTheirRuleIs) {
  const std::vector<Finding> findings = MergeMeasurements({}, {}, {MeasuredFinding()});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].is_hint(),
            rules::FindRule("numerical-overflow")->tier == rules::Tier::kHint);
}

}  // namespace
}  // namespace allreview

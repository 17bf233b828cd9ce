#include "review/decision.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using change::v1::LedgerEntry;
using finding::v1::Finding;
using review::v1::Review;
using ::testing::ElementsAre;

template <typename Message>
Message Parse(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

Review Pieces(const std::string& more = "") {
  return Parse<Review>(
      "files { entry { new_path: 'b.yaml' } file_class: FILE_CLASS_CONFIGURATION }"
      "files { entry { new_path: 'a.py' } file_class: FILE_CLASS_SOURCE }"
      "files { entry { new_path: 'c.lock' } file_class: FILE_CLASS_LOCK }" +
      more);
}

LedgerEntry Reviewed(const std::string& path) {
  LedgerEntry entry;
  entry.set_path(path);
  entry.set_hunk(-1);
  entry.set_state(LedgerEntry::STATE_REVIEWED);
  entry.set_stage("analysis");
  return entry;
}

std::vector<std::string> Ledger(const Review& review) {
  std::vector<std::string> lines;
  for (const LedgerEntry& entry : review.ledger()) {
    lines.push_back(entry.path() + " " + LedgerEntry::State_Name(entry.state()) + ": " +
                    entry.reason());
  }
  return lines;
}

TEST(Decide, AccountsForFilesThatAnalysisDidNot) {
  const Review review = Decide(Pieces("missing { service: 'analysis' code: 'UNAVAILABLE' }"), {});
  EXPECT_THAT(Ledger(review),
              ElementsAre("a.py STATE_NOT_FETCHED: the analysis service did not answer",
                          "b.yaml STATE_DATA: no rules for this kind of file",
                          "c.lock STATE_DATA: no rules for this kind of file"));
  EXPECT_EQ(review.conclusion(), review::v1::CONCLUSION_INCOMPLETE);
  EXPECT_EQ(review.counts().files_unreviewed(), 1);
}

TEST(Decide, SaysThatAnalysisWasTooSlow) {
  const Review review =
      Decide(Pieces("missing { service: 'analysis' code: 'DEADLINE_EXCEEDED' }"), {});
  EXPECT_EQ(Ledger(review)[0], "a.py STATE_TIMED_OUT: the analysis service did not answer");
}

TEST(Decide, SucceedsWhenEverythingWasReviewed) {
  const Review review = Decide(Pieces(), {.reported = {Reviewed("a.py")}});
  EXPECT_EQ(review.conclusion(), review::v1::CONCLUSION_SUCCESS);
  EXPECT_EQ(review.files(0).entry().new_path(), "a.py");
  EXPECT_FALSE(review.gate().is_incomplete());
}

// What the pull request says of a file outweighs that its text was reviewed.
TEST(Decide, BelievesTheStageThatClaimsLeast) {
  LedgerEntry cut = Reviewed("a.py");
  cut.set_state(LedgerEntry::STATE_NOT_FETCHED);
  cut.set_stage("pull_request");
  cut.set_reason("too large");
  const Review review = Decide(Pieces(), {.reported = {Reviewed("a.py"), cut}});
  EXPECT_EQ(Ledger(review)[0], "a.py STATE_NOT_FETCHED: too large");
}

TEST(Decide, LetsNoQuestionAndNoHintTripTheGate) {
  const std::string place = "severity: SEVERITY_P0 range { path: 'a.py' first_line: 3 } ";
  const std::vector<Finding> findings = {
      Parse<Finding>(place + "rule_id: 'defect' kind: KIND_DEFECT"),
      Parse<Finding>(place + "rule_id: 'question' kind: KIND_QUESTION"),
      Parse<Finding>(place + "rule_id: 'hint' kind: KIND_DEFECT is_hint: true"),
      Parse<Finding>(place + "rule_id: 'suppressed' kind: KIND_DEFECT suppression { reason: 'x' }"),
      Parse<Finding>(place + "rule_id: 'old' kind: KIND_DEFECT fingerprint: 'f'")};
  const Review review = Decide(Pieces(), {.findings = findings,
                                          .reported = {Reviewed("a.py")},
                                          .baseline = {"f"},
                                          .fail_on = finding::v1::SEVERITY_P1});
  EXPECT_EQ(review.gate().tripping(), 1);
  EXPECT_EQ(review.conclusion(), review::v1::CONCLUSION_BLOCKED);
  EXPECT_EQ(review.findings(0).rule_id(), "defect");
  EXPECT_EQ(review.counts().p0(), 1);
  EXPECT_EQ(review.counts().baseline(), 1);
  EXPECT_EQ(review.counts().suppressed(), 1);
}

TEST(Decide, DoesNotDependOnTheOrderOfFindings) {
  std::vector<Finding> findings;
  for (int line : {9, 4, 6}) {
    findings.push_back(
        Parse<Finding>("rule_id: 'softmax-without-max' kind: KIND_DEFECT severity: SEVERITY_P2 "
                       "severity_source: 'rule' range { path: 'a.py' first_line: " +
                       std::to_string(line) + " end_line: 10 }"));
  }
  findings.push_back(Parse<Finding>(
      "rule_id: 'numerical-overflow' kind: KIND_DEFECT severity: SEVERITY_P1 range { path: 'a.py' "
      "first_line: 9 } evidence { measurement { verdict: 'overflow' } }"));
  const std::string wanted =
      Decide(Pieces(), {.findings = findings, .reported = {Reviewed("a.py")}}).DebugString();
  std::reverse(findings.begin(), findings.end());
  const Review review = Decide(Pieces(), {.findings = findings, .reported = {Reviewed("a.py")}});
  EXPECT_EQ(review.DebugString(), wanted);
  ASSERT_EQ(review.findings_size(), 2) << "the measurement is evidence of a rule's finding";
  EXPECT_EQ(review.findings(0).range().first_line(), 4);
  EXPECT_EQ(review.findings(0).severity(), finding::v1::SEVERITY_P1);
  // The other two have one cause, and one state.
  ASSERT_EQ(review.findings(1).same_cause_size(), 1);
  EXPECT_EQ(review.findings(1).same_cause(0).shown(), review.findings(1).shown());
  EXPECT_EQ(review.counts().p2(), 1);
}

}  // namespace
}  // namespace allreview

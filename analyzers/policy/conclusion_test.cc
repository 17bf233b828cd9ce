#include "analyzers/policy/conclusion.h"

#include "analyzers/policy/receipt.h"
#include "gtest/gtest.h"

namespace allreview::policy {
namespace {

std::vector<LedgerEntry> Reviewed(int files) {
  std::vector<LedgerEntry> ledger;
  for (int i = 0; i < files; ++i) {
    ledger.push_back({.path = "f" + std::to_string(i) + ".py",
                      .state = CoverageState::kReviewed,
                      .file_class = FileClass::kSource});
  }
  return ledger;
}

std::vector<LedgerEntry> WithGap() {
  std::vector<LedgerEntry> ledger = Reviewed(2);
  ledger[1].state = CoverageState::kTimedOut;
  return ledger;
}

TEST(Conclusion, IsSuccessWhenAllWasReviewedAndNothingFound) {
  const Conclusion conclusion = Conclude({.ledger = Reviewed(2)});
  EXPECT_EQ(conclusion.verdict, Verdict::kSuccess);
  EXPECT_EQ(conclusion.reason,
            "no rule reports a defect in 2 files; rules do not judge the algorithm");
}

TEST(Conclusion, IsIncompleteWithAGapAndNamesIt) {
  const Conclusion conclusion = Conclude({.ledger = WithGap()});
  EXPECT_EQ(conclusion.verdict, Verdict::kIncomplete);
  EXPECT_EQ(conclusion.reason, "1 of 2 files was not reviewed, first `f1.py` (timed out)");
}

TEST(Conclusion, IsIncompleteWhenAServiceFailed) {
  const Conclusion conclusion =
      Conclude({.ledger = Reviewed(1), .missing = {{"analysis", "connection refused", false}}});
  EXPECT_EQ(conclusion.verdict, Verdict::kIncomplete);
  EXPECT_EQ(conclusion.reason, "no answer from analysis");
}

TEST(Conclusion, IgnoresAServiceThatIsNotConfigured) {
  EXPECT_EQ(
      Conclude({.ledger = Reviewed(1), .missing = {{"numerics", "not configured", true}}}).verdict,
      Verdict::kSuccess);
}

TEST(Conclusion, IsIncompleteWhenInputCouldNotBeRead) {
  EXPECT_EQ(Conclude({.ledger = Reviewed(1), .unread_parts = 1}).verdict, Verdict::kIncomplete);
}

TEST(Conclusion, IsIncompleteAndNamesThePartsThatWereCutShort) {
  Conclusion conclusion = Conclude({.ledger = Reviewed(1), .cut_parts = {"change model"}});
  EXPECT_EQ(conclusion.verdict, Verdict::kIncomplete);
  EXPECT_EQ(conclusion.reason, "1 part of the review was cut short: change model");
  conclusion = Conclude({.ledger = Reviewed(1), .cut_parts = {"change model", "playbook"}});
  EXPECT_EQ(conclusion.reason, "2 parts of the review were cut short: change model, playbook");
}

TEST(Conclusion, IsBlockedByAnImportantFindingAndStillNamesTheGap) {
  const Conclusion conclusion = Conclude({.ledger = WithGap(), .counts = {.p0 = 1, .p1 = 2}});
  EXPECT_EQ(conclusion.verdict, Verdict::kBlocked);
  EXPECT_EQ(conclusion.reason,
            "1 P0 and 2 P1 findings need a fix before the merge; 1 of 2 files was not reviewed, "
            "first `f1.py` (timed out)");
}

TEST(Conclusion, ListsMinorFindings) {
  const Conclusion conclusion =
      Conclude({.ledger = Reviewed(1), .counts = {.p2 = 1, .questions = 2}});
  EXPECT_EQ(conclusion.verdict, Verdict::kFindings);
  EXPECT_EQ(conclusion.reason,
            "everything that needs a review was reviewed; 1 suggestion, 2 questions, no blocking "
            "findings");
}

TEST(Conclusion, DoesNotCountPraiseOrSuppressedFindings) {
  EXPECT_EQ(Conclude({.ledger = Reviewed(1), .counts = {.praise = 1, .suppressed = 2}}).verdict,
            Verdict::kSuccess);
}

TEST(Conclusion, SaysThatAnEmptyChangeIsEmpty) {
  const std::vector<LedgerEntry> ledger;
  EXPECT_EQ(Conclude({.ledger = ledger}).reason, "the change is empty");
}

TEST(Conclusion, SpeaksOfNoChangeInAScan) {
  const std::vector<LedgerEntry> none;
  EXPECT_EQ(Conclude({.ledger = none, .is_scan = true}).reason, "no file was scanned");
  EXPECT_EQ(Conclude({.ledger = Reviewed(1), .counts = {.p1 = 2}, .is_scan = true}).reason,
            "2 P1 findings need a fix");
}

TEST(Gate, CountsFindingsAtOrAboveIt) {
  const std::vector<FindingKey> findings = {{.severity = Severity::kP1},
                                            {.severity = Severity::kP2},
                                            {.severity = Severity::kP3},
                                            {.severity = Severity::kP0, .is_suppressed = true}};
  EXPECT_EQ(ApplyGate(Severity::kP2, findings, {.ledger = Reviewed(1)}).tripping, 2);
}

TEST(Gate, IsNotTrippedByAQuestionAboveItsSeverity) {
  const std::vector<FindingKey> findings = {{.severity = Severity::kP0, .kind = Kind::kQuestion}};
  EXPECT_EQ(ApplyGate(Severity::kP1, findings, {.ledger = Reviewed(1)}).tripping, 0);
}

TEST(Gate, ReportsAnIncompleteReviewBesideFindings) {
  const Gate gate = ApplyGate(Severity::kP0, {{.severity = Severity::kP0}}, {.ledger = WithGap()});
  EXPECT_TRUE(gate.is_incomplete);
  EXPECT_EQ(gate.tripping, 1);
}

TEST(Receipt, HasItsFormat) {
  const std::string digest = ReceiptDigest({.engine = "1.0"});
  EXPECT_EQ(digest.size(), 20u);
  EXPECT_EQ(digest.substr(0, 4), "ar1-");
  EXPECT_EQ(digest.find_first_not_of("0123456789abcdef", 4), std::string::npos);
}

TEST(Receipt, DiffersWhenAnyFieldDiffers) {
  const Receipt base = {"e", "r", "p", "h", "m", "d", "o"};
  const std::string digest = ReceiptDigest(base);
  for (std::string Receipt::*field :
       {&Receipt::engine, &Receipt::rules, &Receipt::policy, &Receipt::head, &Receipt::merge_base,
        &Receipt::diff, &Receipt::options}) {
    Receipt other = base;
    other.*field = "x";
    EXPECT_NE(ReceiptDigest(other), digest);
  }
}

TEST(Receipt, DoesNotLetFieldsRunTogether) {
  EXPECT_NE(ReceiptDigest({.engine = "ab", .rules = "c"}),
            ReceiptDigest({.engine = "a", .rules = "bc"}));
}

TEST(Conclusion, SaysWhereFindingsAreReported) {
  Conclusion conclusion = Conclude({.ledger = Reviewed(3), .paths = {"f1.py", "train"}});
  EXPECT_EQ(conclusion.verdict, Verdict::kSuccess);
  EXPECT_EQ(conclusion.reason,
            "no rule reports a defect in 1 file; rules do not judge the algorithm; only findings "
            "in `f1.py`, `train` are "
            "reported");
  conclusion = Conclude({.ledger = Reviewed(3), .paths = {"mistyped.py"}});
  EXPECT_EQ(conclusion.reason,
            "no file of what was read lies where findings are reported; only findings in "
            "`mistyped.py` are reported");
}

}  // namespace
}  // namespace allreview::policy

#include "analyzers/policy/budget.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace allreview::policy {
namespace {

FindingKey Defect(Severity severity, std::string path, int line) {
  return {.severity = severity, .path = std::move(path), .line = line, .rule_id = "some-rule"};
}

// Few values for each field, so that ties are common.
std::vector<FindingKey> RandomFindings(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % n); };
  std::vector<FindingKey> findings(pick(40));
  int n = 0;
  for (FindingKey& finding : findings) {
    finding.severity = static_cast<Severity>(pick(4));
    finding.confidence = static_cast<Confidence>(pick(3));
    finding.kind = static_cast<Kind>(pick(8) < 6 ? 0 : 1 + pick(2));
    finding.path = absl::StrCat("f", pick(3), ".py");
    finding.line = pick(4);
    finding.rule_id = absl::StrCat("rule-", pick(3));
    finding.text = absl::StrCat("problem ", n++);
    finding.is_hint = pick(4) == 0;
    finding.is_suppressed = pick(6) == 0;
    finding.is_on_probation = pick(9) == 0;
  }
  return findings;
}

BudgetOptions RandomOptions(std::mt19937& random) {
  return {.max_findings = 1 + static_cast<int>(random() % 12),
          .min_severity = static_cast<Severity>(random() % 4)};
}

template <typename Check>
void ForRandomInputs(Check check) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    const std::vector<FindingKey> findings = RandomFindings(random);
    const BudgetOptions options = RandomOptions(random);
    check(findings, options, ApplyBudget(findings, options));
    if (testing::Test::HasFailure()) FAIL() << "seed " << seed;
  }
}

TEST(Budget, OrdersBySeverityThenConfidenceThenPlace) {
  std::vector<FindingKey> findings = {
      Defect(Severity::kP2, "a.py", 1), Defect(Severity::kP1, "b.py", 9),
      Defect(Severity::kP1, "b.py", 2), Defect(Severity::kP1, "a.py", 7)};
  findings[3].confidence = Confidence::kLow;
  EXPECT_EQ(ApplyBudget(findings, {}).order, (std::vector<size_t>{2, 1, 3, 0}));
}

TEST(Budget, WithholdsNitpicksBesideAnImportantFinding) {
  const BudgetResult result =
      ApplyBudget({Defect(Severity::kP3, "a.py", 1), Defect(Severity::kP1, "a.py", 2)}, {});
  EXPECT_EQ(result.shown, (std::vector<Shown>{Shown::kWithheld, Shown::kFull}));
}

TEST(Budget, ShowsNitpicksWhenTheImportantFindingIsSuppressed) {
  std::vector<FindingKey> findings = {Defect(Severity::kP3, "a.py", 1),
                                      Defect(Severity::kP1, "a.py", 2)};
  findings[1].is_suppressed = true;
  EXPECT_EQ(ApplyBudget(findings, {}).shown,
            (std::vector<Shown>{Shown::kFull, Shown::kSuppressed}));
}

TEST(Budget, CountsWhatTheBaselineHolds) {
  std::vector<FindingKey> findings = {Defect(Severity::kP3, "a.py", 1),
                                      Defect(Severity::kP0, "a.py", 2)};
  findings[1].is_in_baseline = true;
  const BudgetResult result = ApplyBudget(findings, {});
  EXPECT_EQ(result.shown, (std::vector<Shown>{Shown::kFull, Shown::kBaseline}));
  EXPECT_EQ(result.counts.p0, 0);
  EXPECT_EQ(result.counts.baseline, 1);
}

TEST(Budget, FoldsWhatIsOverTheMaximumAndCountsItByRule) {
  const BudgetResult result =
      ApplyBudget({Defect(Severity::kP2, "a.py", 1), Defect(Severity::kP2, "a.py", 2),
                   Defect(Severity::kP2, "a.py", 3)},
                  {.max_findings = 1});
  ASSERT_EQ(result.folded.size(), 1u);
  EXPECT_EQ(result.folded[0].rule_id, "some-rule");
  EXPECT_EQ(result.folded[0].shown, Shown::kFolded);
  EXPECT_EQ(result.folded[0].count, 2);
}

TEST(Budget, ShowsOnePriorityFindingEvenWithoutBudget) {
  EXPECT_EQ(ApplyBudget({Defect(Severity::kP0, "a.py", 1)}, {.max_findings = 0}).shown,
            std::vector<Shown>{Shown::kFull});
}

TEST(Budget, MakesAQuestionASuggestion) {
  FindingKey question = Defect(Severity::kP0, "a.py", 1);
  question.kind = Kind::kQuestion;
  const BudgetResult result = ApplyBudget({question, Defect(Severity::kP3, "a.py", 2)}, {});
  EXPECT_EQ(result.severity[0], Severity::kP2);
  EXPECT_EQ(result.shown[1], Shown::kFull);
}

FindingKey Hint(Severity severity, std::string path, int line) {
  FindingKey hint = Defect(severity, std::move(path), line);
  hint.is_hint = true;
  return hint;
}

TEST(Budget, RanksAHintBehindEveryOtherFinding) {
  const std::vector<FindingKey> findings = {Hint(Severity::kP0, "a.py", 1),
                                            Defect(Severity::kP3, "a.py", 2),
                                            Defect(Severity::kP2, "a.py", 3)};
  EXPECT_EQ(ApplyBudget(findings, {}).order, (std::vector<size_t>{2, 1, 0}));
}

TEST(Budget, MakesAHintASuggestion) {
  const BudgetResult result =
      ApplyBudget({Hint(Severity::kP0, "a.py", 1), Hint(Severity::kP3, "a.py", 2)}, {});
  EXPECT_EQ(result.severity, (std::vector<Severity>{Severity::kP2, Severity::kP3}));
  EXPECT_EQ(result.counts.p0, 0);
  EXPECT_EQ(result.counts.p2, 1);
}

TEST(Budget, WithholdsHintsBesideAnImportantFinding) {
  const BudgetResult result =
      ApplyBudget({Hint(Severity::kP2, "a.py", 1), Defect(Severity::kP1, "a.py", 2)}, {});
  EXPECT_EQ(result.shown, (std::vector<Shown>{Shown::kWithheld, Shown::kFull}));
}

TEST(Budget, ShowsHintsWhileThereIsRoom) {
  const BudgetResult result =
      ApplyBudget({Hint(Severity::kP2, "a.py", 1), Hint(Severity::kP2, "a.py", 2),
                   Defect(Severity::kP3, "a.py", 3)},
                  {.max_findings = 2});
  EXPECT_EQ(result.shown, (std::vector<Shown>{Shown::kFull, Shown::kFolded, Shown::kFull}));
}

TEST(Budget, CountsFindingsBelowTheAskedSeverity) {
  const BudgetResult result =
      ApplyBudget({Defect(Severity::kP2, "a.py", 1)}, {.min_severity = Severity::kP1});
  EXPECT_EQ(result.shown[0], Shown::kBelowSeverity);
  EXPECT_EQ(result.counts.p2, 1);
}

TEST(BudgetProperty, NeverShowsANitpickBesideABlockingFinding) {
  ForRandomInputs([](const auto& findings, const auto&, const BudgetResult& result) {
    bool has_nitpick = false, has_blocking = false;
    for (size_t i = 0; i < findings.size(); ++i) {
      if (result.shown[i] != Shown::kFull || findings[i].kind == Kind::kPraise) continue;
      has_nitpick |= result.severity[i] == Severity::kP3;
      has_blocking |= result.severity[i] <= Severity::kP1;
    }
    EXPECT_FALSE(has_nitpick && has_blocking);
  });
}

TEST(BudgetProperty, ShowsAtMostTheMaximumInFull) {
  ForRandomInputs([](const auto&, const BudgetOptions& options, const BudgetResult& result) {
    EXPECT_LE(std::count(result.shown.begin(), result.shown.end(), Shown::kFull),
              options.max_findings);
  });
}

TEST(BudgetProperty, DropsNothing) {
  ForRandomInputs([](const auto& findings, const auto&, const BudgetResult& result) {
    EXPECT_EQ(std::set<size_t>(result.order.begin(), result.order.end()).size(), findings.size());
    EXPECT_EQ(result.order.size(), findings.size());
    size_t total = std::count(result.shown.begin(), result.shown.end(), Shown::kFull);
    for (const FoldedCount& folded : result.folded) total += folded.count;
    EXPECT_EQ(total, findings.size());
    const FindingCounts& c = result.counts;
    EXPECT_EQ(c.p0 + c.p1 + c.p2 + c.p3 + c.questions + c.praise + c.suppressed + c.probation,
              static_cast<int>(findings.size()));
  });
}

TEST(Budget, AsksFewQuestionsAndPraisesLess) {
  std::vector<FindingKey> findings;
  for (int i = 0; i < 7; ++i) {
    findings.push_back(Defect(Severity::kP2, "a.py", i));
    findings.back().kind = i < 4 ? Kind::kQuestion : Kind::kPraise;
  }
  const BudgetResult result = ApplyBudget(findings, {.max_questions = 3, .max_praise = 2});
  EXPECT_EQ(result.shown,
            (std::vector<Shown>{Shown::kFull, Shown::kFull, Shown::kFull, Shown::kFolded,
                                Shown::kFull, Shown::kFull, Shown::kFolded}));
}

TEST(BudgetProperty, FillsTheBudgetBeforeItFolds) {
  ForRandomInputs([](const auto& findings, const BudgetOptions& options,
                     const BudgetResult& result) {
    std::map<Kind, int> full, folded;
    int all_full = 0;
    for (size_t i = 0; i < findings.size(); ++i) {
      full[findings[i].kind] += result.shown[i] == Shown::kFull;
      folded[findings[i].kind] += result.shown[i] == Shown::kFolded;
      all_full += result.shown[i] == Shown::kFull;
    }
    EXPECT_LE(full[Kind::kQuestion], options.max_questions);
    EXPECT_LE(full[Kind::kPraise], options.max_praise);
    const bool is_full = all_full == options.max_findings;
    EXPECT_TRUE(is_full || folded[Kind::kDefect] == 0);
    EXPECT_TRUE(is_full || folded[Kind::kQuestion] == 0 ||
                full[Kind::kQuestion] == options.max_questions);
    EXPECT_TRUE(is_full || folded[Kind::kPraise] == 0 || full[Kind::kPraise] == options.max_praise);
  });
}

TEST(BudgetProperty, NeverShowsAHintBeforeOrBesideWhatMattersMore) {
  ForRandomInputs([](const auto& findings, const auto&, const BudgetResult& result) {
    bool has_shown_hint = false, has_folded_other = false, has_blocking = false;
    for (size_t i = 0; i < findings.size(); ++i) {
      has_shown_hint |= findings[i].is_hint && result.shown[i] == Shown::kFull;
      has_folded_other |= !findings[i].is_hint && result.shown[i] == Shown::kFolded;
      has_blocking |= findings[i].kind == Kind::kDefect && !findings[i].is_hint &&
                      result.shown[i] == Shown::kFull && result.severity[i] <= Severity::kP1;
    }
    EXPECT_FALSE(has_shown_hint && (has_folded_other || has_blocking));
  });
}

TEST(BudgetProperty, QuestionsNeverBlock) {
  ForRandomInputs([](const auto& findings, const auto&, const BudgetResult& result) {
    for (size_t i = 0; i < findings.size(); ++i) {
      if (findings[i].kind == Kind::kQuestion || findings[i].is_hint) {
        EXPECT_GE(result.severity[i], Severity::kP2);
      }
    }
  });
}

TEST(BudgetProperty, DoesNotDependOnTheOrderOfTheInput) {
  std::mt19937 shuffle(7);
  ForRandomInputs([&](std::vector<FindingKey> findings, const BudgetOptions& options,
                      const BudgetResult& result) {
    std::vector<std::string> texts;
    std::map<std::string, Shown> shown;
    for (size_t i : result.order) texts.push_back(findings[i].text);
    for (size_t i = 0; i < findings.size(); ++i) shown[findings[i].text] = result.shown[i];
    std::shuffle(findings.begin(), findings.end(), shuffle);
    const BudgetResult again = ApplyBudget(findings, options);
    for (size_t k = 0; k < texts.size(); ++k) {
      EXPECT_EQ(findings[again.order[k]].text, texts[k]);
      EXPECT_EQ(again.shown[k], shown[findings[k].text]);
    }
  });
}

}  // namespace
}  // namespace allreview::policy

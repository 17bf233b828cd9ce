#include "analyzers/policy/suppression.h"

#include <random>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/suppression_rules.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::policy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// A file of ten lines in which lines 3 to 6 are new, and findings of two rules in them.
class Suppressions : public testing::Test {
 protected:
  Suppressions() {
    file_.path = "a.py";
    change::ChangedHunk hunk;
    hunk.added = {3, 4, 5, 6};
    file_.hunks.push_back(hunk);
    files_ = {file_};
  }

  void Find(const std::string& rule, int line) {
    rules::Finding finding;
    finding.rule_id = rule;
    finding.range.path = "a.py";
    finding.range.first_line = line;
    finding.range.end_line = line + 1;
    findings_.push_back(finding);
  }

  void Comment(int line, const std::string& text, int first = 0, int end = 0) {
    rules::DirectiveComment comment;
    comment.path = "a.py";
    comment.line = line;
    comment.column = 10;
    comment.statement_first_line = first > 0 ? first : line;
    comment.statement_end_line = end > 0 ? end : line + 1;
    comment.text = text;
    comments_.push_back(comment);
  }

  SuppressionResult Apply() {
    return ApplySuppressions({.findings = findings_,
                              .directives = comments_,
                              .files = files_,
                              .rule_ids = {"bare-except", "host-sync", "unused-suppression"},
                              .silent_rules = silent_,
                              .reviewed_paths = reviewed_,
                              .settings = settings_,
                              .today = "2026-03-01"});
  }

  // "rule: problem" of each finding about comments.
  std::vector<std::string> Problems() {
    std::vector<std::string> problems;
    for (const rules::Finding& finding : Apply().findings) {
      problems.push_back(absl::StrCat(finding.rule_id, ": ", finding.problem));
    }
    return problems;
  }

  change::ChangedFile file_;
  std::vector<change::ChangedFile> files_;
  std::vector<rules::Finding> findings_;
  std::vector<rules::DirectiveComment> comments_;
  std::set<std::string> silent_;
  std::set<std::string> reviewed_ = {"a.py"};
  std::map<std::string, rules::RuleSetting> settings_;
};

TEST_F(Suppressions, MarksAFindingOfTheStatement) {
  Find("host-sync", 4);
  Comment(4, "# allreview: ignore[host-sync] once per epoch");
  const SuppressionResult result = Apply();
  ASSERT_THAT(result.applied, SizeIs(1));
  EXPECT_EQ(result.applied[0].finding, 0u);
  EXPECT_EQ(result.applied[0].reason, "once per epoch");
  EXPECT_EQ(result.applied[0].range.first_column, 10);
  EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(Suppressions, AcceptsFindingsOfOtherToolsInAnyLanguage) {
  Find("ruff/E711", 4);
  Find("clang-tidy/bugprone-x", 5);
  Comment(4, "# allreview: ignore[ruff/E711] as upstream writes it");
  Comment(5, "/* allreview: ignore[clang-tidy/bugprone-x] few rows */");
  Comment(6, "// allreview: ignore[clang-tidy/another] the tool may not have run");
  const SuppressionResult result = Apply();
  ASSERT_THAT(result.applied, SizeIs(2));
  EXPECT_EQ(result.applied[1].reason, "few rows");
  EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(Suppressions, CoversAStatementOfSeveralLines) {
  Find("host-sync", 6);
  Comment(3, "# allreview: ignore[host-sync] once per epoch", 4, 7);
  EXPECT_THAT(Apply().applied, SizeIs(1));
}

TEST_F(Suppressions, LeavesOtherStatementsAlone) {
  Find("host-sync", 5);
  Comment(4, "# allreview: ignore[host-sync] once per epoch");
  EXPECT_THAT(Apply().applied, IsEmpty());
  EXPECT_THAT(Problems(),
              ElementsAre("unused-suppression: `host-sync` finds nothing in this statement"));
}

TEST_F(Suppressions, LeavesOtherRulesAlone) {
  Find("host-sync", 4);
  Comment(4, "# allreview: ignore[bare-except] once per epoch");
  EXPECT_THAT(Apply().applied, IsEmpty());
}

TEST_F(Suppressions, TakesSeveralRulesAndReportsTheUnusedOne) {
  Find("host-sync", 4);
  Comment(4, "# allreview: ignore[host-sync, bare-except] once per epoch");
  EXPECT_THAT(Apply().applied, SizeIs(1));
  EXPECT_THAT(Problems(),
              ElementsAre("unused-suppression: `bare-except` finds nothing in this statement"));
}

TEST_F(Suppressions, StandsBehindAnotherComment) {
  Find("host-sync", 4);
  Comment(4, "# type: ignore  # allreview: ignore[host-sync] once per epoch");
  const SuppressionResult result = Apply();
  ASSERT_THAT(result.applied, SizeIs(1));
  EXPECT_EQ(result.applied[0].range.first_column, 26);
}

TEST_F(Suppressions, AreReadInTheCommentsOfCpp) {
  Find("host-sync", 4);
  Find("host-sync", 5);
  Comment(4, "// allreview: ignore[host-sync] once per epoch");
  Comment(5, "/* allreview: ignore[host-sync] twice per epoch */");
  const SuppressionResult result = Apply();
  ASSERT_THAT(result.applied, SizeIs(2));
  EXPECT_EQ(result.applied[0].reason, "once per epoch");
  EXPECT_EQ(result.applied[1].reason, "twice per epoch");
}

TEST_F(Suppressions, IgnoresProse) {
  Comment(4, "# see the manual of allreview: chapter 2");
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(Suppressions, NeedsAReason) {
  Find("host-sync", 4);
  Comment(4, "# allreview: ignore[host-sync]");
  EXPECT_THAT(Apply().applied, IsEmpty());
  EXPECT_THAT(Problems(), ElementsAre("suppression-without-reason: this suppression comment gives "
                                      "no reason and has no effect"));
}

TEST_F(Suppressions, NamesTheNearestRule) {
  Find("host-sync", 4);
  Comment(4, "# allreview: ignore[host-sink, host-sync] once per epoch");
  EXPECT_THAT(Apply().applied, SizeIs(1));
  EXPECT_THAT(Problems(), ElementsAre("unknown-suppression-rule: there is no rule `host-sink`, the "
                                      "nearest is `host-sync`"));
}

TEST_F(Suppressions, HoldsOnItsLastDay) {
  Find("host-sync", 4);
  Comment(4, "# allreview: ignore[host-sync] until=2026-03-01 once per epoch");
  const SuppressionResult result = Apply();
  EXPECT_THAT(result.applied, SizeIs(1));
  EXPECT_EQ(result.dates, "a.py:4 until 2026-03-01 holds\n");
}

TEST_F(Suppressions, ExpiresAfterItsLastDay) {
  Find("host-sync", 4);
  Comment(4, "# allreview: ignore[host-sync] until=2026-02-28 once per epoch");
  EXPECT_THAT(Apply().applied, IsEmpty());
  EXPECT_EQ(Apply().dates, "a.py:4 until 2026-02-28 expired\n");
  EXPECT_THAT(Problems(), ElementsAre("expired-suppression: this suppression comment held until "
                                      "2026-02-28 and has no effect any more"));
}

TEST_F(Suppressions, StaysSilentOnLinesThatTheChangeDidNotTouch) {
  Comment(8, "# allreview: ignore[host-sync]");
  Comment(9, "# allreview: ignore[bare-except] fine");
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(Suppressions, CannotJudgeARuleThatDidNotRun) {
  silent_ = {"host-sync"};
  Comment(4, "# allreview: ignore[host-sync] once per epoch");
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(Suppressions, CannotJudgeAFileThatWasNotReviewed) {
  reviewed_ = {};
  Comment(4, "# allreview: ignore[host-sync] once per epoch");
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(Suppressions, OfOneFileAreReportedUpToABound) {
  files_[0].hunks[0].added.clear();
  for (int line = 1; line <= 3'000; ++line) {
    files_[0].hunks[0].added.push_back(line);
    Comment(line, absl::StrCat("# allreview: ignore[no-rule-", line % 7, "] a reason"));
  }
  const SuppressionResult result = Apply();
  EXPECT_THAT(result.findings, SizeIs(1'000));
  EXPECT_THAT(result.cuts, ElementsAre("a.py: 1000 findings are listed, 2000 more are not, first "
                                       "of the rule `unknown-suppression-rule`"));
}

TEST_F(Suppressions, FollowPolicyThemselves) {
  settings_["unused-suppression"].is_enabled = false;
  settings_["suppression-without-reason"].severity = rules::Severity::kP1;
  Comment(4, "# allreview: ignore[host-sync] once per epoch");
  Comment(5, "# allreview: ignore[host-sync]");
  const SuppressionResult result = Apply();
  ASSERT_THAT(result.findings, SizeIs(1));
  EXPECT_EQ(result.findings[0].severity, rules::Severity::kP1);
}

TEST_F(Suppressions, FindingsAreComplete) {
  Comment(4, "# allreview: ignore[host-sync]");
  const rules::Finding finding = Apply().findings.at(0);
  EXPECT_EQ(finding.fingerprint.size(), 32u);
  EXPECT_EQ(finding.cause.kind, rules::Cause::Kind::kChangedLine);
  EXPECT_EQ(finding.cause.hunk, 0);
  EXPECT_THAT(finding.evidence, SizeIs(1));
  EXPECT_EQ(finding.range.end_column, 40);
}

struct MalformedCase {
  const char* name;
  const char* text;
  const char* error;
};
class MalformedSuppression : public testing::TestWithParam<MalformedCase> {};

TEST_P(MalformedSuppression, SaysWhatIsWrong) {
  const std::optional<Directive> directive = ParseDirective(GetParam().text);
  ASSERT_TRUE(directive.has_value());
  EXPECT_EQ(directive->error, GetParam().error);
}

#define FORM "wanted `# allreview: ignore[rule-id] reason`"
INSTANTIATE_TEST_SUITE_P(
    Table, MalformedSuppression,
    testing::Values(
        MalformedCase{"OtherVerb", "# allreview: disable=x", "only `ignore` is known, " FORM},
        MalformedCase{"NoBracket", "# allreview: ignore x y", "it names no rule, " FORM},
        MalformedCase{"Open", "# allreview: ignore[x y", "its bracket is not closed, " FORM},
        MalformedCase{"Empty", "#allreview: ignore[] y", "a rule id is empty, " FORM},
        MalformedCase{"Slashes", "// allreview: ignore x",
                      "it names no rule, wanted `// allreview: ignore[rule-id] reason`"},
        MalformedCase{"Stars", "/* allreview: ignore x */",
                      "it names no rule, wanted `/* allreview: ignore[rule-id] reason */`"},
        MalformedCase{"BadDate", "# allreview: ignore[x] until=2026-02-30 y",
                      "its date is \"2026-02-30\", wanted until=YYYY-MM-DD"},
        MalformedCase{"NotALeapYear", "# allreview: ignore[x] until=2100-02-29 y",
                      "its date is \"2100-02-29\", wanted until=YYYY-MM-DD"},
        MalformedCase{"TwoDates", "# allreview: ignore[x] until=2026-01-01 y until=2026-01-02",
                      "it has two dates, wanted one"}),
    [](const auto& info) { return info.param.name; });

TEST(SuppressionRules, AreSortedAndComplete) {
  const absl::Span<const rules::RuleInfo> rules = rules::SuppressionRules();
  EXPECT_TRUE(std::is_sorted(rules.begin(), rules.end(),
                             [](const auto& a, const auto& b) { return a.id < b.id; }));
  for (const rules::RuleInfo& rule : rules) {
    for (absl::string_view text :
         {rule.why, rule.fix, absl::string_view(rule.bad), absl::string_view(rule.good)}) {
      EXPECT_FALSE(text.empty()) << rule.id;
    }
  }
}

TEST_F(Suppressions, AcceptWhatASearchOfAllCommentsAccepts) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    findings_.clear();
    comments_.clear();
    for (int i = 0; i < 8; ++i) Find(random() % 2 ? "bare-except" : "host-sync", 1 + random() % 9);
    for (int i = 0; i < 6; ++i) {
      const int first = 1 + static_cast<int>(random() % 8);
      Comment(1 + static_cast<int>(random() % 9),
              absl::StrCat("# allreview: ignore[", random() % 2 ? "bare-except" : "host-sync",
                           "] reason ", i),
              first, first + 1 + static_cast<int>(random() % 4));
    }
    std::vector<rules::DirectiveComment> sorted = comments_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
    std::vector<std::string> want, got;
    for (size_t i = 0; i < findings_.size(); ++i) {
      for (const rules::DirectiveComment& comment : sorted) {
        const Directive directive = *ParseDirective(comment.text);
        if (directive.rule_ids[0] != findings_[i].rule_id ||
            findings_[i].range.first_line < comment.statement_first_line ||
            findings_[i].range.first_line >= comment.statement_end_line) {
          continue;
        }
        want.push_back(absl::StrCat(i, " ", directive.reason));
        break;
      }
    }
    for (const AppliedSuppression& applied : Apply().applied) {
      got.push_back(absl::StrCat(applied.finding, " ", applied.reason));
    }
    EXPECT_EQ(got, want);
  }
}

TEST_F(Suppressions, OfManyCommentsAndFindingsMeetByLine) {
  // Each with each would be 10,000,000,000 pairs.
  constexpr int kCount = 100'000;
  std::vector<int>& added = files_[0].hunks[0].added;
  added.clear();
  for (int line = 1; line <= kCount; ++line) {
    added.push_back(line);
    if (line % 2) Find("bare-except", line);
    Comment(line, absl::StrCat("# allreview: ignore[bare-except, made-up-", line, "] reason"));
  }
  const SuppressionResult result = Apply();
  EXPECT_EQ(result.applied.size(), static_cast<size_t>(kCount / 2));
  EXPECT_THAT(result.cuts, SizeIs(1)) << "more unknown rules than are listed";
}

}  // namespace
}  // namespace allreview::policy

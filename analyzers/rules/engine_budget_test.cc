// What becomes of an analysis whose budget ends it, phase by phase.

#include <atomic>
#include <new>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/analyse.h"
#include "analyzers/rules/finding_list.h"
#include "analyzers/rules/rule.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

using change::ChangedHunk;
using change::Coverage;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::atomic<bool> is_begun;

[[noreturn]] void WorkForEver() {
  for (;;) {
    is_begun = true;
    Poll();
  }
}

bool IsCalled(Node call, absl::string_view name) {
  return call.child(Field::kFunction).text() == name;
}

// A rule that finds each call of `bad`, and does not end at a call of `endless`.
void CheckCall(FileContext& file, Node call) {
  if (IsCalled(call, "endless")) WorkForEver();
  if (IsCalled(call, "hungry")) throw std::bad_alloc();
  if (IsCalled(call, "bad")) file.Report({.at = call});
}

void CheckEndlessChange(ChangeContext&) { WorkForEver(); }

Rule CallRule() {
  Rule rule = {};
  rule.info.id = "bad-call";
  rule.info.title.en = "A bad call";
  rule.kinds[0] = NodeKind::kCall;
  rule.check = CheckCall;
  return rule;
}

Rule EndlessRuleOfTheChange() {
  Rule rule = {};
  rule.info.id = "endless-change";
  rule.check_change = CheckEndlessChange;
  return rule;
}

std::vector<ChangedFile> Files(const std::vector<std::string>& texts) {
  std::vector<ChangedFile> files;
  for (const std::string& text : texts) {
    ChangedFile& file = files.emplace_back();
    file.path = absl::StrCat("f", files.size(), ".py");
    file.language = "python";
    file.is_added = true;
    file.after = text;
    ChangedHunk& hunk = file.hunks.emplace_back();
    hunk.new_start = 1;
    for (char c : text) hunk.new_lines += c == '\n';
    for (int line = 1; line <= hunk.new_lines; ++line) hunk.added.push_back(line);
  }
  return files;
}

int CountOf(const AnalysisResult& result, absl::string_view rule_id) {
  int count = 0;
  for (const Finding& finding : result.findings) count += finding.rule_id == rule_id;
  return count;
}

TEST(Budget, EndsTheRulesOfOneFileAndKeepsWhatTheyFound) {
  const Rule rule = CallRule();
  const auto files = Files({"bad()\nendless()\nbad()\n", "bad()\n"});
  for (int threads : {1, 3}) {
    AnalysisInput input{.files = files, .extra_rules = {&rule}, .threads = threads};
    input.limits.file_seconds = 0.1;
    input.cpu_seconds = [] { return 0.0; };
    const AnalysisResult result = Analyze(input);
    ASSERT_THAT(result.coverage, SizeIs(2));
    EXPECT_EQ(result.coverage[0].state, Coverage::State::kOverBudget);
    EXPECT_EQ(result.coverage[0].reason,
              "stopped in the rules: the file used up its 0.1 s of CPU time");
    EXPECT_EQ(result.coverage[1].state, Coverage::State::kReviewed);
    EXPECT_EQ(CountOf(result, "bad-call"), 2);
  }
}

TEST(Budget, OfTheReviewEndsTheRulesOfAllFiles) {
  const Rule rule = CallRule();
  const auto files = Files({"endless()\n", "endless()\n", "endless()\n"});
  WorkBudget review("the review", {.cpu_seconds = 0.2});
  const BudgetScope scope(&review);
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&rule}, .threads = 2});
  for (const Coverage& file : result.coverage) {
    EXPECT_EQ(file.state, Coverage::State::kOverBudget);
    EXPECT_THAT(English(file.reason), StartsWith("stopped in the rules: "));
  }
  EXPECT_LT(review.cpu_seconds(), 5);
}

TEST(Budget, EndsRulesThatLookAtTheChangeAndLeavesNoFileReviewed) {
  const Rule calls = CallRule(), endless = EndlessRuleOfTheChange();
  const auto files = Files({"bad()\n", "x = 1\n"});
  WorkBudget review("the review", {.cpu_seconds = 0.5});
  const BudgetScope scope(&review);
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&calls, &endless}});
  ASSERT_THAT(result.coverage, SizeIs(2));
  for (const Coverage& file : result.coverage) {
    EXPECT_EQ(file.state, Coverage::State::kOverBudget);
    EXPECT_THAT(English(file.reason),
                StartsWith("stopped in the rules that look at the whole change: "));
  }
  EXPECT_EQ(CountOf(result, "bad-call"), 1);
}

TEST(Budget, IsEndedByACallerWhoIsGone) {
  const Rule calls = CallRule(), endless = EndlessRuleOfTheChange();
  for (const char* text : {"endless()\n", "bad()\n"}) {
    is_begun = false;
    const auto files = Files({text});
    const AnalysisResult result = Analyze(
        {.files = files, .extra_rules = {&calls, &endless}, .threads = 2, .should_stop = [] {
           return is_begun.load();
         }});
    EXPECT_EQ(result.coverage[0].state, Coverage::State::kTimedOut);
    EXPECT_THAT(English(result.coverage[0].reason), HasSubstr("was cancelled"));
  }
}

TEST(Budget, EndsOneFileForWhichThereIsNoMemory) {
  const Rule rule = CallRule();
  const auto files = Files({"hungry()\n", "bad()\n"});
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&rule}, .threads = 2});
  EXPECT_EQ(result.coverage[0].state, Coverage::State::kOverBudget);
  EXPECT_EQ(result.coverage[0].reason, "stopped in the rules: the process has no memory left");
  EXPECT_EQ(result.coverage[1].state, Coverage::State::kReviewed);
}

TEST(Budget, EndsTheComparisonWithTheFileBeforeAndKeepsWhatIsCertain) {
  Rule rule = CallRule();
  rule.concern = Concern::kChangedFunctions;
  auto files = Files({"def f():\n    bad()\n    x = 1\n    bad(1)\n"});
  files[0].is_added = false;
  files[0].before = "def f():\n    bad()\n    endless()\n";
  files[0].hunks = {{.old_start = 3,
                     .old_lines = 1,
                     .new_start = 3,
                     .new_lines = 2,
                     .added = {3, 4},
                     .removed = {3},
                     .moved = {}}};
  AnalysisInput input{.files = files, .extra_rules = {&rule}};
  input.limits.file_seconds = 0.1;
  input.cpu_seconds = [] { return 0.0; };
  const AnalysisResult result = Analyze(input);
  EXPECT_EQ(result.coverage[0].state, Coverage::State::kOverBudget);
  EXPECT_THAT(English(result.coverage[0].reason),
              StartsWith("stopped in the comparison with the file before the change: "));
  EXPECT_EQ(CountOf(result, "bad-call"), 1);  // That on the new line.
}

TEST(Findings, OfOneRuleInOneFileAreBoundedAndCounted) {
  const Rule rule = CallRule();
  std::string text;
  for (int i = 0; i < FindingLimits().of_rule + 7; ++i) text += "bad()\n";
  const auto files = Files({text, "bad()\n"});
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&rule}});
  EXPECT_EQ(CountOf(result, "bad-call"), FindingLimits().of_rule + 1);
  EXPECT_EQ(result.coverage[0].state, Coverage::State::kOverBudget);
  EXPECT_THAT(English(result.coverage[0].reason),
              HasSubstr("7 more are not, first of the rule `bad-call`"));
  EXPECT_EQ(result.coverage[1].state, Coverage::State::kReviewed);
}

TEST(Findings, OfAReviewAreBoundedAndTheMostSevereStay) {
  Rule minor = CallRule(), severe = CallRule();
  minor.info.severity = Severity::kP3;
  severe.info.id = "severe-call";
  severe.info.severity = Severity::kP0;
  std::string text;
  for (int i = 0; i < FindingLimits().of_rule; ++i) text += "bad()\n";
  const auto files = Files(std::vector<std::string>(8, text));
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&minor, &severe}});
  EXPECT_LE(static_cast<int>(result.findings.size()), FindingLimits().of_review);
  EXPECT_EQ(CountOf(result, "severe-call"), 8 * FindingLimits().of_rule);
  bool is_told = false;
  for (const Coverage& file : result.coverage) {
    is_told |= absl::StrContains(English(file.reason), "are not listed");
  }
  EXPECT_TRUE(is_told);
}

TEST(Findings, QuoteOnlySoMuchOfALongStatement) {
  const Rule rule = CallRule();
  std::string text = "x = [";
  for (int i = 0; i < 500; ++i) absl::StrAppend(&text, "bad(), '", std::string(200, 'a'), "', ");
  text += "]\n";
  const auto files = Files({text});
  const AnalysisResult result = Analyze({.files = files, .extra_rules = {&rule}});
  EXPECT_EQ(CountOf(result, "bad-call"), 500);
  for (const Finding& finding : result.findings) {
    EXPECT_LT(BytesOf(finding), 20'000);
    EXPECT_THAT(finding.fingerprint, SizeIs(32));
  }
}

TEST(FindingList, CountsWhatItDoesNotAdmit) {
  FindingList list({.of_rule = 2, .of_file = 3, .bytes = 1 << 20});
  EXPECT_TRUE(list.Admits("a.py", "one"));
  EXPECT_TRUE(list.Admits("a.py", "one"));
  EXPECT_FALSE(list.Admits("a.py", "one"));
  EXPECT_TRUE(list.Admits("a.py", "two"));
  EXPECT_FALSE(list.Admits("a.py", "two"));
  EXPECT_TRUE(list.Admits("b.py", "one"));
  ASSERT_THAT(list.cuts(), SizeIs(1));
  EXPECT_EQ(list.cuts()[0].path, "a.py");
  EXPECT_EQ(list.cuts()[0].reason,
            "3 findings are listed, 2 more are not, first of the rule `one`");
}

TEST(FindingList, StopsAtItsBytes) {
  FindingList list({.bytes = 10'000});
  Finding finding;
  finding.before_code = std::string(9'000, 'x');
  ASSERT_TRUE(list.Admits("a.py", "one"));
  list.Count(finding);
  EXPECT_FALSE(list.Admits("a.py", "one"));
}

}  // namespace
}  // namespace allreview::rules

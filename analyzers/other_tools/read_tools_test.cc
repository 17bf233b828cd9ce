#include "analyzers/other_tools/read_tools.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/change/fake_reader.h"
#include "analyzers/other_tools/grading.h"
#include "analyzers/other_tools/same_cause.h"
#include "base/file.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sarif/read_log.h"

namespace allreview::other_tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kLoss[] =
    "import torch\n"
    "\n"
    "\n"
    "def loss(text, mask, seen=[]):\n"
    "    if mask == None:\n"
    "        return eval(text)\n"
    "    return seen\n";
constexpr char kScale[] =
    "#include <cstdint>\n"
    "void scale(int64_t n) {\n"
    "  int rows = n;\n"
    "}\n";

change::ChangedFile FileOf(const std::string& path, const std::string& language,
                           std::vector<int> added) {
  change::ChangedFile file;
  file.path = file.old_path = path;
  file.language = language;
  file.after_blob_id = absl::StrCat("id of ", path);
  change::ChangedHunk hunk;
  hunk.new_start = added.empty() ? 0 : added.front();
  hunk.new_lines = static_cast<int>(added.size());
  hunk.added = std::move(added);
  file.hunks.push_back(std::move(hunk));
  return file;
}

// A change of two files and what tools say of it.
class ReadToolsTest : public ::testing::Test {
 protected:
  ReadToolsTest() {
    files_ = {FileOf("train/loss.py", "python", {4, 5, 6}), FileOf("csrc/scale.cu", "", {3})};
    files_[0].before = "";
    files_[0].after = kLoss;
  }

  void AddLog(const std::string& text) {
    absl::StatusOr<sarif::Log> log = sarif::ReadLog("a.sarif", text);
    ASSERT_TRUE(log.ok()) << log.status();
    logs_.push_back(*std::move(log));
  }

  void AddFixture(const std::string& name) {
    const auto text = ReadFile(absl::StrCat("sarif/testdata/", name, ".sarif"));
    ASSERT_TRUE(text.ok()) << text.status();
    AddLog(*text);
  }

  // One result of a tool "lint", with what stands beside rule and message.
  void AddResult(const std::string& rest, const std::string& run = "") {
    AddLog(absl::StrCat(R"({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Lint"}},)",
                        run, R"( "results": [{"ruleId": "R1", "message": {"text": "Bad."},)", rest,
                        "}]}]}"));
  }

  ToolsResult Read() {
    const change::AnalysedChange change =
        change::ParseChange({.files = files_, .repository = &reader_, .threads = 1});
    ToolsInput input{.change = change, .policy = policy_};
    for (const sarif::Log& log : logs_) input.logs.push_back(&log);
    return ReadTools(input, ours_);
  }

  static std::string At(const std::string& path, const std::string& region) {
    return absl::StrCat(R"("locations": [{"physicalLocation": {"artifactLocation": {"uri": ")",
                        path, R"("}, "region": {)", region, "}}}]");
  }

  static std::vector<std::string> Notes(const ToolsResult& said) {
    std::vector<std::string> notes;
    for (const Words& note : said.notes) notes.push_back(English(note));
    return notes;
  }

  std::vector<change::ChangedFile> files_;
  change::FakeReader reader_{
      {{"csrc/scale.cu", kScale}, {"train/loss.py", kLoss}, {"other/train/step.py", ""}}};
  policy::Policy policy_;
  std::vector<sarif::Log> logs_;
  std::vector<rules::Finding> ours_;
};

TEST_F(ReadToolsTest, MakesFindingsOfResultsOnChangedLines) {
  AddFixture("ruff");
  const ToolsResult said = Read();
  ASSERT_THAT(said.findings, SizeIs(2));
  const rules::Finding& none = said.findings[1];
  EXPECT_EQ(none.rule_id, "ruff/E711");
  EXPECT_EQ(none.problem, "Comparison to `None` should be `cond is None` (ruff 0.6.4)");
  EXPECT_EQ(none.severity, rules::Severity::kP2) << "ruff calls everything an error";
  EXPECT_EQ(none.range.first_line, 5);
  EXPECT_EQ(none.range.first_column, 15);
  EXPECT_EQ(none.cause.first_line, 5);
  EXPECT_THAT(none.references, ElementsAre("https://docs.astral.sh/ruff/rules/none-comparison"));
  ASSERT_THAT(none.edits, SizeIs(1));
  EXPECT_EQ(none.edits[0].replacement, "mask is None");
  EXPECT_EQ(none.before_code, "if mask == None:");
  EXPECT_EQ(none.after_code, "if mask is None:");
  EXPECT_EQ(none.fix, "Replace with `cond is None`");
  EXPECT_THAT(Notes(said), ElementsAre("ruff 0.6.4: 3 results, 2 on changed lines"));
}

TEST_F(ReadToolsTest, LetsOursWinWithTheToolAsItsWitness) {
  rules::Finding own;
  own.rule_id = "mutable-default";
  own.range = {.path = "train/loss.py", .first_line = 4, .end_line = 5};
  ours_.push_back(own);
  AddFixture("ruff");
  const ToolsResult said = Read();
  ASSERT_THAT(said.findings, SizeIs(1));
  ASSERT_THAT(ours_[0].related, SizeIs(1));
  EXPECT_EQ(English(ours_[0].related[0].message), "ruff 0.6.4 reports it, too, as `B006`");
  EXPECT_THAT(Notes(said),
              ElementsAre("ruff 0.6.4: 3 results, 2 on changed lines; 1 of them found by others, "
                          "too"));
}

TEST_F(ReadToolsTest, MergesWhatTwoToolsSayOfOneLine) {
  AddFixture("semgrep");
  AddFixture("codeql");
  const ToolsResult said = Read();
  ASSERT_THAT(said.findings, SizeIs(1)) << "both name the weakness CWE-95";
  EXPECT_EQ(said.findings[0].rule_id, "codeql/py/code-injection");
  EXPECT_EQ(said.findings[0].severity, rules::Severity::kP1);
  EXPECT_EQ(English(said.findings[0].related.back().message),
            "Semgrep OSS 1.85.0 reports it, too, as `python.lang.security.audit.eval-detected`");
}

TEST_F(ReadToolsTest, DoesNotDependOnTheOrderOfLogs) {
  const auto read = [&](std::vector<std::string> names) {
    logs_.clear();
    for (const std::string& name : names) AddFixture(name);
    std::string text;
    const ToolsResult said = Read();
    for (const rules::Finding& finding : said.findings) {
      absl::StrAppend(&text, finding.rule_id, " ", finding.fingerprint, "\n");
    }
    for (const std::string& note : Notes(said)) absl::StrAppend(&text, note, "\n");
    return text;
  };
  EXPECT_EQ(read({"ruff", "semgrep", "codeql", "clang_tidy"}),
            read({"clang_tidy", "codeql", "semgrep", "ruff"}));
}

TEST_F(ReadToolsTest, ReadsFilesOfOtherLanguages) {
  AddFixture("clang_tidy");
  const ToolsResult said = Read();
  ASSERT_THAT(said.findings, SizeIs(1)) << "the second result is the same once more";
  EXPECT_EQ(said.findings[0].rule_id, "clang-tidy/bugprone-narrowing-conversions");
  EXPECT_EQ(said.findings[0].before_code, "int rows = n;");
  EXPECT_EQ(English(said.findings[0].related[0].message), "declared here");
  EXPECT_THAT(said.readers.at("csrc/scale.cu"), ElementsAre("clang-tidy 14.0.6"));
}

TEST_F(ReadToolsTest, CountsNoFileAsReadWhenTheToolDoesNotSayThatItEndedWell) {
  AddResult(At("csrc/scale.cu", R"("startLine": 3)"),
            R"("artifacts": [{"location": {"uri": "csrc/scale.cu"}}],
               "invocations": [{"executionSuccessful": false}],)");
  const ToolsResult said = Read();
  EXPECT_THAT(said.readers, IsEmpty());
  EXPECT_THAT(Notes(said), ElementsAre("Lint: 1 result, 1 on changed lines; the log does not say "
                                       "that the tool ended well"));
}

TEST_F(ReadToolsTest, KnowsFilesByWhereTheyLayOnTheToolsMachine) {
  files_.push_back(FileOf("train/step.py", "python", {1}));
  AddResult(At("/ci/work/train/step.py", R"("startLine": 1)"));
  AddResult(At("/ci/work/other/train/step.py", R"("startLine": 1)"));
  EXPECT_THAT(Read().findings, SizeIs(1)) << "other/train/step.py did not change";
}

TEST_F(ReadToolsTest, ReadsRegionsByCharacterOffset) {
  const size_t at = std::string(kLoss).find("eval");
  AddResult(At("train/loss.py", absl::StrCat(R"("charOffset": )", at, R"(, "charLength": 4)")));
  const ToolsResult said = Read();
  ASSERT_THAT(said.findings, SizeIs(1));
  EXPECT_EQ(said.findings[0].range.first_line, 6);
  EXPECT_EQ(said.findings[0].range.first_column, 15);
  EXPECT_EQ(said.findings[0].range.end_column, 19);
}

TEST_F(ReadToolsTest, LeavesOutWhatSpansAWholeFunctionAndBeginsElsewhere) {
  files_[0].after = std::string("def f():\n") + std::string(30, '\n') + "    x = 1\n";
  files_[0].hunks[0].added = {20};
  AddResult(At("train/loss.py", R"("startLine": 1, "endLine": 31)"));
  EXPECT_THAT(Read().findings, IsEmpty());
}

TEST_F(ReadToolsTest, DropsFixesThatDoNotApply) {
  AddResult(absl::StrCat(
      At("train/loss.py", R"("startLine": 5)"),
      R"(, "fixes": [{"artifactChanges": [{"artifactLocation": {"uri": "train/loss.py"},
          "replacements": [{"deletedRegion": {"startLine": 5, "startColumn": 900},
                            "insertedContent": {"text": "x"}}]}]}])"));
  const ToolsResult said = Read();
  ASSERT_THAT(said.findings, SizeIs(1));
  EXPECT_THAT(said.findings[0].edits, IsEmpty());
  EXPECT_THAT(Notes(said),
              ElementsAre("Lint: 1 result, 1 on changed lines; fixes that do not apply "
                          "to the changed files: 1"));
}

TEST_F(ReadToolsTest, DoesWhatPolicySaysOfARuleAndOfATool) {
  policy_.rules["lint/*"] = {.severity = rules::Severity::kP3};
  AddResult(At("train/loss.py", R"("startLine": 5)"));
  EXPECT_EQ(Read().findings[0].severity, rules::Severity::kP3);
  policy_.rules["lint/R1"] = {.severity = rules::Severity::kP0};
  EXPECT_EQ(Read().findings[0].severity, rules::Severity::kP0);
  policy_.rules["lint/*"] = {.is_enabled = false, .tier = rules::Tier::kOff};
  const ToolsResult said = Read();
  EXPECT_THAT(said.findings, IsEmpty());
  EXPECT_THAT(Notes(said),
              ElementsAre("Lint: 1 result, 1 on changed lines; 1 switched off by policy"));
}

TEST_F(ReadToolsTest, KeepsAFingerprintWhenLinesMove) {
  AddResult(At("train/loss.py", R"("startLine": 5)"));
  const std::string before = Read().findings[0].fingerprint;
  files_[0].after = absl::StrCat("# one more line\n", kLoss);
  files_[0].hunks[0].added = {5, 6, 7};
  logs_.clear();
  AddResult(At("train/loss.py", R"("startLine": 6)"));
  EXPECT_EQ(Read().findings[0].fingerprint, before);
}

TEST_F(ReadToolsTest, FindsSuppressionCommentsInOtherLanguages) {
  const std::map<std::string, std::string> files = {
      {"csrc/scale.cu",
       "void f() {\n"
       "  // allreview: ignore[lint/R1] rows are few\n"
       "  int rows = n;  /* allreview: ignore[lint/R1] few */\n"
       "}\n"}};
  reader_ = change::FakeReader(files);
  AddResult(At("csrc/scale.cu", R"("startLine": 3)"));
  const ToolsResult said = Read();
  ASSERT_THAT(said.directives, SizeIs(2));
  EXPECT_EQ(said.directives[0].statement_first_line, 3);
  EXPECT_EQ(said.directives[1].statement_first_line, 3);
  EXPECT_EQ(said.directives[1].text, "/* allreview: ignore[lint/R1] few */");
}

TEST_F(ReadToolsTest, ListsSoManyFindingsAndCountsTheRest) {
  std::string results;
  for (int i = 0; i < 3'000; ++i) {
    absl::StrAppend(&results, i == 0 ? "" : ",", R"({"ruleId": "R)", i,
                    R"(", "message": {"text": "m)", i, "\"},",
                    At("train/loss.py", R"("startLine": 5)"), "}");
  }
  AddLog(absl::StrCat(R"({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Lint"}},)",
                      R"("results": [)", results, "]}]}"));
  const ToolsResult said = Read();
  EXPECT_THAT(said.findings, SizeIs(2'000));
  EXPECT_THAT(Notes(said)[0], HasSubstr("1000 not listed, as there are too many"));
}

struct Graded {
  const char* name;
  const char* tool;
  sarif::Rule rule;
  std::string level;
  rules::Severity severity;
};

class Grading : public ::testing::TestWithParam<Graded> {};

TEST_P(Grading, FollowsTheTable) {
  const Graded& it = GetParam();
  EXPECT_EQ(GradeOf(it.tool, &it.rule, {.level = it.level}).severity, it.severity);
}

INSTANTIATE_TEST_SUITE_P(
    All, Grading,
    ::testing::Values(
        Graded{"Error", "lint", {}, "error", rules::Severity::kP1},
        Graded{"Warning", "lint", {}, "warning", rules::Severity::kP2},
        Graded{"Note", "lint", {}, "note", rules::Severity::kP3},
        Graded{"None", "lint", {}, "none", rules::Severity::kP3},
        Graded{"Nothing", "lint", {}, "", rules::Severity::kP2},
        Graded{"OfRule", "lint", {.level = "error"}, "", rules::Severity::kP1},
        Graded{"ResultFirst", "lint", {.level = "error"}, "note", rules::Severity::kP3},
        Graded{"ProblemSeverity",
               "lint",
               {.problem_severity = "recommendation"},
               "",
               rules::Severity::kP3},
        Graded{"SecurityHigh", "lint", {.security_severity = 7}, "note", rules::Severity::kP1},
        Graded{"SecurityMedium", "lint", {.security_severity = 4}, "error", rules::Severity::kP2},
        Graded{"SecurityLow", "lint", {.security_severity = 3.9}, "error", rules::Severity::kP3},
        Graded{"Ungraded", "ruff", {}, "error", rules::Severity::kP2}),
    [](const auto& info) { return info.param.name; });

TEST(GradeOf, MakesAHintOfWhatTheToolDoubts) {
  const sarif::Rule rule = {.precision = "low"};
  EXPECT_EQ(GradeOf("lint", &rule, {}).tier, rules::Tier::kHint);
}

TEST(GradeOf, AsksWhereTheToolLeavesItOpen) {
  const Grade grade = GradeOf("lint", nullptr, {.level = "error", .kind = "open"});
  EXPECT_EQ(grade.kind, rules::Kind::kQuestion);
  EXPECT_EQ(grade.severity, rules::Severity::kP2);
}

TEST(RuleId, HoldsOnlyWhatACommentCanName) {
  EXPECT_EQ(ToolName("Clang-Tidy"), "clang-tidy");
  EXPECT_EQ(ToolName("Semgrep OSS"), "semgrep-oss");
  EXPECT_EQ(ToolName("\xe2\x80\xae"), "tool");
  EXPECT_EQ(RuleId("lint", "a, b]\n c"), "lint/a-b-c");
  EXPECT_EQ(RuleId("codeql", "py/unused-import"), "codeql/py/unused-import");
}

TEST(OurRuleFor, KnowsCodesAndNames) {
  EXPECT_EQ(OurRuleFor("ruff", "B006", ""), "mutable-default");
  EXPECT_EQ(OurRuleFor("pylint", "X1", "dangerous-default-value"), "mutable-default");
  EXPECT_EQ(OurRuleFor("codeql", "py/unused-import", ""), "unused-import");
  EXPECT_EQ(OurRuleFor("bandit", "B301", ""), "unpickled-data");
  EXPECT_EQ(OurRuleFor("bandit", "B006", ""), "") << "bandit has codes of its own";
  EXPECT_EQ(OurRuleFor("lint", "R1", ""), "");
}

}  // namespace
}  // namespace allreview::other_tools

// The engine on files of C++ and CUDA.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/analyse.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/fixture.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

using change::Coverage;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Finds each call of `old_api`, and proposes `new_api`.
Rule OldApi(Concern concern = Concern::kChangedLines) {
  Rule rule = {};
  rule.info.id = "old-api";
  rule.info.severity = Severity::kP1;
  rule.info.message = {.en = "`{call}` is old", .zh = "`{call}` 已过时"};
  rule.info.category = "cpp";
  rule.cpp_kinds[0] = cpp::Kind::kCallExpression;
  rule.check_cpp = +[](CppContext& file, cpp::Node call) {
    const cpp::Node function = call.child(cpp::Field::kFunction);
    if (function.text() != "old_api") return;
    file.Report({.at = call,
                 .params = {{"call", std::string(call.text())}},
                 .edits = {Replace(file.unit(), function, "new_api")},
                 .identity = "old_api"});
  };
  rule.concern = concern;
  return rule;
}

AnalysisResult ResultOf(const Rule& rule, absl::string_view code) {
  const absl::StatusOr<Fixture> fixture = ParseFixture(code, "csrc/a.cu");
  EXPECT_OK(fixture);
  AnalysisInput input{.files = fixture->files, .extra_rules = {&rule}};
  for (const RuleInfo& other : ListRules()) {
    input.settings[std::string(other.id)].is_enabled = false;
  }
  return Analyze(input);
}

std::vector<int> LinesOf(const AnalysisResult& result) {
  std::vector<int> lines;
  for (const Finding& finding : result.findings) lines.push_back(finding.range.first_line);
  return lines;
}

constexpr char kBefore[] = R"(// --- csrc/a.cu before
void left() { old_api(1); }
void touched(int n) {
  old_api(n);
  use(n);
}
)";

constexpr char kAfter[] = R"(// --- csrc/a.cu after
void left() { old_api(1); }
void touched(int n) {
  old_api(n);
  use(n + 1);
}
__global__ void fresh(float* x) {
  old_api(x);
}
)";

TEST(CppEngine, FindsOnlyWhatStandsOnChangedLines) {
  const AnalysisResult result = ResultOf(OldApi(), absl::StrCat(kBefore, kAfter));
  ASSERT_THAT(LinesOf(result), ElementsAre(7));
  const Finding& finding = result.findings[0];
  EXPECT_EQ(finding.range.path, "csrc/a.cu");
  EXPECT_EQ(finding.range.first_column, 2);
  EXPECT_EQ(finding.symbol, "fresh");
  EXPECT_EQ(finding.problem, "`old_api(x)` is old");
  EXPECT_EQ(finding.before_code, "old_api(x);");
  EXPECT_EQ(finding.after_code, "new_api(x);");
  EXPECT_EQ(finding.fingerprint.size(), 32u);
  EXPECT_EQ(finding.cause.kind, Cause::Kind::kChangedLine);
  EXPECT_THAT(finding.edits, SizeIs(1)) << "it was tried, and helps";
}

TEST(CppEngine, FindsWhatAChangeElsewhereInTheFunctionBringsToLife) {
  const std::string code =
      absl::StrCat("// --- csrc/a.cu before\nvoid f(int n) {\n  old(n);\n  use(n);\n}\n",
                   "// --- csrc/a.cu after\nvoid f(int n) {\n  old_api(n);\n  use(n + 1);\n}\n");
  const Rule rule = OldApi(Concern::kChangedFunctions);
  EXPECT_THAT(LinesOf(ResultOf(rule, code)), ElementsAre(2));
  EXPECT_THAT(LinesOf(ResultOf(rule, absl::StrCat(kBefore, kAfter))), ElementsAre(7))
      << "the other one was found before";
}

TEST(CppEngine, CountsNewOccurrencesOnly) {
  const Rule rule = OldApi(Concern::kNewOccurrences);
  const absl::string_view before = "// --- csrc/a.cu before\nvoid f() {\n  old_api(1);\n}\n";
  EXPECT_THAT(LinesOf(ResultOf(rule, absl::StrCat(before, "// --- csrc/a.cu after\n",
                                                  "void f() {\n  old_api(2);\n}\n"))),
              IsEmpty());
  EXPECT_THAT(
      LinesOf(ResultOf(rule, absl::StrCat(before, "// --- csrc/a.cu after\n",
                                          "void f() {\n  old_api(1);\n  old_api(2);\n}\n"))),
      ElementsAre(3));
}

TEST(CppEngine, IsSilentOnWhatReplacesTheSame) {
  const std::string code =
      absl::StrCat("// --- csrc/a.cu before\nvoid f(int n) {\n  old_api(n);\n}\n",
                   "// --- csrc/a.cu after\nvoid f(int n) {\n  if (n) old_api(n);\n}\n");
  EXPECT_THAT(LinesOf(ResultOf(OldApi(), code)), IsEmpty());
}

TEST(CppEngine, ShowsARuleOnlyNodesWithItsNames) {
  Rule rule = OldApi();
  rule.names = "old_api";
  EXPECT_THAT(LinesOf(ResultOf(rule, "void f() { old_api(1); }\n")), ElementsAre(1));
  rule.names = "other";
  EXPECT_THAT(LinesOf(ResultOf(rule, "void f() { old_api(1); }\n")), IsEmpty());
  rule.names = {};
  rule.file_names = "f";
  EXPECT_THAT(LinesOf(ResultOf(rule, "void f() { old_api(1); }\n")), ElementsAre(1));
}

TEST(CppEngine, SaysThatItHasReadAFile) {
  const AnalysisResult result = ResultOf(OldApi(), "void f();\n// --- csrc/b.h\nint g();\n");
  ASSERT_THAT(result.coverage, SizeIs(2));
  for (const Coverage& file : result.coverage) {
    EXPECT_EQ(file.state, Coverage::State::kReviewed) << file.path;
  }
}

TEST(CppEngine, CollectsCommentsWithTheStatementsThatTheySpeakOf) {
  const AnalysisResult result = ResultOf(OldApi(), R"(void f(int n) {
  old_api(n);  // allreview: ignore[old-api] not yet
  // allreview: ignore[old-api] neither
  if (n) {
    old_api(n);
  }
  /* allreview: ignore[old-api] nor this */ old_api(
      n);
}
)");
  ASSERT_THAT(result.directives, SizeIs(3));
  EXPECT_EQ(result.directives[0].line, 2);
  EXPECT_FALSE(result.directives[0].is_own_line);
  EXPECT_EQ(result.directives[1].statement_first_line, 4);
  EXPECT_EQ(result.directives[1].statement_end_line, 5) << "the header alone";
  EXPECT_TRUE(result.directives[1].is_own_line);
  EXPECT_EQ(result.directives[2].statement_first_line, 7);
  EXPECT_EQ(result.directives[2].statement_end_line, 9);
  EXPECT_FALSE(result.directives[2].is_own_line);
}

TEST(CppEngine, GivesTheSameOnManyThreads) {
  std::string code;
  for (int i = 0; i < 9; ++i) {
    absl::StrAppend(&code, "// --- csrc/f", i, ".cpp\nvoid f() {\n  old_api(", i, ");\n}\n");
  }
  const Fixture fixture = *ParseFixture(code);
  const Rule rule = OldApi();
  const auto print = [&](int threads) {
    std::string text;
    const AnalysisResult result =
        Analyze({.files = fixture.files, .extra_rules = {&rule}, .threads = threads});
    for (const Finding& finding : result.findings) {
      absl::StrAppend(&text, finding.range.path, finding.fingerprint, finding.after_code, "\n");
    }
    return text;
  };
  EXPECT_THAT(print(1), HasSubstr("csrc/f8.cpp"));
  EXPECT_EQ(print(1), print(8));
}

TEST(CppEngine, EndsWithTheTimeOfAFile) {
  const Fixture fixture = *ParseFixture("void f() {}\n", "a.cpp");
  Rule endless = OldApi();
  endless.cpp_kinds[0] = cpp::Kind::kFunctionDefinition;
  endless.check_cpp = +[](CppContext&, cpp::Node) {
    for (;;) Poll();
  };
  const AnalysisResult result = Analyze({.files = fixture.files,
                                         .extra_rules = {&endless},
                                         .limits = {.file_seconds = 0.1},
                                         .cpu_seconds = [] { return 0.0; }});
  ASSERT_THAT(result.coverage, SizeIs(1));
  EXPECT_NE(result.coverage[0].state, Coverage::State::kReviewed);
}

}  // namespace
}  // namespace allreview::rules

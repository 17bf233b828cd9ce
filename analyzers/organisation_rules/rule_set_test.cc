#include "analyzers/organisation_rules/rule_set.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/organisation_rules/rule_tests.h"
#include "analyzers/rules/analyse.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::organisation_rules {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kRule[] = R"(rules:
  - id: print-in-library
    title: Print in library code
    severity: P2
    impact: low
    pillar: maintainability
    category: maintainability
    message: "`{call}` in `{function}` prints from every rank"
    consequence: The log has one copy for each rank.
    advice: Use the logger
    why: Thousands of ranks print the same line.
    references: [a book]
    query: |
      (call
        function: (identifier) @name
        (#eq? @name "print")) @call
    at: call
    fix: logger.info{name}
    where:
      - not: {test: true}
    tests:
      bad:
        - |
          def f(x):
              print(x)
      good:
        - |
          log(1)
)";

std::string With(absl::string_view from, absl::string_view to) {
  EXPECT_TRUE(absl::StrContains(kRule, from)) << from;
  return absl::StrReplaceAll(kRule, {{from, to}});
}

std::vector<std::string> ProblemsOf(const std::string& text,
                                    const std::set<std::string>& taken = {}) {
  std::vector<std::string> problems;
  for (const Problem& problem : LoadRules({{"r.yaml", text}}, taken).problems) {
    problems.push_back(problem.ToString());
  }
  return problems;
}

TEST(RuleSet, ReadsARule) {
  const LoadedRules loaded = LoadRules({{"r.yaml", kRule}}, {});
  EXPECT_THAT(loaded.problems, IsEmpty());
  ASSERT_EQ(loaded.rules->Infos().size(), 1u);
  const rules::RuleInfo info = loaded.rules->Infos()[0];
  EXPECT_EQ(info.id, "print-in-library");
  EXPECT_EQ(info.file, "r.yaml");
  EXPECT_EQ(info.severity, rules::Severity::kP2);
  EXPECT_EQ(info.tier, rules::Tier::kOn);
  EXPECT_EQ(absl::string_view(info.bad), "def f(x):\n    print(x)");
  EXPECT_EQ(info.fix, "Use the logger: `logger.info{name}`.");
  EXPECT_EQ(info.references[0], "a book");
  EXPECT_EQ(loaded.rules->hash().size(), 16u);
}

change::ChangedFile NewFile(const std::string& path, const std::string& code) {
  change::ChangedFile file;
  file.path = file.old_path = path;
  file.language = "python";
  file.is_added = true;
  file.after = code;
  change::ChangedHunk hunk{.new_start = 1};
  for (int64_t line = 1; line <= 1 + std::count(code.begin(), code.end(), '\n'); ++line) {
    hunk.added.push_back(static_cast<int>(line));
  }
  hunk.new_lines = static_cast<int>(hunk.added.size());
  file.hunks = {hunk};
  return file;
}

TEST(RuleSet, ReportsLikeABuiltInRule) {
  // An edit that left a statement without effect would not be offered.
  const LoadedRules loaded =
      LoadRules({{"r.yaml", With("logger.info{name}", "logger.info({name})")}}, {});
  const std::vector<change::ChangedFile> files = {
      NewFile("pkg/a.py",
              "from log import logger\n"
              "class A:\n    def f(self):\n        print(1,\n              2)\n")};
  const rules::AnalysisResult result =
      rules::Analyze({.files = files, .extra_rules = loaded.rules->rules()});
  ASSERT_EQ(result.findings.size(), 1u);
  const rules::Finding& finding = result.findings[0];
  EXPECT_EQ(finding.rule_id, "print-in-library");
  EXPECT_EQ(finding.problem, "`print(1, 2)` in `A.f` prints from every rank");
  EXPECT_EQ(finding.impact_text, "The log has one copy for each rank");
  EXPECT_EQ(finding.range.first_line, 4);
  EXPECT_EQ(finding.symbol, "A.f");
  EXPECT_EQ(finding.fingerprint.size(), 32u);
  ASSERT_EQ(finding.edits.size(), 1u);
  EXPECT_EQ(finding.edits[0].replacement, "logger.info(print)");
}

struct Broken {
  const char* name;
  std::string text;
  const char* problem;
};

class BrokenRule : public testing::TestWithParam<Broken> {};

TEST_P(BrokenRule, IsReportedWithItsPlaceAndCure) {
  EXPECT_THAT(ProblemsOf(GetParam().text), ElementsAre(GetParam().problem));
}

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenRule,
    testing::Values(
        Broken{"UnknownKey", With("    title:", "    titel: x\n    title:"),
               "r.yaml:3:5: unknown key \"titel\" in a rule; did you mean \"title\"?"},
        Broken{"NoTitle", With("    title: Print in library code\n", ""),
               "r.yaml:2:5: a rule has no \"title\"; say in general what is wrong"},
        Broken{"NotKebab", With("print-in-library", "Print_It"),
               "r.yaml:2:9: id \"Print_It\"; write lower-case words with single hyphens, for "
               "example print-in-library"},
        Broken{"Severity", With("severity: P2", "severity: P9"),
               "r.yaml:4:15: \"severity\" is \"P9\"; write one of P0, P1, P2, P3"},
        Broken{"Node", With("(call\n", "(cal\n"),
               "r.yaml:14:8: the grammar has no node \"cal\"; kinds and fields of nodes are those "
               "of tree-sitter-python; (_) is any node"},
        Broken{"Field", With("function: (identifier) @name", "nme: (identifier) @name"),
               "r.yaml:15:9: the grammar has no field \"nme\"; kinds and fields of nodes are those "
               "of tree-sitter-python; (_) is any node"},
        Broken{"QueryCapture", With("#eq? @name", "#eq? @nome"),
               "r.yaml:16:16: the pattern has no capture \"@nome\"; kinds and fields of nodes are "
               "those of tree-sitter-python; (_) is any node"},
        Broken{"QueryPredicate", With("#eq? @name \"print\"", "#set! @name \"print\""),
               "r.yaml:16:10: not a predicate: #set!; known are #eq?, #not-eq?, #any-of?, "
               "#not-any-of?, #match?, #not-match?; other conditions stand under `where`"},
        Broken{
            "CaptureName",
            absl::StrReplaceAll(kRule,
                                {{"@call", "@Call"}, {"{call}", "it"}, {"at: call", "at: Call"}}),
            "r.yaml:16:31: capture \"@Call\"; name captures with lower-case letters and "
            "underscores"},
        Broken{"Placeholder", With("{call}", "{cal}"),
               "r.yaml:8:16: the query has no capture \"@cal\" for {cal}; did you mean {call}?"},
        Broken{"FixPlaceholder", With("logger.info{name}", "logger.info{nome}"),
               "r.yaml:18:21: the query has no capture \"@nome\" for {nome}; did you mean {name}?"},
        Broken{"At", With("at: call", "at: cal"),
               "r.yaml:17:9: the query has no capture \"@cal\"; did you mean \"@call\"?"},
        Broken{"NoAt", With("    at: call\n", ""),
               "r.yaml:2:5: the rule does not say what findings stand on; add \"at\" with one of "
               "@name, @call"},
        Broken{"Condition", With("test: true", "tset: true"),
               "r.yaml:20:15: unknown condition \"tset\"; did you mean \"test\"?"},
        Broken{"ConditionValue", With("test: true", "test: yes"),
               "r.yaml:20:21: the condition is \"yes\"; write true or false"},
        Broken{"ConditionCapture", With("test: true", "captured: nme"),
               "r.yaml:20:25: the query has no capture \"@nme\"; did you mean \"@name\"?"},
        Broken{"Regex", With("test: true", "matches: '('"),
               "r.yaml:20:24: not a regular expression: missing ): (; the syntax is RE2's: no "
               "look-around, no back-references; in YAML write it in single quotes"},
        Broken{"At sign", With("test: true", "captured: @name"),
               "r.yaml:20:1: not valid YAML: unknown token; a plain value cannot begin with @: "
               "leave it out or put the value in quotes"},
        Broken{"NoGood", With("      good:\n        - |\n          log(1)\n", ""),
               "r.yaml:22:7: \"tests\" has no \"good\"; add code that it passes over"},
        Broken{"Empty", "rules: []\n",
               "r.yaml:1:8: \"rules\" is a list; write a list of 1 to 200 rules"},
        Broken{"NoRules", "rules:\n",
               "r.yaml:2:1: \"rules\" is nothing; write a list of 1 to 200 rules"}),
    [](const auto& info) {
      return absl::StrReplaceAll(info.param.name, {{" ", ""}});
    });

TEST(RuleSet, ReportsEveryProblemOfAFile) {
  EXPECT_EQ(
      ProblemsOf(absl::StrReplaceAll(
                     kRule, {{"P2", "P9"}, {"impact: low", "impact: big"}, {"good:", "god:"}}))
          .size(),
      4u);
}

TEST(RuleSet, RefusesIdsThatAreTaken) {
  EXPECT_THAT(ProblemsOf(kRule, {"print-in-library"}),
              ElementsAre("r.yaml:2:1: another rule in the engine has the id "
                          "\"print-in-library\"; choose another id"));
  const LoadedRules loaded = LoadRules({{"a.yaml", kRule}, {"b.yaml", kRule}}, {});
  ASSERT_EQ(loaded.problems.size(), 1u);
  EXPECT_EQ(
      loaded.problems[0].ToString(),
      "b.yaml:2:1: another rule in a.yaml has the id \"print-in-library\"; choose another id");
  EXPECT_EQ(loaded.rules->rules().size(), 1u);
}

TEST(RuleSet, HashesContentAlone) {
  const std::string other = With("print-in-library", "other-rule");
  const std::string hash = LoadRules({{"a", kRule}, {"b", other}}, {}).rules->hash();
  EXPECT_EQ(LoadRules({{"y", other}, {"x", kRule}}, {}).rules->hash(), hash);
  EXPECT_NE(LoadRules({{"a", kRule}}, {}).rules->hash(), hash);
  EXPECT_EQ(LoadRules({}, {}).rules->hash(), "");
}

TEST(RuleSet, SurvivesArbitraryBytes) {
  unsigned state = 1;
  const std::string text = kRule;
  const std::string alphabet = std::string("ab:-[]{},&*!|>'\"#%@`\n\n  ()?\xff") + '\0';
  for (int round = 0; round < 2000; ++round) {
    std::string broken = text;
    for (int i = 0; i < 4; ++i) {
      state = state * 1664525u + 1013904223u;
      broken[(state >> 8) % broken.size()] = alphabet[(state >> 4) % alphabet.size()];
    }
    const LoadedRules loaded = LoadRules({{"r.yaml", broken}}, {});
    EXPECT_EQ(loaded.rules->empty(), !loaded.problems.empty());
  }
}

std::vector<std::string> FailuresOf(const std::string& text) {
  const LoadedRules loaded = LoadRules({{"r.yaml", text}}, {});
  for (const Problem& problem : loaded.problems) ADD_FAILURE() << problem.ToString();
  std::vector<std::string> failures;
  for (const TestResult& result : RunTests(*loaded.rules)) {
    if (!result.failure.empty()) {
      failures.push_back(
          absl::StrCat(result.file, ":", result.line, " ", result.name, ": ", result.failure));
    }
  }
  return failures;
}

TEST(RuleTests, Pass) { EXPECT_THAT(FailuresOf(kRule), IsEmpty()); }

TEST(RuleTests, SayWhatFailed) {
  EXPECT_THAT(FailuresOf(With("              print(x)", "              log(x)")),
              ElementsAre("r.yaml:23 bad 1: wanted a finding, found nothing"));
  EXPECT_THAT(
      FailuresOf(With("log(1)", "print(1)")),
      ElementsAre("r.yaml:27 good 1: wanted nothing, found it in line 1: `print(1)` in `the "
                  "module` prints from every rank"));
  EXPECT_THAT(FailuresOf(With("log(1)", "print((1)")),
              ElementsAre("r.yaml:27 good 1: the code is not valid Python"));
}

TEST(RuleTests, CheckTheFix) {
  EXPECT_THAT(FailuresOf(With("logger.info{name}", "logger.info({name}")),
              ElementsAre(HasSubstr("the fix leaves no Python behind")));
  EXPECT_THAT(FailuresOf(With("logger.info{name}", "print()")),
              ElementsAre(HasSubstr("the rule still finds as much after its fix")));
  EXPECT_THAT(FailuresOf(With("logger.info{name}", "\"{call}\"")),
              ElementsAre(HasSubstr("the fix changes nothing")));
}

TEST(RuleTests, ReviewAChange) {
  const std::string text = With(
      "        - |\n          def f(x):\n              print(x)\n",
      "        - path: a/b.py\n          lines: [3]\n          before: |\n            print(1)\n"
      "            x = 1\n          code: |\n            print(1)\n            x = 1\n"
      "            print(2)\n          fixed: |\n            print(1)\n            x = 1\n"
      "            logger.infoprint\n");
  EXPECT_THAT(FailuresOf(text), IsEmpty());
  EXPECT_THAT(FailuresOf(absl::StrReplaceAll(text, {{"lines: [3]", "lines: [1, 3]"}})),
              ElementsAre(HasSubstr("wanted findings in lines 1, 3, found them in 3")));
  EXPECT_THAT(
      FailuresOf(absl::StrReplaceAll(text, {{"            logger.infoprint", "            x"}})),
      ElementsAre(HasSubstr("the fix makes")));
}

TEST(RuleTests, FailWhenTheyTakeTooLong) {
  double now = 0;
  const LoadedRules loaded = LoadRules({{"r.yaml", kRule}}, {});
  const std::vector<TestResult> results = RunTests(*loaded.rules, [&] { return now += 5; });
  ASSERT_FALSE(results.empty());
  EXPECT_EQ(results[0].failure, "the rules took longer than the limit of 2 s for one file");
}

TEST(RuleTests, EndForQueriesThatMultiply) {
  const std::string text = absl::StrReplaceAll(
      kRule, {{"(call\n        function: (identifier) @name\n        (#eq? @name \"print\")) @call",
               "(module (_)* @a (_)* @b (_)* @name (_)+ @call)"}});
  EXPECT_FALSE(FailuresOf(text).empty());
}

}  // namespace
}  // namespace allreview::organisation_rules

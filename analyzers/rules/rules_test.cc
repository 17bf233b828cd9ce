// What must hold of every rule: fixtures, examples, metadata.

#include "analyzers/rules/rules.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzers/cpp/unit.h"
#include "analyzers/rules/apply_edits.h"
#include "analyzers/rules/fixture.h"
#include "analyzers/rules/rule_table.h"
#include "analyzers/rules/rules_markdown.h"
#include "analyzers/rules/usefulness.h"
#include "base/file.h"
#include "base/languages.h"
#include "base/status_macros.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

class EachRule : public testing::TestWithParam<const Rule*> {
 protected:
  const RuleInfo& info() const { return GetParam()->info; }
};

std::string NameOf(const testing::TestParamInfo<const Rule*>& rule) {
  return absl::StrReplaceAll(rule.param->info.id, {{"-", "_"}});
}

INSTANTIATE_TEST_SUITE_P(Rules, EachRule, testing::ValuesIn(AllRules()), NameOf);

TEST(Usefulness, IsOfRulesThatExist) {
  absl::string_view last;
  for (const Usefulness& row : AllUsefulness()) {
    EXPECT_LT(last, row.rule) << "sorted, each once";
    last = row.rule;
    EXPECT_LE(0, row.useful);
    EXPECT_LE(row.useful, row.graded);
    EXPECT_GE(row.repositories, 1) << row.rule;
    const RuleInfo* const rule = FindRule(row.rule);
    ASSERT_NE(rule, nullptr) << row.rule;
    EXPECT_LE(row.version, rule->version) << row.rule;
  }
}

TEST(Usefulness, DecidesTheTier) {
  const RuleInfo liked = {.id = "missing-f-prefix", .version = 1, .tier = Tier::kOff};
  EXPECT_EQ(UsualTier(liked), Tier::kOn);
  EXPECT_EQ(UsualTier({.id = "unused-local", .version = 1}), Tier::kHint);
  EXPECT_EQ(UsualTier({.id = "entangled-function", .version = 1}), Tier::kOff);
  EXPECT_EQ(UsualTier({.id = "entangled-function", .version = 2}), Tier::kOn) << "not measured yet";
  EXPECT_EQ(UsualTier({.id = "wrong-number-of-values", .version = 1}), Tier::kOn) << "one of one";
  EXPECT_EQ(UsualTier({.id = "none-default-dereferenced", .version = 1}), Tier::kHint)
      << "none of two";
  EXPECT_EQ(UsualTier({.id = "no-such-rule", .tier = Tier::kHint}), Tier::kHint);
}

std::vector<Finding> FindingsIn(const RuleInfo& rule, absl::string_view code, int threads = 1) {
  absl::StatusOr<Fixture> fixture = ParseFixture(code, ExamplePathOf(rule));
  EXPECT_OK(fixture);
  return fixture.ok() ? AnalyseFixture(*fixture, threads).findings : std::vector<Finding>();
}

int CountOf(absl::string_view id, const std::vector<Finding>& findings) {
  int count = 0;
  for (const Finding& finding : findings) count += finding.rule_id == id;
  return count;
}

std::vector<Finding> Of(const std::set<std::string>& rules, std::vector<Finding> findings) {
  std::erase_if(findings, [&](const Finding& finding) { return !rules.count(finding.rule_id); });
  return findings;
}

TEST_P(EachRule, FindsWhatItsFixtureAnnotates) {
  const std::string path = FixturePathOf(info());
  ASSERT_OK_AND_ASSIGN(const std::vector<Fixture> fixtures, ReadFixtures(info()));
  int found = 0, silent_cases = 0;
  for (const Fixture& fixture : fixtures) {
    const std::vector<Finding> findings = AnalyseFixture(fixture).findings;
    std::set<std::string> rules = {std::string(info().id)};
    for (const Fixture::Expectation& expectation : fixture.expectations) {
      rules.insert(expectation.rule_id);
    }
    EXPECT_EQ(absl::StrJoin(CompareWithExpectations(fixture, Of(rules, findings)), "\n"), "")
        << path << ", change " << &fixture - fixtures.data() + 1;
    found += CountOf(info().id, findings);
    silent_cases += fixture.silent_cases;
  }
  EXPECT_GE(found, 3) << path << ": want three cases that the rule finds";
  EXPECT_GE(silent_cases, 5) << path << ": want five cases marked '# silent: why'";
}

// Rules by file that find more in `after` than in `before`.
std::vector<std::string> NewIn(const std::vector<Finding>& after,
                               const std::vector<Finding>& before) {
  std::map<std::string, int> more;
  for (const Finding& finding : after) ++more[finding.range.path + " " + finding.rule_id];
  for (const Finding& finding : before) --more[finding.range.path + " " + finding.rule_id];
  std::vector<std::string> names;
  for (const auto& [name, count] : more) {
    if (count > 0) names.push_back(name);
  }
  return names;
}

// What the parser makes no sense of; -1: it is over a limit.
int ErrorsIn(const ChangedFile& file) {
  if (ReaderOf(file.language) == Reader::kCpp) {
    const auto unit = cpp::Unit::Parse(file.path, *file.after);
    return unit.ok() ? (*unit)->tree().error_count() : -1;
  }
  const auto tree = python::SyntaxTree::Parse(*file.after);
  return tree.ok() ? tree->error_count() : -1;
}

void ExpectThatEditsMend(const RuleInfo& info, const Fixture& fixture) {
  const std::vector<Finding> findings = AnalyseFixture(fixture).findings;
  for (const Finding& finding : findings) {
    if (finding.rule_id != info.id || finding.edits.empty()) continue;
    Fixture mended = fixture;
    for (ChangedFile& file : mended.files) {
      if (file.path != finding.range.path) continue;
      file.after = ApplyEdits(*file.after, finding.edits);
      ASSERT_TRUE(file.after) << finding.problem;
      file.hunks = DiffLines(file.before.value_or(""), *file.after);
      EXPECT_EQ(ErrorsIn(file), 0) << finding.problem << "\n" << *file.after;
    }
    const std::vector<Finding> left = AnalyseFixture(mended).findings;
    EXPECT_LT(CountOf(info.id, left), CountOf(info.id, findings))
        << finding.range.first_line << ": the fix mends nothing: " << finding.after_code;
    EXPECT_EQ(absl::StrJoin(NewIn(left, findings), ", "), "") << finding.after_code;
  }
}

TEST_P(EachRule, NoLongerFindsWhatItsEditsMend) {
  ASSERT_OK_AND_ASSIGN(const std::vector<Fixture> fixtures, ReadFixtures(info()));
  for (const Fixture& fixture : fixtures) ExpectThatEditsMend(info(), fixture);
}

TEST_P(EachRule, FindsItsBadExampleAndNotItsGoodOne) {
  EXPECT_GE(CountOf(info().id, FindingsIn(info(), info().bad)), 1) << absl::string_view(info().bad);
  EXPECT_EQ(CountOf(info().id, FindingsIn(info(), info().good)), 0)
      << absl::string_view(info().good);
}

TEST_P(EachRule, CompletesItsFindings) {
  for (const Finding& finding : FindingsIn(info(), info().bad)) {
    EXPECT_EQ(finding.fingerprint.size(), 32u);
    EXPECT_FALSE(finding.evidence.empty());
    EXPECT_FALSE(finding.excerpt.lines.empty());
    EXPECT_FALSE(finding.before_code.empty() && finding.after_code.empty());
    EXPECT_NE(finding.cause.path, "");
    for (absl::string_view text : {info().message.en, info().consequence.en, info().advice.en}) {
      for (absl::string_view name : PlaceholdersOf(text)) {
        EXPECT_TRUE(finding.rule_id != info().id || finding.params.count(std::string(name)))
            << "no parameter for {" << name << "}";
      }
    }
  }
}

bool IsKebabCase(absl::string_view id) {
  for (char c : id) {
    if (!absl::ascii_islower(c) && !absl::ascii_isdigit(c) && c != '-') return false;
  }
  return !id.empty() && id.front() != '-' && id.back() != '-' && !absl::StrContains(id, "--");
}

TEST_P(EachRule, HasCompleteMetadata) {
  static const std::set<absl::string_view> kCategories = {
      "distributed",   "numerics",  "performance", "tests",           "logic",
      "security",      "resources", "readability", "maintainability", "contracts",
      "configuration", "style",     "gradients",   "triton",          "semi-markov",
      "cuda",          "cpp"};
  EXPECT_TRUE(IsKebabCase(info().id)) << info().id;
  EXPECT_TRUE(kCategories.count(info().category)) << info().category;
  for (absl::string_view text :
       {info().title.en, info().message.en, info().consequence.en, info().advice.en, info().why,
        info().fix, absl::string_view(info().bad), absl::string_view(info().good)}) {
    EXPECT_FALSE(text.empty()) << info().id << ": a text is empty";
  }
  for (absl::string_view text :
       {info().title.en, info().message.en, info().consequence.en, info().advice.en}) {
    EXPECT_FALSE(absl::EndsWith(text, ".")) << text;
    EXPECT_FALSE(absl::StrContains(text, "\n")) << text;
  }
  EXPECT_TRUE(absl::EndsWith(info().why, ".")) << info().why;
  EXPECT_TRUE(absl::EndsWith(info().fix, ".")) << info().fix;
  EXPECT_GE(info().version, 1);
  // The audit of semi-Markov code says it of each of these rules.
  EXPECT_EQ(info().assures.en.empty(), info().category != "semi-markov");
  EXPECT_TRUE(GetParam()->check != nullptr || GetParam()->check_cpp != nullptr ||
              GetParam()->check_change != nullptr);
  EXPECT_EQ(GetParam()->check != nullptr, GetParam()->kinds[0] != NodeKind::kNull);
  EXPECT_EQ(GetParam()->check_cpp != nullptr, GetParam()->cpp_kinds[0] != cpp::Kind::kNull);
}

TEST(RuleTable, IsSortedAndUnique) {
  const std::vector<const Rule*>& rules = AllRules();
  for (size_t i = 1; i < rules.size(); ++i) {
    EXPECT_LT(rules[i - 1]->info.id, rules[i]->info.id);
  }
}

// The list of rules is made from the source files; a rule that it misses would never run.
TEST(RuleTable, HasTheRuleOfEachFixture) {
  std::set<std::string> wanted, listed;
  for (const Rule* rule : AllRules()) listed.insert(FixturePathOf(rule->info));
  for (const auto& file : std::filesystem::recursive_directory_iterator("analyzers/rules")) {
    if (IsParsed(ReaderOfPath(file.path().string()))) wanted.insert(file.path().string());
  }
  EXPECT_EQ(listed, wanted);
}

TEST(RulesMarkdown, IsUpToDate) {
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile("analyzers/rules/RULES.md"));
  EXPECT_TRUE(text == RulesMarkdown())
      << "analyzers/rules/RULES.md is stale, run: bazel run //analyzers/rules:rules_md";
}

}  // namespace
}  // namespace allreview::rules

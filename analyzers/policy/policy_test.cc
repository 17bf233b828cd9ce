#include "analyzers/policy/policy.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/edit_distance.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::policy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<KnownRule>& Rules() {
  static const std::vector<KnownRule>& rules = *new std::vector<KnownRule>{
      {"bare-except", Severity::kP1, rules::Tier::kOn},
      {"long-function", Severity::kP3, rules::Tier::kHint},
      {"shadowed-name", Severity::kP2, rules::Tier::kOff},
  };
  return rules;
}

PolicySource Repository(std::string content) {
  return {PolicySource::Rank::kRepository, ".allreview.yaml", std::move(content)};
}

PolicySource Organisation(std::string name, std::string content) {
  return {PolicySource::Rank::kOrganisation, std::move(name), std::move(content)};
}

Policy Resolve(const std::string& content) { return ResolvePolicy({Repository(content)}, Rules()); }

PolicyValue ValueOf(const Policy& policy, const std::string& key) {
  for (const PolicyValue& value : policy.values) {
    if (value.key.key == key) return value;
  }
  ADD_FAILURE() << "no value for " << key;
  return {};
}

// "line code: message [hint]" of each error but the last, which says that the file is ignored.
std::vector<std::string> Errors(const Policy& policy) {
  std::vector<std::string> errors;
  for (const PolicyDiagnostic& d : policy.diagnostics) {
    if (d.code == "POLICY_IGNORED") continue;
    errors.push_back(
        absl::StrCat(d.line, " ", d.code, ": ", English(d.message),
                     d.hint.is_empty() ? "" : absl::StrCat(" [", English(d.hint), "]")));
  }
  return errors;
}

TEST(Policy, HasDefaultsWithoutFiles) {
  const Policy policy = ResolvePolicy({}, Rules());
  EXPECT_EQ(policy.max_findings, 10);
  EXPECT_EQ(policy.fail_on, Severity::kP1);
  EXPECT_EQ(policy.min_severity, Severity::kP3);
  EXPECT_EQ(policy.language, "");
  EXPECT_EQ(ValueOf(policy, "review.language").value, "en");
  EXPECT_THAT(policy.rules, IsEmpty());
  EXPECT_EQ(ValueOf(policy, "rules.shadowed-name.enabled").value, "false");
  EXPECT_EQ(ValueOf(policy, "rules.bare-except.severity").value, "P1");
  EXPECT_EQ(ValueOf(policy, "review.max_findings").origin, "default");
}

TEST(Policy, ReadsEveryKindOfValue) {
  const Policy policy = Resolve(
      "review:\n"
      "  max_findings: 5\n"
      "  fail_on: P1\n"
      "  min_severity: P2\n"
      "  language: zh\n"
      "rules:\n"
      "  disable: [long-function]\n"
      "  bare-except: {severity: P0, enabled: true}\n"
      "coverage:\n"
      "  accept_unsupported:\n"
      "    - shell\n"
      "    - c++\n");
  EXPECT_THAT(Errors(policy), IsEmpty());
  EXPECT_EQ(policy.max_findings, 5);
  EXPECT_EQ(policy.fail_on, Severity::kP1);
  EXPECT_EQ(policy.min_severity, Severity::kP2);
  EXPECT_EQ(policy.language, "zh");
  EXPECT_THAT(policy.accepted_unsupported, ElementsAre("c++", "shell"));
  EXPECT_EQ(policy.rules.at("long-function").is_enabled, false);
  EXPECT_EQ(policy.rules.at("bare-except").is_enabled, true);
  EXPECT_EQ(policy.rules.at("bare-except").severity, Severity::kP0);
  EXPECT_EQ(policy.severity_origins.at("bare-except"), ".allreview.yaml:8");
}

TEST(Policy, LaysTheRepositoryOverTheOrganisationAndKeepsWhatItShadows) {
  const Policy policy = ResolvePolicy({Repository("review: {max_findings: 3}"),
                                       Organisation("a.yaml", "review: {max_findings: 20}"),
                                       Organisation("b.yaml", "review:\n\n  max_findings: 7\n")},
                                      Rules());
  const PolicyValue value = ValueOf(policy, "review.max_findings");
  EXPECT_EQ(policy.max_findings, 3);
  EXPECT_EQ(value.origin, ".allreview.yaml:1");
  EXPECT_THAT(value.shadowed, ElementsAre("7 (b.yaml:3)", "20 (a.yaml:1)", "10 (default)"));
}

TEST(Policy, TakesTheLanguageOfTheHighestLayer) {
  const PolicySource organisation = Organisation("a.yaml", "review: {language: zh}");
  EXPECT_EQ(ResolvePolicy({organisation, Repository("rules: {}")}, Rules()).language, "zh");
  EXPECT_EQ(ResolvePolicy({organisation, Repository("review: {language: en}")}, Rules()).language,
            "en");
}

TEST(Policy, LetsARepositoryEnableWhatTheOrganisationDisables) {
  const Policy policy =
      ResolvePolicy({Organisation("a.yaml", "rules: {disable: [bare-except, long-function]}"),
                     Repository("rules: {bare-except: {enabled: true}}")},
                    Rules());
  EXPECT_EQ(policy.rules.at("bare-except").is_enabled, true);
  EXPECT_EQ(policy.rules.at("long-function").is_enabled, false);
}

TEST(Policy, RunsOnlyTheRulesThatAreNamed) {
  const Policy policy = ResolvePolicy({Organisation("flags", "rules: {only: [shadowed-name]}"),
                                       Repository("rules: {disable: [shadowed-name]}")},
                                      Rules());
  EXPECT_THAT(Errors(policy), IsEmpty());
  EXPECT_EQ(policy.rules.at("shadowed-name").is_enabled, true);
  EXPECT_EQ(policy.rules.at("shadowed-name").tier, rules::Tier::kOn) << "it is off by itself";
  EXPECT_EQ(policy.rules.at("bare-except").is_enabled, false);
  const PolicyValue value = ValueOf(policy, "rules.bare-except.enabled");
  EXPECT_EQ(value.value, "false");
  EXPECT_EQ(value.origin, "flags:1");
}

TEST(Policy, IgnoresRulesWhateverOthersSay) {
  const Policy policy =
      ResolvePolicy({Organisation("flags", "rules: {ignore: [bare-except]}"),
                     Repository("rules: {bare-except: {tier: on}, only: [bare-except]}")},
                    Rules());
  EXPECT_THAT(Errors(policy), IsEmpty());
  EXPECT_EQ(policy.rules.at("bare-except").is_enabled, false);
  EXPECT_EQ(policy.rules.at("bare-except").tier, rules::Tier::kOff);
}

TEST(Policy, NamesFilesAndFoldersToReport) {
  EXPECT_THAT(Resolve("review: {paths: [train/loss.py, tools/]}").paths,
              ElementsAre("train/loss.py", "tools/"));
  EXPECT_THAT(Resolve("").paths, IsEmpty());
}

TEST(Policy, SpeaksOfRulesOfOtherTools) {
  const Policy policy = Resolve(
      "rules:\n"
      "  disable: [cppcheck/missingInclude]\n"
      "  semgrep/python.lang.eval: {severity: P1}\n"
      "  ruff/*: {tier: hint}\n"
      "  ruff/E711: {severity: P3}\n");
  ASSERT_THAT(Errors(policy), IsEmpty());
  EXPECT_EQ(SettingOfToolRule(policy, "cppcheck/missingInclude").is_enabled, false);
  EXPECT_EQ(SettingOfToolRule(policy, "semgrep/python.lang.eval").severity, Severity::kP1);
  EXPECT_EQ(SettingOfToolRule(policy, "ruff/E711").severity, Severity::kP3);
  EXPECT_EQ(SettingOfToolRule(policy, "ruff/E711").tier, rules::Tier::kHint);
  EXPECT_EQ(SettingOfToolRule(policy, "ruff/F401").tier, rules::Tier::kHint);
  EXPECT_EQ(*SeverityOriginOf(policy, "ruff/E711"), ".allreview.yaml:5");
  EXPECT_EQ(SeverityOriginOf(policy, "ruff/F401"), nullptr);
}

TEST(Policy, RunsNoRuleOfAnotherToolThatItDoesNotName) {
  const Policy policy = Resolve("rules: {only: [bare-except, ruff/*]}\n");
  EXPECT_EQ(SettingOfToolRule(policy, "ruff/E711").is_enabled, true);
  EXPECT_EQ(SettingOfToolRule(policy, "pylint/C0301").is_enabled, false);
}

TEST(Policy, ChecksWhatItSaysOfRulesOfOtherTools) {
  EXPECT_THAT(Errors(Resolve("rules: {ruff/E711: {severity: high}}\n")),
              ElementsAre(HasSubstr("POLICY_WRONG_TYPE: \"rules.ruff/E711.severity\"")));
  EXPECT_THAT(Errors(Resolve("rules: {ruff/: {severity: P1}}\n")),
              ElementsAre(HasSubstr("POLICY_UNKNOWN_RULE")));
  EXPECT_THAT(Errors(Resolve("rules: {ruff/E711: {severities: P1}}\n")),
              ElementsAre(HasSubstr("POLICY_UNKNOWN_KEY")));
}

TEST(Policy, AcceptsWhatOtherToolsReadUnlessItSaysOtherwise) {
  EXPECT_TRUE(Resolve("").accepts_external);
  EXPECT_FALSE(Resolve("coverage: {accept_external: false}").accepts_external);
}

TEST(Policy, PromotesAHint) {
  const Policy policy = Resolve("rules: {long-function: {tier: on}, bare-except: {tier: hint}}");
  EXPECT_THAT(Errors(policy), IsEmpty());
  EXPECT_EQ(policy.rules.at("long-function").tier, rules::Tier::kOn);
  EXPECT_EQ(policy.rules.at("bare-except").tier, rules::Tier::kHint);
  EXPECT_EQ(ValueOf(policy, "rules.shadowed-name.tier").value, "off");
}

TEST(Policy, TakesEnabledAndTierForTwoWordsOfOneThing) {
  const auto tier_after = [](const std::string& organisation, const std::string& repository) {
    const Policy policy =
        ResolvePolicy({Organisation("a.yaml", organisation), Repository(repository)}, Rules());
    EXPECT_THAT(Errors(policy), IsEmpty());
    return rules::EffectiveTier(rules::Tier::kHint, policy.rules.at("long-function"));
  };
  const std::string promoted = "rules: {long-function: {tier: on}}";
  const std::string off = "rules: {long-function: {tier: off}}";
  const std::string enabled = "rules: {long-function: {enabled: true}}";
  EXPECT_EQ(tier_after(promoted, "rules: {disable: [long-function]}"), rules::Tier::kOff);
  EXPECT_EQ(tier_after("rules: {disable: [long-function]}", promoted), rules::Tier::kOn);
  EXPECT_EQ(tier_after(promoted, enabled), rules::Tier::kOn);
  EXPECT_EQ(tier_after(off, enabled), rules::Tier::kHint);
  EXPECT_EQ(tier_after(enabled, off), rules::Tier::kOff);
}

TEST(Policy, TurnsARuleOnThatIsOffByDefault) {
  const Policy policy = Resolve("rules: {shadowed-name: {enabled: true}}");
  EXPECT_EQ(rules::EffectiveTier(rules::Tier::kOff, policy.rules.at("shadowed-name")),
            rules::Tier::kOn);
}

TEST(Policy, CollectsTheRuleFilesOfAllPolicies) {
  const std::vector<PolicySource> sources = {
      Repository("rules: {files: [ci/rules.yaml], not-known-yet: {tier: on}}"),
      Organisation("org/a.yaml", "rules:\n  files: [x.yaml, y.yaml]\n")};
  std::vector<KnownRule> rules = Rules();
  rules.push_back({"not-known-yet", Severity::kP2});
  const Policy policy = ResolvePolicy(sources, rules);
  EXPECT_THAT(Errors(policy), IsEmpty());
  ASSERT_EQ(policy.rule_files.size(), 3u);
  EXPECT_EQ(policy.rule_files[0].path, "x.yaml");
  EXPECT_EQ(policy.rule_files[0].policy, "org/a.yaml");
  EXPECT_EQ(policy.rule_files[0].line, 2);
  EXPECT_EQ(policy.rule_files[2].rank, PolicySource::Rank::kRepository);
  EXPECT_EQ(RuleFilesNamedBy(sources), policy.rule_files);
  EXPECT_EQ(ValueOf(policy, "rules.files").value, "[x.yaml, y.yaml, ci/rules.yaml]");
}

TEST(Policy, TakesNoRuleFilesFromABrokenFile) {
  EXPECT_THAT(Resolve("rules: {files: [a.yaml]}\nreviw: {}\n").rule_files, IsEmpty());
}

TEST(Policy, IgnoresABrokenFileAsAWhole) {
  const Policy policy = ResolvePolicy({Organisation("a.yaml", "review: {fail_on: P1}"),
                                       Repository("review:\n  fail_on: none\n  max_findngs: 3\n")},
                                      Rules());
  EXPECT_EQ(policy.fail_on, Severity::kP1);
  ASSERT_EQ(policy.diagnostics.size(), 2u);
  EXPECT_EQ(policy.diagnostics[1].code, "POLICY_IGNORED");
  EXPECT_EQ(English(policy.diagnostics[1].message),
            "the policy file is ignored as a whole because of 1 error");
}

struct BrokenCase {
  const char* name;
  const char* text;
  const char* error;
};

class BrokenPolicy : public testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenPolicy, IsReportedWithItsLine) {
  EXPECT_THAT(Errors(Resolve(GetParam().text)), ElementsAre(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    Table, BrokenPolicy,
    testing::Values(
        BrokenCase{"Typo", "review:\n  max_findngs: 3\n",
                   "2 POLICY_UNKNOWN_KEY: unknown key \"review.max_findngs\" "
                   "[did you mean \"review.max_findings\"?]"},
        BrokenCase{"WrongLevel", "max_findings: 3\n",
                   "1 POLICY_UNKNOWN_KEY: unknown key \"max_findings\" "
                   "[write `review:` and, indented below it, `max_findings:`]"},
        BrokenCase{"Flat", "review.fail_on: P1\n",
                   "1 POLICY_UNKNOWN_KEY: unknown key \"review.fail_on\" "
                   "[write `review:` and, indented below it, `fail_on:`]"},
        BrokenCase{"NothingNear", "frobnicate: 1\n",
                   "1 POLICY_UNKNOWN_KEY: unknown key \"frobnicate\" "
                   "[known here: coverage, review, rules]"},
        BrokenCase{"UnknownRule", "rules:\n  bare-exept:\n    enabled: false\n",
                   "2 POLICY_UNKNOWN_RULE: unknown rule \"bare-exept\" "
                   "[did you mean \"bare-except\"?]"},
        BrokenCase{"UnknownRuleInList", "rules:\n  disable:\n    - long-function\n    - zzz\n",
                   "4 POLICY_UNKNOWN_RULE: unknown rule \"zzz\" "
                   "[`allreview rules` lists all rules]"},
        BrokenCase{"UnknownRuleKey", "rules: {bare-except: {sevrity: P1}}",
                   "1 POLICY_UNKNOWN_KEY: unknown key \"rules.bare-except.sevrity\" "
                   "[did you mean \"rules.bare-except.severity\"?]"},
        BrokenCase{"StringForInteger", "review: {max_findings: \"3\"}",
                   "1 POLICY_WRONG_TYPE: \"review.max_findings\" is the string \"3\", "
                   "wanted an integer"},
        BrokenCase{"ListForInteger", "review: {max_findings: [3]}",
                   "1 POLICY_WRONG_TYPE: \"review.max_findings\" is a list, wanted an integer"},
        BrokenCase{"TooLarge", "review: {max_findings: 51}",
                   "1 POLICY_OUT_OF_RANGE: \"review.max_findings\" is 51, wanted 1 to 50"},
        BrokenCase{"LowerCaseSeverity", "review: {fail_on: p1}",
                   "1 POLICY_WRONG_TYPE: \"review.fail_on\" is \"p1\", "
                   "wanted P0, P1, P2, P3 or none"},
        BrokenCase{"UnknownLanguage", "review:\n  language: zh-CN\n",
                   "2 POLICY_WRONG_TYPE: \"review.language\" is \"zh-CN\", wanted en or zh "
                   "[write `en` for English or `zh` for Chinese]"},
        BrokenCase{"Yes", "rules: {bare-except: {enabled: yes}}",
                   "1 POLICY_WRONG_TYPE: \"rules.bare-except.enabled\" is \"yes\", "
                   "wanted true or false"},
        BrokenCase{"UnknownTier", "rules: {bare-except: {tier: true}}",
                   "1 POLICY_WRONG_TYPE: \"rules.bare-except.tier\" is \"true\", "
                   "wanted on, hint or off"},
        BrokenCase{"TierConflict", "rules:\n  bare-except:\n    tier: off\n    enabled: true\n",
                   "4 POLICY_CONFLICT: \"rules.bare-except.tier\" is off in line 3, but line 4 "
                   "switches the rule on [keep one of them]"},
        BrokenCase{"RuleFiles", "rules: {files: a.yaml}",
                   "1 POLICY_WRONG_TYPE: \"rules.files\" is \"a.yaml\", wanted a list of paths"},
        BrokenCase{"ScalarForSection", "review: 5",
                   "1 POLICY_WRONG_TYPE: \"review\" is \"5\", wanted a mapping"},
        BrokenCase{"ListForFile", "- a",
                   "1 POLICY_WRONG_TYPE: the file holds a list, wanted a mapping "
                   "[begin with `review:`, `rules:` or `coverage:`]"},
        BrokenCase{"ScalarForList", "coverage: {accept_unsupported: shell}",
                   "1 POLICY_WRONG_TYPE: \"coverage.accept_unsupported\" is \"shell\", "
                   "wanted a list of languages"},
        BrokenCase{"Duplicate", "review:\n  fail_on: P1\n  fail_on: none\n",
                   "3 POLICY_DUPLICATE_KEY: key \"review.fail_on\" stands here and in line 2 "
                   "[keep one of them]"},
        BrokenCase{"Conflict", "rules:\n  disable: [bare-except]\n  bare-except: {enabled: true}\n",
                   "3 POLICY_CONFLICT: \"rules.bare-except.enabled\" is true in line 3, but "
                   "`rules.disable` names the rule in line 2 [keep one of them]"},
        BrokenCase{"Alias", "review: &a {fail_on: P1}\nrules: *a\n",
                   "1 POLICY_BAD_YAML: anchors are not allowed here"},
        BrokenCase{"Tag", "review: !!python/object {a: 1}\n",
                   "1 POLICY_BAD_YAML: tags are not allowed here, "
                   "found \"tag:yaml.org,2002:python/object\""},
        BrokenCase{"SecondDocument", "review:\n---\nrules:\n",
                   "2 POLICY_BAD_YAML: a second document begins; wanted one"}),
    [](const auto& info) { return info.param.name; });

TEST(Policy, SpeaksChinese) {
  const Policy policy = Resolve("review: {max_findings: \"3\", fail_on: p1}\nreviw: {}\n");
  std::vector<std::string> texts;
  for (const PolicyDiagnostic& d : policy.diagnostics) {
    texts.push_back(
        absl::StrCat(In(Language::kChinese, d.message), " ", In(Language::kChinese, d.hint)));
  }
  EXPECT_THAT(texts, ElementsAre("\"review.max_findings\" 是字符串 \"3\"，应为整数 ",
                                 "\"review.fail_on\" 是 \"p1\"，应为 P0、P1、P2、P3 或 none ",
                                 "未知的键 \"reviw\" 是否想写 \"review\"？",
                                 "策略文件有 3 个错误，整个文件不生效 "
                                 "请修正上述错误；在此之前以低优先级的设置为准"));
}

TEST(Policy, ReportsEveryErrorOfAFile) {
  EXPECT_EQ(Errors(Resolve("review: {fail_on: P9}\nrules: {x: {}}\nreviw: {}\n")).size(), 3u);
}

TEST(Policy, ReportsBadYamlWithItsLine) {
  const Policy policy = Resolve("review:\n  fail_on: [P1\n");
  ASSERT_EQ(policy.diagnostics.size(), 2u);
  EXPECT_EQ(policy.diagnostics[0].code, "POLICY_BAD_YAML");
  EXPECT_GE(policy.diagnostics[0].line, 2);
  EXPECT_THAT(English(policy.diagnostics[0].message), HasSubstr("not valid YAML"));
}

TEST(Policy, AcceptsAnEmptyFile) { EXPECT_THAT(Resolve("# nothing yet\n").diagnostics, IsEmpty()); }

TEST(Policy, RefusesDeepNesting) {
  EXPECT_THAT(Errors(Resolve("review: " + std::string(5000, '['))), testing::SizeIs(1));
  EXPECT_THAT(Errors(Resolve("review: " + std::string(17, '[') + std::string(17, ']'))),
              ElementsAre("1 POLICY_BAD_YAML: nested deeper than 16 levels"));
}

TEST(Policy, RefusesALargeFile) {
  EXPECT_THAT(Errors(Resolve(std::string(300 * 1024, '#'))),
              ElementsAre("1 POLICY_BAD_YAML: the file has 307200 bytes, at most 262144 are read"));
}

TEST(Policy, SurvivesArbitraryBytes) {
  unsigned state = 1;
  const std::string alphabet = std::string("ab:-[]{},&*!|>'\"#%@`\n\n  \t\xff?") + '\0';
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i) {
      state = state * 1664525u + 1013904223u;
      text += alphabet[(state >> 16) % alphabet.size()];
    }
    EXPECT_EQ(Resolve(text).max_findings, 10);
  }
}

TEST(Policy, HashDependsOnValuesAlone) {
  const std::string defaults = ResolvePolicy({}, Rules()).hash;
  EXPECT_EQ(defaults.size(), 16u);
  EXPECT_EQ(Resolve("review: {max_findings: 10}").hash, defaults);
  EXPECT_NE(Resolve("review: {max_findings: 9}").hash, defaults);
}

TEST(Policy, DocumentsEveryKey) {
  const std::vector<PolicyKey> schema = PolicySchema();
  EXPECT_TRUE(std::is_sorted(schema.begin(), schema.end(),
                             [](const auto& a, const auto& b) { return a.key < b.key; }));
  for (const PolicyKey& key : schema) EXPECT_THAT(key.documentation, testing::EndsWith("."));
}

TEST(EditDistance, CountsASwapAsOne) {
  EXPECT_EQ(EditDistance("severity", "sevreity"), 1);
  EXPECT_EQ(EditDistance("", "abc"), 3);
  EXPECT_EQ(Nearest("xyz", {"abcdef"}), "");
}

}  // namespace
}  // namespace allreview::policy

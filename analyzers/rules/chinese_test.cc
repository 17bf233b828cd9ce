// The Chinese of rules: nothing is missing, and nothing of English remains in what the
// findings of all fixtures say.

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/fixture.h"
#include "analyzers/rules/rule_table.h"
#include "analyzers/rules/rules.h"
#include "analyzers/rules/shared_phrases.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

using testing::IsEmpty;

// Carry the number of an English verb or noun, which Chinese does not have.
const std::set<std::string> kGrammar = {"lines", "places", "verb"};

// Parameters that hold words of the author, or names of code in no code span.
const std::set<std::string> kAuthors = {
    "entangled-function.advice",           "numerics-without-reference.what",
    "partial-pg-collection.names",         "torch-distributed-bad-argument.cure",
    "unannotated-public-function.missing", "untested-fix.title"};

// What stands outside of code spans.
std::string Prose(absl::string_view text) {
  std::string prose;
  bool is_code = false;
  for (char c : text) {
    is_code ^= c == '`';
    if (!is_code && c != '`') prose += c;
  }
  return prose;
}

std::string WithoutPlaceholders(absl::string_view text) {
  std::string result(text);
  for (absl::string_view name : PlaceholdersOf(text)) {
    result = absl::StrReplaceAll(result, {{absl::StrCat("{", name, "}"), " "}});
  }
  return result;
}

bool IsWord(absl::string_view token) {
  const std::string word(absl::StripSuffix(absl::StripSuffix(token, ","), ":"));
  return word.size() > 1 &&
         std::all_of(word.begin(), word.end(), [](char c) { return absl::ascii_islower(c); });
}

// Two words of English side by side, outside of code spans and of what looks like code.
bool HoldsEnglish(absl::string_view text) {
  const std::string prose = Prose(text);
  if (prose.find_first_of("=[]{}\"<>") != std::string::npos) return false;
  int run = 0;
  for (absl::string_view token : absl::StrSplit(prose, ' ', absl::SkipEmpty())) {
    run = IsWord(token) ? run + 1 : 0;
    if (run == 2) return true;
  }
  return false;
}

bool HoldsChinese(absl::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    // U+4E00 to U+9FFF.
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0xE4 && c <= 0xE9) return true;
  }
  return false;
}

std::set<std::string> SetOf(const std::vector<absl::string_view>& names) {
  return {names.begin(), names.end()};
}

// Words of a translation, with those that Chinese engineers use.
constexpr std::pair<absl::string_view, absl::string_view> kTerms[] = {
    {"名字", "变量, 名称, 符号, 关键字"},
    {"映射中", "字典, 键值对"},
    {"等待 GPU", "触发 CPU–GPU 同步"},
    {"派生类", "子类, 重写"},
    {"成员张量", "可学习参数, 常驻张量"},
    {"文档字符串", "docstring"},
    {"等（另有", "及另外"},
};

// A half-width mark, or a straight quotation mark, behind a Chinese character.
bool HoldsNarrowMark(absl::string_view text) {
  const std::string prose = Prose(text);
  for (size_t i = 2; i + 1 < prose.size(); ++i) {
    const bool is_mark = absl::StrContains(",;:?!.\"", prose.substr(i + 1, 1));
    if (is_mark && HoldsChinese(absl::string_view(prose).substr(i - 2, 1)) &&
        (static_cast<unsigned char>(prose[i]) & 0xC0) == 0x80) {
      return true;
    }
  }
  return false;
}

void ExpectGoodChinese(absl::string_view id, absl::string_view chinese) {
  for (const auto& [word, better] : kTerms) {
    EXPECT_FALSE(absl::StrContains(chinese, word))
        << id << ": " << chinese << "\nuse one of: " << better;
  }
  EXPECT_FALSE(HoldsNarrowMark(chinese)) << id << ": " << chinese;
}

void ExpectSameMeaning(absl::string_view id, absl::string_view english, absl::string_view chinese) {
  std::set<std::string> wanted = SetOf(PlaceholdersOf(english));
  const std::set<std::string> found = SetOf(PlaceholdersOf(chinese));
  for (const std::string& name : kGrammar) {
    if (found.count(name) == 0) wanted.erase(name);
  }
  EXPECT_EQ(found, wanted) << id << ": " << chinese;
  const bool has_words = HoldsEnglish(WithoutPlaceholders(english));
  EXPECT_TRUE(!has_words || HoldsChinese(chinese)) << id << ": " << chinese;
  EXPECT_FALSE(absl::EndsWith(chinese, "。")) << id << ": " << chinese;
  EXPECT_EQ(std::count(chinese.begin(), chinese.end(), '`') % 2, 0) << id << ": " << chinese;
  ExpectGoodChinese(id, chinese);
}

// Measured rules, rules about suppressions and all others.
TEST(Chinese, HasTheFourTextsOfEveryRule) {
  for (const RuleInfo& rule : RuleTable()) {
    for (const Text& text : {rule.title, rule.message, rule.consequence}) {
      if (!text.en.empty()) ExpectSameMeaning(rule.id, text.en, text.zh);
    }
    // That of a measured rule is a phrase.
    if (rule.advice.zh != "{advice}" && !rule.advice.en.empty()) {
      ExpectSameMeaning(rule.id, rule.advice.en, rule.advice.zh);
    }
    EXPECT_FALSE(rule.title.zh.empty() || rule.consequence.zh.empty() || rule.advice.zh.empty())
        << rule.id;
  }
}

// Everything but rule texts that a finding says in English.
std::vector<Words> WordsOf(const Finding& finding) {
  std::vector<Words> phrases;
  const RuleInfo* rule = FindRule(finding.rule_id);
  if (rule == nullptr) return phrases;
  for (absl::string_view part : {rule->message.zh, rule->consequence.zh, rule->advice.zh}) {
    const std::string prose = Prose(part);
    for (absl::string_view name : PlaceholdersOf(prose)) {
      const auto value = finding.params.find(std::string(name));
      if (kAuthors.count(absl::StrCat(finding.rule_id, ".", name)) > 0 ||
          value == finding.params.end())
        continue;
      phrases.push_back(value->second);
    }
  }
  for (const Related& related : finding.related) phrases.push_back(related.message);
  for (const Evidence& evidence : finding.evidence) {
    if (const auto* flow = std::get_if<DataFlowEvidence>(&evidence)) {
      for (const auto& step : flow->steps) phrases.push_back(step.description);
    }
    if (const auto* delta = std::get_if<DeltaEvidence>(&evidence)) phrases.push_back(delta->what);
  }
  return phrases;
}

// Calls `see` with each phrase in the words.
void ForEachPhrase(const Words& words, const std::function<void(const Phrase&)>& see) {
  if (const auto* sentence = std::get_if<Sentence>(&words.kind())) {
    see(sentence->phrase);
    for (const auto& [name, value] : sentence->params) ForEachPhrase(value, see);
  } else if (const auto* list = std::get_if<WordList>(&words.kind())) {
    for (const Words& item : list->items) ForEachPhrase(item, see);
  }
}

void AddMissing(const Finding& finding, const Words& words, std::set<std::string>* missing) {
  const RuleInfo* rule = FindRule(finding.rule_id);
  ForEachPhrase(words, [&](const Phrase& phrase) {
    const Phrase* found = FindPhrase(*rule, phrase.id());
    if (found == nullptr || found->In(Language::kEnglish) != phrase.In(Language::kEnglish)) {
      missing->insert(absl::StrCat(finding.rule_id, ": phrase ", phrase.id(), " is not listed"));
    }
  });
  const std::string english = English(words);
  const std::string chinese = In(Language::kChinese, words);
  if (HoldsEnglish(chinese)) {
    missing->insert(absl::StrCat(finding.rule_id, ": ", english, " => ", chinese));
  }
}

void AddMissing(const Rule& rule, std::set<std::string>* missing) {
  ASSERT_OK_AND_ASSIGN(std::vector<Fixture> fixtures, ReadFixtures(rule.info));
  ASSERT_OK_AND_ASSIGN(fixtures.emplace_back(),
                       ParseFixture(rule.info.bad, ExamplePathOf(rule.info)));
  for (const Fixture& fixture : fixtures) {
    for (const Finding& finding : AnalyseFixture(fixture).findings) {
      for (const Words& words : WordsOf(finding)) AddMissing(finding, words, missing);
    }
  }
}

TEST(Chinese, KnowsThePhrasesThatRulesPutIntoTheirTexts) {
  std::set<std::string> missing;
  for (const Rule* rule : AllRules()) AddMissing(*rule, &missing);
  EXPECT_THAT(missing, IsEmpty()) << "make them phrases, listed in RuleInfo::phrases:\n"
                                  << absl::StrJoin(missing, "\n");
}

TEST(Chinese, HasPhrasesOfRulesWithIdsOfTheirOwn) {
  std::set<absl::string_view> shared;
  for (const Phrase& phrase : SharedPhrases()) {
    EXPECT_TRUE(shared.insert(phrase.id()).second) << phrase.id();
  }
  for (const RuleInfo& rule : RuleTable()) {
    std::set<absl::string_view> ids = shared;
    for (const Phrase& phrase : rule.phrases) {
      EXPECT_NE(phrase.id(), "") << rule.id;
      EXPECT_TRUE(ids.insert(phrase.id()).second) << rule.id << ": " << phrase.id();
      ExpectSameMeaning(rule.id, phrase.In(Language::kEnglish), phrase.In(Language::kChinese));
    }
  }
}

}  // namespace
}  // namespace allreview::rules

#include "sentences/sentence.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using ::testing::ElementsAre;

constexpr Phrase kNoRules("no-rules", "no rules for {language}", "没有针对 {language} 的规则");
constexpr Phrase kCalls("calls", "calls `{what}` {when}", "{when}调用 `{what}`");
constexpr Phrase kAtStart("at-start", "at the start", "在开始时");
constexpr Phrase kTakesNot("takes-not", "does not take {name}", "不接收 {name}");
constexpr Phrase kNeeds("needs", "needs {name}", "需要 {name}");
constexpr Phrase kFile("file", "{count} file", "{count} 个文件");
constexpr Phrase kFiles("files", "{count} files", "{count} 个文件");

std::string Chinese(const Words& words) { return In(Language::kChinese, words); }

TEST(Sentence, IsSaidInEachLanguage) {
  const Words words = Sentence(kNoRules, {{"language", "cuda"}});
  EXPECT_EQ(English(words), "no rules for cuda");
  EXPECT_EQ(Chinese(words), "没有针对 cuda 的规则");
}

TEST(Sentence, TakesSentencesAndPhrasesAsParameters) {
  const Words words = Sentence(kCalls, {{"what", "f"}, {"when", kAtStart}});
  EXPECT_EQ(English(words), "calls `f` at the start");
  EXPECT_EQ(Chinese(words), "在开始时调用 `f`");
}

TEST(Sentence, DoesNotSearchValuesAgain) {
  EXPECT_EQ(English(Sentence(kNoRules, {{"language", "{language}"}})), "no rules for {language}");
}

TEST(Sentence, KeepsAPlaceholderWithoutAValue) {
  EXPECT_EQ(English(Sentence(kNoRules)), "no rules for {language}");
}

TEST(Words, AreTheSameInAllLanguagesWhenVerbatim) {
  EXPECT_EQ(Chinese(Words("Fix the loss (#12)")), "Fix the loss (#12)");
}

TEST(Words, OfNamesAreJoinedAsNames) {
  const Words names = WordList{Joint::kAnd, {"`a`", "`b`", "`c`"}};
  EXPECT_EQ(English(names), "`a`, `b` and `c`");
  EXPECT_EQ(Chinese(names), "`a`、`b` 和 `c`");
}

TEST(Words, OfClausesAreJoinedAsClauses) {
  const Words clauses = WordList{
      Joint::kAnd,
      {Sentence(kTakesNot, {{"name", "`mask`"}}), Sentence(kNeeds, {{"name", "`scale`"}})}};
  EXPECT_EQ(English(clauses), "does not take `mask` and needs `scale`");
  EXPECT_EQ(Chinese(clauses), "不接收 `mask`，并且需要 `scale`");
}

TEST(Words, AreMappedAtEachDepth) {
  const Words words = WordList{
      Joint::kSemicolon, {"ab", Sentence(kNeeds, {{"name", WordList{Joint::kOr, {"cd", "ef"}}}})}};
  EXPECT_EQ(English(words.Mapped([](const std::string& text) { return text.substr(0, 1); })),
            "a; needs c or e");
}

TEST(Counted, ChoosesThePhraseForTheNumber) {
  EXPECT_EQ(English(Counted(1, kFile, kFiles)), "1 file");
  EXPECT_EQ(English(Counted(3, kFile, kFiles)), "3 files");
  EXPECT_EQ(Chinese(Counted(3, kFile, kFiles)), "3 个文件");
}

std::string FillChinese(absl::string_view text, const Params& params) {
  return Fill(Language::kChinese, text, params).value_or("nothing");
}

TEST(Fill, PutsBlanksBetweenChineseAndOtherWordsOnly) {
  const Params params = {{"a", "CPU"}, {"b", kAtStart}};
  EXPECT_EQ(FillChinese("从{a}读取{b}", params), "从 CPU 读取在开始时");
  EXPECT_EQ(FillChinese("从 {a} 读取 {b} 吗", params), "从 CPU 读取在开始时吗");
  EXPECT_EQ(FillChinese("见：{a}（{b}）", params), "见：CPU（在开始时）");
}

TEST(Fill, LeavesWordsInCodeSpansInEnglish) {
  EXPECT_EQ(FillChinese("`{a}` {a}", {{"a", kAtStart}}), "`at the start` 在开始时");
}

TEST(Fill, NeedsEachParameterAndTakesTheLastOfAName) {
  EXPECT_EQ(Fill(Language::kEnglish, "{unknown}", {}), std::nullopt);
  EXPECT_EQ(Fill(Language::kEnglish, "{a}", {{"a", "first"}, {"a", "last"}}), "last");
}

TEST(PlaceholdersOf, AreNamesInBraces) {
  EXPECT_THAT(PlaceholdersOf("{a_b} and {c}, not {D}, {}, {e f}"), ElementsAre("a_b", "c"));
}

}  // namespace
}  // namespace allreview

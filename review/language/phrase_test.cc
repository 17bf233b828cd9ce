#include "review/language/phrase.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

constexpr Phrase kTouches("{who} touches {files}.", "{files} 由 {who} 修改。");
constexpr Noun kFile{"file", "files", "个文件"};

TEST(Phrase, PutsValuesWhereEachLanguageWantsThem) {
  EXPECT_EQ(Say(Language::kEnglish, kTouches, {{"files", "2 files"}, {"who", "It"}}),
            "It touches 2 files.");
  EXPECT_EQ(Say(Language::kChinese, kTouches, {{"files", "2 个文件"}, {"who", "它"}}),
            "2 个文件 由 它 修改。");
}

TEST(Phrase, DoesNotSearchValuesAgain) {
  EXPECT_EQ(Say(Language::kEnglish, kTouches, {{"files", "{who}"}, {"who", "{files}"}}),
            "{files} touches {who}.");
}

TEST(Phrase, CountsThings) {
  EXPECT_EQ(Count(Language::kEnglish, 1, kFile), "1 file");
  EXPECT_EQ(Count(Language::kEnglish, 1234, kFile), "1,234 files");
  EXPECT_EQ(Count(Language::kChinese, 2, kFile), "2 个文件");
}

TEST(Phrase, ReadsLanguageTags) {
  EXPECT_EQ(LanguageOf("zh-CN"), Language::kChinese);
  EXPECT_EQ(LanguageOf("ZH"), Language::kChinese);
  EXPECT_EQ(LanguageOf("en"), Language::kEnglish);
  EXPECT_EQ(LanguageOf(""), Language::kEnglish);
}

}  // namespace
}  // namespace allreview

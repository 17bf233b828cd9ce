#include "sentences/table.h"

#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "sentences/statement_table.h"

namespace allreview {
namespace {

bool IsKebabCase(absl::string_view id) {
  for (char c : id) {
    if (!absl::ascii_islower(c) && !absl::ascii_isdigit(c) && c != '-') return false;
  }
  return !id.empty() && id.front() != '-' && id.back() != '-';
}

TEST(Table, HasEachIdOnce) {
  std::set<absl::string_view> ids;
  for (const Phrase& phrase : AllPhrases()) {
    EXPECT_TRUE(IsKebabCase(phrase.id())) << phrase.id();
    EXPECT_TRUE(ids.insert(phrase.id()).second) << phrase.id();
  }
  for (const Phrase& phrase : StatementPhrases()) {
    EXPECT_TRUE(IsKebabCase(phrase.id())) << phrase.id();
    EXPECT_TRUE(ids.insert(phrase.id()).second) << phrase.id();
    EXPECT_EQ(FindStatementPhrase(phrase.id()), &phrase);
  }
  EXPECT_GT(ids.size(), 200u);
}

TEST(Table, HoldsNoWholeSentencesWithPeriods) {
  for (const Phrase& phrase : AllPhrases()) {
    EXPECT_FALSE(absl::EndsWith(phrase.In(Language::kEnglish), ".")) << phrase.id();
    EXPECT_FALSE(absl::EndsWith(phrase.In(Language::kChinese), "。")) << phrase.id();
  }
}

// Behind a Chinese character.
bool HoldsNarrowMark(absl::string_view text) {
  bool is_code = false, was_chinese = false;
  for (const char c : text) {
    is_code ^= c == '`';
    if (!is_code && was_chinese && absl::StrContains(",;:?!.\"", absl::string_view(&c, 1)))
      return true;
    was_chinese = (static_cast<unsigned char>(c) & 0x80) != 0;
  }
  return false;
}

TEST(Table, SetsChineseInItsOwnMarks) {
  for (const absl::Span<const Phrase> table : {AllPhrases(), StatementPhrases()}) {
    for (const Phrase& phrase : table) {
      const absl::string_view chinese = phrase.In(Language::kChinese);
      EXPECT_FALSE(HoldsNarrowMark(chinese)) << phrase.id() << ": " << chinese;
      EXPECT_FALSE(absl::StrContains(chinese, "等（另有")) << phrase.id() << ": " << chinese;
      EXPECT_FALSE(absl::StrContains(chinese, "名字")) << phrase.id() << ": " << chinese;
      EXPECT_FALSE(absl::StrContains(chinese, "（条件：")) << phrase.id() << ": " << chinese;
    }
  }
}

TEST(FindPhrase, FindsEachAndNoOther) {
  for (const Phrase& phrase : AllPhrases()) EXPECT_EQ(FindPhrase(phrase.id()), &phrase);
  EXPECT_EQ(FindPhrase("no-such-phrase"), nullptr);
}

}  // namespace
}  // namespace allreview

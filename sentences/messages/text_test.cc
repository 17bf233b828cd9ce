#include "sentences/messages/text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using change::v1::TextValue;

constexpr Phrase kFound("found", "found {what}: {why}", "发现 {what}：{why}");
constexpr Phrase kNew("new", "it is new", "它是新增的");

const Phrase* Find(absl::string_view id) {
  for (const Phrase* phrase : {&kFound, &kNew}) {
    if (phrase->id() == id) return phrase;
  }
  return nullptr;
}

TEST(Text, ComesBackAsItWent) {
  const Words words =
      Sentence(kFound, {{"what", WordList{Joint::kOr, {"`a`", "`b`"}}}, {"why", kNew}});
  const TextValue text = ToText(words);
  EXPECT_EQ(text.text().id(), "found");
  const std::optional<Words> back = FromText(text, Find);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(English(*back), "found `a` or `b`: it is new");
  EXPECT_EQ(In(Language::kChinese, *back), "发现 `a` 或 `b`：它是新增的");
}

TEST(Text, IsNothingWhenAPhraseIsOfAnotherVersion) {
  TextValue text = ToText(Sentence(kFound, {{"what", "x"}, {"why", kNew}}));
  (*text.mutable_text()->mutable_params())["why"].mutable_text()->set_id("newer");
  EXPECT_FALSE(FromText(text, Find).has_value());
  EXPECT_FALSE(FromText(TextValue(), Find).has_value());
}

TEST(Text, IsNothingWhenAParameterIsMissing) {
  EXPECT_FALSE(FromText(ToText(Sentence(kFound, {{"what", "x"}})), Find).has_value());
}

TEST(Text, HoldsDisplayText) {
  EXPECT_EQ(ToText(Words(std::string("a\xff"))).verbatim(), "a\xEF\xBF\xBD");
}

}  // namespace
}  // namespace allreview

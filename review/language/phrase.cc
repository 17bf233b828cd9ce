#include "review/language/phrase.h"

#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/check.h"

namespace allreview {

namespace {

bool EndsWide(absl::string_view text) {
  for (absl::string_view mark : {"）", "，", "。", "；", "：", "、", "”", "？"}) {
    if (absl::EndsWith(text, mark)) return true;
  }
  return false;
}

// Words of another script have a blank on each side, full-width punctuation has none.
void AppendValue(Language language, absl::string_view value, std::string& text,
                 absl::string_view& rest) {
  const bool is_chinese = language == Language::kChinese;
  if (is_chinese && absl::StartsWith(value, "（") && absl::EndsWith(text, " ")) text.pop_back();
  absl::StrAppend(&text, value);
  if (is_chinese && EndsWide(value)) absl::ConsumePrefix(&rest, " ");
}

}  // namespace

std::string Say(Language language, const Phrase& phrase, PhraseValues values) {
  absl::string_view rest = phrase.In(language);
  std::string text;
  while (!rest.empty()) {
    const size_t open = rest.find('{');
    absl::StrAppend(&text, rest.substr(0, open));
    if (open == absl::string_view::npos) break;
    rest.remove_prefix(open);
    const size_t close = rest.find('}');
    const absl::string_view name =
        close == absl::string_view::npos ? absl::string_view() : rest.substr(1, close - 1);
    const auto* value = values.begin();
    while (value != values.end() && value->first != name) ++value;
    CHECK(value != values.end()) << "no value for {" << name << "} in: " << phrase.In(language);
    rest.remove_prefix(close + 1);
    AppendValue(language, value->second, text, rest);
  }
  return text;
}

std::string Grouped(int64_t number) {
  std::string digits = absl::StrCat(std::abs(number));
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(i, 1, ',');
  return number < 0 ? "-" + digits : digits;
}

std::string Count(Language language, int64_t count, const Noun& noun) {
  if (language == Language::kChinese) return absl::StrCat(Grouped(count), " ", noun.chinese);
  return absl::StrCat(Grouped(count), " ", count == 1 ? noun.singular : noun.plural);
}

absl::string_view Comma(Language language) { return language == Language::kChinese ? "、" : ", "; }

absl::string_view Semicolon(Language language) {
  return language == Language::kChinese ? "；" : "; ";
}

absl::string_view Colon(Language language) { return language == Language::kChinese ? "：" : ": "; }

std::string InBrackets(Language language, absl::string_view text) {
  if (text.empty()) return "";
  return language == Language::kChinese ? absl::StrCat("（", text, "）")
                                        : absl::StrCat(" (", text, ")");
}

std::string JoinSentences(Language language, absl::string_view first, absl::string_view second) {
  if (first.empty() || second.empty()) return absl::StrCat(first, second);
  const bool is_full_width =
      language == Language::kChinese &&
      (absl::EndsWith(first, "。") || absl::EndsWith(first, "？") || absl::EndsWith(first, "！") ||
       absl::EndsWith(first, "：") || absl::EndsWith(first, "；"));
  return absl::StrCat(first, is_full_width ? "" : " ", second);
}

}  // namespace allreview

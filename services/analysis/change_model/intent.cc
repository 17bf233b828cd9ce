#include "services/analysis/change_model/intent.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::analysis {
namespace {

// The word before ':' or '(' or within leading brackets, in lower case.
std::string Prefix(absl::string_view title) {
  title = absl::StripAsciiWhitespace(title);
  const bool is_bracketed = absl::ConsumePrefix(&title, "[");
  const size_t end = title.find_first_of(is_bracketed ? "]" : ":(! ");
  if (end == absl::string_view::npos) return "";
  if (!is_bracketed) {
    // "fix(scope)!: text", but not "fix the thing".
    const size_t colon = title.find(':');
    const size_t space = title.find(' ');
    const bool is_word = title[end] == ' ';
    const bool is_revert = is_word && absl::StartsWithIgnoreCase(title, "revert \"");
    if (!is_revert && (is_word || colon == absl::string_view::npos || space < colon)) return "";
  }
  return absl::AsciiStrToLower(title.substr(0, end));
}

std::string KindOf(absl::string_view title) {
  constexpr std::pair<absl::string_view, absl::string_view> kKinds[] = {
      {"fix", "fix"},         {"bugfix", "fix"},        {"hotfix", "fix"},     {"feat", "feature"},
      {"feature", "feature"}, {"refactor", "refactor"}, {"style", "refactor"}, {"perf", "refactor"},
      {"test", "test"},       {"tests", "test"},        {"docs", "docs"},      {"doc", "docs"},
      {"build", "build"},     {"ci", "build"},          {"chore", "build"},    {"revert", "revert"},
  };
  const std::string prefix = Prefix(title);
  for (const auto& [name, kind] : kKinds) {
    if (prefix == name) return std::string(kind);
  }
  return "";
}

// Length of the UTF-8 character at `at`, and whether it is a CJK ideograph or a kana.
struct Character {
  size_t bytes = 1;
  bool is_ideograph = false, is_kana = false;
};

Character CharacterAt(absl::string_view text, size_t at) {
  const unsigned char lead = text[at];
  if (lead < 0xE0 || lead >= 0xF0 || at + 2 >= text.size()) {
    return {.bytes = lead >= 0xF0 ? size_t{4} : lead >= 0xC0 ? size_t{2} : size_t{1}};
  }
  const unsigned code = (lead & 0x0Fu) << 12 | (text[at + 1] & 0x3Fu) << 6 | (text[at + 2] & 0x3Fu);
  return {.bytes = 3,
          .is_ideograph = code >= 0x4E00 && code <= 0x9FFF,
          .is_kana = code >= 0x3040 && code <= 0x30FF};
}

// Chinese when ideographs are at least a tenth as many as Latin letters: a Chinese sentence is
// short and full of English identifiers.
std::string LanguageOf(absl::string_view text) {
  size_t ideographs = 0, letters = 0, kana = 0;
  for (size_t at = 0; at < text.size();) {
    const Character character = CharacterAt(text, at);
    ideographs += character.is_ideograph;
    kana += character.is_kana;
    letters += absl::ascii_isalpha(static_cast<unsigned char>(text[at]));
    at += character.bytes;
  }
  return ideographs > 0 && kana == 0 && ideographs * 10 >= letters ? "zh" : "en";
}

bool IsClosingWord(absl::string_view word) {
  constexpr absl::string_view kWords[] = {"close", "closes",  "closed",   "fix",     "fixes",
                                          "fixed", "resolve", "resolves", "resolved"};
  const std::string lower = absl::AsciiStrToLower(word);
  return std::find(std::begin(kWords), std::end(kWords), lower) != std::end(kWords);
}

// "#12" after a closing word, as GitHub reads it.
std::set<int64_t> LinkedIssues(absl::string_view text) {
  std::set<int64_t> issues;
  for (size_t hash = text.find('#'); hash != absl::string_view::npos;
       hash = text.find('#', hash + 1)) {
    absl::string_view before = absl::StripTrailingAsciiWhitespace(text.substr(0, hash));
    if (absl::EndsWith(before, ":")) before.remove_suffix(1);
    size_t start = before.size();
    while (start > 0 && absl::ascii_isalpha(static_cast<unsigned char>(before[start - 1]))) --start;
    if (!IsClosingWord(before.substr(start))) continue;
    int64_t number = 0;
    size_t digits = 0;
    while (digits < 12 && hash + 1 + digits < text.size() &&
           absl::ascii_isdigit(static_cast<unsigned char>(text[hash + 1 + digits]))) {
      number = number * 10 + (text[hash + 1 + digits++] - '0');
    }
    if (digits > 0) issues.insert(number);
  }
  return issues;
}

}  // namespace

v1::Intent DeriveIntent(absl::string_view title, absl::string_view body) {
  v1::Intent intent;
  const std::string text = absl::StrCat(title, "\n", body);
  intent.set_kind(KindOf(title));
  intent.set_language(LanguageOf(text));
  for (int64_t issue : LinkedIssues(text)) intent.add_linked_issues(absl::StrCat("#", issue));
  return intent;
}

}  // namespace allreview::analysis

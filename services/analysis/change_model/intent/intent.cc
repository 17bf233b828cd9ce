#include "services/analysis/change_model/intent/intent.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/intent/author_text.h"
#include "services/analysis/change_model/intent/said.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

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

// "Merge branch 'x' into 'main'" says less than the first line below it.
std::string TitleOf(const change::Description& description) {
  const absl::string_view title = description.title;
  if (!absl::StartsWith(title, "Merge ")) return std::string(title);
  for (absl::string_view line : absl::StrSplit(description.body, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty()) return std::string(line);
  }
  return std::string(title);
}

void AddIssues(const change::Description& description, v1::Intent& said) {
  std::string text = absl::StrCat(description.title, "\n", description.body);
  for (const std::string& message : description.commit_messages)
    absl::StrAppend(&text, "\n", message);
  for (const std::string& issue : intent::ClosedIssues(text)) {
    said.add_linked_issues(ShortLine(issue, 100));
  }
}

}  // namespace

v1::Intent DeriveIntent(const IntentInput& input) {
  const change::Description& description = input.description;
  v1::Intent said;
  said.set_kind(KindOfIntent(TitleOf(description), input.files));
  said.set_language(LanguageOf(absl::StrCat(description.title, "\n", description.body)));
  AddIssues(description, said);
  AddSaid(input, said);
  return said;
}

}  // namespace allreview::analysis

// "\d+" without r: Python keeps the backslash for now, and warns.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::PrefixOf;

constexpr Phrase kMakeRaw("make-raw", "Make it a raw string: `r\"...\"`",
                          "改成 raw string：`r\"...\"`");
constexpr Phrase kDoubleIt("double-it", "Double the backslash", "把反斜杠写成两个");
constexpr Phrase kPhrases[] = {kMakeRaw, kDoubleIt};

bool IsValidEscape(char c, bool is_bytes) {
  constexpr absl::string_view kAlways = "\n\r\\'\"abfnrtv01234567x";
  if (kAlways.find(c) != absl::string_view::npos) return true;
  return !is_bytes && (c == 'N' || c == 'u' || c == 'U');
}

struct Escapes {
  int invalid = 0, valid = 0;
  uint32_t first_invalid = 0;  // Byte in the file.
  std::string doubled;         // The text with each invalid backslash doubled.
};

// Escapes in the literal parts: text in braces is an expression.
Escapes EscapesOf(Node string, bool is_bytes) {
  Escapes escapes;
  uint32_t copied = string.first_byte();
  const absl::string_view text = string.text();
  const auto offset = [&](uint32_t byte) { return byte - string.first_byte(); };
  for (Node content : string.children()) {
    if (!content.Is(NodeKind::kStringContent)) continue;
    for (uint32_t at = content.first_byte(); at + 1 < content.end_byte(); ++at) {
      if (text[offset(at)] != '\\') continue;
      if (IsValidEscape(text[offset(at + 1)], is_bytes)) {
        ++escapes.valid;
      } else {
        if (escapes.invalid++ == 0) escapes.first_invalid = at;
        absl::StrAppend(&escapes.doubled, text.substr(offset(copied), at - copied), "\\");
        copied = at;
      }
      ++at;
    }
  }
  absl::StrAppend(&escapes.doubled, text.substr(offset(copied)));
  return escapes;
}

void Check(FileContext& file, Node string) {
  if (string.text().find('\\') == absl::string_view::npos || string.HasError()) return;
  const std::string prefix = PrefixOf(string);
  if (prefix.find('r') != std::string::npos) return;
  const Escapes escapes = EscapesOf(string, prefix.find('b') != std::string::npos);
  if (escapes.invalid == 0 || IsWaived(string, {"W605", "W1401"})) return;
  const uint32_t at = escapes.first_invalid - string.first_byte();
  const bool can_be_raw = escapes.valid == 0 && prefix.find('u') == std::string::npos;
  file.Report(
      {.at = string,
       .params = {{"escape", std::string(string.text().substr(at, 2))},
                  {"remedy", can_be_raw ? kMakeRaw : kDoubleIt}},
       .edits = {Replace(file.module(), string,
                         can_be_raw ? absl::StrCat("r", string.text()) : escapes.doubled)}});
}

}  // namespace

extern constinit const Rule kInvalidEscapeSequence = {
    .info = {.id = "invalid-escape-sequence",
             .title = {"Backslash that escapes nothing", "反斜杠没有转义任何字符"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .message = {"`{escape}` is not a Python escape sequence",
                         "`{escape}` 不是 Python 的转义序列"},
             .consequence = {"Python 3.12 emits a SyntaxWarning when it compiles the file, and a "
                             "later version will reject the file",
                             "Python 3.12 编译该文件时会发出 SyntaxWarning，更高版本会拒绝该文件"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why = "For now Python keeps the backslash. Regular expressions and paths with "
                    "backslashes belong in raw strings.",
             .fix = "Use a raw string, or double the backslash where other escapes are needed.",
             .bad = R"py(
import re

LAYER = re.compile("layers\.(\d+)")
)py",
             .good = R"py(
import re

LAYER = re.compile(r"layers\.(\d+)")
)py",
             .references = {"https://docs.astral.sh/ruff/rules/invalid-escape-sequence/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "anomalous-backslash-in-string.html"}},
    .kinds = {NodeKind::kString},
    .check = Check};

}  // namespace allreview::rules

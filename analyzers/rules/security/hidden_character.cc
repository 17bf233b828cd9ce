// Characters that make code look other than it is: bidirectional controls, invisible ones, lone
// carriage returns.

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/str_format.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/added_text.h"

namespace allreview::rules {
namespace {

constexpr Phrase kShowsReordered(
    "shows-reordered", "it shows the text around it in a different order than Python reads it",
    "它使周围文字的显示顺序与 Python 读取的顺序不同");
constexpr Phrase kEndsTheLine("ends-the-line",
                              "Python ends the line here, and what follows is code again",
                              "对 Python 来说它结束了这一行，其后又是代码");
constexpr Phrase kNobodySees("nobody-sees", "nobody sees it, but Python reads it",
                             "人看不见它，而 Python 会读取它");
constexpr Phrase kActedOn("acted-on", "editors and terminals act on it instead of showing it",
                          "编辑器和终端会执行它，而不是显示它");
constexpr Phrase kPhrases[] = {kShowsReordered, kEndsTheLine, kNobodySees, kActedOn};

struct Hidden {
  Phrase effect;
  Severity severity;
};

constexpr Hidden kReorders = {kShowsReordered, Severity::kP1};
constexpr Hidden kEndsLine = {kEndsTheLine, Severity::kP1};
constexpr Hidden kInvisible = {kNobodySees, Severity::kP2};
constexpr Hidden kControl = {kActedOn, Severity::kP2};

struct Characters {
  uint32_t first, last;
  Hidden hidden;
};

// Unicode format characters that do not belong in any text.
constexpr Characters kHidden[] = {
    {0x00AD, 0x00AD, kInvisible},  // Soft hyphen.
    {0x061C, 0x061C, kReorders},
    {0x180E, 0x180E, kInvisible},
    {0x200B, 0x200D, kInvisible},  // Zero width space, non-joiner, joiner.
    {0x200E, 0x200F, kReorders},
    {0x2028, 0x2029, kInvisible},  // Line and paragraph separators; no line ends to Python.
    {0x202A, 0x202E, kReorders},
    {0x2060, 0x2064, kInvisible},
    {0x2066, 0x2069, kReorders},
    {0x206A, 0x206F, kInvisible},
    {0x3164, 0x3164, kInvisible},  // Hangul filler: a letter of names.
    {0xFEFF, 0xFEFF, kInvisible},
    {0xFFA0, 0xFFA0, kInvisible},
    {0xFFF9, 0xFFFB, kInvisible},
    {0xE0000, 0xE007F, kInvisible},  // Tags.
};

// Joiners belong between letters and emoji that are not ASCII.
bool IsJoiner(uint32_t character) { return character == 0x200C || character == 0x200D; }

bool IsAsciiAt(absl::string_view text, size_t at) {
  return at >= text.size() || static_cast<unsigned char>(text[at]) < 0x80;
}

std::optional<Hidden> HiddenBy(absl::string_view text, size_t at, uint32_t character, int length) {
  if (character == '\r') {
    const bool is_alone = at + 1 == text.size() || text[at + 1] != '\n';
    return is_alone ? std::optional(kEndsLine) : std::nullopt;
  }
  if (character < 0x20 || character == 0x7F) {
    const bool is_space = character == '\t' || character == '\n' || character == '\f';
    return is_space ? std::nullopt : std::optional(kControl);
  }
  if (character >= 0x80 && character < 0xA0) return kControl;
  if (character == 0xFEFF && at == 0) return std::nullopt;  // The mark of UTF-8.
  if (IsJoiner(character) && at > 0 && !IsAsciiAt(text, at - 1) && !IsAsciiAt(text, at + length)) {
    return std::nullopt;
  }
  for (const Characters& range : kHidden) {
    if (range.first <= character && character <= range.last) return range.hidden;
  }
  return std::nullopt;
}

int LengthOf(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// U+FFFD for what is no UTF-8.
uint32_t CharacterAt(absl::string_view text, size_t at, int length) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (length == 1) return first;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0xFFFD;
  uint32_t character = first & (0xFF >> (length + 1));
  for (int i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[at + i]);
    if ((next & 0xC0) != 0x80) return 0xFFFD;
    character = (character << 6) | (next & 0x3F);
  }
  return character;
}

void Check(FileContext& file, Node) {
  const absl::string_view text = StoredText(file);
  const AddedLines added(file);
  for (size_t at = 0; at < text.size(); ++at) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (first >= 0x20 && first < 0x7F) continue;
    const int length = LengthOf(first);
    const uint32_t character = CharacterAt(text, at, length);
    const std::optional<Hidden> hidden = HiddenBy(text, at, character, length);
    if (!hidden) continue;
    const auto byte = static_cast<uint32_t>(at);
    if (added.Hold(byte)) {
      file.Report({.at = PlaceOf(file, byte),
                   .params = {{"character", absl::StrFormat("U+%04X", character)},
                              {"effect", hidden->effect}},
                   .severity = hidden->severity});
    }
    // The first of each line is enough to find the others.
    at = std::min(text.find('\n', at), text.size());
  }
}

}  // namespace

extern constinit const Rule kHiddenCharacter = {
    .info = {.id = "hidden-character",
             .title = {"Character that hides what the code does", "掩盖代码真实内容的字符"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"This line contains `{character}`: {effect}",
                         "这一行含有 `{character}`：{effect}"},
             .consequence = {"Reviewers approve code that they have not seen",
                             "审阅者会批准自己没有看到的代码"},
             .advice = {"Remove `{character}`; if a string needs it, write the escape sequence",
                        "删除 `{character}`；如果字符串确实需要它，写成转义序列"},
             .phrases = kPhrases,
             .why = "Editors and diffs show bidirectional controls, zero-width characters and lone "
                    "carriage returns as nothing, or by reordering the text. Python reads the "
                    "bytes in their stored order, and a lone carriage return ends a line, even "
                    "inside a comment (Trojan Source, CVE-2021-42574).",
             .fix = "Write escape sequences such as \"\\\\u202e\" for invisible characters.",
             .bad = "def is_admin(role):\n"
                    "    return role != \"admin\xE2\x80\x8B\"\n",
             .good = R"py(
def is_admin(role):
    return role != "admin"
)py",
             .references = {"https://nvd.nist.gov/vuln/detail/CVE-2021-42574",
                            "https://cwe.mitre.org/data/definitions/1007.html",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "bidirectional-unicode.html",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "invalid-character-backspace.html"}},
    .kinds = {NodeKind::kModule},
    .check = Check};

}  // namespace allreview::rules

#include "analyzers/python/source_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/python/compatible_letters.h"
#include "sentences/phrases/source.h"

namespace allreview::python {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Each ASCII byte is that character, and no other character holds it, whatever came before. By the
// names that Python's codecs have, and their aliases; a digit or a "_" stands for what may follow.
constexpr absl::string_view kAsciiCompatible[] = {
    "ascii",        "cp1125",       "cp1250",       "cp1251",       "cp1252",       "cp1253",
    "cp1254",       "cp1255",       "cp1256",       "cp1257",       "cp1258",       "cp437",
    "cp720",        "cp737",        "cp775",        "cp850",        "cp852",        "cp855",
    "cp857",        "cp858",        "cp860",        "cp861",        "cp862",        "cp863",
    "cp865",        "cp866",        "cp869",        "cp874",        "euc_jp",       "euc_kr",
    "eucjp",        "euckr",        "gb2312",       "iso8859_1",    "iso8859_10",   "iso8859_11",
    "iso8859_13",   "iso8859_14",   "iso8859_15",   "iso8859_16",   "iso8859_2",    "iso8859_3",
    "iso8859_4",    "iso8859_5",    "iso8859_6",    "iso8859_7",    "iso8859_8",    "iso8859_9",
    "iso_8859_1",   "iso_8859_10",  "iso_8859_11",  "iso_8859_13",  "iso_8859_14",  "iso_8859_15",
    "iso_8859_16",  "iso_8859_2",   "iso_8859_3",   "iso_8859_4",   "iso_8859_5",   "iso_8859_6",
    "iso_8859_7",   "iso_8859_8",   "iso_8859_9",   "koi8_r",       "koi8_t",       "koi8_u",
    "latin1",       "latin2",       "latin_1",      "latin_2",      "mac_roman",    "macroman",
    "tis_620",      "us_ascii",     "windows_1250", "windows_1251", "windows_1252", "windows_1253",
    "windows_1254", "windows_1255", "windows_1256", "windows_1257", "windows_1258",
};

constexpr absl::string_view kKeywords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

enum class Reading { kUtf8, kAsciiCompatible, kNone };

// As get_normal_name() of CPython's tokenizer and encodings.normalize_encoding() read the name.
Reading ReadingOf(absl::string_view encoding) {
  if (encoding.empty()) return Reading::kUtf8;
  std::string name = absl::AsciiStrToLower(encoding);
  std::replace(name.begin(), name.end(), '-', '_');
  if (name == "utf_8" || absl::StartsWith(name, "utf_8_") || name == "utf8") return Reading::kUtf8;
  for (absl::string_view latin : {"latin_1", "iso_8859_1", "iso_latin_1"}) {
    if (name == latin || absl::StartsWith(name, absl::StrCat(latin, "_"))) {
      return Reading::kAsciiCompatible;
    }
  }
  return std::find(std::begin(kAsciiCompatible), std::end(kAsciiCompatible), name) !=
                 std::end(kAsciiCompatible)
             ? Reading::kAsciiCompatible
             : Reading::kNone;
}

// Up to a line feed or a carriage return; both are taken off `rest`.
absl::string_view TakeLine(absl::string_view& rest) {
  const size_t end = std::min(rest.find_first_of("\n\r"), rest.size());
  const absl::string_view line = rest.substr(0, end);
  rest.remove_prefix(end);
  if (!absl::ConsumePrefix(&rest, "\r\n") && !rest.empty()) rest.remove_prefix(1);
  return line;
}

bool IsOfEncodingName(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
}

// get_coding_spec() of CPython's tokenizer, for a line that is a comment.
absl::string_view EncodingIn(absl::string_view comment) {
  constexpr absl::string_view kCoding = "coding";
  for (size_t at = comment.find(kCoding); at != absl::string_view::npos;
       at = comment.find(kCoding, at + 1)) {
    absl::string_view rest = comment.substr(at + kCoding.size());
    if (!absl::StartsWith(rest, ":") && !absl::StartsWith(rest, "=")) continue;
    do {
      rest.remove_prefix(1);
    } while (absl::StartsWith(rest, " ") || absl::StartsWith(rest, "\t"));
    const auto end = std::find_if_not(rest.begin(), rest.end(), IsOfEncodingName);
    if (end != rest.begin()) return rest.substr(0, end - rest.begin());
  }
  return "";
}

SourceProblem ProblemAt(absl::string_view bytes, size_t at, SourceProblem::Kind kind, Words what) {
  return {.kind = kind,
          .what = std::move(what),
          .byte = static_cast<uint32_t>(at),
          .line = 1 + static_cast<int>(std::count(bytes.begin(), bytes.begin() + at, '\n'))};
}

// Takes one character off the text. Nothing: it does not begin with UTF-8.
std::optional<uint32_t> TakeCharacter(absl::string_view& text) {
  constexpr uint32_t kLeastOfLength[] = {0, 0, 0x80, 0x800, 0x10000};
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first < 0x80   ? 1
                        : first < 0xC0 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                                       : 4;
  if (length == 0 || first > 0xF4 || text.size() < length) return std::nullopt;
  uint32_t character = length == 1 ? first : first & (0xFF >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return std::nullopt;
    character = (character << 6) | (next & 0x3F);
  }
  const bool is_surrogate = character >= 0xD800 && character < 0xE000;
  if (character < kLeastOfLength[length] || character > 0x10FFFF || is_surrogate) {
    return std::nullopt;
  }
  text.remove_prefix(length);
  return character;
}

// The first byte that is no UTF-8; npos: there is none.
size_t FindInvalidUtf8(absl::string_view bytes) {
  absl::string_view rest = bytes;
  while (!rest.empty()) {
    if (!TakeCharacter(rest)) return bytes.size() - rest.size();
  }
  return absl::string_view::npos;
}

const LetterRange* RangeOf(uint32_t letter) {
  const auto* const after =
      std::upper_bound(std::begin(kCompatibleLetters), std::end(kCompatibleLetters), letter,
                       [](uint32_t l, const LetterRange& range) { return l < range.first; });
  if (after == std::begin(kCompatibleLetters)) return nullptr;
  const LetterRange* const range = after - 1;
  return letter <= range->last ? range : nullptr;
}

}  // namespace

absl::string_view DeclaredEncoding(absl::string_view bytes) {
  absl::ConsumePrefix(&bytes, kByteOrderMark);
  for (int line = 0; line < 2; ++line) {
    absl::string_view text = TakeLine(bytes);
    const size_t start = std::min(text.find_first_not_of(" \t\f"), text.size());
    text.remove_prefix(start);
    if (text.empty()) continue;
    if (text[0] != '#') return "";  // What comes later is not looked at.
    const absl::string_view encoding = EncodingIn(text);
    if (!encoding.empty()) return encoding;
  }
  return "";
}

std::optional<SourceProblem> FindSourceProblem(absl::string_view bytes) {
  using Kind = SourceProblem::Kind;
  if (absl::StartsWith(bytes, "\xFF\xFE") || absl::StartsWith(bytes, "\xFE\xFF")) {
    return ProblemAt(bytes, 0, Kind::kBytes, phrases::kWideEncoding);
  }
  if (const size_t nul = bytes.find('\0'); nul != absl::string_view::npos) {
    return ProblemAt(bytes, nul, Kind::kBytes, phrases::kNulByte);
  }
  const absl::string_view encoding = DeclaredEncoding(bytes);
  const size_t at = encoding.empty() ? 0 : encoding.data() - bytes.data();
  const Reading reading = ReadingOf(encoding);
  const bool has_mark = absl::StartsWith(bytes, kByteOrderMark);
  if (reading == Reading::kNone || (has_mark && reading != Reading::kUtf8)) {
    return ProblemAt(bytes, at, Kind::kEncoding,
                     Sentence(phrases::kUnreadEncoding, {{"encoding", encoding.substr(0, 40)}}));
  }
  if (reading != Reading::kUtf8) return std::nullopt;
  if (const size_t invalid = FindInvalidUtf8(bytes); invalid != absl::string_view::npos) {
    return ProblemAt(bytes, invalid, Kind::kBytes, phrases::kBytesNotUtf8);
  }
  return std::nullopt;
}

size_t FindLoneCarriageReturn(absl::string_view bytes, size_t from) {
  for (size_t at = bytes.find('\r', from); at != absl::string_view::npos;
       at = bytes.find('\r', at + 1)) {
    if (at + 1 == bytes.size() || bytes[at + 1] != '\n') return at;
  }
  return absl::string_view::npos;
}

std::optional<std::string> TextForParser(absl::string_view bytes) {
  size_t lone = FindLoneCarriageReturn(bytes);
  const bool is_other = !IsAscii(bytes) && ReadingOf(DeclaredEncoding(bytes)) != Reading::kUtf8;
  if (lone == absl::string_view::npos && !is_other) return std::nullopt;
  std::string text(bytes);
  for (; lone != absl::string_view::npos; lone = FindLoneCarriageReturn(bytes, lone + 1)) {
    text[lone] = '\n';
  }
  if (is_other) {
    // Letters of another alphabet are none of UTF-8's; '$' stands in no name, and in any string.
    for (char& c : text) {
      if (static_cast<unsigned char>(c) >= 0x80) c = '$';
    }
  }
  return text;
}

bool IsAscii(absl::string_view bytes) {
  unsigned char all = 0;
  for (const char c : bytes) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

std::optional<std::string> AsciiNameOf(absl::string_view identifier) {
  if (IsAscii(identifier)) return std::nullopt;
  std::string name;
  while (!identifier.empty()) {
    const std::optional<uint32_t> letter = TakeCharacter(identifier);
    if (letter && *letter < 0x80) {
      name += static_cast<char>(*letter);
      continue;
    }
    const LetterRange* const range = letter ? RangeOf(*letter) : nullptr;
    if (range == nullptr) return std::nullopt;
    absl::StrAppend(&name, range->text);
    name.back() = static_cast<char>(name.back() + (*letter - range->first));
  }
  if (std::find(std::begin(kKeywords), std::end(kKeywords), name) != std::end(kKeywords)) {
    return std::nullopt;
  }
  return name;
}

}  // namespace allreview::python

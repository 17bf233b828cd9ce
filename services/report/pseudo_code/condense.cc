#include "services/report/pseudo_code/condense.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "review/display_text.h"

namespace allreview::report {
namespace {

constexpr size_t kMaxStringBytes = 24;

// Where a name lives tells a reader nothing that its last part does not.
constexpr absl::string_view kPrefixes[] = {
    "torch.distributed.", "torch.nn.functional.", "dist.", "parallel_state.", "mpu.", "typing.",
    "tensor_parallel.",
};

bool IsNameCharacter(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; }
bool IsQuote(char c) { return c == '"' || c == '\''; }
bool IsOpen(char c) { return c == '(' || c == '[' || c == '{'; }
bool IsClose(char c) { return c == ')' || c == ']' || c == '}'; }

// A literal with its quotation marks, its content cut.
std::string ShortString(absl::string_view literal) {
  // Names of flags and keys are what a statement is about.
  const bool is_name =
      literal.size() <= 66 && literal.find_first_of(" \n{") == absl::string_view::npos;
  if (literal.size() <= kMaxStringBytes + 2 || is_name) return CleanLine(literal);
  const size_t marks = absl::StartsWith(literal, std::string(3, literal[0])) ? 3 : 1;
  if (literal.size() < 2 * marks) return CleanLine(literal);
  const absl::string_view content = literal.substr(marks, literal.size() - 2 * marks);
  const absl::string_view mark = literal.substr(0, 1);
  return absl::StrCat(mark, Shorten(CleanLine(content), kMaxStringBytes), mark);
}

// One line: without comments, line ends and the commas before closing brackets.
enum class Strings { kWhole, kShort };
std::string Joined(absl::string_view code, Strings strings) {
  std::string line;
  for (size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (IsQuote(c)) {
      const size_t end = EndOfString(code, i);
      const absl::string_view literal = code.substr(i, end - i);
      line += strings == Strings::kWhole ? CleanLine(literal) : ShortString(literal);
      i = end - 1;
    } else if (c == '#') {
      i = std::min(code.find('\n', i), code.size()) - 1;
    } else if (absl::ascii_isspace(c) || (c == '\\' && code.substr(i + 1, 1) == "\n")) {
      if (!line.empty() && line.back() != ' ' && !IsOpen(line.back())) line += ' ';
    } else {
      if (IsClose(c) && absl::EndsWith(line, ", ")) line.resize(line.size() - 2);
      if (IsClose(c) && absl::EndsWith(line, " ")) line.pop_back();
      line += c;
    }
  }
  return std::string(absl::StripAsciiWhitespace(line));
}

// "x: int = 3" is "x = 3".
std::string WithoutAnnotation(std::string line) {
  const size_t colon = FindOutside(line, ":");
  if (colon == std::string::npos ||
      !std::all_of(line.begin(), line.begin() + colon, IsNameCharacter)) {
    return line;
  }
  const size_t value = FindOutside(line, " = ", colon);
  if (value == std::string::npos) return line;
  return absl::StrCat(line.substr(0, colon), line.substr(value));
}

// The position behind a name that is passed to a parameter of the same name; 0: it is not.
size_t EndOfRepeatedName(absl::string_view line, size_t i) {
  const size_t begin = i;
  while (i < line.size() && IsNameCharacter(line[i])) ++i;
  if (i == begin || line.substr(i, 1) != "=") return 0;
  const absl::string_view name = line.substr(begin, i - begin);
  if (line.substr(i + 1, name.size()) != name) return 0;
  const size_t end = i + 1 + name.size();
  return end < line.size() && (line[end] == ',' || line[end] == ')') ? end : 0;
}

// Names without their prefixes; "group=group" is "group".
std::string WithShortNames(absl::string_view line) {
  std::string result;
  for (size_t i = 0; i < line.size();) {
    if (IsQuote(line[i])) {
      const size_t end = EndOfString(line, i);
      absl::StrAppend(&result, line.substr(i, end - i));
      i = end;
      continue;
    }
    const bool begins_name = IsNameCharacter(line[i]) && (i == 0 || !IsNameCharacter(line[i - 1]));
    if (begins_name) {
      for (absl::string_view prefix : kPrefixes) {
        const absl::string_view rest = line.substr(i);
        const bool is_longer = rest.size() > prefix.size() && IsNameCharacter(rest[prefix.size()]);
        if (absl::StartsWith(rest, prefix) && is_longer) i += prefix.size();
      }
      if (const size_t end = EndOfRepeatedName(line, i); end > 0) {
        const size_t length = (end - i) / 2;
        absl::StrAppend(&result, line.substr(i, length));
        i = end;
        continue;
      }
    }
    result += line[i++];
  }
  return result;
}

size_t EndOfBracket(absl::string_view line, size_t open) {
  int depth = 0;
  for (size_t i = open; i < line.size(); ++i) {
    if (IsQuote(line[i])) {
      i = EndOfString(line, i) - 1;
    } else if (IsOpen(line[i])) {
      ++depth;
    } else if (IsClose(line[i]) && --depth == 0) {
      return i;
    }
  }
  return absl::string_view::npos;
}

// Positions of the commas between the items of a bracket's content.
std::vector<size_t> CommasIn(absl::string_view content) {
  std::vector<size_t> commas;
  for (size_t at = FindOutside(content, ","); at != absl::string_view::npos;
       at = FindOutside(content, ",", at + 1)) {
    commas.push_back(at);
  }
  return commas;
}

// Replaces the last items of the first bracket behind `from` by "…", as many as it takes. The
// position to go on with, inside of that bracket; npos: there is no bracket any more.
size_t DropItems(std::string& line, size_t from, size_t max_bytes) {
  const size_t open = line.find_first_of("([{\"'", from);
  if (open == std::string::npos) return open;
  if (IsQuote(line[open])) return EndOfString(line, open);
  const size_t close = EndOfBracket(line, open);
  if (close == std::string::npos) return close;
  const std::string content = line.substr(open + 1, close - open - 1);
  const std::vector<size_t> commas = CommasIn(content);
  const size_t excess = line.size() - max_bytes;
  for (size_t i = commas.size(); i-- > 0;) {
    const size_t saved = content.size() - commas[i];
    const bool is_enough = saved > excess + 5;
    if (!is_enough && i > 0) continue;
    if (saved > 5)
      line = absl::StrCat(line.substr(0, open + 1 + commas[i]), ", …", line.substr(close));
    break;
  }
  return open + 1;
}

// "x = f(…)": the first bracket whose content has to go for the line to fit. The line as it is
// where that is not enough.
std::string WithEmptyBracket(const std::string& line, size_t max_bytes) {
  constexpr absl::string_view kCut = "…";
  for (size_t i = 0; i < line.size(); ++i) {
    if (IsQuote(line[i])) {
      i = EndOfString(line, i) - 1;
    } else if (IsOpen(line[i])) {
      const size_t close = EndOfBracket(line, i);
      if (close == absl::string_view::npos) return line;
      const size_t size = i + 1 + kCut.size() + line.size() - close;
      if (size <= max_bytes) return absl::StrCat(line.substr(0, i + 1), kCut, line.substr(close));
      i = close;
    }
  }
  return line;
}

}  // namespace

size_t EndOfString(absl::string_view code, size_t i) {
  const char quote = code[i];
  const std::string triple(3, quote);
  const bool is_triple = code.substr(i, 3) == triple;
  for (size_t at = i + (is_triple ? 3 : 1); at < code.size(); ++at) {
    if (code[at] == '\\') {
      ++at;
    } else if (is_triple ? code.substr(at, 3) == triple : code[at] == quote) {
      return at + (is_triple ? 3 : 1);
    } else if (!is_triple && code[at] == '\n') {
      return at;  // Not closed: whatever follows is no string.
    }
  }
  return code.size();
}

size_t FindOutside(absl::string_view code, absl::string_view wanted, size_t from) {
  int depth = 0;
  for (size_t i = from; i < code.size(); ++i) {
    if (depth == 0 && absl::StartsWith(code.substr(i), wanted)) return i;
    if (IsQuote(code[i])) {
      i = EndOfString(code, i) - 1;
    } else if (IsOpen(code[i])) {
      ++depth;
    } else if (IsClose(code[i])) {
      --depth;
    }
  }
  return absl::string_view::npos;
}

std::string Condense(absl::string_view code, size_t max_bytes) {
  std::string line = WithShortNames(WithoutAnnotation(Joined(code, Strings::kWhole)));
  if (line.size() <= max_bytes) return line;
  line = WithShortNames(WithoutAnnotation(Joined(code, Strings::kShort)));
  for (size_t from = 0; line.size() > max_bytes && from < line.size();) {
    from = DropItems(line, from, max_bytes);
  }
  if (line.size() <= max_bytes) return line;
  return Shorten(WithEmptyBracket(line, max_bytes), max_bytes);
}

std::string WithoutParentheses(absl::string_view code) {
  const bool is_whole = absl::StartsWith(code, "(") && EndOfBracket(code, 0) + 1 == code.size();
  return std::string(is_whole ? code.substr(1, code.size() - 2) : code);
}

std::string Negated(absl::string_view condition) {
  constexpr std::pair<absl::string_view, absl::string_view> kOpposites[] = {
      {" is not ", " is "}, {" is ", " is not "}, {" not in ", " in "}, {" in ", " not in "},
      {" == ", " != "},     {" != ", " == "},     {" >= ", " < "},      {" <= ", " > "},
      {" > ", " <= "},      {" < ", " >= "},
  };
  const auto has = [&](absl::string_view word) {
    return FindOutside(condition, word) != absl::string_view::npos;
  };
  const bool is_compound = has(" and ") || has(" or ") || has(" if ") || has("lambda");
  if (is_compound) return absl::StrCat("not (", condition, ")");
  if (absl::StartsWith(condition, "not ")) return std::string(condition.substr(4));
  int operators = 0;
  for (const auto& [word, opposite] : kOpposites) {
    for (size_t at = FindOutside(condition, word); at != absl::string_view::npos;
         at = FindOutside(condition, word, at + 1)) {
      ++operators;
    }
  }
  // These hold the shorter " is " and " in ".
  if (has(" is not ")) --operators;
  if (has(" not in ")) --operators;
  for (const auto& [word, opposite] : kOpposites) {
    const size_t at = FindOutside(condition, word);
    if (at == absl::string_view::npos || operators > 1) continue;
    return absl::StrCat(condition.substr(0, at), opposite, condition.substr(at + word.size()));
  }
  return operators > 1 ? absl::StrCat("not (", condition, ")") : absl::StrCat("not ", condition);
}

}  // namespace allreview::report

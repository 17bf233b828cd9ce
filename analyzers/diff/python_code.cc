#include "analyzers/diff/python_code.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/diff/tokens.h"
#include "base/poll.h"

namespace allreview::diff {
namespace {

// Finds the first triple quotation mark; npos: none. Sets `mark` to it.
size_t FindTripleQuote(absl::string_view line, absl::string_view& mark) {
  for (size_t i = 0; i + 2 < line.size(); ++i) {
    char c = line[i];
    if (c == '#') break;  // What follows is a comment.
    if ((c != '"' && c != '\'') || line[i + 1] != c || line[i + 2] != c) continue;
    mark = line.substr(i, 3);
    return i;
  }
  return absl::string_view::npos;
}

// Whether a triple quotation mark at `position` may open a docstring: nothing but a string prefix
// stands before it.
bool CanOpen(absl::string_view line, size_t position) {
  if (position > 2) return false;
  return line.substr(0, position).find_first_not_of("rRbBuUfF") == absl::string_view::npos;
}

enum class PythonLook { kUnknown, kCode, kProse };

bool IsWordStart(char c) { return absl::ascii_isalpha(c) || c == '_'; }

// `name`, `name.name[0]`, …: what stands before a call or an assignment.
size_t EndOfTarget(absl::string_view line) {
  size_t end = 0;
  while (end < line.size() && (absl::ascii_isalnum(line[end]) || line[end] == '_' ||
                               line[end] == '.' || line[end] == '[' || line[end] == ']')) {
    ++end;
  }
  return end;
}

bool StartsStatement(absl::string_view line) {
  for (absl::string_view start :
       {"def ", "class ", "return ", "import ", "self.", "@", "raise ", "assert ", "yield ",
        "elif ", "del ", "async ", "await ", "super()", ">>> "}) {
    if (absl::StartsWith(line, start)) return true;
  }
  for (absl::string_view whole :
       {"return", "pass", "break", "continue", "else:", "try:", "finally:"}) {
    if (line == whole) return true;
  }
  // Words that prose may begin with, too.
  bool is_block = absl::EndsWith(line, ":") &&
                  (absl::StartsWith(line, "if ") || absl::StartsWith(line, "for ") ||
                   absl::StartsWith(line, "with ") || absl::StartsWith(line, "while ") ||
                   absl::StartsWith(line, "except"));
  return is_block || (absl::StartsWith(line, "from ") && absl::StrContains(line, " import "));
}

bool IsDocstringSection(absl::string_view line) {
  for (absl::string_view section :
       {"Args:", "Arguments:", "Returns:", "Return:", "Raises:", "Yields:", "Example:", "Examples:",
        "Note:", "Notes:", "Attributes:", "Parameters:", "Usage:", "Warning:"}) {
    if (line == section) return true;
  }
  return absl::StartsWith(line, ":param") || absl::StartsWith(line, ":return") ||
         absl::StartsWith(line, "- ") || absl::StartsWith(line, ".. ");
}

// `name (type): what it is`, `name: What it is`.
bool IsDocstringEntry(absl::string_view line, size_t target) {
  absl::string_view rest = line.substr(target);
  if (absl::StartsWith(rest, " (")) return absl::StrContains(rest, "):");
  return absl::StartsWith(rest, ": ") && rest.size() > 3 && absl::ascii_isupper(rest[2]) &&
         std::count(rest.begin(), rest.end(), ' ') >= 3;
}

PythonLook LookOf(absl::string_view line) {
  if (StartsStatement(line)) return PythonLook::kCode;
  if (IsDocstringSection(line)) return PythonLook::kProse;
  size_t target = IsWordStart(line[0]) ? EndOfTarget(line) : 0;
  if (target > 0) {
    absl::string_view rest = line.substr(target);
    if (IsDocstringEntry(line, target)) return PythonLook::kProse;
    if (absl::StartsWith(rest, "(") || absl::StartsWith(rest, " = ") ||
        absl::StartsWith(rest, " += ") || absl::StartsWith(rest, "=")) {
      return PythonLook::kCode;
    }
  }
  int words = 0;  // Parted by one space, of letters but for punctuation at their ends.
  for (absl::string_view word : absl::StrSplit(line, ' ', absl::SkipEmpty())) {
    size_t letters = 0;
    while (letters < word.size() && (absl::ascii_isalpha(word[letters]) || word[letters] == '-')) {
      ++letters;
    }
    words += letters > 0 && letters + 1 >= word.size() && word != "in" && word != "not" &&
             word != "and" && word != "or" && word != "if" && word != "else" && word != "is";
  }
  char last = line.back();
  if (words >= 4 && last != '(' && last != '[' && last != '{' && last != '\\') {
    return PythonLook::kProse;
  }
  bool is_bracket = last == '(' || last == '[' || last == '{' || line[0] == ')' || line[0] == ']' ||
                    line[0] == '}';
  return is_bracket ? PythonLook::kCode : PythonLook::kUnknown;
}

// Looks at what stands before the first triple quotation mark of a line: code if a string may
// follow.
PythonLook LookOfHead(absl::string_view line) {
  absl::string_view mark;
  size_t position = FindTripleQuote(line, mark);
  if (position == absl::string_view::npos || CanOpen(line, position)) return PythonLook::kUnknown;
  absl::string_view head = Trim(line.substr(0, position));
  // A prefix of the string: `= f"`, not the end of a word.
  if (head.size() > 1 && absl::StrContains("rRbBuUfF", head.back()) &&
      !absl::ascii_isalpha(head[head.size() - 2])) {
    head = Trim(head.substr(0, head.size() - 1));
  }
  if (absl::StrContains("=([{", head.back())) return PythonLook::kCode;
  bool is_unknown = absl::StrContains(",:+%", head.back()) || absl::EndsWith(head, "return");
  return is_unknown ? PythonLook::kUnknown : PythonLook::kProse;
}

// Where a line stands, and how well that fits its look.
struct PythonReading {
  std::vector<bool> is_code;  // For each line; blank lines and comments are none.
  int misfits = 0;            // Code in docstrings, prose outside them.
};

// Reads lines from the beginning, or from inside of a docstring that `open` ends.
PythonReading ReadPython(const std::vector<SideLine>& lines,
                         std::optional<absl::string_view> open) {
  PythonReading reading;
  bool is_docstring = open.has_value();
  for (const SideLine& line : lines) {
    PollBytes(line.content.size());
    absl::string_view rest = line.content;
    bool is_code = false, is_start = true, has_mark = false;
    bool was_docstring = open && is_docstring;
    while (!rest.empty()) {
      if (open) {
        is_code |= !is_docstring;
        size_t end = rest.find(*open);
        if (end == absl::string_view::npos) break;
        rest = Trim(rest.substr(end + 3));
        open.reset();
        is_start = false;
        has_mark = true;
        continue;
      }
      if (rest[0] == '#') break;
      absl::string_view mark;
      size_t begin = FindTripleQuote(rest, mark);
      if (begin == absl::string_view::npos) {
        is_code = true;
        break;
      }
      is_docstring = is_start && CanOpen(rest, begin);
      is_code |= !is_docstring;
      has_mark = true;
      open = mark;
      rest.remove_prefix(begin + 3);
    }
    reading.is_code.push_back(is_code);
    if (line.content.empty() || line.content[0] == '#') continue;
    PythonLook look = has_mark ? LookOfHead(line.content) : LookOf(line.content);
    bool is_read_as_code = has_mark ? !was_docstring : is_code;
    reading.misfits += look == (is_read_as_code ? PythonLook::kProse : PythonLook::kCode);
  }
  return reading;
}

}  // namespace

int64_t CountPythonCode(const std::vector<SideLine>& lines) {
  absl::string_view mark = "\"\"\"";
  for (const SideLine& line : lines) {
    if (FindTripleQuote(line.content, mark) != absl::string_view::npos) break;
  }
  PythonReading reading = ReadPython(lines, std::nullopt);
  if (reading.misfits > 0) {
    PythonReading inside = ReadPython(lines, mark);
    if (inside.misfits < reading.misfits) reading = std::move(inside);
  }
  int64_t count = 0;
  for (size_t i = 0; i < lines.size(); ++i) count += lines[i].is_changed && reading.is_code[i];
  return count;
}

}  // namespace allreview::diff

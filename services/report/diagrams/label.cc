#include "services/report/diagrams/label.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;

bool IsWord(absl::string_view text, size_t i) {
  const unsigned char c = text[i];
  return absl::ascii_isalnum(c) || c >= 0x80;
}

// Emphasis needs an underscore that opens and a later one that closes: `_x` alone stays as it is.
bool ClosesEmphasis(absl::string_view text, size_t i) {
  const size_t last = text.find_last_not_of('_', i);
  const bool is_behind_word = last != absl::string_view::npos && IsWord(text, last);
  const size_t next = text.find_first_not_of('_', i);
  const bool is_before_word = next != absl::string_view::npos && IsWord(text, next);
  if (!is_behind_word || is_before_word) return false;
  for (size_t at = text.find('_'); at < last; at = text.find('_', at + 1)) {
    if (at == 0 || !IsWord(text, at - 1)) return true;
  }
  return false;
}

// Mermaid reads labels as Markdown, and refuses those that begin a list.
bool StartsList(absl::string_view text, size_t i) {
  if (i == 0) return text[i] == '-' || text[i] == '+';
  if (text[i] != '.' && text[i] != ')') return false;
  for (char c : text.substr(0, i)) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) return false;
  }
  return true;
}

// Emphasis needs one that closes; a list begins with one before a blank.
bool IsHarmlessAsterisk(absl::string_view text, size_t i) {
  const bool is_before_blank = i + 1 == text.size() || text[i + 1] == ' ';
  if (i == 0) return !is_before_blank;
  if (text[i - 1] == ' ') return true;
  return absl::StrContains("(,[*", text.substr(i - 1, 1)) && !is_before_blank;
}

// Of brackets only those that begin no link.
bool IsPlain(absl::string_view text, size_t i) {
  const unsigned char c = text[i];
  if (IsWord(text, i)) return true;
  if (StartsList(text, i)) return false;
  if (c == '_') return !ClosesEmphasis(text, i);
  if (c == ':') return absl::StartsWith(text.substr(i + 1), " ");
  if (c == ']') return i + 1 == text.size() || text[i + 1] != '(';
  if (c == '*') return IsHarmlessAsterisk(text, i);
  if (c == '>') return i > 0 && text[i - 1] != '-' && text[i - 1] != '=' && text[i - 1] != '.';
  // "==" opens a thick arrow, "--" any other one, should a label ever stand unquoted.
  return absl::StrContains(" .,/()-=?!+'[", text.substr(i, 1));
}

}  // namespace

std::string MermaidLabel(absl::string_view text) {
  std::string line = CleanLine(text);
  // Mermaid's own quote; Python knows both.
  std::replace(line.begin(), line.end(), '"', '\'');
  std::string label;
  for (size_t i = 0; i < line.size(); ++i) {
    // Mermaid decodes #NN; after parsing, so no other character of ASCII reaches its grammar.
    if (IsPlain(line, i)) {
      label += line[i];
    } else {
      absl::StrAppend(&label, "#", static_cast<int>(line[i]), ";");
    }
  }
  return label.empty() ? "#32;" : label;
}

std::string MermaidLabel(absl::string_view text, size_t max_bytes) {
  return MermaidLabel(Shorten(CleanLine(text), max_bytes));
}

std::string MermaidLines(const std::vector<std::string>& lines, size_t max_bytes_of_line) {
  return absl::StrJoin(lines, "<br/>", [&](std::string* out, const std::string& line) {
    absl::StrAppend(out, MermaidLabel(line, max_bytes_of_line));
  });
}

Mark MarkOf(ChangedSymbol::Status status) {
  switch (status) {
    case ChangedSymbol::STATUS_ADDED:
      return Mark::kNew;
    case ChangedSymbol::STATUS_REMOVED:
      return Mark::kRemoved;
    case ChangedSymbol::STATUS_MODIFIED:
      return Mark::kModified;
    case ChangedSymbol::STATUS_MOVED:
      return Mark::kMoved;
    case ChangedSymbol::STATUS_RENAMED:
      return Mark::kRenamed;
    default:
      return Mark::kNone;
  }
}

absl::string_view MarkLabel(Language language, Mark mark) {
  constexpr Phrase kNew("NEW", "新增");
  constexpr Phrase kModified("MODIFIED", "修改");
  constexpr Phrase kRemoved("REMOVED", "删除");
  constexpr Phrase kMoved("MOVED", "移动");
  constexpr Phrase kRenamed("RENAMED", "重命名");
  switch (mark) {
    case Mark::kNone:
      return "";
    case Mark::kNew:
      return kNew.In(language);
    case Mark::kModified:
      return kModified.In(language);
    case Mark::kRemoved:
      return kRemoved.In(language);
    case Mark::kMoved:
      return kMoved.In(language);
    case Mark::kRenamed:
      return kRenamed.In(language);
  }
  return "";
}

std::string AndMore(Language language, int64_t count) {
  constexpr Phrase kMore("… and {count} more", "……另有 {count} 项");
  return Say(language, kMore, {{"count", absl::StrCat(count)}});
}

}  // namespace allreview::report

#include "analyzers/build_files/makefile.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"

namespace allreview::build_files {
namespace {

constexpr size_t kNowhere = absl::string_view::npos;

bool IsBlank(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }

bool StartsWithWord(absl::string_view line, absl::string_view word) {
  return absl::ConsumePrefix(&line, word) && (line.empty() || IsBlank(line[0]));
}

// Where a comment begins, or the text ends.
size_t EndOfCode(absl::string_view text) {
  size_t at = text.find('#');
  while (at != kNowhere && at > 0 && text[at - 1] == '\\') at = text.find('#', at + 1);
  return std::min(at, text.size());
}

// The first of ':' and '=' that stands in no "$(…)" or "${…}".
size_t FindMark(absl::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == '}') --depth;
    if (depth <= 0 && (text[i] == ':' || text[i] == '=')) return i;
  }
  return kNowhere;
}

// With the lines on which they stand; nothing that has variables, patterns or is a flag.
void AddPlainWords(absl::string_view text, int line, std::vector<MakeText>& words) {
  size_t at = 0;
  int depth = 0;
  while (at < text.size()) {
    if (IsBlank(text[at]) || text[at] == '\\') {
      if (text[at++] == '\n') ++line;
      continue;
    }
    size_t end = at;
    bool is_plain = depth == 0 && text[at] != '-';
    for (; end < text.size() && !IsBlank(text[end]); ++end) {
      if (text[end] == '(' || text[end] == '{') ++depth;
      if (text[end] == ')' || text[end] == '}') depth = std::max(0, depth - 1);
      is_plain = is_plain && !absl::StrContains("$%*?[](){}\"'`=:;|&<>\\,~", text[end]);
    }
    if (is_plain) words.push_back({std::string(text.substr(at, end - at)), line});
    at = end;
  }
}

class Reader {
 public:
  explicit Reader(absl::string_view text) : lines_(absl::StrSplit(text, '\n')) {}

  Makefile Read() {
    while (at_ < lines_.size()) {
      const int line = static_cast<int>(at_) + 1;
      if (absl::StartsWith(lines_[at_], "\t")) {
        TakeCommand(line);
        continue;
      }
      const std::string text = TakeContinued();
      const absl::string_view code =
          absl::StripLeadingAsciiWhitespace(absl::string_view(text).substr(0, EndOfCode(text)));
      if (StartsWithWord(code, "define")) {
        if (!SkipDefine(line)) break;
      } else {
        ReadStatement(code, line);
      }
    }
    return std::move(file_);
  }

 private:
  std::string TakeContinued() {
    std::string text(lines_[at_++]);
    while (absl::EndsWith(absl::StripSuffix(text, "\r"), "\\") && at_ < lines_.size()) {
      absl::StrAppend(&text, "\n", lines_[at_++]);
    }
    return text;
  }

  void TakeCommand(int line) {
    const std::string text = TakeContinued();
    absl::string_view command = absl::StripAsciiWhitespace(text);
    const size_t begin = command.find_first_not_of("@-+ ");
    if (begin == kNowhere) return;
    file_.commands.push_back({std::string(command.substr(begin)), line});
  }

  bool SkipDefine(int line) {
    while (at_ < lines_.size()) {
      if (StartsWithWord(absl::StripLeadingAsciiWhitespace(lines_[at_++]), "endef")) return true;
    }
    file_.error_line = line;
    return false;
  }

  void ReadStatement(absl::string_view code, int line) {
    const size_t mark = FindMark(code);
    if (mark == kNowhere) return;
    const bool assigns = code[mark] == '=' || absl::StartsWith(code.substr(mark), ":=") ||
                         absl::StartsWith(code.substr(mark), "::=");
    if (assigns) {
      const size_t equals = code.find('=', mark);
      if (equals > 0 && code[equals - 1] == '!') return;  // A command.
      AddPlainWords(code.substr(equals + 1), line + LinesIn(code.substr(0, equals)), file_.needed);
      return;
    }
    ReadRule(code, mark, line);
  }

  void ReadRule(absl::string_view code, size_t colon, int line) {
    bool is_special = false;
    for (absl::string_view target :
         absl::StrSplit(code.substr(0, colon), absl::ByAnyChar(" \t\n\\"), absl::SkipEmpty())) {
      is_special |= target.size() > 1 && target[0] == '.' &&
                    absl::ascii_isupper(static_cast<unsigned char>(target[1]));
      file_.targets.emplace(target);
    }
    absl::string_view rest = code.substr(colon + 1);
    absl::ConsumePrefix(&rest, ":");
    const size_t command = rest.find(';');
    const absl::string_view needs = rest.substr(0, std::min(command, rest.size()));
    // .PHONY, and variables of one target.
    if (is_special || absl::StrContains(needs, '=')) {
      for (absl::string_view name :
           absl::StrSplit(needs, absl::ByAnyChar(" \t\n\\"), absl::SkipEmpty())) {
        if (is_special) file_.targets.emplace(name);
      }
      return;
    }
    AddPlainWords(needs, line, file_.needed);
    if (command != kNowhere) {
      file_.commands.push_back(
          {std::string(absl::StripAsciiWhitespace(rest.substr(command + 1))), line});
    }
  }

  static int LinesIn(absl::string_view text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }

  const std::vector<absl::string_view> lines_;
  size_t at_ = 0;
  Makefile file_;
};

}  // namespace

bool Makefile::Makes(absl::string_view name) const {
  if (targets.contains(name)) return true;
  return std::any_of(targets.begin(), targets.end(), [&](absl::string_view target) {
    const size_t percent = target.find('%');
    return percent != kNowhere && absl::StartsWith(name, target.substr(0, percent)) &&
           absl::EndsWith(name, target.substr(percent + 1));
  });
}

bool IsMakefilePath(absl::string_view path) {
  const std::string name = absl::AsciiStrToLower(paths::BaseName(path));
  return name == "makefile" || name == "gnumakefile" || absl::EndsWith(name, ".mk");
}

Makefile ReadMakefile(absl::string_view text) { return Reader(text).Read(); }

}  // namespace allreview::build_files

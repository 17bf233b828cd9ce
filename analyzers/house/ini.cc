#include "analyzers/house/ini.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "sentences/phrases/house.h"

namespace allreview::house {
namespace {

constexpr size_t kMaxBytes = 256 * 1024;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

absl::string_view WithoutComment(absl::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if ((line[i] == '#' || line[i] == ';') && (i == 0 || IsBlank(line[i - 1]))) {
      return line.substr(0, i);
    }
  }
  return line;
}

}  // namespace

const IniEntry* IniSection::Find(absl::string_view key) const {
  const IniEntry* found = nullptr;
  for (const IniEntry& entry : entries) {
    if (entry.key == key) found = &entry;
  }
  return found;
}

IniFile ParseIni(absl::string_view text) {
  if (text.size() > kMaxBytes) {
    return {{}, Sentence(phrases::kFileOverKib, {{"limit", absl::StrCat(kMaxBytes >> 10)}})};
  }
  std::vector<IniSection> sections;
  IniEntry* open = nullptr;  // That an indented line goes on with.
  int number = 0;
  for (absl::string_view raw : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view line = absl::StripTrailingAsciiWhitespace(WithoutComment(raw));
    if (line.empty()) continue;
    if (IsBlank(line[0])) {
      if (open == nullptr) {
        return {std::move(sections), phrases::kNothingToGoOnWith, number};
      }
      absl::StrAppend(&open->value, "\n", absl::StripLeadingAsciiWhitespace(line));
      continue;
    }
    if (line.front() == '[' && line.back() == ']') {
      sections.push_back(
          {.name = std::string(line.substr(1, line.size() - 2)), .line = number, .entries = {}});
      open = nullptr;
      continue;
    }
    const size_t mark = line.find_first_of("=:");
    if (mark == absl::string_view::npos || mark == 0 || sections.empty()) {
      return {std::move(sections), phrases::kNeitherSectionNorKey, number};
    }
    const absl::string_view key = absl::StripAsciiWhitespace(line.substr(0, mark));
    sections.back().entries.push_back(
        {.key = absl::StrReplaceAll(absl::AsciiStrToLower(key), {{"-", "_"}}),
         .value = std::string(absl::StripAsciiWhitespace(line.substr(mark + 1))),
         .line = number});
    open = &sections.back().entries.back();
  }
  return {.sections = std::move(sections)};
}

std::vector<std::string> IniList(absl::string_view value) {
  return absl::StrSplit(value, absl::ByAnyChar(", \t\r\n"), absl::SkipEmpty());
}

}  // namespace allreview::house

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/house/ini.h"
#include "analyzers/house/linters.h"
#include "analyzers/house/reading.h"

namespace allreview::house {
namespace {

void AddLineLength(const File& file, const IniSection& section, const LinterCodes& codes,
                   Reading* reading) {
  const IniEntry* entry = section.Find("max_line_length");
  int length = 0;
  if (entry == nullptr || !absl::SimpleAtoi(entry->value, &length)) return;
  reading->claims.push_back(LineLengthClaim(codes, absl::StrCat(length), {file.path, entry->line}));
}

// What all sections of a .pylintrc say together; sections are but headings there.
Reading ReadPylint(const File& file, const std::vector<IniSection>& sections) {
  Reading reading;
  LinterCodes codes{.tool = "pylint",
                    .chosen = {},
                    .ignored = {},
                    .is_everything = true,
                    .files = {},
                    .source = {file.path, 1}};
  std::vector<std::string> excluded;
  for (const IniSection& section : sections) {
    if (const IniEntry* disable = section.Find("disable")) {
      codes.ignored = IniList(disable->value);
      codes.source.line = disable->line;
    }
    if (const IniEntry* enable = section.Find("enable")) {
      codes.chosen = IniList(enable->value);
      codes.source.line = enable->line;
    }
    if (const IniEntry* paths = section.Find("ignore_paths")) excluded = IniList(paths->value);
  }
  for (const std::string& code : codes.ignored) codes.is_everything &= code != "all";
  // pylint matches its expressions at the start of the path.
  if (!excluded.empty())
    codes.files.exclude = absl::StrCat("^(", absl::StrJoin(excluded, "|"), ")");
  for (const IniSection& section : sections) AddLineLength(file, section, codes, &reading);
  for (Claim& claim : ClaimsOf(codes)) reading.claims.push_back(std::move(claim));
  return reading;
}

Reading ReadFlake8(const File& file, const IniSection& section) {
  Reading reading;
  LinterCodes codes{.tool = "flake8",
                    .chosen = {"C90", "E", "F", "W"},
                    .ignored = {},
                    .files = {},
                    .source = {file.path, section.line}};
  if (const IniEntry* select = section.Find("select")) codes.chosen = IniList(select->value);
  for (const char* key : {"ignore", "extend_ignore"}) {
    if (const IniEntry* ignore = section.Find(key)) {
      for (std::string& code : IniList(ignore->value)) codes.ignored.push_back(std::move(code));
    }
  }
  AddLineLength(file, section, codes, &reading);
  for (Claim& claim : ClaimsOf(codes)) reading.claims.push_back(std::move(claim));
  return reading;
}

}  // namespace

Reading ReadIniFile(const File& file) {
  Reading reading;
  const IniFile ini = ParseIni(file.content);
  if (!ini.error.is_empty()) {
    reading.diagnostics.push_back({{file.path, ini.error_line}, ini.error});
    return reading;
  }
  if (absl::EndsWith(file.path, "pylintrc")) return ReadPylint(file, ini.sections);
  for (const IniSection& section : ini.sections) {
    if (section.name == "flake8") return ReadFlake8(file, section);
  }
  return reading;
}

}  // namespace allreview::house

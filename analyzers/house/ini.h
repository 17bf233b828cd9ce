#ifndef ANALYZERS_HOUSE_INI_H_
#define ANALYZERS_HOUSE_INI_H_

// Reads the INI files of Python tools (.pylintrc, .flake8, setup.cfg, tox.ini, mypy.ini).
//
//   const IniFile file = ParseIni(text);
//   if (!file.error.is_empty()) ...  // Of line file.error_line.
//
// An indented line goes on with the value before it, joined by a line end. '#' and ';' begin a
// comment at the start of a line or after white space. A line that is none of these is an error,
// and so are more than 256 KiB.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::house {

struct IniEntry {
  std::string key, value;  // The key in lower case, '_' for '-'.
  int line = 0;
};

struct IniSection {
  std::string name;
  int line = 0;
  std::vector<IniEntry> entries;
  // The last of that name; null: none.
  const IniEntry* Find(absl::string_view key) const;
};

struct IniFile {
  std::vector<IniSection> sections;  // Up to an error.
  Words error = {};                  // Empty: there is none.
  int error_line = 1;
};

IniFile ParseIni(absl::string_view text);

// Words of a value, which commas, white space and line ends separate.
std::vector<std::string> IniList(absl::string_view value);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_INI_H_

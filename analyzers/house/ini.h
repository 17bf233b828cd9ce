#ifndef ANALYZERS_HOUSE_INI_H_
#define ANALYZERS_HOUSE_INI_H_

// Reads the INI files of Python tools (.pylintrc, .flake8, setup.cfg, tox.ini, mypy.ini).
//
//   absl::StatusOr<std::vector<IniSection>> sections = ParseIni(text);
//
// An indented line goes on with the value before it, joined by a line end. '#' and ';' begin a
// comment at the start of a line or after white space. Fails with kInvalidArgument, and a text that
// begins "line N: ", on a line that is none of these, and on more than 256 KiB.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

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

absl::StatusOr<std::vector<IniSection>> ParseIni(absl::string_view text);

// Words of a value, which commas, white space and line ends separate.
std::vector<std::string> IniList(absl::string_view value);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_INI_H_

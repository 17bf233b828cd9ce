#ifndef ANALYZERS_HOUSE_TOML_FILE_H_
#define ANALYZERS_HOUSE_TOML_FILE_H_

// Reads pyproject.toml and other TOML files into flat entries that remember their lines.
//
//   TomlFile file = ParseToml(text);
//   file.Text("tool.black.line-length")  ->  "100"
//
// A key that itself holds a dot is joined like the others. Text that is no TOML, or is larger than
// 1 MiB, leaves no entries and an error. Pure.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::house {

struct TomlEntry {
  int line = 1;
  bool is_table = false;
  bool is_list = false;
  std::string text;                // Of strings, integers and booleans.
  std::vector<std::string> items;  // Strings of a list; others are left out.
};

struct TomlFile {
  std::map<std::string, TomlEntry, std::less<>> entries;  // By path of keys, "tool.isort.profile".
  Words error;                                            // Empty: there is none.
  int error_line = 1;

  // Null: there is none.
  const TomlEntry* Find(absl::string_view path) const;
  std::optional<std::string> Text(absl::string_view path) const;
  std::vector<std::string> List(absl::string_view path) const;
  // Names of what stands directly in a table, in the order of the file.
  std::vector<std::string> KeysOf(absl::string_view table) const;
};

TomlFile ParseToml(absl::string_view text);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_TOML_FILE_H_

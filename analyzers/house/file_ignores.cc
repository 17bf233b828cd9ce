#include "analyzers/house/file_ignores.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "analyzers/house/toml_file.h"
#include "analyzers/paths/glob.h"

namespace allreview::house {
namespace {

bool Fits(absl::string_view pattern, absl::string_view path) {
  absl::ConsumePrefix(&pattern, "./");
  if (absl::StrContains(pattern, "/")) {
    return paths::FitsGlob(pattern, path) || paths::FitsGlob(absl::StrCat(pattern, "/**"), path);
  }
  return paths::FitsGlob(absl::StrCat("**/", pattern), path);
}

}  // namespace

bool IsIgnoredIn(absl::string_view pyproject, absl::string_view path, absl::string_view code) {
  if (!absl::StrContains(pyproject, "per-file-ignores")) return false;
  const TomlFile toml = ParseToml(pyproject);
  for (absl::string_view table :
       {"tool.ruff.lint.per-file-ignores", "tool.ruff.lint.extend-per-file-ignores",
        "tool.ruff.per-file-ignores", "tool.ruff.extend-per-file-ignores"}) {
    const std::string prefix = absl::StrCat(table, ".");  // Patterns hold dots of their own.
    for (auto it = toml.entries.lower_bound(prefix);
         it != toml.entries.end() && absl::StartsWith(it->first, prefix); ++it) {
      const std::vector<std::string>& ignored = it->second.items;
      const bool is_ignored =
          std::any_of(ignored.begin(), ignored.end(), [&](const std::string& start) {
            return start == "ALL" || absl::StartsWith(code, start);
          });
      if (is_ignored && Fits(absl::string_view(it->first).substr(prefix.size()), path)) return true;
    }
  }
  return false;
}

}  // namespace allreview::house

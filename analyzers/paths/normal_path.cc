#include "analyzers/paths/normal_path.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace allreview::paths {

std::optional<std::string> NormalPath(absl::string_view path) {
  std::vector<absl::string_view> parts;
  for (absl::string_view part : absl::StrSplit(path, '/', absl::SkipEmpty())) {
    if (part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return std::nullopt;
    } else {
      parts.pop_back();
    }
  }
  return absl::StrJoin(parts, "/");
}

std::optional<std::string> NormalPath(absl::string_view folder, absl::string_view path) {
  return NormalPath(absl::StrCat(folder, "/", path));
}

}  // namespace allreview::paths

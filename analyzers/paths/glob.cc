#include "analyzers/paths/glob.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::paths {

bool FitsGlob(absl::string_view glob, absl::string_view path) {
  const std::string whole =
      absl::EndsWith(glob, "/") ? absl::StrCat(glob, "**") : std::string(glob);
  // fits[j]: the part of the glob read so far fits the first j bytes of the path.
  std::vector<bool> fits(path.size() + 1, false);
  fits[0] = true;
  for (size_t i = 0; i < whole.size(); ++i) {
    std::vector<bool> next(path.size() + 1, false);
    if (whole[i] == '*' && i + 1 < whole.size() && whole[i + 1] == '*') {
      const bool takes_slash = i + 2 < whole.size() && whole[i + 2] == '/';
      bool is_open = false;
      for (size_t j = 0; j <= path.size(); ++j) {
        is_open = is_open || fits[j];
        // "**/" stands for nothing or for folders with their last slash.
        next[j] = takes_slash ? fits[j] || (is_open && j > 0 && path[j - 1] == '/') : is_open;
      }
      i += takes_slash ? 2 : 1;
    } else if (whole[i] == '*') {
      bool is_open = false;
      for (size_t j = 0; j <= path.size(); ++j) {
        if (j > 0 && path[j - 1] == '/') is_open = false;
        is_open = is_open || fits[j];
        next[j] = is_open;
      }
    } else {
      for (size_t j = 0; j < path.size(); ++j) {
        next[j + 1] = fits[j] && (whole[i] == path[j] || (whole[i] == '?' && path[j] != '/'));
      }
    }
    fits = std::move(next);
  }
  return fits[path.size()];
}

}  // namespace allreview::paths

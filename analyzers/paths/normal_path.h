#ifndef ANALYZERS_PATHS_NORMAL_PATH_H_
#define ANALYZERS_PATHS_NORMAL_PATH_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::paths {

// "a/c.cu" of "a/./b/../c.cu"; empty: the root. nullopt: it leads out of the repository. Pure.
std::optional<std::string> NormalPath(absl::string_view path);

// The same of what a file of that folder names: "../c.cu" in "a/b" is "a/c.cu".
std::optional<std::string> NormalPath(absl::string_view folder, absl::string_view path);

}  // namespace allreview::paths

#endif  // ANALYZERS_PATHS_NORMAL_PATH_H_

#ifndef ANALYZERS_RULES_CONFIGURATION_BUILD_FILES_H_
#define ANALYZERS_RULES_CONFIGURATION_BUILD_FILES_H_

// What files say how the C, C++ and CUDA sources of a repository are built, and which they list.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

bool IsCMakePath(absl::string_view path);

// What a CMake file lists, see build_files/cmake.h.
struct ListedSource {
  std::string path;        // From the root.
  std::string as_written;  // Relative to the file, or to whatever a variable stands for.
  int line = 0;
};
std::vector<ListedSource> SourcesListedBy(absl::string_view build_file, absl::string_view text);

// A file that may say how a source is built: CMake, setup.py, Bazel, make.
struct BuildFile {
  std::string path;
  const std::string* text = nullptr;
  bool is_changed = false;  // By the change.
};
// Those of the folder of a source and of the folders around it, after the change; at most 20, the
// nearest first.
std::vector<BuildFile> BuildFilesAround(ChangeContext& change, absl::string_view source);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_BUILD_FILES_H_

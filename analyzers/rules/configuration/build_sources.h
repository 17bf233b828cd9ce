#ifndef ANALYZERS_RULES_CONFIGURATION_BUILD_SOURCES_H_
#define ANALYZERS_RULES_CONFIGURATION_BUILD_SOURCES_H_

// The C, C++ and CUDA sources of the repository after a change, and what the change took away.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

class BuildSources {
 public:
  explicit BuildSources(ChangeContext& change);

  // Some source ends so.
  bool Has(absl::string_view path) const;
  // Sources of its folder, sorted, the path itself among them if it is there.
  std::vector<std::string> Beside(absl::string_view path) const;
  // What the change makes of a source that it renames; "": it deletes it. Null: neither.
  const std::string* GoneTo(absl::string_view path) const;

 private:
  std::map<std::string, std::vector<std::string>> by_name_;    // By the last part of the path.
  std::map<std::string, std::vector<std::string>> by_folder_;  // "csrc/", "" for the root.
  std::map<std::string, std::string> gone_;
};

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

#endif  // ANALYZERS_RULES_CONFIGURATION_BUILD_SOURCES_H_

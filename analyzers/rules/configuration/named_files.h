#ifndef ANALYZERS_RULES_CONFIGURATION_NAMED_FILES_H_
#define ANALYZERS_RULES_CONFIGURATION_NAMED_FILES_H_

// Files of the repository without which a build, an installation or a recipe stops, as Dockerfiles,
// makefiles, lists of requirements, shell scripts and workflows name them.
//
//   for (const NamedFile& named : FilesNamedBy("docker/Dockerfile", text)) ...
//   // COPY setup.py /src/   {{"docker/setup.py", "setup.py"}, kCopied, 3}

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::rules::configuration {

enum class Naming : uint8_t {
  kCopied,     // Into an image.
  kNeeded,     // By a rule of a makefile, or listed there.
  kInstalled,  // pip install -r
  kStarted,    // As a script.
};

struct NamedFile {
  // What may be meant, from the root, the likeliest first; never empty.
  std::vector<std::string> paths;
  Naming naming = Naming::kCopied;
  int line = 0;
  // The first path is relative to the file that names it, and not to wherever a command runs.
  bool is_beside = false;
};

// Files of which the names are read.
bool NamesFiles(absl::string_view path);
// In source order, those of a file of another kind: none.
std::vector<NamedFile> FilesNamedBy(absl::string_view path, absl::string_view text);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_NAMED_FILES_H_

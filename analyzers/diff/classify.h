#ifndef ANALYZERS_DIFF_CLASSIFY_H_
#define ANALYZERS_DIFF_CLASSIFY_H_

// What a file is for, by its path, mode and first lines.
//
//   Classification kind = Classify(diff, file);   // {FileClass::kSource, "python"}
//
// Never guesses from file content beyond its head: a "#!" line and the marks of generated files.

#include "absl/strings/string_view.h"
#include "analyzers/diff/model.h"

namespace allreview::diff {

enum class FileClass : uint8_t {
  kSource,  // Program text outside tests; also notebooks, makefiles, Dockerfiles and CI workflows.
  kTest,    // Program text of tests.
  kDocumentation,
  kConfiguration,  // YAML, TOML, INI, other build files.
  kData,           // Golden values, fixtures, tables.
  kGenerated,
  kVendored,
  kLock,  // Lock files of package managers.
  kBinary,
  kSubmodule,
  kSymlink,
};

struct Classification {
  FileClass file_class = FileClass::kData;
  absl::string_view language;  // "python", "c++", "cuda", "markdown", …; empty: unknown.
};

struct FileFacts {
  absl::string_view path;
  uint32_t mode = 0;  // 0: unknown.
  bool is_binary = false;
  absl::string_view head = {};  // First lines of the content, when known.
};
Classification Classify(const FileFacts& facts);

Classification Classify(const Diff& diff, const File& file);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_CLASSIFY_H_

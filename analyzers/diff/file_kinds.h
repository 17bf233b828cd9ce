#ifndef ANALYZERS_DIFF_FILE_KINDS_H_
#define ANALYZERS_DIFF_FILE_KINDS_H_

// The table of file names and extensions. Internal to classify.cc; program text goes by the table
// of base/languages.h, where a new language is one line.

#include <optional>

#include "absl/strings/string_view.h"
#include "analyzers/diff/classify.h"

namespace allreview::diff {

struct FileKind {
  absl::string_view name;  // Of a file, or its extension with the dot; in lower case.
  absl::string_view language;
  FileClass file_class;
};

// By the name of a file in lower case, without folders. The result points into `name`. None: it is
// not known.
std::optional<FileKind> FindFileKind(absl::string_view name);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_FILE_KINDS_H_

#ifndef SARIF_URI_H_
#define SARIF_URI_H_

// Where a URI of a log leads.
//
//   std::optional<FilePath> path = PathOf(run, location.file);
//   // {"/ci/work/src/a.cc", true}, or {"src/a.cc", false}
//
// Follows artifact indices and base ids, decodes percent escapes, and drops "." and ".."; a path
// of Windows gets slashes. None: it names no file, for example "https://…", or leads out of where
// it starts. Pure.

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "sarif/log.h"

namespace allreview::sarif {

struct FilePath {
  std::string path = {};  // Of an absolute one with the slash in front: "/a", "/C:/a".
  bool is_absolute = false;
  friend bool operator==(const FilePath&, const FilePath&) = default;
};

std::optional<FilePath> PathOf(const Run& run, const FileReference& file);

// The same of a URI that stands for itself.
std::optional<FilePath> PathOfUri(absl::string_view uri);

}  // namespace allreview::sarif

#endif  // SARIF_URI_H_

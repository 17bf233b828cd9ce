#ifndef ANALYZERS_HOUSE_FILE_IGNORES_H_
#define ANALYZERS_HOUSE_FILE_IGNORES_H_

// Codes that ruff is told not to report in some files, of pyproject.toml:
//
//   [tool.ruff.lint.per-file-ignores]
//   "gen/**/*_template.py" = ["F821"]
//
//   IsIgnoredIn(text, "gen/a/loss_template.py", "F821")  ->  true
//
// Who says so of a file has looked at it. A pattern without a folder means files of that name
// anywhere. Text that is no TOML ignores nothing. Pure.

#include "absl/strings/string_view.h"

namespace allreview::house {

bool IsIgnoredIn(absl::string_view pyproject, absl::string_view path, absl::string_view code);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_FILE_IGNORES_H_

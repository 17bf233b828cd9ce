#ifndef ANALYZERS_PLAYBOOK_TOOLS_OF_H_
#define ANALYZERS_PLAYBOOK_TOOLS_OF_H_

// The formatters, linters and type checkers of a repository: who runs them, on what, and how they
// are set.

#include <string>
#include <vector>

#include "analyzers/playbook/view.h"

namespace allreview::playbook {

struct ToolUse {
  std::string name;  // "black", "ruff check".
  std::string line;  // With the folders that its hook is for; for a shell.
  bool is_formatter = false;
  bool is_run_by_ci = false;
  bool is_hook = false;               // Of .pre-commit-config.yaml.
  bool is_advisory = false;           // Its failure is ignored ("|| true").
  std::vector<std::string> settings;  // "line_length = 100", as they stand in the file.
  std::vector<Provenance> places;     // Who runs it first, then the settings.
};

// Those that run somewhere, then those that are only configured; in a fixed order.
std::vector<ToolUse> ToolsOf(const View& view);

// Folders that a hook's expression names: {"pkg/core", "tests"} of "^pkg/core/.*|^tests/.*". Empty
// when it is not that plain.
std::vector<std::string> FoldersOfPattern(absl::string_view pattern);

// Paths that an `exclude` of a commit hook names and that exist: {"vendor/", "pkg/old*.py"} of
// "(?x)^(vendor/.*|pkg/old.*\\.py|.*\\.md)$". Kinds of files are left out.
std::vector<std::string> PathsOfExclude(const View& view, absl::string_view pattern);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_TOOLS_OF_H_

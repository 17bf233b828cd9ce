#ifndef ANALYZERS_RULES_CONFIGURATION_SCRIPT_WORDS_H_
#define ANALYZERS_RULES_CONFIGURATION_SCRIPT_WORDS_H_

// Scripts that a recipe starts, by their paths.
//
//   python tools/x.py a      tools/x.py
//   bash "$ROOT/ci/y.sh"     ci/y.sh, whatever the variable is

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::rules::configuration {

struct ScriptWord {
  std::string path;  // Relative, without "./" and "..".
  int line = 0;
};

// Of shell scripts, and of the `run` of workflow steps. Without those that the recipe may make,
// copy or fetch itself.
std::vector<ScriptWord> ScriptsStartedBy(absl::string_view path, absl::string_view text);
std::vector<ScriptWord> ScriptsStartedIn(absl::string_view shell);

// The shell of such a recipe, piece by piece, with the number of lines that stand before each.
void ForEachShellText(absl::string_view path, absl::string_view text,
                      const std::function<void(absl::string_view shell, int lines_before)>& use);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_SCRIPT_WORDS_H_

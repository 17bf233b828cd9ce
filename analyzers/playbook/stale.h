#ifndef ANALYZERS_PLAYBOOK_STALE_H_
#define ANALYZERS_PLAYBOOK_STALE_H_

// Lines of documents that name what does not exist: paths, modules, scripts, options, make targets.
// Meant to be right rather than complete: what may be a placeholder, an example, the output of a
// command, a file of another repository or a file that is yet to be made is not judged.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {

// One thing that a line of a document names.
struct Mention {
  enum class Kind { kPath, kLink, kModule, kOption, kTarget };
  Kind kind = Kind::kPath;
  std::string what;
  std::string script;  // Of an option: the program that gets it.
  int line = 0;
};

// Mentions in Markdown and reStructuredText. By lines; fenced commands are put together.
std::vector<Mention> MentionsIn(absl::string_view text);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_STALE_H_

#ifndef ANALYZERS_PLAYBOOK_SHELL_COMMANDS_H_
#define ANALYZERS_PLAYBOOK_SHELL_COMMANDS_H_

// Commands of a piece of a shell script, each with the folder that it runs in.
//
//   Shell shell(place);
//   for (const ShellCommand& command : shell.Run("cd docs\nmake html", {.path = "a.yml", .line =
//   4}))
//   // "make html" in "docs", of line 5.
//
// Follows `cd`, joins continued lines, and puts an exported PYTHONPATH before what follows it. No
// shell: branches of an `if` are read one after the other.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/playbook/playbook.h"

namespace allreview::playbook {

struct ShellCommand {
  std::string line;
  std::string folder;  // Of the repository; empty: its root.
  Provenance place;
};

class Shell {
 public:
  // `has_path`: the repository has a folder or a file there, of its own rather than of others.
  explicit Shell(std::function<bool(absl::string_view path)> has_path);

  // Commands whose folder is known and the repository's own.
  std::vector<ShellCommand> Run(absl::string_view script, const Provenance& first_line);

  // As `cd`.
  void Enter(absl::string_view path);

 private:
  void Execute(std::string line, const Provenance& place, std::vector<ShellCommand>& commands);
  bool EnterBelowRoot(absl::string_view path);
  bool IsAtRoot(absl::string_view command) const;

  std::function<bool(absl::string_view path)> has_path_;
  std::string folder_;
  bool is_known_ = true;
  std::string root_name_;  // What the script calls the checkout.
  std::string python_path_;
};

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_SHELL_COMMANDS_H_

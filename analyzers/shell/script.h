#ifndef ANALYZERS_SHELL_SCRIPT_H_
#define ANALYZERS_SHELL_SCRIPT_H_

// A shell script as the simple commands that it may run, in source order.
//
//   for (const Command& command : CommandsIn(text)) {
//     if (command.words[0].text == "python") Use(command.words[1].text, command.words[1].line);
//   }
//
//   if [ -n "$FAST" ]; then        {"[", "-n", "$FAST", "]"} at depth 1
//     A=(--x 1)  # note            {"A=(", "--x", "1"} at depth 1
//   fi
//   run $A > log 2>&1              {"run", "$A"}, which writes to "log"
//
// The script is read, not run. Keywords, comments and the bodies of here-documents are gone; quotes
// and escapes are taken off; expansions stand as they are written. Commands inside of $(...) belong
// to their word. Pure, linear in the text, not recursive; text that is no shell gives some
// commands.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::shell {

struct Word {
  std::string text = {};    // A line break inside of quotes is a '\n'.
  int line = 0;             // Where it begins.
  bool is_literal = false;  // Some of it stands in single quotes, where nothing is expanded.
  bool is_quoted = false;   // Some of it stands in quotes or is escaped.
};

struct Command {
  std::vector<Word> words = {};    // Never empty. "for x in a b" and "case $x in" are commands.
  std::vector<Word> targets = {};  // Files that its output goes to.
  int depth = 0;                   // Conditions, loops, functions and groups around it.
  bool is_conditional = false;     // Behind && or ||, on the same depth.
  bool has_here_document = false;
  std::string function = {};  // The function around it. Empty: none.

  // What runs may depend on more than that the script gets here.
  bool is_certain() const { return depth == 0 && !is_conditional; }
};

std::vector<Command> CommandsIn(absl::string_view text);

// NAME, as variables are called.
bool IsName(absl::string_view text);

// "X" of "X=1", "X+=1" and "X=("; empty: the word assigns nothing.
absl::string_view AssignedName(absl::string_view word);

}  // namespace allreview::shell

#endif  // ANALYZERS_SHELL_SCRIPT_H_

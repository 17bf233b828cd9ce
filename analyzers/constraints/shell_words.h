#ifndef ANALYZERS_CONSTRAINTS_SHELL_WORDS_H_
#define ANALYZERS_CONSTRAINTS_SHELL_WORDS_H_

// A shell script as commands of words, quotes taken off, comments and continued lines gone.
//
//   A=(--x 1)  # note       ->  {"A=("}, "--x", "1" in one command, with the line of each word
//
// Pure, linear.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::constraints {

struct ShellWord {
  std::string text = {};
  int line = 0;
  bool is_literal = false;  // In single quotes: variables are not expanded.
};

struct ShellCommand {
  std::vector<ShellWord> words;
};

// `NAME=(a b)` is one command whose first word is "NAME=(".
std::vector<ShellCommand> ShellCommandsIn(absl::string_view text);

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_SHELL_WORDS_H_

// print_documentation man|bash|zsh|fish: the manual page, or the completion script for a shell.

#include <cstdio>
#include <string>

#include "gateway/cli/commands.h"
#include "gateway/cli/completion.h"
#include "gateway/cli/help.h"

int main(int argc, char** argv) {
  using namespace allreview::cli;  // NOLINT: this file is the program.
  if (argc != 2) return 2;
  const std::string what = argv[1];
  const std::string text =
      what == "man" ? ManualPage(Commands()) : CompletionScript(what, Commands());
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}

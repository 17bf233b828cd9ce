// print_completion SHELL: for completion_test.sh.

#include <cstdio>

#include "gateway/cli/commands.h"
#include "gateway/cli/completion.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string script = allreview::cli::CompletionScript(argv[1], allreview::cli::Commands());
  return std::fwrite(script.data(), 1, script.size(), stdout) == script.size() ? 0 : 1;
}

// ./allreview debug: prints what one phase of an analysis makes of a file.

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "analyzers/python/module.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "tools/debug/phases_of_file.h"

namespace allreview::debug {
namespace {

struct Arguments {
  std::vector<std::string> phases;
  std::string path;
  bool wants_help = false;
};

std::string Help() {
  std::string text =
      "usage: ./allreview debug --print=PHASE[,PHASE…] FILE.py\n"
      "\n"
      "Prints what a phase of the analysis found: one fact a line, positions as line:column.\n"
      "For those who write rules; the text may change with any version.\n"
      "\nPhases:\n";
  for (const PhaseOfFile& phase : PhasesOfFile()) {
    absl::StrAppendFormat(&text, "  %-12s %s\n", phase.name, phase.what);
  }
  return absl::StrCat(text,
                      "\nExamples:\n"
                      "  ./allreview debug --print=tree pkg/loss.py\n"
                      "  ./allreview debug --print=scopes,values pkg/loss.py\n");
}

absl::StatusOr<Arguments> ParseArguments(const std::vector<std::string>& words) {
  Arguments arguments;
  for (absl::string_view word : words) {
    if (word == "--help") {
      arguments.wants_help = true;
    } else if (absl::ConsumePrefix(&word, "--print=")) {
      arguments.phases = absl::StrSplit(word, ',', absl::SkipEmpty());
    } else if (absl::StartsWith(word, "--") || !arguments.path.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("unexpected argument '", word, "'"));
    } else {
      arguments.path = std::string(word);
    }
  }
  if (arguments.wants_help) return arguments;
  if (arguments.phases.empty()) return absl::InvalidArgumentError("--print names no phase");
  if (arguments.path.empty()) return absl::InvalidArgumentError("no file is named");
  return arguments;
}

// The phases by name; an error names the first that does not exist.
absl::StatusOr<std::vector<PhaseOfFile>> Select(const std::vector<std::string>& names) {
  std::vector<PhaseOfFile> phases;
  for (const std::string& name : names) {
    const auto found = std::find_if(PhasesOfFile().begin(), PhasesOfFile().end(),
                                    [&](const PhaseOfFile& phase) { return phase.name == name; });
    if (found == PhasesOfFile().end()) {
      return absl::InvalidArgumentError(absl::StrCat("there is no phase '", name, "'"));
    }
    phases.push_back(*found);
  }
  return phases;
}

absl::Status PrintFile(const Arguments& arguments) {
  ASSIGN_OR_RETURN(const auto phases, Select(arguments.phases));
  ASSIGN_OR_RETURN(std::string source, ReadFile(arguments.path));
  ASSIGN_OR_RETURN(const auto module, python::Module::Parse(arguments.path, std::move(source)));
  for (const PhaseOfFile& phase : phases) {
    if (phases.size() > 1) std::cout << "== " << phase.name << "\n";
    std::cout << phase.print(*module);
  }
  return absl::OkStatus();
}

absl::Status Run(const std::vector<std::string>& words) {
  ASSIGN_OR_RETURN(const Arguments arguments, ParseArguments(words));
  if (arguments.wants_help) {
    std::cout << Help();
    return absl::OkStatus();
  }
  return PrintFile(arguments);
}

}  // namespace
}  // namespace allreview::debug

int main(int argc, char** argv) {
  const absl::Status status = allreview::debug::Run({argv + 1, argv + argc});
  if (status.ok()) return 0;
  std::cerr << "allreview debug: " << status.message() << "; see ./allreview debug --help\n";
  return 2;
}

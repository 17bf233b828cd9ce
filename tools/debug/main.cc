// ./allreview debug: prints what the phases of a review make of a file, or of a change.

#include <signal.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/python/module.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/help.h"
#include "gateway/cli/review_request.h"
#include "tools/debug/phases_of_change.h"
#include "tools/debug/phases_of_file.h"
#include "tools/debug/reviewed_change.h"

namespace allreview::debug {
namespace {

constexpr cli::Flag kPrint = {
    .name = "print",
    .value = "PHASE[,PHASE...]",
    .help = "The phases, all of a file or all of a change; they are printed in this order."};
constexpr std::array kFlags = {&kPrint, &cli::kRepo, &cli::kStaged, &cli::kWorkingTree,
                               &cli::kPatch};
constexpr cli::Example kExamples[] = {
    {"debug --print=tree pkg/loss.py", "the syntax tree of a file"},
    {"debug --print=scopes,values pkg/loss.py", "two phases of it"},
    {"debug --print=findings HEAD~1..HEAD", "what rules say of the last commit, with evidence"},
    {"debug --print=diff,house,plan --repo ~/src/train main...topic", "a branch elsewhere"},
    {"debug --print=ledger --staged", "the index against HEAD"},
};
constexpr cli::Command kDebug = {
    .name = "debug",
    .arguments = "FILE.py | [BASE..HEAD | BASE...HEAD | REV]",
    .summary = "Prints what phases of a review found, of a file or of a change.",
    .description =
        "One fact a line, positions as line:column, the same text for the same input. For those "
        "who write rules and documents; the text may change with any version. A change is named "
        "as for `allreview review` and reviewed as that does; nothing is kept.\n\n"
        "Exit codes: 0 printed, 2 not, or not all; the reason is on standard error.",
    .flags = kFlags,
    .examples = kExamples,
    .max_arguments = 1};

template <typename Phase>
void AddPhases(absl::string_view title, const std::vector<Phase>& phases, std::string& text) {
  absl::StrAppend(&text, "\n", title, ":\n");
  for (const Phase& phase : phases) {
    absl::StrAppendFormat(&text, "  %-12s %s\n", phase.name, phase.what);
  }
}

std::string Help() {
  std::string text = cli::CommandHelp(kDebug);
  AddPhases("Phases of a file", PhasesOfFile(), text);
  AddPhases("Phases of a change", PhasesOfChange(), text);
  return text;
}

std::string AllNames() {
  std::vector<absl::string_view> names;
  for (const PhaseOfFile& phase : PhasesOfFile()) names.push_back(phase.name);
  for (const PhaseOfChange& phase : PhasesOfChange()) names.push_back(phase.name);
  return absl::StrJoin(names, ", ");
}

struct Phases {
  std::vector<PhaseOfFile> of_file;
  std::vector<PhaseOfChange> of_change;
};

template <typename Phase>
bool AddNamed(absl::string_view name, const std::vector<Phase>& known, std::vector<Phase>& phases) {
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const Phase& phase) { return phase.name == name; });
  if (found == known.end()) return false;
  phases.push_back(*found);
  return true;
}

// The phases by name; an error names the first that does not exist.
absl::StatusOr<Phases> Select(absl::string_view names) {
  Phases phases;
  for (absl::string_view name : absl::StrSplit(names, ',', absl::SkipEmpty())) {
    if (AddNamed(name, PhasesOfFile(), phases.of_file)) continue;
    if (AddNamed(name, PhasesOfChange(), phases.of_change)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("there is no phase '", name, "'; there are: ", AllNames()));
  }
  if (phases.of_file.empty() && phases.of_change.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("--print names no phase of: ", AllNames()));
  }
  if (!phases.of_file.empty() && !phases.of_change.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", phases.of_file[0].name, "' is a phase of a file, '", phases.of_change[0].name,
        "' one of a change; print them one after the other"));
  }
  return phases;
}

template <typename Phase, typename Subject>
void Print(const std::vector<Phase>& phases, const Subject& subject) {
  for (const Phase& phase : phases) {
    if (phases.size() > 1) std::cout << "== " << phase.name << "\n";
    std::cout << phase.print(subject);
  }
}

absl::Status PrintFile(const std::vector<PhaseOfFile>& phases, const cli::Arguments& arguments) {
  for (const cli::Flag* flag : kFlags) {
    if (flag != &kPrint && arguments.Has(*flag)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", flag->name, " does not go with phases of a file"));
    }
  }
  if (arguments.positional.empty()) return absl::InvalidArgumentError("no file is named");
  const std::string& path = arguments.positional[0];
  ASSIGN_OR_RETURN(std::string source, ReadFile(path));
  ASSIGN_OR_RETURN(const auto module, python::Module::Parse(path, std::move(source)));
  Print(phases, *module);
  return absl::OkStatus();
}

// The text of --patch, in one piece.
absl::StatusOr<gateway::PatchReader> ReadPatch(const std::string& name) {
  if (name.empty()) return gateway::PatchReader();
  std::string text;
  if (name == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    ASSIGN_OR_RETURN(text, ReadFile(name));
  }
  return [text = std::move(text), is_read = false](auto* piece) mutable {
    if (std::exchange(is_read, true)) return false;
    *piece = text;
    return true;
  };
}

absl::Status PrintChange(const std::vector<PhaseOfChange>& phases,
                         const cli::Arguments& arguments) {
  ASSIGN_OR_RETURN(const cli::ReviewPlan plan,
                   cli::PlanReview(arguments, cli::SystemEnvironment()));
  ASSIGN_OR_RETURN(const gateway::PatchReader patch, ReadPatch(plan.patch));
  ASSIGN_OR_RETURN(const ReviewedChange reviewed, ReviewChange(plan.request, patch));
  Print(phases, reviewed);
  return reviewed.gap;
}

absl::Status Run(const std::vector<std::string>& words) {
  ASSIGN_OR_RETURN(const cli::Arguments arguments, cli::ParseArguments(kDebug, words));
  if (arguments.wants_help) {
    std::cout << Help();
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const Phases phases, Select(arguments.Get(kPrint)));
  return phases.of_change.empty() ? PrintFile(phases.of_file, arguments)
                                  : PrintChange(phases.of_change, arguments);
}

}  // namespace
}  // namespace allreview::debug

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
  if (getenv("ALLREVIEW_LOG") == nullptr) allreview::SetMinLogLevel(allreview::LogLevel::kNone);
  const absl::Status status = allreview::debug::Run({argv + 1, argv + argc});
  if (status.ok()) return 0;
  std::cerr << "allreview debug: " << status.message() << "\n";
  return 2;
}

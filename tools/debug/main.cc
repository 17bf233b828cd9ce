// ./allreview debug: prints what the phases of a review make of a file, or of a change.

#include <signal.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_reader.h"
#include "analyzers/cpp/unit.h"
#include "base/file.h"
#include "base/languages.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/help.h"
#include "gateway/cli/review_request.h"
#include "services/analysis/file_facts_cache.h"
#include "tools/debug/file_in_repository.h"
#include "tools/debug/phases_of_change.h"
#include "tools/debug/phases_of_cpp_file.h"
#include "tools/debug/phases_of_file.h"
#include "tools/debug/reviewed_change.h"

namespace allreview::debug {
namespace {

constexpr cli::Flag kPrint = {
    .name = "print",
    .value = "PHASE[,PHASE...]",
    .help = "The phases, all of a file or all of a change; they are printed in this order."};
constexpr cli::Flag kFunction = {
    .name = "function",
    .value = "NAME",
    .help = "Of a file: what values and understanding say of that function or class alone."};
constexpr std::array kFlags = {&kPrint,       &kFunction,         &cli::kRepo,
                               &cli::kStaged, &cli::kWorkingTree, &cli::kPatch};
// That phases of a file take.
constexpr std::array kFlagsOfFiles = {&kPrint, &kFunction, &cli::kRepo};
constexpr cli::Example kExamples[] = {
    {"debug --print=tree pkg/loss.py", "the syntax tree of a file"},
    {"debug --print=scopes,values pkg/loss.py", "two phases of it"},
    {"debug --print=values pkg/loss.py:40", "what the expressions of a line may be, and why"},
    {"debug --print=values --function=Router.forward pkg/router.py",
     "a function: parameters, returns, what it communicates, what fails"},
    {"debug --print=declarations,calls csrc/scale.cu", "what a CUDA file declares and launches"},
    {"debug --print=findings HEAD~1..HEAD", "what rules say of the last commit, with evidence"},
    {"debug --print=diff,house,plan --repo ~/src/train main...topic", "a branch elsewhere"},
    {"debug --print=ledger --staged", "the index against HEAD"},
};
constexpr cli::Command kDebug = {
    .name = "debug",
    .arguments = "FILE.py[:LINE] | FILE.cu | [BASE..HEAD | BASE...HEAD | REV]",
    .summary = "Prints what phases of a review found, of a file or of a change.",
    .description =
        "One fact a line, positions as line:column, the same text for the same input. For those "
        "who write rules and documents; the text may change with any version.\n\n"
        "Phases of a file with a * look at the repository around it: --repo, or the nearest "
        "folder with a .git; where there is none, with a pyproject.toml, setup.py or setup.cfg, "
        "or what holds its outermost package. Facts of files are kept as reviews keep them.\n\n"
        "A line of values: position, source, the alternatives with `?` for anything else, where "
        "they come from, and what is so when only those call the function who certainly do:\n"
        "  12:9 \"x\" tensor[b, s] | None <- pkg/step.py:4; as called: tensor[b, s]\n\n"
        "A change is named as for `allreview review` and reviewed as that does; nothing is "
        "kept.\n\n"
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
  AddPhases("Phases of a C++ or CUDA file", PhasesOfCppFile(), text);
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

// pkg/loss.py, pkg/loss.py:40.
bool NamesFile(const cli::Arguments& arguments) {
  if (arguments.positional.empty()) return false;
  const absl::string_view name = arguments.positional[0];
  return absl::EndsWith(name.substr(0, name.rfind(':')), ".py");
}

bool NamesCppFile(const cli::Arguments& arguments) {
  return !arguments.positional.empty() && ReaderOfPath(arguments.positional[0]) == Reader::kCpp;
}

// The phases by name; an error names the first that does not exist. A name that files and changes
// have is asked of the one that has the others, too, or of what the argument names.
absl::StatusOr<Phases> Select(absl::string_view names, bool names_file) {
  Phases phases;
  size_t count = 0;
  for (absl::string_view name : absl::StrSplit(names, ',', absl::SkipEmpty())) {
    const bool is_of_file = AddNamed(name, PhasesOfFile(), phases.of_file);
    const bool is_of_change = AddNamed(name, PhasesOfChange(), phases.of_change);
    ++count;
    if (is_of_file || is_of_change) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("there is no phase '", name, "'; there are: ", AllNames()));
  }
  if (phases.of_file.empty() && phases.of_change.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("--print names no phase of: ", AllNames()));
  }
  const bool can_be_file = phases.of_file.size() == count;
  const bool can_be_change = phases.of_change.size() == count;
  if (can_be_file && (names_file || !can_be_change)) {
    phases.of_change.clear();
  } else if (can_be_change) {
    phases.of_file.clear();
  } else {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", phases.of_file[0].name, "' is a phase of a file, '", phases.of_change[0].name,
        "' one of a change; print them one after the other"));
  }
  return phases;
}

template <typename Phase, typename Subject>
void Print(const std::vector<Phase>& phases, Subject& subject) {
  for (const Phase& phase : phases) {
    if (phases.size() > 1) std::cout << "== " << phase.name << "\n";
    std::cout << phase.print(subject);
  }
}

// Facts of files, where reviews keep them; null: nothing can be kept.
std::unique_ptr<change::FactsCache> CacheIn(const std::string& folder) {
  if (folder.empty()) return nullptr;
  return std::make_unique<analysis::FileFactsCache>(
      analysis::FileFactsOptions{.path = absl::StrCat(folder, "/facts.map")});
}

absl::Status PrintFile(const std::vector<PhaseOfFile>& phases, const cli::Arguments& arguments) {
  for (const cli::Flag* flag : kFlags) {
    const bool is_known =
        std::find(kFlagsOfFiles.begin(), kFlagsOfFiles.end(), flag) != kFlagsOfFiles.end();
    if (!is_known && arguments.Has(*flag)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", flag->name, " does not go with phases of a file"));
    }
  }
  if (arguments.positional.empty()) return absl::InvalidArgumentError("no file is named");
  const std::unique_ptr<change::FactsCache> cache =
      CacheIn(cli::FindCacheFolder(cli::SystemEnvironment()));
  ASSIGN_OR_RETURN(const std::unique_ptr<FileInRepository> file,
                   FileInRepository::Read({.path = arguments.positional[0],
                                           .function = arguments.Get(kFunction),
                                           .root = arguments.Get(cli::kRepo),
                                           .cache = cache.get()}));
  Print(phases, *file);
  return absl::OkStatus();
}

absl::Status PrintCppFile(const cli::Arguments& arguments) {
  std::vector<PhaseOfCppFile> phases;
  for (absl::string_view name : absl::StrSplit(arguments.Get(kPrint), ',', absl::SkipEmpty())) {
    if (AddNamed(name, PhasesOfCppFile(), phases)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("'", name, "' is no phase of a C++ or CUDA file"));
  }
  ASSIGN_OR_RETURN(std::string source, ReadFile(arguments.positional[0]));
  ASSIGN_OR_RETURN(const std::unique_ptr<cpp::Unit> unit,
                   cpp::Unit::Parse(arguments.positional[0], std::move(source)));
  Print(phases, *unit);
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
  if (arguments.Has(kFunction)) {
    return absl::InvalidArgumentError("--function does not go with phases of a change");
  }
  ASSIGN_OR_RETURN(const cli::ReviewPlan plan,
                   cli::PlanReview(arguments, cli::SystemEnvironment()));
  ASSIGN_OR_RETURN(const gateway::PatchReader patch, ReadPatch(plan.patch));
  ASSIGN_OR_RETURN(const ReviewedChange reviewed, ReviewChange(plan.request, patch));
  Print(phases, reviewed);
  return reviewed.gap;
}

absl::Status Run(const std::vector<std::string>& words) {
  ASSIGN_OR_RETURN(const cli::Arguments arguments, cli::ParseArguments(kDebug, words));
  if (arguments.help != cli::Help::kNone) {
    std::cout << Help();
    return absl::OkStatus();
  }
  if (NamesCppFile(arguments)) return PrintCppFile(arguments);
  ASSIGN_OR_RETURN(const Phases phases, Select(arguments.Get(kPrint), NamesFile(arguments)));
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

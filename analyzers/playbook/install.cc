#include "analyzers/playbook/install.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/house/command_lines.h"
#include "analyzers/house/commands.h"
#include "analyzers/playbook/ci_jobs.h"
#include "analyzers/playbook/guide_files.h"

namespace allreview::playbook {
namespace {

using house::Purpose;

// Values that everybody fills in, "--device=<device>", do not matter.
bool InstallsProject(absl::string_view line) {
  return house::InstallsProject(absl::StrReplaceAll(line, {{"=<", "="}}));
}

// Those that the policy was read from, and of guides that lie elsewhere.
std::vector<house::Command> CommandsOf(const View& view) {
  std::vector<house::Command> commands = view.policy.commands;
  for (const auto& [rank, file] : view.guides) {
    const bool is_read = std::any_of(commands.begin(), commands.end(), [&](const auto& command) {
      return command.source.path == file->path;
    });
    if (rank < kGuideOfRepository || is_read) continue;
    for (house::Command& command : house::CommandsInMarkdown(file->path, file->content)) {
      commands.push_back(std::move(command));
    }
  }
  return commands;
}

// How good a command is for setting up a checkout to work on. 0: it is not for that.
int InstallRank(const View& view, const house::Command& command) {
  const absl::string_view line = command.line;
  if (command.purpose != Purpose::kInstall || !InstallsProject(line) ||
      absl::StrContains(line, "--no-deps") || absl::StrContains(line, " <") ||
      view.IsElsewhere(command.source.path, command.source.line)) {
    return 0;
  }
  int rank = 1 + (GuideRank(command.source.path) > 0 ? 3 : 0);
  rank += absl::StrContains(line, "-e ") || absl::StrContains(line, "sync") ? 2 : 0;
  rank += absl::StrContains(line, "dev") ? 2 : 0;
  // What contributors are told to install has the tools that they need.
  const bool is_for_contributors = GuideRank(command.source.path) >= kGuideOfRepository;
  rank += is_for_contributors && absl::StrContains(line, "-e ") && absl::StrContains(line, "[") ? 10
                                                                                                : 0;
  // What CI runs works.
  const bool is_in_ci = std::any_of(view.ci.begin(), view.ci.end(), [&](const CiJob& job) {
    return std::any_of(job.commands.begin(), job.commands.end(), [&](const CiCommand& ran) {
      return ran.shell.line == WithoutComment(line);
    });
  });
  return rank + (is_in_ci ? 8 : 0);
}

bool MakesEnvironment(absl::string_view line) {
  for (absl::string_view begin : {"uv venv", "python -m venv", "python3 -m venv", "conda create",
                                  "conda activate", "source ", "virtualenv "}) {
    if (!absl::StartsWith(line, begin)) continue;
    return begin != "source " || absl::EndsWith(line, "/activate");
  }
  return false;
}

// "uv venv && " of the lines above the given one in the same block.
std::string EnvironmentBefore(absl::string_view document, int line) {
  constexpr size_t kMaxLines = 4;
  std::vector<std::string> lines;
  ForEachLine(document, [&](int number, absl::string_view raw) {
    if (number >= line) return;
    absl::string_view code = WithoutComment(raw);
    absl::ConsumePrefix(&code, "$ ");
    if (absl::StartsWith(code, "```")) lines.clear();
    if (MakesEnvironment(code) && lines.size() < kMaxLines)
      lines.push_back(absl::StrCat(code, " && "));
  });
  return absl::StrJoin(lines, "");
}

}  // namespace

void AddInstall(const View& view, Writer& say) {
  const std::vector<house::Command> commands = CommandsOf(view);
  const house::Command* best = nullptr;
  int most = 0;
  for (const house::Command& command : commands) {
    const int rank = InstallRank(view, command);
    if (rank <= most) continue;
    most = rank;
    best = &command;
  }
  if (best != nullptr) {
    const std::string* document = view.Text(best->source.path);
    const std::string before =
        document == nullptr ? "" : EnvironmentBefore(*document, best->source.line);
    say.Add("install", "install", {{"command", absl::StrCat(before, WithoutComment(best->line))}},
            {At(best->source.path, best->source.line)});
    return;
  }
  // Nobody writes it down: what the build configuration makes possible.
  const bool is_project = view.project.Find("project") != nullptr;
  if (!is_project && !view.HasFile("setup.py")) return;
  const absl::string_view source = is_project ? kProject : absl::string_view("setup.py");
  const bool has_dev = view.project.Find("project.optional-dependencies.dev") != nullptr;
  say.Add("install-derived", "install",
          {{"command", has_dev ? "pip install -e \".[dev]\"" : "pip install -e ."}}, {At(source)});
}

}  // namespace allreview::playbook

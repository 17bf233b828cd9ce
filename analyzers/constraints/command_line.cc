#include "analyzers/constraints/command_line.h"

#include <iterator>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/constraints/shell_recipe.h"
#include "analyzers/constraints/yaml_recipe.h"

namespace allreview::constraints {
namespace {

bool IsShell(absl::string_view path) {
  for (absl::string_view suffix : {".sh", ".bash", ".slurm", ".sbatch", ".sub"}) {
    if (absl::EndsWith(path, suffix)) return true;
  }
  return false;
}

bool IsYaml(absl::string_view path) {
  return absl::EndsWith(path, ".yaml") || absl::EndsWith(path, ".yml");
}

// Of an option that is given again, the last.
CommandLine LineOf(const Invocation& group) {
  CommandLine line = {.line = group.line};
  std::map<std::string, size_t> known;
  for (const Invocation::Given& given : group.options) {
    const auto [at, is_new] = known.emplace(given.option, line.settings.size());
    if (is_new) line.settings.emplace_back();
    line.settings[at->second] = given;
  }
  return line;
}

}  // namespace

std::vector<CommandLine> CommandLinesIn(absl::string_view path, absl::string_view text) {
  if (IsShell(path)) return ReadShellRecipe(text).lines;
  std::vector<CommandLine> lines;
  if (!IsYaml(path)) return lines;
  for (const Invocation& group : OptionGroupsIn(text)) lines.push_back(LineOf(group));
  // Several groups may be parts of one command.
  for (CommandLine& line : lines) line.is_complete = lines.size() == 1;
  return lines;
}

std::vector<Invocation> InvocationsIn(absl::string_view path, absl::string_view text) {
  if (IsShell(path)) return ReadShellRecipe(text).invocations;
  if (!IsYaml(path)) return {};
  std::vector<Invocation> invocations = OptionGroupsIn(text);
  std::vector<Invocation> commands = CommandsInYaml(text);
  std::move(commands.begin(), commands.end(), std::back_inserter(invocations));
  return invocations;
}

}  // namespace allreview::constraints

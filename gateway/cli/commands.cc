#include <utility>

#include "absl/strings/str_cat.h"
#include "base/version.h"
#include "gateway/cli/command.h"
#include "gateway/cli/config_command.h"
#include "gateway/cli/connection.h"
#include "gateway/cli/diff_command.h"
#include "gateway/cli/review_arguments.h"
#include "gateway/cli/review_command.h"
#include "gateway/cli/rules_command.h"
#include "gateway/cli/serve_command.h"
#include "services/host/main.h"

namespace allreview::cli {
namespace {

using host::Flag;

std::vector<Flag> Join(std::vector<std::vector<Flag>> groups) {
  std::vector<Flag> flags;
  for (std::vector<Flag>& group : groups) {
    flags.insert(flags.end(), group.begin(), group.end());
  }
  return flags;
}

Flag Help() { return {.name = "help", .help = "Prints this text."}; }

Flag Policy() {
  return {.name = "policy",
          .value = "FILE",
          .help =
              "Policy of the organisation, YAML. May be repeated; the repository's own "
              "outranks it."};
}

std::vector<Flag> GitHubFlags() {
  return {
      {.name = "github-token-file",
       .value = "FILE",
       .help = "Holds a GitHub token. Default: $ALLREVIEW_GITHUB_TOKEN, $GITHUB_TOKEN or "
               "$GH_TOKEN."},
      {.name = "github-api",
       .value = "URL",
       .help = "Base of GitHub's API, for GitHub Enterprise. Default: $ALLREVIEW_GITHUB_API, "
               "$GITHUB_API_URL, then GitHub itself."},
  };
}

std::vector<Flag> SourceFlags() {
  return {
      {.name = "repo",
       .value = "DIR",
       .help = "Repository, bare or not. Default: the one of the current folder. With --patch: "
               "where the files are that the patch changes."},
      {.name = "staged", .help = "Reviews what is staged, against HEAD or the revision given."},
      {.name = "working-tree",
       .help = "Reviews the files on disk, against HEAD or the revision given. The default."},
      {.name = "patch",
       .value = "FILE",
       .help = "Reviews a patch: a diff or a mail of git format-patch. \"-\" is standard input."},
      {.name = "dirs", .value = "DIR", .help = "Compares two folders: --dirs BEFORE AFTER."},
      {.name = "pr",
       .value = "PR",
       .help = "Reviews a pull request: a URL, or OWNER/REPOSITORY#NUMBER."},
  };
}

std::vector<Flag> OutputFlags() {
  return {
      {.name = "format",
       .value = "FORMAT",
       .help = "Format of the next --output. May be repeated. Default: terminal on a terminal, "
               "else by the file's name, else markdown.",
       .choices = FormatNames()},
      {.name = "output",
       .value = "FILE",
       .help = "Where the document goes. \"-\" is standard output, the default."},
      {.name = "severity",
       .value = "SEVERITY",
       .help = "Less severe findings are counted, not shown.",
       .choices = {"P0", "P1", "P2", "P3"}},
      {.name = "fail-on",
       .value = "SEVERITY",
       .help = "The gate: exit code 1 when a finding is this severe or more. Default: the "
               "policy's review.fail_on.",
       .choices = {"P0", "P1", "P2", "P3"}},
      {.name = "ignore-repository-policy",
       .help = "Leaves .allreview.yaml of the repository alone."},
      {.name = "threads",
       .value = "N",
       .help = "Threads of the analysis. The result does not depend on it. Default: one per core."},
      {.name = "color",
       .value = "WHEN",
       .help = "Colours of the terminal format.",
       .choices = {"auto", "always", "never"}},
      {.name = "progress",
       .help = "Shows a progress line even when standard error is no terminal."},
      {.name = "quiet", .help = "No progress line, no warnings."},
  };
}

Command Review() {
  return {
      .name = "review",
      .arguments = "[BASE..HEAD | BASE...HEAD | REVISION | PR | -]",
      .summary = "Reviews a change.",
      .details =
          "BASE..HEAD compares two trees as git diff does, BASE...HEAD starts at the merge base,\n"
          "one REVISION is compared with the files on disk, and without any argument the files on\n"
          "disk are compared with HEAD.\n",
      .flags = Join(
          {SourceFlags(), OutputFlags(), {Policy()}, GitHubFlags(), ConnectionFlags(), {Help()}}),
      .examples =
          {{"review", "Reviews what you have changed since the last commit."},
           {"review main...HEAD", "Reviews the current branch."},
           {"review --repo ~/train HEAD~3..HEAD --fail-on=P1",
            "Reviews three commits; exit code 1 when a finding is P0 or P1."},
           {"review --pr acme/train#42 --format=json --output=review.json --format=markdown",
            "Writes JSON to a file and Markdown to standard output."},
           {"review --patch fix.patch --format=sarif", "Reviews a patch without repository."},
           {"review --staged --quiet", "As a commit hook."}},
      .run = RunReview};
}

Command Diff() {
  return {
      .name = "diff",
      .arguments = "[FILE | -]",
      .summary = "Parses a diff and prints what it holds.",
      .details = "Exit code 1: some part of the diff was not understood; the rest is printed.\n",
      .flags = Join({{{.name = "format",
                       .value = "FORMAT",
                       .help = "How to print it. Default: text.",
                       .choices = {"text", "json"}}},
                     ConnectionFlags(),
                     {Help()}}),
      .examples = {{"diff change.diff --format=json", "Prints files, hunks and diagnostics."},
                   {"diff - < change.diff", "Lists files and counts of a diff."}},
      .run = RunDiff};
}

Command Rules() {
  return {.name = "rules",
          .arguments = "[RULE-ID]",
          .summary = "Lists the rules, or explains one.",
          .details = "",
          .flags = Join({{{.name = "format",
                           .value = "FORMAT",
                           .help = "How to print them. Default: text.",
                           .choices = {"text", "json"}}},
                         ConnectionFlags(),
                         {Help()}}),
          .examples = {{"rules", "Lists all rules."},
                       {"rules rank-dependent-collective",
                        "Says why the rule exists, and shows bad and good code."}},
          .run = RunRules};
}

Command ConfigExplain() {
  return {.name = "config explain",
          .arguments = "[KEY]",
          .summary = "Shows the policy that holds, and where each value comes from.",
          .details =
              "Reviews take .allreview.yaml from the base side of a change; this shows the one at\n"
              "HEAD, or at --at. Exit code 2: a policy file is wrong.\n",
          .flags = Join({{{.name = "repo",
                           .value = "DIR",
                           .help = "Repository. Default: the one of the current folder."},
                          {.name = "at",
                           .value = "REVISION",
                           .help = "Commit whose .allreview.yaml is read. Default: HEAD."},
                          Policy()},
                         ConnectionFlags(),
                         {Help()}}),
          .examples = {{"config explain", "Lists every key, its value and its origin."},
                       {"config explain review.fail_on", "Explains one key."}},
          .run = RunConfigExplain};
}

Command ServeCommand() {
  std::vector<Flag> serving = host::ServingFlags();
  std::erase_if(serving, [](const Flag& flag) { return flag.name == "version"; });
  return {.name = "serve",
          .arguments = "",
          .summary = "Serves reviews: all services and the gateway in one process.",
          .details =
              "Local repositories are served only under --repository-root. --listen defaults to\n"
              "127.0.0.1:50050.\n",
          .flags = Join({{{.name = "repository-root",
                           .value = "DIR",
                           .help = "Folder under which clients may name repositories. May be "
                                   "repeated. Default: none."},
                          Policy()},
                         GitHubFlags(),
                         std::move(serving)}),
          .examples = {{"serve --listen=127.0.0.1:50050 --repository-root=/srv/git",
                        "Serves reviews of the repositories under one folder."}},
          .run = RunServe};
}

int RunCompletion(const host::Flags& flags, Environment& environment) {
  const std::vector<std::string>& shells = flags.positional();
  if (shells.size() != 1 || (shells[0] != "bash" && shells[0] != "zsh" && shells[0] != "fish")) {
    return Refuse(environment, "completion: wanted one of bash, zsh, fish");
  }
  environment.out << CompletionScript(shells[0]);
  return kClean;
}

int RunVersion(const host::Flags&, Environment& environment) {
  environment.out << "allreview " << kEngineVersion << "\n";
  return kClean;
}

int RunHelp(const host::Flags& flags, Environment& environment) {
  if (flags.positional().empty()) {
    environment.out << ProgramHelp();
    return kClean;
  }
  std::vector<std::string> arguments = flags.positional();
  arguments.push_back("--help");
  return RunCommandLine(arguments, environment);
}

std::vector<Command> MakeCommands() {
  std::vector<Command> commands = {Review(), Diff(), Rules(), ConfigExplain(), ServeCommand()};
  commands.push_back(
      {.name = "completion",
       .arguments = "bash|zsh|fish",
       .summary = "Prints a completion script for a shell.",
       .details = "",
       .flags = {Help()},
       .examples = {{"completion bash", "For bash: source <(allreview completion bash)."}},
       .run = RunCompletion,
       .words = {"bash", "zsh", "fish"}});
  commands.push_back({.name = "version",
                      .arguments = "",
                      .summary = "Prints the version.",
                      .details = "",
                      .flags = {Help()},
                      .examples = {},
                      .run = RunVersion});
  commands.push_back({.name = "help",
                      .arguments = "[COMMAND]",
                      .summary = "Explains a command and its flags.",
                      .details = "",
                      .flags = {Help()},
                      .examples = {{"help review", "Explains review."}},
                      .run = RunHelp});
  std::vector<absl::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  commands.back().words = names;
  return commands;
}

}  // namespace

const std::vector<Command>& Commands() {
  static const auto& commands = *new std::vector<Command>(MakeCommands());
  return commands;
}

}  // namespace allreview::cli

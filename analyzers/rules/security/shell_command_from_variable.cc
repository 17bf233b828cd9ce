// A command line for the shell that is put together from variables.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr absl::string_view kSubprocess[] = {"subprocess.Popen", "subprocess.call",
                                             "subprocess.check_call", "subprocess.check_output",
                                             "subprocess.run"};
constexpr absl::string_view kShellOnly[] = {"os.popen",
                                            "os.system",
                                            "subprocess.getoutput",
                                            "subprocess.getstatusoutput",
                                            "asyncio.create_subprocess_shell",
                                            "commands.getoutput"};
constexpr absl::string_view kNames =
    "Popen call check_call check_output create_subprocess_shell getoutput getstatusoutput popen "
    "run "
    "system";
static_assert(ListsLastParts(kNames, kSubprocess) && ListsLastParts(kNames, kShellOnly));

// Nothing in the text comes from outside it, or all that does went through shlex.quote.
bool IsSafeText(const Module& module, Node command) {
  command = module.Dereference(command);
  if (command.Is(NodeKind::kBinaryOperator) || command.Is(NodeKind::kConcatenatedString)) {
    for (Node child : command.named_children()) {
      if (!IsSafeText(module, child)) return false;
    }
    return true;
  }
  if (command.Is(NodeKind::kCall)) {
    const std::string name = module.Resolve(command.child(Field::kFunction));
    return name == "shlex.quote" || name == "shlex.join";
  }
  if (!command.Is(NodeKind::kString)) return false;
  for (Node part : command.children()) {
    if (part.Is(NodeKind::kInterpolation) && !IsSafeText(module, part.named_child(0))) return false;
  }
  return true;
}

// The command that goes to a shell; null: none does.
Node ShellCommand(const Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  for (absl::string_view function : kShellOnly) {
    if (name == function) return python::Argument(call, 0, "cmd");
  }
  for (absl::string_view function : kSubprocess) {
    if (name != function) continue;
    const Node shell = python::KeywordArgument(call, "shell");
    return shell.Is(NodeKind::kTrue) ? python::Argument(call, 0, "args") : Node();
  }
  return {};
}

void Check(FileContext& file, Node call) {
  const Node command = ShellCommand(file.module(), call);
  if (!command || IsSafeText(file.module(), command)) return;
  if (IsWaived(call, {"S602", "S604", "S605", "B602", "B605"})) return;
  file.Report({.at = call,
               .params = {{"function", std::string(call.child(Field::kFunction).text())},
                          {"command", std::string(command.text().substr(0, 80))}}});
}

}  // namespace

extern constinit const Rule kShellCommandFromVariable = {
    .info =
        {.id = "shell-command-from-variable",
         .title = {"Shell command built from variables", "由变量拼成的 shell 命令"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{function}` passes `{command}`, which is not a constant, to a shell",
                     "`{function}` 把 `{command}` 交给 shell 执行，而其内容不是常量"},
         .consequence = {"A path or name that contains a space, `;` or `$(...)` can run as a "
                         "command with the rights of the training job",
                         "路径或文件名中的空格、`;` 或 `$(...)` 可能以训练作业的权限作为命令执行"},
         .advice = {"Pass a list of arguments to `subprocess.run` without `shell=True`, or "
                    "quote each value with `shlex.quote`",
                    "把参数列表传给不带 `shell=True` 的 `subprocess.run`，或者用 `shlex.quote` "
                    "转义每个值"},
         .why = "A shell splits, expands and runs the text it gets. Values from flags, the "
                "environment or checkpoints that are inserted into the text become code.",
         .fix = "Use a list of arguments, which involves no shell. If a pipe is needed, quote "
                "every value with shlex.quote.",
         .bad = R"py(
import subprocess

def copy(source, target):
    subprocess.run(f"cp -r {source} {target}", shell=True, check=True)
)py",
         .good = R"py(
import subprocess

def copy(source, target):
    subprocess.run(["cp", "-r", source, target], check=True)
)py",
         .references =
             {"https://cwe.mitre.org/data/definitions/78.html",
              "https://docs.astral.sh/ruff/rules/subprocess-popen-with-shell-equals-true/",
              "https://docs.astral.sh/ruff/rules/start-process-with-a-shell/"},
         .version = 2},
    .kinds = {NodeKind::kCall},
    .names = kNames,
    .check = Check};

}  // namespace allreview::rules

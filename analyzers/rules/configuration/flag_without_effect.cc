// action="store_true" with default=True, and store_false with False.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/configuration/command_line.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Module;

// set_defaults(name=...) somewhere in the file gives it another default.
bool IsDefaultSetElsewhere(const Module& module, const std::string& name) {
  for (Node call : module.CallsOf({"set_defaults"})) {
    if (python::KeywordArgument(call, name) || python::ArgumentsOf(call).has_double_star) {
      return true;
    }
  }
  return false;
}

// Another flag gives the same destination the other value.
bool HasCounterpart(FileContext& file, const Flag& flag) {
  for (const Flag& other : FlagsIn(file.module())) {
    if (other.call == flag.call || other.destination != flag.destination) continue;
    if (other.action != flag.action) return true;
  }
  for (const repository::CommandLineFlag& other : file.project().FindFlags(flag.destination)) {
    if (other.flag->option != flag.option && other.flag->action != flag.action) return true;
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const std::optional<Flag> flag = FlagOf(call);
  if (!flag) return;
  const Node value = flag->Keyword("default");
  const bool is_always_true = flag->action == "store_true" && value.Is(NodeKind::kTrue);
  const bool is_always_false = flag->action == "store_false" && value.Is(NodeKind::kFalse);
  if (!is_always_true && !is_always_false) return;
  if (IsDefaultSetElsewhere(file.module(), flag->destination) || HasCounterpart(file, *flag)) {
    return;
  }
  Observation observation{
      .at = value.parent(),
      .params = {{"flag", std::string(flag->option)},
                 {"action", std::string(flag->action)},
                 {"name", flag->destination},
                 {"value", std::string(value.text())},
                 {"remedy", is_always_true
                                ? "use `action=argparse.BooleanOptionalAction`, or turn it into a "
                                  "`--no-` flag with `action=\"store_false\"`"
                                : "set `default=True`, or use `action=\"store_true\"`"}}};
  const Node action = flag->Keyword("action");
  const auto imports = file.module().scopes().BindingsOf(0, "argparse");
  if (is_always_true && imports.size() == 1 && imports.begin()->imported == "argparse") {
    observation.edits = {Replace(file.module(), action, "argparse.BooleanOptionalAction")};
  }
  file.Report(std::move(observation));
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kFlagWithoutEffect = {
    .info =
        {.id = "flag-without-effect",
         .title = {"Command line flag that cannot change anything", "不起任何作用的命令行参数"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{flag}` stores {value} by `{action}`, and {value} is its default already",
                     "`{flag}` 通过 `{action}` 存入 {value}，而 {value} 本来就是它的默认值"},
         .consequence =
             {"`{name}` is {value} with the flag and without it, so nobody can switch it",
              "无论是否给出该参数，`{name}` 都是 {value}，没有人能切换它"},
         .advice = {"For `{flag}`: {remedy}", "对于 `{flag}`：{remedy}"},
         .why = "A flag of store_true exists to turn something on that is off by default. When the "
                "default is True it has no effect, and the other value cannot be reached. A second "
                "flag with the same destination, and set_defaults, are taken into account.",
         .fix = "Give the flag the default that it can change, or make it a flag of two ways.",
         .bad = R"py(
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--pin-memory", action="store_true", default=True,
                    help="Pin the memory of batches.")
)py",
         .good = R"py(
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--pin-memory", action=argparse.BooleanOptionalAction,
                    default=True, help="Pin the memory of batches.")
)py"},
    .kinds = {NodeKind::kCall},
    .names = configuration::kAddArgument,
    .check = configuration::Check};

}  // namespace allreview::rules

// action="store_true" with default=True, and store_false with False.

#include <string>

#include "analyzers/repository/project.h"
#include "analyzers/rules/configuration/command_line.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Module;

constexpr Phrase kBooleanOrNo("boolean-or-no",
                              "use `action=argparse.BooleanOptionalAction`, or turn it into a "
                              "`--no-` flag with `action=\"store_false\"`",
                              "使用 `action=argparse.BooleanOptionalAction`，或者改成 `--no-` "
                              "开头的参数并使用 `action=\"store_false\"`");
constexpr Phrase kDefaultTrue("default-true", "set `default=True`, or use `action=\"store_true\"`",
                              "设置 `default=True`，或者使用 `action=\"store_true\"`");
constexpr Phrase kPhrases[] = {kBooleanOrNo, kDefaultTrue};

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
  Observation observation{.at = value.parent(),
                          .params = {{"flag", std::string(flag->option)},
                                     {"action", std::string(flag->action)},
                                     {"name", flag->destination},
                                     {"value", std::string(value.text())},
                                     {"remedy", is_always_true ? kBooleanOrNo : kDefaultTrue}}};
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
         .message = {"`{flag}` stores {value} (`{action}`), but its default is already {value}",
                     "`{flag}` 通过 `{action}` 存入 {value}，而 {value} 本来就是它的默认值"},
         .consequence = {"`{name}` is {value} with or without the flag, so nobody can change it",
                         "无论是否给出该参数，`{name}` 都是 {value}，没有人能切换它"},
         .advice = {"For `{flag}`: {remedy}", "对于 `{flag}`：{remedy}"},
         .phrases = configuration::kPhrases,
         .why = "A store_true flag turns on something that is off by default. If its default is "
                "True, the flag has no effect and the value cannot become False. A second flag "
                "with the same destination, and set_defaults, are taken into account.",
         .fix = "Give the flag the opposite default, or use BooleanOptionalAction.",
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

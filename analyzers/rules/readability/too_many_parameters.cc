// A new public function with more than seven parameters.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;

constexpr size_t kMaxParameters = 7;

bool IsPublic(const Module& module, const Definition& function) {
  const bool is_nested = function.parent >= 0 &&
                         module.definitions()[function.parent].kind != Definition::Kind::kClass;
  return !is_nested && !absl::StartsWith(function.name, "_") &&
         !absl::StrContains(function.name, "._");
}

std::vector<std::string> Counted(const Definition& function) {
  std::vector<std::string> names;
  for (const Parameter& parameter : function.parameters) {
    const bool is_star = parameter.kind == Parameter::Kind::kVarPositional ||
                         parameter.kind == Parameter::Kind::kVarKeyword;
    if (is_star || parameter.name == "self" || parameter.name == "cls") continue;
    names.emplace_back(parameter.name);
  }
  return names;
}

// Overrides what a base prescribes: nobody chose its parameters here.
bool MayOverride(const Module& module, const Definition& function) {
  return function.parent >= 0 && !module.definitions()[function.parent].bases.empty();
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || function->parameters.size() <= kMaxParameters ||
      !IsPublic(module, *function)) {
    return;
  }
  const std::vector<std::string> names = Counted(*function);
  if (names.size() <= kMaxParameters) return;
  if (file.before() != nullptr && file.before()->FindDefinition(function->name) != nullptr) return;
  if (IsKernelPath(module.path()) || IsForeignPath(module.path()) || IsKernel(module, *function) ||
      IsAutogradMethod(module, *function) || MayOverride(module, *function) ||
      (!function->parameters.empty() && function->parameters[0].name == "ctx")) {
    return;
  }
  file.Report({.at = node.child(Field::kName),
               .params = {{"function", function->name},
                          {"count", absl::StrCat(names.size())},
                          {"names", absl::StrJoin(names, "`, `")}}});
}

}  // namespace

extern constinit const Rule kTooManyParameters = {
    .info =
        {.id = "too-many-parameters",
         .title = {"New function with many parameters", "参数过多的新函数"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kReadability,
         .message = {"`{function}()` takes {count} parameters: `{names}`",
                     "`{function}()` 接收 {count} 个参数：`{names}`"},
         .consequence = {"Nobody can read a call without looking at the signature, and swapped "
                         "arguments go unnoticed",
                         "不对照签名就读不懂调用，两个实参弄反也难以察觉"},
         .advice = {"Group related parameters in a dataclass, or make all but the first few "
                    "keyword-only with `*`",
                    "把相关的参数归入 dataclass，或者用 `*` 让除前几个之外的参数只能以关键字传入"},
         .why = "Beyond seven parameters, callers count commas. Usually some of them always go "
                "together and form a type that nobody has written yet.",
         .fix = "Use a dataclass for related parameters, and a `*` before options.",
         .bad = R"py(
def pack(rows, limit, order, seed, groups, drop_last, pad, device):
    return rows
)py",
         .good = R"py(
def pack(rows, options):
    return rows
)py",
         .references = {"https://docs.astral.sh/ruff/rules/too-many-arguments/",
                        "https://rules.sonarsource.com/python/RSPEC-107/"},
         .tier = Tier::kHint},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules

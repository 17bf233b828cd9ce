// yaml.load without a safe loader.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kSomeObjects("some-objects", "can create objects of some Python types",
                              "可以构造某些 Python 类型的对象");
constexpr Phrase kAnyFunction("any-function", "can call any function that it names",
                              "可以调用其中指定的任意函数");
constexpr Phrase kPhrases[] = {kSomeObjects, kAnyFunction};

constexpr absl::string_view kLoaders = "full_load load load_all unsafe_load unsafe_load_all";

enum class Loader { kSafe, kRestricted, kUnsafe, kOwn };

// Which objects the loader makes. One that the project wrote is its own business.
Loader LoaderOf(const Module& module, Node loader) {
  if (!loader) return Loader::kUnsafe;
  const std::string name = module.Resolve(loader);
  const absl::string_view last = LastName(loader);
  if (absl::StrContains(last, "Safe") || last == "BaseLoader" || last == "CBaseLoader") {
    return last == "UnsafeLoader" || last == "CUnsafeLoader" ? Loader::kUnsafe : Loader::kSafe;
  }
  if (!absl::StartsWith(name, "yaml.")) return Loader::kOwn;
  if (last == "FullLoader" || last == "CFullLoader") return Loader::kRestricted;
  return Loader::kUnsafe;
}

// `yaml.load(file, Loader=yaml.Loader)` -> `yaml.safe_load(file)`, when nothing else is given.
std::vector<Edit> EditsFor(const Module& module, Node call, Node stream) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || !stream || python::ArgumentsOf(call).has_double_star) {
    return {};
  }
  const absl::string_view all =
      function.child(Field::kAttribute).text() == "load_all" ? "safe_load_all" : "safe_load";
  return {Replace(module, function.child(Field::kAttribute), std::string(all)),
          Replace(module, call.child(Field::kArguments), absl::StrCat("(", stream.text(), ")"))};
}

void Check(FileContext& file, Node call) {
  const absl::string_view callee = CalleeName(call);
  if (!ListsName(kLoaders, callee)) return;
  const Module& module = file.module();
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (!absl::StartsWith(name, "yaml.") || python::ArgumentsOf(call).has_double_star) return;
  Loader loader = Loader::kUnsafe;
  if (callee == "full_load") {
    loader = Loader::kRestricted;
  } else if (callee == "load" || callee == "load_all") {
    loader = LoaderOf(module, python::Argument(call, 1, "Loader"));
  }
  if (loader == Loader::kSafe || loader == Loader::kOwn) return;
  const Node stream = python::Argument(call, 0, "stream");
  if (!stream || IsConstantText(module, stream) || IsWaived(call, {"S506", "B506"})) return;
  const bool is_restricted = loader == Loader::kRestricted;
  file.Report({.at = call,
               .params = {{"call", OneLine(call)},
                          {"stream", OneLine(stream)},
                          {"effect", is_restricted ? kSomeObjects : kAnyFunction}},
               .edits = EditsFor(module, call, stream),
               .severity = is_restricted ? Severity::kP2 : Severity::kP0,
               .impact = is_restricted ? Impact::kMedium : Impact::kCritical});
}

}  // namespace

extern constinit const Rule kUnsafeYamlLoad = {
    .info = {.id = "unsafe-yaml-load",
             .title = {"YAML loaded with a loader that creates objects",
                       "用会构造对象的 loader 加载 YAML"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{call}` is unsafe: the content of `{stream}` {effect}",
                         "`{call}` 不安全：`{stream}` 的内容{effect}"},
             .consequence = {"An untrusted configuration file can run code in the job",
                             "不可信的配置文件可以在作业中执行代码"},
             .advice = {"Use `yaml.safe_load({stream})`", "使用 `yaml.safe_load({stream})`"},
             .phrases = kPhrases,
             .why = "A YAML tag such as !!python/object/apply calls a function. Loader and "
                    "UnsafeLoader run it; SafeLoader builds only data. Without a loader, yaml.load "
                    "is unsafe in PyYAML before 6 and an error since 6.",
             .fix = "Use yaml.safe_load, or Loader=yaml.SafeLoader.",
             .bad = R"py(
import yaml

def read(path):
    with open(path) as file:
        return yaml.load(file, Loader=yaml.Loader)
)py",
             .good = R"py(
import yaml

def read(path):
    with open(path) as file:
        return yaml.safe_load(file)
)py",
             .references = {"https://cwe.mitre.org/data/definitions/502.html",
                            "https://docs.astral.sh/ruff/rules/unsafe-yaml-load/"}},
    .kinds = {NodeKind::kCall},
    .names = kLoaders,
    .check = Check};

}  // namespace allreview::rules

// def f(group=get_tensor_model_parallel_group()): asked when the file is imported.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kDefaultOf("default-of", "a default of `{name}`", "`{name}` 的默认值");
constexpr Phrase kInClassBody("in-class-body", "in the body of the class `{name}`",
                              "位于类 `{name}` 的类体中");
constexpr Phrase kAskInside("ask-inside",
                            "Make the default None and query the group inside the function",
                            "默认值设为 None，在函数内部获取");
constexpr Phrase kAskInInit("ask-in-init", "Query the group in `__init__`", "在 `__init__` 中获取");
constexpr Phrase kPhrases[] = {kDefaultOf, kInClassBody, kAskInside, kAskInInit};

bool AsksForGroup(const Module& module, Node call) {
  const absl::string_view name = CalleeName(call);
  const bool is_question = name == "new_group" || absl::EndsWith(name, "_rank") ||
                           absl::EndsWith(name, "_world_size") || absl::EndsWith(name, "_group") ||
                           absl::EndsWith(name, "_ranks");
  if (!is_question) return false;
  const std::string resolved = module.Resolve(call.child(Field::kFunction));
  if (absl::StartsWith(resolved, "torch.distributed.")) {
    return name == "new_group" || name == "get_rank" || name == "get_world_size" ||
           name == "get_process_group_ranks";
  }
  return absl::StartsWith(name, "get_") &&
         (absl::StrContains(resolved, "parallel_state.") || absl::StrContains(resolved, ".mpu.") ||
          absl::StartsWith(resolved, "mpu."));
}

enum class When { kLater, kDefault, kClassBody };

// When the call runs. kLater: not on import, or only on a condition.
When WhenDoesItRun(Node call) {
  When when = When::kLater;
  for (Node inner = call, node = call.parent(); node; inner = node, node = node.parent()) {
    switch (node.kind()) {
      case NodeKind::kLambda:
      case NodeKind::kConditionalExpression:
      case NodeKind::kBooleanOperator:
      case NodeKind::kIfStatement:
      case NodeKind::kTryStatement:
        return When::kLater;
      case NodeKind::kDefaultParameter:
      case NodeKind::kTypedDefaultParameter:
        when = When::kDefault;
        break;
      case NodeKind::kFunctionDefinition:
        if (inner.field() == Field::kBody) return When::kLater;
        if (when != When::kDefault) return When::kLater;  // An annotation.
        break;
      case NodeKind::kClassDefinition:
        if (inner.field() == Field::kBody && when == When::kLater) when = When::kClassBody;
        break;
      case NodeKind::kDecorator:
        return When::kLater;
      default:
        break;
    }
  }
  return when;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  if (!AsksForGroup(module, call)) return;
  const When when = WhenDoesItRun(call);
  if (when == When::kLater) return;
  const Definition* definition = module.EnclosingDefinition(call);
  const bool is_default = when == When::kDefault;
  file.Report({.at = call,
               .params = {{"call", OneLine(call)},
                          {"place", Sentence(is_default ? kDefaultOf : kInClassBody,
                                             {{"name", definition->simple_name}})},
                          {"cure", is_default ? kAskInside : kAskInInit}}});
}

}  // namespace

extern constinit const Rule kProcessGroupAtImportTime = {
    .info = {.id = "process-group-at-import-time",
             .title = {"Process group queried at import time", "在导入文件时获取进程组"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{call}` is {place}, so it runs only once, when the file is imported",
                         "`{call}` {place}，因此只在导入文件时执行一次"},
             .consequence = {"The import fails if nothing is initialised yet; after "
                             "re-initialisation, the value is a stale group",
                             "尚未初始化时导入会失败；重新初始化之后，它保存的仍是旧的组"},
             .advice = {"{cure}", "{cure}"},
             .phrases = kPhrases,
             .why = "Python evaluates defaults and class bodies on import, usually before "
                    "`init_process_group`, and never evaluates them again.",
             .fix = "Query the group when the function runs.",
             .bad = R"py(
from megatron.core import parallel_state

def total(x, group=parallel_state.get_tensor_model_parallel_group()):
    return x, group
)py",
             .good = R"py(
from megatron.core import parallel_state

def total(x, group=None):
    if group is None:
        group = parallel_state.get_tensor_model_parallel_group()
    return x, group
)py"},
    .kinds = {NodeKind::kCall},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules

// A function takes a process group and never looks at it.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;

bool IsGroupParameter(const Parameter& parameter) {
  if (absl::StrContains(parameter.annotation.text(), "ProcessGroup")) return true;
  if (parameter.annotation) return false;
  for (absl::string_view name :
       {"process_group", "pg_collection", "tp_group", "cp_group", "pp_group", "dp_group",
        "ep_group", "dp_cp_group", "tp_cp_group", "tp_ep_group", "expt_tp_group"}) {
    if (parameter.name == name) return true;
  }
  return false;
}

// The body does nothing: abstract, a protocol, or not yet written.
bool IsStub(const Definition& function) {
  for (Node statement : function.body.named_children()) {
    const bool says_nothing = statement.Is(NodeKind::kPassStatement) ||
                              statement.Is(NodeKind::kRaiseStatement) ||
                              (statement.Is(NodeKind::kExpressionStatement) &&
                               (statement.named_child(0).Is(NodeKind::kString) ||
                                statement.named_child(0).Is(NodeKind::kEllipsis)));
    if (!says_nothing) return false;
  }
  return true;
}

// Who calls it decides about its parameters: a base class, a decorator, a framework.
bool HasSignatureOfOthers(const Module& module, const Definition& function) {
  for (Node decorator : function.decorators) {
    const absl::string_view name = LastName(decorator);
    if (name != "staticmethod" && name != "classmethod" && name != "no_grad") return true;
  }
  if (function.kind != Definition::Kind::kMethod) return false;
  const Definition* a_class = module.EnclosingClass(function.node);
  return a_class != nullptr && !a_class->bases.empty() && function.simple_name != "__init__";
}

// Handed around by name: its parameters are those of a table of functions.
bool IsUsedAsValue(const Module& module, const Definition& function) {
  if (function.kind != Definition::Kind::kFunction) return false;
  for (Node node : module.tree().root().descendants(NodeKind::kIdentifier)) {
    if (node.text() != function.simple_name) continue;
    if (node.field() != Field::kFunction && node.parent() != function.node) return true;
  }
  return false;
}

// The last two words of a name: "to_kwargs" of muon_config_to_kwargs.
absl::string_view Ending(absl::string_view name) {
  const size_t last = name.rfind('_');
  if (last == absl::string_view::npos || last == 0) return "";
  const size_t before = name.rfind('_', last - 1);
  return before == absl::string_view::npos ? "" : name.substr(before + 1);
}

// Another function of the file has the same kind of name and takes the same group: whoever calls
// them chooses one of them.
bool IsOneOfAFamily(const Module& module, const Definition& function, const Parameter& parameter) {
  const absl::string_view ending = Ending(function.simple_name);
  if (ending.empty()) return false;
  for (const Definition& other : module.definitions()) {
    if (other.name != function.name && Ending(other.simple_name) == ending &&
        FindParameter(other, parameter.name) != nullptr) {
      return true;
    }
  }
  return false;
}

bool SaysSo(const Definition& function, const Parameter& parameter) {
  const absl::string_view text = function.outer.text();
  for (size_t at = text.find(parameter.name); at != absl::string_view::npos;
       at = text.find(parameter.name, at + 1)) {
    const absl::string_view line = text.substr(at, text.find('\n', at) - at);
    for (absl::string_view word : {"nused", "eprecated", "gnored", "ompatib", "noqa"}) {
      if (absl::StrContains(line, word)) return true;
    }
  }
  return false;
}

// A name of the body, or a string that may reach it by name.
bool IsMentioned(const Definition& function, const Parameter& parameter) {
  for (Node node : function.body.descendants()) {
    if (node.Is(NodeKind::kIdentifier) && node.field() != Field::kAttribute) {
      const bool is_keyword =
          node.field() == Field::kName && node.parent().Is(NodeKind::kKeywordArgument);
      if (!is_keyword && (node.text() == parameter.name || node.text() == "locals")) return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr) return;
  for (const Parameter& parameter : function->parameters) {
    if (parameter.name.empty() || !IsGroupParameter(parameter)) continue;
    if (IsMentioned(*function, parameter) || IsStub(*function) || SaysSo(*function, parameter) ||
        HasSignatureOfOthers(module, *function) || IsUsedAsValue(module, *function) ||
        IsOneOfAFamily(module, *function, parameter)) {
      continue;
    }
    file.Report(
        {.at = parameter.node,
         .params = {{"parameter", std::string(parameter.name)}, {"function", function->name}}});
  }
}

}  // namespace

extern constinit const Rule kIgnoredProcessGroupParameter = {
    .info = {.id = "ignored-process-group-parameter",
             .title = {"Process group that is accepted and never used", "接收了进程组却从不使用"},
             .message = {"`{function}` takes the process group `{parameter}` and never uses it",
                         "`{function}` 接收进程组 `{parameter}`，但从不使用它"},
             .consequence = {"Callers believe that they choose the group, but the function uses "
                             "global state or does not communicate",
                             "调用方以为自己选择了组，而函数仍在使用全局状态，或者根本没有通信"},
             .advice = {"Use `{parameter}` where the function needs a group, rank or size, or "
                        "remove the parameter",
                        "在函数需要组、rank 或 size 的地方使用 `{parameter}`，或者删除该参数"},
             .why = "Moving from global groups to explicit ones happens function by function. A "
                    "parameter that nothing reads is a migration left half done.",
             .fix = "Use the group that was passed.",
             .bad = R"py(
from megatron.core import parallel_state

def shard(x, tp_group):
    size = parallel_state.get_tensor_model_parallel_world_size()
    return x.chunk(size)
)py",
             .good = R"py(
def shard(x, tp_group):
    return x.chunk(tp_group.size())
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules

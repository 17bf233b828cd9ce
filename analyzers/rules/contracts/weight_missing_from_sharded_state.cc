// A new parameter or buffer that the class's own sharded_state_dict does not list.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kKeysHere("keys-here", "the keys are listed here", "key 在这里逐个列出");
constexpr Phrase kPhrases[] = {kKeysHere};

// The method takes whatever the object has.
bool IsGeneric(absl::string_view body) {
  for (absl::string_view word :
       {"named_parameters", "named_buffers", "named_children", ".parameters(", ".buffers(",
        "state_dict(self", "_save_to_state_dict", "super().sharded_state_dict",
        "super().state_dict", "self.state_dict", "sharded_state_dict_default", "__dict__",
        "_parameters.items", "_buffers.items", "getattr(self"}) {
    if (absl::StrContains(body, word)) return true;
  }
  return false;
}

// It lists keys: some of the class's own attributes by name.
bool ListsKeys(Node body) {
  return AnyOwnNode(body, NodeKind::kString,
                    [](Node node) { return !node.parent().Is(NodeKind::kExpressionStatement); });
}

bool IsParameter(const Module& module, Node value) {
  if (!value.Is(NodeKind::kCall)) return false;
  const std::string name = module.Resolve(value.child(Field::kFunction));
  return name == "torch.nn.Parameter" || name == "torch.nn.parameter.Parameter";
}

// Name of the parameter or buffer that the node makes. Empty: none that is saved.
absl::string_view WeightOf(const Module& module, Node node) {
  if (node.Is(NodeKind::kAssignment)) {
    const Node left = node.child(Field::kLeft);
    const bool is_own =
        left.Is(NodeKind::kAttribute) && left.child(Field::kObject).text() == "self";
    return is_own && IsParameter(module, node.child(Field::kRight))
               ? left.child(Field::kAttribute).text()
               : "";
  }
  const absl::string_view method = CalleeName(node);
  if (method != "register_buffer" && method != "register_parameter") return "";
  if (node.child(Field::kFunction).child(Field::kObject).text() != "self") return "";
  const Node persistent =
      method == "register_buffer" ? python::Argument(node, 2, "persistent") : Node();
  if (persistent.Is(NodeKind::kFalse) || python::Argument(node, 1, "param").Is(NodeKind::kNone)) {
    return "";
  }
  return Module::StringContent(python::Argument(node, 0, "name"));
}

void Check(FileContext& file, Node node) {
  if (!file.IsChanged(node) || file.is_test()) return;
  const absl::string_view weight = WeightOf(file.module(), node);
  if (weight.empty()) return;
  const Definition* a_class = file.module().EnclosingClass(node);
  if (a_class == nullptr) return;
  const Definition* method =
      file.module().FindDefinition(absl::StrCat(a_class->name, ".sharded_state_dict"));
  // One that only raises saves nothing at all.
  if (method != nullptr && LastStatement(method->body).Is(NodeKind::kRaiseStatement)) return;
  if (method == nullptr || IsGeneric(method->body.text()) || !ListsKeys(method->body) ||
      MentionsName(method->body.text(), weight)) {
    return;
  }
  file.Report({.at = node,
               .params = {{"weight", std::string(weight)}, {"class", a_class->name}},
               .related = {{kKeysHere, RangeOf(file.module(), method->node.child(Field::kName))}}});
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kWeightMissingFromShardedState = {
    .info = {.id = "weight-missing-from-sharded-state",
             .title = {"New weight is not in the sharded state dict",
                       "新增权重不在 sharded state dict 中"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{class}` gains the weight `{weight}`, but its `sharded_state_dict`, "
                         "which lists every key explicitly, does not include it",
                         "`{class}` 新增了权重 `{weight}`，但它的 `sharded_state_dict` 是逐个列出 "
                         "key 的，其中没有这个权重"},
             .consequence = {"Distributed checkpoints omit the weight; a resumed run continues "
                             "with its initial values",
                             "分布式 checkpoint 会漏掉该权重；恢复训练后它会沿用初始值"},
             .advice = {"Add `{weight}` to what `sharded_state_dict` returns, or register it as a "
                        "buffer with persistent=False if it need not be saved",
                        "把 `{weight}` 加入 `sharded_state_dict` 的返回值；如果不需要保存，用 "
                        "persistent=False 注册为 buffer"},
             .phrases = contracts::kPhrases,
             .why = "A hand-written sharded_state_dict must be kept in step with the constructor; "
                    "if it is not, nothing fails until a run resumes. Methods that loop over all "
                    "parameters or extend the default are not reported.",
             .fix = "Add the key, or build the dict from the default one.",
             .bad = R"py(
import torch

class Mixer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.decay = torch.nn.Parameter(torch.ones(4))
        self.skip = torch.nn.Parameter(torch.ones(4))

    def sharded_state_dict(self, prefix=""):
        return {prefix + "decay": shard(self.decay)}
)py",
             .good = R"py(
import torch

class Mixer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.decay = torch.nn.Parameter(torch.ones(4))

    def sharded_state_dict(self, prefix=""):
        return {prefix + "decay": shard(self.decay)}
)py",
             .version = 2},
    .kinds = {NodeKind::kAssignment, NodeKind::kCall},
    .names = "Parameter register_buffer register_parameter",
    .file_names = "sharded_state_dict",
    .check = contracts::Check};

}  // namespace allreview::rules

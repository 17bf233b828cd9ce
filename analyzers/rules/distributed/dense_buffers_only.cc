// for buffer in model.buffers: the buffers of experts are in model.expert_parallel_buffers.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr absl::string_view kDense = "buffers", kExperts = "expert_parallel_buffers";

// `model.buffers` where it is no method: the list of a wrapper for data parallelism.
bool IsListOfBuffers(Node iterated) {
  return iterated.Is(NodeKind::kAttribute) && iterated.child(Field::kAttribute).text() == kDense;
}

// The loop moves, fills, scales or reduces what it gets; to read sizes needs no experts.
bool ChangesItems(Node loop) {
  const absl::string_view item = loop.child(Field::kLeft).text();
  for (Node call : loop.child(Field::kBody).descendants(NodeKind::kCall)) {
    const absl::string_view function = call.child(Field::kFunction).text();
    const bool is_on_item = absl::StartsWith(function, absl::StrCat(item, "."));
    const absl::string_view name = CalleeName(call);
    const bool changes = absl::EndsWith(name, "_") || absl::StrContains(name, "reset") ||
                         absl::StrContains(name, "reduce") || absl::StrContains(name, "sync") ||
                         absl::StrContains(name, "offload") || absl::StrContains(name, "load");
    if (is_on_item && changes) return true;
  }
  for (Node node : loop.child(Field::kBody).descendants(NodeKind::kAssignment)) {
    if (absl::StartsWith(node.child(Field::kLeft).text(), absl::StrCat(item, "."))) return true;
  }
  return false;
}

// What is iterated belongs to an object that is not of a class which has dense buffers alone.
bool MayHaveExperts(const Module& module, Node iterated) {
  if (iterated.child(Field::kObject).text() != "self") return true;
  const Definition* a_class = module.EnclosingClass(iterated);
  return a_class != nullptr && !module.SelfAttributeValues(*a_class, kExperts).empty();
}

void Check(FileContext& file, Node loop) {
  const Module& module = file.module();
  const Node iterated = python::WithoutParentheses(loop.child(Field::kRight));
  if (!IsListOfBuffers(iterated) || !MayHaveExperts(module, iterated)) return;
  const Definition* function = module.EnclosingFunction(loop);
  if (function == nullptr || MentionsName(function->node.text(), kExperts)) return;
  if (!ChangesItems(loop) || file.project().CountFilesWithIdentifier(kExperts) == 0) return;
  file.Report({.at = iterated,
               .params = {{"buffers", std::string(iterated.text())},
                          {"object", std::string(iterated.child(Field::kObject).text())}}});
}

}  // namespace

extern constinit const Rule kDenseBuffersOnly = {
    .info =
        {.id = "dense-buffers-only",
         .title = {"Buffers of expert parameters left out", "漏掉了专家参数的 buffer"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"This loop changes `{buffers}`, but the parameters of experts are in "
              "`{object}.expert_parallel_buffers`",
              "这个循环修改 `{buffers}`，但专家参数在 `{object}.expert_parallel_buffers` 中"},
         .consequence = {"With expert parallelism, weights and gradients of experts are not moved, "
                         "reset or reduced with the others",
                         "启用专家并行后，专家的权重和梯度不会与其余部分一起搬移、清零或归约"},
         .advice = {"Iterate over `{buffers} + {object}.expert_parallel_buffers`",
                    "遍历 `{buffers} + {object}.expert_parallel_buffers`"},
         .why = "Megatron's DistributedDataParallel keeps experts apart, as they are reduced over "
                "another group. What is done to its buffers must be done to both lists.",
         .fix = "Iterate over both lists.",
         .bad = R"py(
def offload(chunk):
    for buffer in chunk.buffers:
        buffer.param_data.storage().resize_(0)

def both(chunk):
    return chunk.buffers + chunk.expert_parallel_buffers
)py",
         .good = R"py(
def offload(chunk):
    for buffer in chunk.buffers + chunk.expert_parallel_buffers:
        buffer.param_data.storage().resize_(0)
)py"},
    .kinds = {NodeKind::kForStatement},
    .names = "buffers",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules

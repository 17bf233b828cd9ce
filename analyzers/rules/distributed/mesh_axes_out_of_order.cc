// init_device_mesh("cuda", (8, 4), mesh_dim_names=("tp", "dp")): tp peers are on different nodes.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

bool IsOuterAxis(absl::string_view name) {
  return IsOneOf(name, {"dp", "ddp", "fsdp", "hsdp", "pp", "dp_replicate", "dp_shard"});
}

// A mesh of ranks that are not in their natural order.
bool IsPermuted(const Module& module, Node call) {
  const Node ranks = python::Argument(call, 1, "mesh");
  const Node value = ranks ? module.Dereference(ranks) : Node();
  if (!value.Is(NodeKind::kCall)) return false;
  for (absl::string_view way : {"transpose", "permute", "movedim", "swapaxes", ".T", ".t()"}) {
    if (absl::StrContains(value.text(), way)) return true;
  }
  return false;
}

// The list that a loop takes `variable` from: `for variable in [...]`, or one of a zip().
Node ListBehind(const Module& module, Node loop, absl::string_view variable) {
  const Node source = python::WithoutParentheses(loop.child(Field::kRight));
  const Node target = loop.child(Field::kLeft);
  if (target.text() == variable) return module.Dereference(source);
  if (!source.Is(NodeKind::kCall) || CalleeName(source) != "zip") return {};
  const std::vector<Node> targets = ElementsOf(target);
  for (uint32_t i = 0; i < targets.size(); ++i) {
    if (targets[i].text() != variable) continue;
    const Node list = python::Argument(source, i, "");
    return list ? module.Dereference(list) : Node();
  }
  return {};
}

// Names that a loop appends to a list one by one, perhaps not all of them, keep their order.
Node AppendedFrom(const Module& module, Node names) {
  const python::Definition* const function = module.EnclosingFunction(names);
  if (function == nullptr || !names.Is(NodeKind::kIdentifier)) return {};
  const std::string append = absl::StrCat(names.text(), ".append");
  Node list;
  int appends = 0;
  ForEachOwnNode(function->body, NodeKind::kCall, [&](Node call) {
    if (call.child(Field::kFunction).text() != append) return;
    ++appends;
    const Node loop = Around(call, NodeKind::kForStatement);
    const Node item = python::Argument(call, 0, "");
    if (loop && item) list = ListBehind(module, loop, item.text());
  });
  return appends == 1 ? list : Node();
}

// The literal that holds the names of the axes; null: they are computed.
Node ListOfNames(const Module& module, Node names) {
  Node value = module.Dereference(names);
  if (value.Is(NodeKind::kCall) && IsOneOf(CalleeName(value), {"tuple", "list"})) {
    const Node inner = python::Argument(value, 0, "");
    if (!inner) return {};
    names = inner;
    value = module.Dereference(inner);
  }
  const bool is_filled =
      names.Is(NodeKind::kIdentifier) && (!value || ElementsOf(value).empty() || value == names);
  return is_filled ? AppendedFrom(module, names) : value;
}

void Check(FileContext& file, Node call) {
  const absl::string_view callee = CalleeName(call);
  if (callee != "init_device_mesh" && callee != "DeviceMesh") return;
  const Node names = python::KeywordArgument(call, "mesh_dim_names");
  const Node list = names ? ListOfNames(file.module(), names) : Node();
  if (!list.Is(NodeKind::kTuple) && !list.Is(NodeKind::kList)) return;
  Node tp, outer;
  for (Node element : ElementsOf(list)) {
    if (!element.Is(NodeKind::kString)) return;
    const absl::string_view name = Module::StringContent(element);
    if (name == "tp") tp = element;
    if (tp && IsOuterAxis(name)) outer = element;
  }
  if (!outer || IsPermuted(file.module(), call)) return;
  file.Report({.at = list,
               .params = {{"outer", std::string(Module::StringContent(outer))}},
               .because = FirstChanged(file, {list, call})});
}

}  // namespace

extern constinit const Rule kMeshAxesOutOfOrder = {
    .info =
        {.id = "mesh-axes-out-of-order",
         .title = {"Tensor-parallel axis of the mesh is not the innermost",
                   "mesh 的张量并行维不在最内层"},
         .message = {"`tp` comes before `{outer}` in the mesh, so its ranks are not neighbours",
                     "mesh 中 `tp` 排在 `{outer}` 之前，因此它的各个 rank 并不相邻"},
         .consequence = {"Tensor-parallel peers end up on different nodes, and the collectives of "
                         "each layer cross the network instead of NVLink",
                         "张量并行的 rank 会落在不同节点上，每一层的集合通信都要走网络而不是 "
                         "NVLink"},
         .advice = {"Put `tp` behind `{outer}`, and its size at the same place of the shape",
                    "把 `tp` 放到 `{outer}` 之后，并同样调整它的大小在形状中的位置"},
         .why = "Ranks are numbered node by node, and the last axis of a mesh has neighbouring "
                "ranks. Tensor parallelism communicates most, several times a layer.",
         .fix = "Order the axes pp, dp, tp.",
         .bad = R"py(
from torch.distributed.device_mesh import init_device_mesh

mesh = init_device_mesh("cuda", (8, 4), mesh_dim_names=("tp", "dp"))
)py",
         .good = R"py(
from torch.distributed.device_mesh import init_device_mesh

mesh = init_device_mesh("cuda", (4, 8), mesh_dim_names=("dp", "tp"))
)py",
         .references = {"https://docs.pytorch.org/tutorials/recipes/distributed_device_mesh.html"}},
    .kinds = {NodeKind::kCall},
    .names = "init_device_mesh DeviceMesh",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules

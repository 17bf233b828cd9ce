// distribute_tensor(x, mesh, [Shard(0)]) over a mesh of (dp_replicate, dp_shard).

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/known_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kOnePlacement("one-placement", "1 placement", "1 个 placement");
constexpr Phrase kPlacements("placements", "{count} placements", "{count} 个 placement");
constexpr Phrase kPhrases[] = {kOnePlacement, kPlacements};

// How many placements a list has; none: nobody knows.
std::optional<size_t> CountOf(const python::Module& module, Node placements) {
  const Node list = module.Dereference(placements);
  if (!list.Is(NodeKind::kList) && !list.Is(NodeKind::kTuple)) return std::nullopt;
  size_t count = 0;
  for (Node element : list.named_children()) {
    if (element.Is(NodeKind::kListSplat)) return std::nullopt;
    ++count;
  }
  return count;
}

// What a call says of a mesh.
struct Claim {
  Node mesh = {}, at = {};
  Words words = {};
  size_t dimensions = 0;  // That the mesh has to have.
};

std::optional<Claim> ClaimOf(const python::Module& module, Node call) {
  const absl::string_view name = CalleeName(call);
  if (name == "FSDPMeshInfo") {
    const Node mesh = python::Argument(call, 0, "mesh");
    const Node dim = python::Argument(call, 1, "shard_mesh_dim");
    if (!mesh || !dim || dim.text() != "0") return std::nullopt;
    return Claim{.mesh = mesh, .at = dim, .words = "`shard_mesh_dim=0`", .dimensions = 1};
  }
  const bool has_tensor = name == "distribute_tensor" || name == "from_local";
  if (!has_tensor && name != "redistribute") return std::nullopt;
  const int first = has_tensor ? 1 : 0;
  const Node mesh = python::Argument(call, first, "device_mesh");
  const Node placements = python::Argument(call, first + 1, "placements");
  const std::optional<size_t> count =
      mesh && placements ? CountOf(module, placements) : std::nullopt;
  if (!count || *count == 0) return std::nullopt;
  const Sentence several(kPlacements, {{"count", absl::StrCat(*count)}});
  return Claim{.mesh = mesh,
               .at = placements,
               .words = *count == 1 ? Words(kOnePlacement) : Words(several),
               .dimensions = *count};
}

// The function asks how many dimensions the mesh has.
bool AsksForDimensions(const python::Module& module, Node call) {
  const python::Definition* const function = module.EnclosingFunction(call);
  return function != nullptr && (absl::StrContains(function->body.text(), ".ndim") ||
                                 absl::StrContains(function->body.text(), ".mesh_dim_names"));
}

void Check(FileContext& file, Node call) {
  const std::optional<Claim> claim = ClaimOf(file.module(), call);
  if (!claim || AsksForDimensions(file.module(), call)) return;
  for (const std::vector<std::string>& mesh : MeshesOf(file, claim->mesh)) {
    if (mesh.size() == claim->dimensions) continue;
    file.Report({.at = claim->at,
                 .params = {{"mesh", OneLine(claim->mesh)},
                            {"dimensions", absl::StrCat("(", absl::StrJoin(mesh, ", "), ")")},
                            {"claim", claim->words}},
                 .because = FirstChanged(file, {claim->at, call})});
    return;
  }
}

}  // namespace

extern constinit const Rule kPlacementsDoNotFitMesh = {
    .info =
        {.id = "placements-do-not-fit-mesh",
         .title = {"Placements do not fit the dimensions of the mesh",
                   "placement 与 mesh 的维数不一致"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{mesh}` may be a mesh of {dimensions}, and gets {claim}",
                     "`{mesh}` 可能是 {dimensions} 组成的 mesh，却得到 {claim}"},
         .consequence = {"With that mesh the call raises, or tensors are sharded along the axis "
                         "that should replicate them",
                         "使用该 mesh 时调用会报错，或者 tensor 会沿本应复制的维度被切分"},
         .advice = {"Give one placement for each dimension of `{mesh}`, or pass the part of the "
                    "mesh that is meant",
                    "为 `{mesh}` 的每一维各给出一个 placement，或只传入所需的子 mesh"},
         .phrases = kPhrases,
         .why =
             "A DTensor has one placement for each dimension of its mesh. Hybrid sharding adds a "
             "dimension in front, so that a number which was right for one is wrong for two.",
         .fix = "Let the placements follow from the dimensions of the mesh.",
         .bad = R"py(
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

def shard(x):
    mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("dp_replicate", "dp_shard"))
    return distribute_tensor(x, mesh, [Shard(0)])
)py",
         .good = R"py(
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

def shard(x):
    mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("dp_replicate", "dp_shard"))
    return distribute_tensor(x, mesh, [Replicate(), Shard(0)])
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.tensor.html"}},
    .kinds = {NodeKind::kCall},
    .names = "FSDPMeshInfo distribute_tensor from_local redistribute",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules

// What DTensor makes of placements: distribute_tensor(x, mesh, [Shard(0), Replicate()]).

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/understanding/placements.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Placements = std::vector<AxisPlacement>;

// Shard(0), Replicate(), Partial(): a placement along no axis yet.
std::optional<Typing> Made(const AskingCall& call) {
  const bool is_of_torch = absl::StartsWith(call.full, "torch.distributed");
  if (!is_of_torch) return std::nullopt;
  AxisPlacement made;
  if (call.name == "Shard") {
    const Value* const dim = call.Argument(0, "dim");
    const Atom* const only = dim == nullptr ? nullptr : dim->only();
    const bool is_number = only != nullptr && only->kind == Kind::kInteger && only->is_constant;
    if (!is_number) return Typing{};
    made.dimension = static_cast<int>(only->integer);
  } else if (call.name == "Replicate") {
    made.placement = Placement::kReplicated;
  } else if (call.name == "Partial") {
    made.placement = Placement::kPartial;
  } else {
    return std::nullopt;
  }
  return Typing{.result = {.placements = {std::move(made)}}};
}

// Of a list or tuple, one for each dimension of the mesh; empty: some are not known.
Placements PlacementsIn(const Value* list) {
  const Atom* const only = list == nullptr ? nullptr : list->only();
  if (only == nullptr || !only->is_sized) return {};
  Placements all;
  for (const Value& part : only->parts) {
    const AxisPlacement* const one = part.ranks() == nullptr ? nullptr : part.ranks()->Find("");
    if (one == nullptr) return {};
    all.push_back(*one);
  }
  return all;
}

// Its dimensions, by name; empty: nobody knows.
std::vector<std::string> DimensionsOf(const Value* mesh, size_t count) {
  if (mesh == nullptr || mesh->CanBe(Kind::kNone)) return {};
  if (mesh->ranks() != nullptr && mesh->ranks()->meshes.size() == 1) {
    return mesh->ranks()->meshes[0];
  }
  const std::optional<std::vector<std::string>> spans = SpansOf(*mesh);
  return spans && spans->size() == 1 && count == 1 ? *spans : std::vector<std::string>();
}

std::optional<Typing> Placed(const Placements& placements, const std::vector<std::string>& axes) {
  if (placements.empty() || placements.size() != axes.size()) return Typing{};
  Typing typing;
  for (size_t i = 0; i < axes.size(); ++i) {
    AxisPlacement one = placements[i];
    one.axis = axes[i];
    typing.result.Set(std::move(one));
  }
  return typing;
}

// x.redistribute(placements=...): the axes are those of the tensor.
std::optional<Typing> Redistributed(const AskingCall& call) {
  const Placements placements = PlacementsIn(call.Argument(1, "placements"));
  const Value* const mesh = call.Argument(0, "device_mesh");
  if (mesh != nullptr) return Placed(placements, DimensionsOf(mesh, placements.size()));
  const Ranks* const ranks = call.object->ranks();
  const bool is_one = ranks != nullptr && ranks->placements.size() == 1;
  return is_one ? Placed(placements, {ranks->placements[0].axis}) : Typing{};
}

std::optional<Typing> Full(const AskingCall& call) {
  if (call.object->ranks() == nullptr) return Typing{};
  Typing typing;
  for (const AxisPlacement& one : call.object->ranks()->placements) {
    if (!IsType(one.placement)) continue;
    typing.result.Set({.axis = one.axis, .placement = Placement::kReplicated});
  }
  return typing;
}

}  // namespace

std::optional<Typing> PlaceByDTensor(const AskingCall& call) {
  if (std::optional<Typing> made = Made(call)) return made;
  if (call.name == "distribute_tensor" || call.name == "from_local") {
    const Placements placements = PlacementsIn(call.Argument(2, "placements"));
    return Placed(placements, DimensionsOf(call.Argument(1, "device_mesh"), placements.size()));
  }
  if (call.object == nullptr) return std::nullopt;
  if (call.name == "redistribute") return Redistributed(call);
  if (call.name == "full_tensor") return Full(call);
  if (call.name != "to_local") return std::nullopt;
  const Ranks* const ranks = call.object->ranks();
  return ranks == nullptr ? Typing{} : Typing{.result = {.placements = ranks->placements}};
}

}  // namespace allreview::understanding

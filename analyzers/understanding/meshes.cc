// Meshes of devices: where they come from, and what is cut out of them.

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/understanding/rank_sources.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Names = std::vector<std::string>;

// Of the mesh, when it can only be one.
const Names* DimensionsOf(const Value* mesh) {
  const bool is_one = mesh != nullptr && mesh->ranks() != nullptr &&
                      mesh->ranks()->meshes.size() == 1 && !mesh->CanBe(Kind::kNone);
  return is_one ? &mesh->ranks()->meshes[0] : nullptr;
}

// mesh["dp", "tp"]._flatten("data") has one dimension.
std::optional<Ranks> Flattened(const AskingCall& call) {
  const Value* const name = call.Argument(0, "mesh_dim_name");
  if (const std::optional<absl::string_view> text = ConstantText(name)) {
    return MeshOver({std::string(*text)});
  }
  const Names* const dimensions = DimensionsOf(call.object);
  if (name != nullptr || dimensions == nullptr) return std::nullopt;
  return MeshOver({absl::StrJoin(*dimensions, "_")});
}

// mesh.size(0), mesh.size("tp").
std::optional<Names> AxisGiven(const AskingCall& call, const Value& given) {
  if (const std::optional<absl::string_view> name = ConstantText(&given)) {
    return Names{std::string(*name)};
  }
  const Names* const dimensions = DimensionsOf(call.object);
  const Atom* const only = given.only();
  const bool is_number = only != nullptr && only->kind == Kind::kInteger && only->is_constant;
  if (dimensions == nullptr || !is_number) return std::nullopt;
  const auto size = static_cast<int64_t>(dimensions->size());
  const int64_t at = only->integer < 0 ? only->integer + size : only->integer;
  if (at < 0 || at >= size) return std::nullopt;
  return Names{(*dimensions)[static_cast<size_t>(at)]};
}

}  // namespace

std::optional<absl::string_view> ConstantText(const Value* value) {
  const Atom* const only = value == nullptr ? nullptr : value->only();
  const bool is_text = only != nullptr && only->kind == Kind::kText && only->is_constant;
  return is_text ? std::optional<absl::string_view>(only->text) : std::nullopt;
}

std::optional<Ranks> MeshNamedBy(const Value* names) {
  if (names == nullptr || names->is_open()) return std::nullopt;
  std::optional<Ranks> mesh;
  for (const Atom& atom : names->atoms()) {
    const bool is_text = atom.kind == Kind::kText && atom.is_constant;
    const bool is_sequence = (atom.kind == Kind::kList || atom.kind == Kind::kTuple) &&
                             atom.is_sized && !atom.parts.empty();
    if (!is_text && !is_sequence) return std::nullopt;
    Names dimensions;
    if (is_text) dimensions.push_back(atom.text);
    for (const Value& part : atom.parts) {
      const std::optional<absl::string_view> name = ConstantText(&part);
      if (!name) return std::nullopt;
      dimensions.emplace_back(*name);
    }
    const Ranks one = MeshOver(std::move(dimensions));
    mesh = mesh ? mesh->JoinedWith(one) : one;
  }
  return mesh;
}

bool IsMesh(const Value& value) {
  if (value.ranks() != nullptr && !value.ranks()->meshes.empty()) return true;
  return !value.atoms().empty() &&
         std::all_of(value.atoms().begin(), value.atoms().end(), [](const Atom& atom) {
           return atom.kind == Kind::kInstance && absl::EndsWith(atom.text, ".DeviceMesh");
         });
}

bool IsNamedLikeMesh(absl::string_view name) {
  while (absl::ConsumePrefix(&name, "_")) {
  }
  return absl::EndsWith(name, "device_mesh") || absl::EndsWith(name, "world_mesh");
}

std::optional<Ranks> RanksOfMeshCall(const AskingCall& call) {
  const bool is_made = call.name == "init_device_mesh" || call.name == "DeviceMesh";
  const bool is_got = call.name == "get_mesh" || call.name == "get_optional_mesh";
  if (is_got && call.object == nullptr) return std::nullopt;
  if (call.name == "_flatten" && call.object != nullptr) return Flattened(call);
  if (!is_made && !is_got) return std::nullopt;
  return MeshNamedBy(call.Argument(is_made ? 2 : 0, is_made ? "mesh_dim_names" : "dims"));
}

std::optional<Names> AxesAskedOf(const AskingCall& call) {
  if (call.object == nullptr) return std::nullopt;
  // Groups and much else have rank() and size().
  const bool is_of_mesh = call.name == "get_local_rank" || call.name == "get_group";
  if (const Value* const given = call.Argument(0, "mesh_dim")) {
    return is_of_mesh || IsMesh(*call.object) ? AxisGiven(call, *given) : std::nullopt;
  }
  if (!call.arguments.empty()) return std::nullopt;
  const Ranks* const ranks = call.object->ranks();
  if (ranks != nullptr && !ranks->spans.empty()) return ranks->spans;
  if (is_of_mesh && !call.key.empty()) return Names{std::string(call.key)};
  const bool is_nobodys = call.object->is_unknown() && call.object->is_named();
  return is_nobodys ? SpansOf(*call.object) : std::nullopt;
}

}  // namespace allreview::understanding

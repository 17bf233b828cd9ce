#ifndef ANALYZERS_UNDERSTANDING_RANK_SOURCES_H_
#define ANALYZERS_UNDERSTANDING_RANK_SOURCES_H_

// Where ranks, sizes of groups and groups come from, and what operators make of them. Pure; private
// to this folder.
//
//   dist.get_rank(g), get_tensor_model_parallel_rank(), mesh.get_local_rank("tp"),
//   pg_collection.tp, os.environ["RANK"]   ->  what is known of each on other ranks (ranks.h)

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/torch/apis.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// A call as these tables see it.
struct AskingCall {
  absl::string_view name = "";  // As it is written, the last part: "get_rank".
  absl::string_view full =
      "";  // "torch.distributed.get_rank"; empty: of the program, or not known.
  // Whose method it is; null: of nothing. `key` is "tp" in mesh["tp"].get_group().
  const Value* object = nullptr;
  absl::string_view key = "";
  std::span<const CallArgument> arguments = {};

  // Null: it is not given.
  const Value* Argument(size_t position, absl::string_view keyword) const;
};

// The argument of a parameter of the API; null: it is not given.
const Value* ArgumentOf(const torch::Api& api, absl::string_view parameter,
                        std::span<const CallArgument> arguments);

// A name, as it is written, that one of the functions below asks about: for a look at the names of
// a file before its code runs.
bool MayConcernRanks(absl::string_view name);

// What a call to a library that takes the place of torch.distributed means there; "": nothing.
std::string NameInTorch(absl::string_view full);

// None: it is no business of ranks.
std::optional<Ranks> RanksOfCall(const AskingCall& call);
// `object.name`: pg_collection.tp. `is_collection`: the object is known as a collection of groups.
std::optional<Ranks> RanksOfAttribute(const Value& object, absl::string_view name,
                                      bool is_collection);
// A name under which collections of process groups are kept: "pg_collection".
bool IsNamedLikeCollection(absl::string_view name);
// `object[index]`: os.environ["RANK"], mesh["tp"], mesh["dp", "tp"]. `is_mesh`: it is called so.
std::optional<Ranks> RanksOfItem(const Value& object, const Value& index, bool is_mesh = false);

// ---- Meshes.
// It is known to be one, whatever its dimensions.
bool IsMesh(const Value& value);
// A name of nothing but meshes of devices.
bool IsNamedLikeMesh(absl::string_view name);
// Functions that make meshes and methods that cut or join them; none: it is no such call.
std::optional<Ranks> RanksOfMeshCall(const AskingCall& call);
// The axes that a method of a group or mesh asks about; none: nobody knows.
std::optional<std::vector<std::string>> AxesAskedOf(const AskingCall& call);
// A text that is known; none: it is none, or null.
std::optional<absl::string_view> ConstantText(const Value* value);
// The mesh with a dimension of that name, or with those of a list or tuple; or any of those that
// the alternatives name. None: some is not known.
std::optional<Ranks> MeshNamedBy(const Value* names);

// The number that a size is, "|tp|", when it has a name; unknown when it has none.
Size SizeOfGroup(const Ranks& size);
// Likewise a rank, which is one of the group, or -1.
Size RankInGroup(const Ranks& rank, bool is_member);

// The axes that members of a process group differ along; None is the world. None: nobody knows.
std::optional<std::vector<std::string>> SpansOf(const Value& group);

// What operators make of ranks and sizes; without anything: nobody knows.
Ranks RanksOfComparison(ir::Operator op, const Value& a, const Value& b);
Ranks RanksOfOperation(ir::Operator op, const Value& a, const Value& b);
Ranks RanksOfNot(const Value& a);
// What is computed from values that may differ may differ.
Ranks RanksOfDependence(const std::vector<const Value*>& on);
// `size op number`, where there is one rank only; none: it does not ask for that.
std::optional<bool> WhenAlone(ir::Operator op, const Value& a, const Value& b);
// Axes along which a condition certainly comes out differently.
std::vector<std::string> DividedAxes(const Value& condition);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_RANK_SOURCES_H_

#include "analyzers/understanding/rank_sources.h"

#include <algorithm>
#include <iterator>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/torch/apis.h"
#include "analyzers/torch/axis_names.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Spans = std::vector<std::string>;

constexpr absl::string_view kNode = "node";  // Ranks of one machine.

// ---- What environment variables say.
struct Variable {
  absl::string_view name, axis;
  Placement placement;
};
constexpr Variable kVariables[] = {
    {"LOCAL_RANK", kNode, Placement::kRankText},    {"RANK", kWorld, Placement::kRankText},
    {"SLURM_LOCALID", kNode, Placement::kRankText}, {"SLURM_NTASKS", kWorld, Placement::kSize},
    {"SLURM_PROCID", kWorld, Placement::kRankText}, {"WORLD_SIZE", kWorld, Placement::kSize},
};

// ---- Questions about one's place that are asked by name.
struct Predicate {
  absl::string_view name;
  torch::Axes axes;
};
constexpr Predicate kPredicates[] = {
    {"is_pipeline_first_stage", torch::kPipelineAxis},
    {"is_pipeline_last_stage", torch::kPipelineAxis},
    {"is_pp_first_stage", torch::kPipelineAxis},
    {"is_pp_last_stage", torch::kPipelineAxis},
};

// Getters of DeepSpeed's groups that parallel_state has not: between "get_" and "_group".
struct Getter {
  absl::string_view stem, axis, other;
};
constexpr Getter kOtherGetters[] = {
    {"expert_parallel", "ep", ""},
    {"sequence_data_parallel", "dp", "sp"},
    {"sequence_parallel", "sp", ""},
};

// Endings of the getters of parallel_state, behind "get_" and the name of a group.
constexpr absl::string_view kGroupEnding = "_group", kRankEnding = "_rank",
                            kSizeEnding = "_world_size";

constexpr absl::string_view kPlainNames[] = {"DeviceMesh",
                                             "WORLD",
                                             "_get_default_group",
                                             "_flatten",
                                             "environ",
                                             "get",
                                             "get_global_rank",
                                             "gethostname",
                                             "get_group",
                                             "get_local_rank",
                                             "get_mesh",
                                             "get_node_local_rank",
                                             "get_optional_mesh",
                                             "get_rank",
                                             "get_world_size",
                                             "getenv",
                                             "init_device_mesh",
                                             "int",
                                             "rank",
                                             "size"};

const absl::flat_hash_set<absl::string_view>& PlainNames() {
  static const auto* const names =
      new absl::flat_hash_set<absl::string_view>(std::begin(kPlainNames), std::end(kPlainNames));
  return *names;
}

Ranks Along(const Spans& axes, Placement placement) {
  Ranks ranks;
  for (const std::string& axis : axes) ranks.Set({.axis = axis, .placement = placement});
  return ranks;
}

Spans Named(torch::Axes axes) {
  Spans spans;
  for (absl::string_view name : torch::ShortNames(axes)) spans.emplace_back(name);
  std::sort(spans.begin(), spans.end());
  return spans;
}

// get_data_parallel_rank(with_context_parallel=True).
std::optional<Spans> SpansOfGetter(absl::string_view stem, const AskingCall& call) {
  for (const Getter& getter : kOtherGetters) {
    if (getter.stem != stem) continue;
    Spans spans = {std::string(getter.axis)};
    if (!getter.other.empty()) spans.emplace_back(getter.other);
    return spans;
  }
  const std::optional<torch::NamedAxes> named = torch::AxesOfGetter(stem);
  if (!named || named->is_decided_elsewhere) return std::nullopt;
  torch::Axes axes = named->axes;
  const bool has_flag = stem == "data_parallel" || stem == "tensor_and_data_parallel";
  if (has_flag) {
    const Value* const flag =
        call.Argument(stem == "data_parallel" ? 0 : 1, "with_context_parallel");
    if (flag != nullptr) {
      const Value::Truth truth = flag->truth();
      if (truth.may_be_true == truth.may_be_false) return std::nullopt;
      if (truth.may_be_true) axes |= torch::kContextAxis;
    }
  }
  for (const CallArgument& argument : call.arguments) {
    // The remat axis splits others further (axis_names.cc).
    if (argument.keyword == "with_gtp_remat") continue;
    const bool is_known = !has_flag ? argument.keyword == "check_initialized" ||
                                          argument.kind == CallArgument::Kind::kPositional
                                    : argument.keyword == "with_context_parallel" ||
                                          argument.kind == CallArgument::Kind::kPositional;
    if (!is_known) return std::nullopt;
  }
  return Named(axes);
}

// Functions of parallel_state, whoever has them.
std::optional<Ranks> RanksOfGetter(const AskingCall& call) {
  absl::string_view stem = call.name;
  absl::ConsumePrefix(&stem, "_");
  if (!absl::ConsumePrefix(&stem, "get_")) return std::nullopt;
  const bool is_group =
      absl::ConsumeSuffix(&stem, kGroupEnding) || absl::ConsumeSuffix(&stem, "_group_gloo");
  const bool is_size = !is_group && absl::ConsumeSuffix(&stem, kSizeEnding);
  if (!is_group && !is_size) {
    // The rank of another: the same for all members.
    if (absl::EndsWith(stem, "_src_rank")) return std::nullopt;
    if (!absl::ConsumeSuffix(&stem, kRankEnding)) return std::nullopt;
  }
  const std::optional<Spans> spans = SpansOfGetter(stem, call);
  if (!spans) return std::nullopt;
  if (is_group) return GroupOver(*spans);
  return Along(*spans, is_size ? Placement::kSize : Placement::kRank);
}

std::optional<Ranks> RanksOfVariable(absl::string_view name) {
  for (const Variable& variable : kVariables) {
    if (variable.name == name) return Along({std::string(variable.axis)}, variable.placement);
  }
  return std::nullopt;
}

// get_rank() of the program's own modules: it asks torch where there are several ranks.
std::optional<Ranks> RanksOfOwnFunction(const AskingCall& call) {
  const Atom* const object = call.object == nullptr ? nullptr : call.object->only();
  const bool is_method =
      call.object != nullptr &&
      (object == nullptr || (object->kind != Kind::kModule && object->kind != Kind::kExternal));
  if (is_method || !call.arguments.empty()) return std::nullopt;
  if (call.name == "get_rank" || call.name == "get_global_rank") {
    return Along({std::string(kWorld)}, Placement::kRank);
  }
  if (call.name == "get_local_rank") return Along({std::string(kNode)}, Placement::kRank);
  if (call.name != "get_world_size") return std::nullopt;
  return Along({std::string(kWorld)}, Placement::kSize);
}

// int(os.environ["RANK"]).
std::optional<Ranks> RanksOfNumber(const AskingCall& call) {
  const Value* const text = call.Argument(0, "x");
  if (text == nullptr || text->ranks() == nullptr) return std::nullopt;
  Ranks ranks;
  for (AxisPlacement known : text->ranks()->placements) {
    if (known.placement == Placement::kRankText) known.placement = Placement::kRank;
    const bool is_number =
        known.placement != Placement::kDiffers && known.placement != Placement::kRankText;
    if (is_number) ranks.placements.push_back(std::move(known));
  }
  return ranks;
}

std::optional<Ranks> RanksOfMethod(const AskingCall& call) {
  const bool is_rank = call.name == "rank" || call.name == "get_local_rank";
  const std::optional<Spans> spans = AxesAskedOf(call);
  if (!spans) return std::nullopt;
  if (call.name == "get_group") return GroupOver(*spans);
  return Along(*spans, is_rank ? Placement::kRank : Placement::kSize);
}

// min(rank, n).
Ranks RanksOfComputed(const AskingCall& call) {
  std::vector<const Value*> values;
  for (const CallArgument& argument : call.arguments) values.push_back(&argument.value);
  return RanksOfDependence(values);
}

// Functions of torch.distributed.
std::optional<Ranks> RanksOfFunction(const AskingCall& call) {
  const torch::Api* const api = torch::FindApi(call.full);
  const absl::string_view full = api == nullptr ? call.full : api->name;
  if (absl::EndsWith(full, "._get_default_group")) return GroupOver({std::string(kWorld)});
  if (full == "torch.distributed.get_local_rank" ||
      full == "torch.distributed.get_node_local_rank") {
    return Along({std::string(kNode)}, Placement::kRank);
  }
  const bool is_rank = full == "torch.distributed.get_rank";
  if (!is_rank && full != "torch.distributed.get_world_size") return std::nullopt;
  const Value* const group = call.Argument(0, "group");
  const std::optional<Spans> spans =
      group == nullptr ? Spans{std::string(kWorld)} : SpansOf(*group);
  if (!spans) return std::nullopt;
  return Along(*spans, is_rank ? Placement::kRank : Placement::kSize);
}

}  // namespace

const Value* AskingCall::Argument(size_t position, absl::string_view keyword) const {
  size_t at = 0;
  for (const CallArgument& argument : arguments) {
    if (argument.kind == CallArgument::Kind::kKeyword && argument.keyword == keyword) {
      return &argument.value;
    }
    if (argument.kind == CallArgument::Kind::kPositional && at++ == position) {
      return &argument.value;
    }
  }
  return nullptr;
}

const Value* ArgumentOf(const torch::Api& api, absl::string_view parameter,
                        std::span<const CallArgument> arguments) {
  const AskingCall call = {.arguments = arguments};
  if (api.overloads.empty()) return call.Argument(arguments.size(), parameter);
  const std::vector<torch::Parameter>& parameters = api.overloads[0].parameters;
  const auto at = std::find_if(parameters.begin(), parameters.end(),
                               [&](const auto& one) { return one.name == parameter; });
  return call.Argument(static_cast<size_t>(at - parameters.begin()), parameter);
}

bool MayConcernRanks(absl::string_view name) {
  if (PlainNames().contains(name) || torch::AxesOfField(name)) return true;
  if (absl::EndsWith(name, "mesh")) return true;
  for (const Predicate& predicate : kPredicates) {
    if (predicate.name == name) return true;
  }
  absl::ConsumePrefix(&name, "_");
  if (!absl::StartsWith(name, "get_")) return false;
  return absl::EndsWith(name, kGroupEnding) || absl::EndsWith(name, kRankEnding) ||
         absl::EndsWith(name, kSizeEnding) || absl::EndsWith(name, "_group_gloo");
}

std::optional<Ranks> RanksOfCall(const AskingCall& call) {
  if (call.full == "os.getenv" || call.full == "os.environ.get") {
    const std::optional<absl::string_view> name = ConstantText(call.Argument(0, "key"));
    return name ? RanksOfVariable(*name) : std::nullopt;
  }
  if (call.full == "socket.gethostname" || call.full == "platform.node") {
    Ranks ranks = Along({std::string(kWorld)}, Placement::kVarying);
    ranks.Set({.axis = std::string(kNode), .placement = Placement::kReplicated});
    return ranks;
  }
  if (call.full == "builtins.int" || call.full == "builtins.float") return RanksOfNumber(call);
  for (absl::string_view computing : {"builtins.abs", "builtins.divmod", "builtins.max",
                                      "builtins.min", "builtins.pow", "builtins.round"}) {
    if (call.full == computing) return RanksOfComputed(call);
  }
  if (std::optional<Ranks> mesh = RanksOfMeshCall(call)) return mesh;
  const bool is_of_mesh = call.object != nullptr && IsMesh(*call.object);
  if (!is_of_mesh && absl::StartsWith(call.full, "torch.")) return RanksOfFunction(call);
  for (const Predicate& predicate : kPredicates) {
    if (predicate.name == call.name) return Along(Named(predicate.axes), Placement::kDiffers);
  }
  if (std::optional<Ranks> ranks = RanksOfOwnFunction(call)) return ranks;
  for (absl::string_view method : {"rank", "size", "get_local_rank", "get_group"}) {
    if (call.name == method) return RanksOfMethod(call);
  }
  return RanksOfGetter(call);
}

bool IsNamedLikeCollection(absl::string_view name) {
  while (absl::ConsumePrefix(&name, "_")) {
  }
  return name == "pg_collection" || name == "process_group_collection" || name == "pgs" ||
         absl::EndsWith(name, "_pg_collection");
}

std::optional<Ranks> RanksOfAttribute(const Value& object, absl::string_view name,
                                      bool is_collection) {
  const Atom* const only = object.only();
  if (only != nullptr && only->kind == Kind::kExternal && name == "WORLD") {
    return GroupOver({std::string(kWorld)});
  }
  if (!is_collection) return std::nullopt;
  const std::optional<torch::NamedAxes> named = torch::AxesOfField(name);
  if (!named || named->is_decided_elsewhere) return std::nullopt;
  return GroupOver(Named(named->axes));
}

std::optional<Ranks> RanksOfItem(const Value& object, const Value& index, bool is_mesh) {
  const Atom* const only = object.only();
  const std::optional<absl::string_view> key = ConstantText(&index);
  if (key && only != nullptr && only->text == "os.environ") return RanksOfVariable(*key);
  if (!is_mesh && !IsMesh(object)) return std::nullopt;
  return MeshNamedBy(&index);
}

std::string NameInTorch(absl::string_view full) {
  if (!absl::StartsWith(full, "deepspeed.comm.")) return "";
  return absl::StrCat("torch.distributed.", full.substr(full.rfind('.') + 1));
}

std::optional<Spans> SpansOf(const Value& group) {
  if (group.IsCertainly(Kind::kNone)) return Spans{std::string(kWorld)};
  if (group.CanBe(Kind::kNone)) return std::nullopt;
  if (group.ranks() != nullptr && !group.ranks()->spans.empty()) return group.ranks()->spans;
  if (const std::optional<absl::string_view> axis = ConstantText(&group)) {
    return Spans{std::string(*axis)};
  }
  const Atom* const only = group.only();
  if (only != nullptr && absl::EndsWith(only->text, ".WORLD")) return Spans{std::string(kWorld)};
  const bool is_nobodys = group.is_unknown() && group.name().is_known();
  if (!is_nobodys) return std::nullopt;
  return Spans{absl::StrCat("`", group.name().ToText(), "`")};
}

}  // namespace allreview::understanding

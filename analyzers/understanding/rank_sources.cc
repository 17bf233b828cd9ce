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

// Endings of the getters of parallel_state, behind "get_" and the name of a group.
constexpr absl::string_view kGroupEnding = "_group", kRankEnding = "_rank",
                            kSizeEnding = "_world_size";

constexpr absl::string_view kPlainNames[] = {"DeviceMesh",
                                             "WORLD",
                                             "_get_default_group",
                                             "environ",
                                             "get",
                                             "get_global_rank",
                                             "get_group",
                                             "get_local_rank",
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

Ranks Over(Spans axes) {
  std::sort(axes.begin(), axes.end());
  return {.spans = std::move(axes)};
}

std::optional<absl::string_view> TextOf(const Value* value) {
  const Atom* const only = value == nullptr ? nullptr : value->only();
  const bool is_text = only != nullptr && only->kind == Kind::kText && only->is_constant;
  return is_text ? std::optional<absl::string_view>(only->text) : std::nullopt;
}

Spans Named(torch::Axes axes) {
  Spans spans;
  for (absl::string_view name : torch::ShortNames(axes)) spans.emplace_back(name);
  std::sort(spans.begin(), spans.end());
  return spans;
}

// get_data_parallel_rank(with_context_parallel=True).
std::optional<Spans> SpansOfGetter(absl::string_view stem, const AskingCall& call) {
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
  if (is_group) return Over(*spans);
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
        known.placement == Placement::kRank || known.placement == Placement::kSize;
    if (is_number) ranks.placements.push_back(std::move(known));
  }
  return ranks;
}

// Of a mesh or group: what a method asks about, by its argument or by the object.
std::optional<Spans> SpansAskedOf(const AskingCall& call) {
  if (const std::optional<absl::string_view> axis = TextOf(call.Argument(0, "mesh_dim"))) {
    return Spans{std::string(*axis)};
  }
  if (!call.arguments.empty() || call.object == nullptr) return std::nullopt;
  if (!call.key.empty()) return Spans{std::string(call.key)};
  return call.object->ranks() == nullptr || call.object->ranks()->spans.empty()
             ? std::nullopt
             : std::optional(call.object->ranks()->spans);
}

std::optional<Ranks> RanksOfMethod(const AskingCall& call) {
  const bool is_rank = call.name == "rank" || call.name == "get_local_rank";
  const bool is_mesh = call.name == "get_local_rank" || call.name == "get_group";
  std::optional<Spans> spans = SpansAskedOf(call);
  // A parameter that is no mesh has no such method, but may well have rank() and size().
  if (!spans && !is_mesh && call.object != nullptr && call.arguments.empty()) {
    const bool is_group = call.object->is_unknown() && call.object->is_named();
    spans = is_group ? SpansOf(*call.object) : std::nullopt;
  }
  if (!spans) return std::nullopt;
  if (call.name == "get_group") return Over(*std::move(spans));
  return Along(*spans, is_rank ? Placement::kRank : Placement::kSize);
}

std::optional<Ranks> RanksOfMesh(const AskingCall& call) {
  const Value* const names = call.Argument(2, "mesh_dim_names");
  const Atom* const only = names == nullptr ? nullptr : names->only();
  if (only == nullptr || !only->is_sized) return std::nullopt;
  Spans spans;
  for (const Value& part : only->parts) {
    const std::optional<absl::string_view> name = TextOf(&part);
    if (!name) return std::nullopt;
    spans.emplace_back(*name);
  }
  return Over(std::move(spans));
}

// Functions of torch.distributed.
std::optional<Ranks> RanksOfFunction(const AskingCall& call) {
  const torch::Api* const api = torch::FindApi(call.full);
  const absl::string_view full = api == nullptr ? call.full : api->name;
  if (absl::EndsWith(full, "._get_default_group")) return Over({std::string(kWorld)});
  if (absl::EndsWith(full, ".init_device_mesh") || absl::EndsWith(full, ".DeviceMesh")) {
    return RanksOfMesh(call);
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
  for (const Predicate& predicate : kPredicates) {
    if (predicate.name == name) return true;
  }
  if (!absl::StartsWith(name, "get_")) return false;
  return absl::EndsWith(name, kGroupEnding) || absl::EndsWith(name, kRankEnding) ||
         absl::EndsWith(name, kSizeEnding) || absl::EndsWith(name, "_group_gloo");
}

std::optional<Ranks> RanksOfCall(const AskingCall& call) {
  if (call.full == "os.getenv" || call.full == "os.environ.get") {
    const std::optional<absl::string_view> name = TextOf(call.Argument(0, "key"));
    return name ? RanksOfVariable(*name) : std::nullopt;
  }
  if (call.full == "builtins.int") return RanksOfNumber(call);
  if (absl::StartsWith(call.full, "torch.")) return RanksOfFunction(call);
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
    return Over({std::string(kWorld)});
  }
  if (!is_collection) return std::nullopt;
  const std::optional<torch::NamedAxes> named = torch::AxesOfField(name);
  if (!named || named->is_decided_elsewhere) return std::nullopt;
  return Over(Named(named->axes));
}

std::optional<Ranks> RanksOfItem(const Value& object, const Value& index) {
  const std::optional<absl::string_view> key = TextOf(&index);
  if (!key) return std::nullopt;
  const Atom* const only = object.only();
  if (only != nullptr && only->text == "os.environ") return RanksOfVariable(*key);
  const bool is_mesh = object.ranks() != nullptr && !object.ranks()->spans.empty();
  return is_mesh ? std::optional(Over({std::string(*key)})) : std::nullopt;
}

std::optional<Spans> SpansOf(const Value& group) {
  if (group.IsCertainly(Kind::kNone)) return Spans{std::string(kWorld)};
  if (group.ranks() != nullptr && !group.ranks()->spans.empty()) return group.ranks()->spans;
  if (const std::optional<absl::string_view> axis = TextOf(&group)) {
    return Spans{std::string(*axis)};
  }
  const Atom* const only = group.only();
  if (only != nullptr && absl::EndsWith(only->text, ".WORLD")) return Spans{std::string(kWorld)};
  const bool is_nobodys = group.is_unknown() && group.name().is_known();
  if (!is_nobodys) return std::nullopt;
  return Spans{absl::StrCat("`", group.name().ToText(), "`")};
}

}  // namespace allreview::understanding

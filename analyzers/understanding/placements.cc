#include "analyzers/understanding/placements.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/torch/apis.h"

namespace allreview::understanding {
namespace {

using ir::Operator;
using Kind = Atom::Kind;

// Along the axes of the group, what each member has afterwards.
struct Row {
  absl::string_view name;
  Placement placement;
  bool reduces;
};
constexpr Row kCollectives[] = {
    {"all_gather_into_tensor", Placement::kReplicated, false},
    {"all_gather_tensor", Placement::kReplicated, false},
    {"all_reduce", Placement::kReplicated, true},
    {"all_to_all_single", Placement::kVarying, false},
    {"broadcast", Placement::kReplicated, false},
    {"reduce_scatter", Placement::kVarying, true},
    {"reduce_scatter_tensor", Placement::kVarying, true},
};

// Megatron's autograd functions. Replicated is what gets a partial gradient back, invariant what
// gets the same one on all ranks.
struct Mapping {
  absl::string_view name;
  Placement placement;
  std::optional<int> dimension;
  size_t group;  // Its position.
};
constexpr Mapping kMappings[] = {
    {"all_gather_last_dim_from_tensor_parallel_region", Placement::kReplicated, {}, 1},
    {"copy_to_tensor_model_parallel_region", Placement::kReplicated, {}, 1},
    {"gather_from_sequence_parallel_region", Placement::kReplicated, {}, 2},
    {"gather_from_tensor_model_parallel_region", Placement::kInvariant, {}, 1},
    {"reduce_from_tensor_model_parallel_region", Placement::kInvariant, {}, 1},
    {"reduce_scatter_last_dim_to_tensor_parallel_region", Placement::kVarying, -1, 1},
    {"reduce_scatter_to_sequence_parallel_region", Placement::kVarying, 0, 1},
    {"scatter_to_sequence_parallel_region", Placement::kVarying, 0, 1},
    {"scatter_to_tensor_model_parallel_region", Placement::kVarying, -1, 1},
};
constexpr absl::string_view kTensorAxis = "tp";

constexpr absl::string_view kDTensorNames[] = {"Partial",           "Replicate",  "Shard",
                                               "distribute_tensor", "from_local", "full_tensor",
                                               "redistribute",      "to_local"};

const absl::flat_hash_set<absl::string_view>& Names() {
  static const auto* const names = [] {
    auto* all = new absl::flat_hash_set<absl::string_view>(std::begin(kDTensorNames),
                                                           std::end(kDTensorNames));
    for (const Row& row : kCollectives) all->insert(row.name);
    for (const Mapping& mapping : kMappings) all->insert(mapping.name);
    return all;
  }();
  return *names;
}

// What is known of a tensor itself.
Ranks TensorRanks(const Value& value) {
  Ranks ranks;
  if (value.ranks() == nullptr) return ranks;
  ranks.factors = value.ranks()->factors;
  for (const AxisPlacement& one : value.ranks()->placements) {
    if (IsType(one.placement)) ranks.placements.push_back(one);
  }
  return ranks;
}

// "sum", "avg" of ReduceOp.SUM, c10d.ReduceOp.AVG.name, "sum"; "": nobody knows.
std::string OperatorNamed(const Value* op) {
  if (op == nullptr) return "sum";
  const Atom* const only = op->only();
  if (only == nullptr) return "";
  std::string text = absl::AsciiStrToLower(only->text);
  absl::string_view name = text;
  if (absl::EndsWith(name, ".name")) name.remove_suffix(5);
  name = name.substr(name.rfind('.') + 1);
  for (absl::string_view known : {"sum", "avg", "max", "min", "product"}) {
    if (name == known) return std::string(known);
  }
  return "";
}

// A sum that was partial is complete; any other sum counts as a factor.
void Reduce(Ranks& ranks, const std::vector<std::string>& spans, const std::string& operation) {
  const bool completes = std::all_of(spans.begin(), spans.end(), [&](const std::string& axis) {
    const AxisPlacement* const one = ranks.Find(axis);
    return one != nullptr &&
           (one->placement == Placement::kPartial || one->share == Share::kSummand);
  });
  std::vector<Factor> factors;
  const bool is_mean = operation == "avg";
  if (!completes || (operation != "sum" && !is_mean)) {
    const absl::string_view what = is_mean ? "sum" : absl::string_view(operation);
    factors.push_back({absl::StrCat(what, "(", absl::StrJoin(spans, ","), ")"), 1});
  }
  if (operation.empty()) factors.clear();
  std::optional<std::vector<Factor>> all = Multiplied(ranks.factors, factors);
  for (const std::string& axis : spans) {
    if (all && is_mean) all = Multiplied(*all, {{absl::StrCat("|", axis, "|"), 1}}, -1);
  }
  ranks.factors = all.value_or(std::vector<Factor>());
}

const std::vector<Factor>& ScaleOf(const Value& value) {
  static const auto* const none = new std::vector<Factor>();
  return value.ranks() == nullptr ? *none : value.ranks()->factors;
}

// Sizes of groups that a number is the product of.
std::vector<Factor> SizesIn(const Value& value) {
  std::vector<Factor> sizes;
  if (value.ranks() == nullptr) return sizes;
  for (const AxisPlacement& one : value.ranks()->placements) {
    if (one.placement != Placement::kSize) return {};
    sizes.push_back({absl::StrCat("|", one.axis, "|"), 1});
  }
  // A formula is finer: (|cp| - 1) is no product.
  if (!sizes.empty() && value.name().is_named()) return {{value.name().ToText(), 1}};
  return sizes;
}

// Of what scales something else; none: nobody knows.
std::optional<std::vector<Factor>> FactorsBy(const Value& value) {
  if (!ScaleOf(value).empty()) return ScaleOf(value);
  if (std::vector<Factor> sizes = SizesIn(value); !sizes.empty()) return sizes;
  if (value.name().is_named()) return std::vector<Factor>{{value.name().ToText(), 1}};
  const Atom* const only = value.only();
  const bool is_constant = only != nullptr && only->is_constant;
  return is_constant ? std::optional(std::vector<Factor>()) : std::nullopt;
}

// What is moved, or summed, keeps its scale.
bool KeepsScale(absl::string_view method) {
  for (absl::string_view one :
       {"bfloat16", "clone", "contiguous", "cpu", "cuda", "detach", "double", "flatten", "float",
        "half", "item", "mean", "squeeze", "sum", "to", "tolist", "unsqueeze", "view"}) {
    if (one == method) return true;
  }
  return false;
}

std::optional<Typing> PlaceMapping(const AskingCall& call) {
  for (const Mapping& mapping : kMappings) {
    if (mapping.name != call.name || call.arguments.empty()) continue;
    const Value* const group = call.Argument(mapping.group, "group");
    const bool is_given = group != nullptr && !group->IsCertainly(Kind::kNone);
    const std::optional<std::vector<std::string>> spans =
        is_given ? SpansOf(*group) : std::vector<std::string>{std::string(kTensorAxis)};
    if (!spans) return Typing{};
    Ranks ranks = TensorRanks(call.arguments[0].value);
    for (const std::string& axis : *spans) {
      ranks.Set({.axis = axis, .placement = mapping.placement, .dimension = mapping.dimension});
    }
    return Typing{.result = std::move(ranks)};
  }
  return std::nullopt;
}

// x.mul_(n), x.div(n): the factors of the result.
std::optional<Typing> Scale(const AskingCall& call) {
  absl::string_view name = call.name;
  const bool is_in_place = absl::EndsWith(name, "_");
  if (is_in_place) name.remove_suffix(1);
  const bool is_product = name == "mul" || name == "multiply";
  const bool is_quotient = name == "div" || name == "divide" || name == "true_divide";
  if ((!is_product && !is_quotient) || call.object == nullptr || call.arguments.size() != 1) {
    return std::nullopt;
  }
  const Operator op = is_product ? Operator::kMultiply : Operator::kDivide;
  Ranks ranks = PlaceOperator(op, *call.object, call.arguments[0].value);
  ranks.factors = FactorsOf(op, *call.object, call.arguments[0].value);
  Typing typing = {.result = std::move(ranks)};
  if (!is_in_place) return typing;
  typing.changed = call.object;
  typing.becomes = typing.result;
  return typing;
}

}  // namespace

bool MayPlace(absl::string_view name) { return Names().contains(name); }

std::optional<Typing> PlaceCollective(const AskingCall& call) {
  const torch::Api* const api = torch::FindApi(call.full);
  if (api == nullptr) return std::nullopt;
  const bool is_functional = api->communication == torch::Communication::kFunctional;
  if (!is_functional && api->communication != torch::Communication::kTensor) return std::nullopt;
  const absl::string_view name = api->operation.empty() ? api->last_name() : api->operation;
  const auto row = std::find_if(std::begin(kCollectives), std::end(kCollectives),
                                [&](const Row& one) { return one.name == name; });
  const Value* const read = ArgumentOf(*api, api->reads, call.arguments);
  if (row == std::end(kCollectives) || read == nullptr) return std::nullopt;
  const Value* const group =
      ArgumentOf(*api, api->group.empty() ? "group" : api->group, call.arguments);
  const std::optional<std::vector<std::string>> spans =
      group == nullptr ? std::vector<std::string>{std::string(kWorld)} : SpansOf(*group);
  if (!spans) return Typing{};
  Ranks ranks = TensorRanks(*read);
  if (row->reduces) {
    Reduce(ranks, *spans,
           OperatorNamed(ArgumentOf(*api, is_functional ? "reduceOp" : "op", call.arguments)));
  }
  for (const std::string& axis : *spans) ranks.Set({.axis = axis, .placement = row->placement});
  if (is_functional) return Typing{.result = std::move(ranks)};
  const Value* const written = ArgumentOf(*api, api->writes, call.arguments);
  if (written == nullptr || written->CanBe(Kind::kList)) return Typing{};
  return Typing{.changed = written, .becomes = std::move(ranks)};
}

std::optional<Typing> PlaceCall(const AskingCall& call) {
  std::optional<Typing> placed = PlaceMapping(call);
  if (!placed && absl::StartsWith(call.full, "torch.")) placed = PlaceCollective(call);
  if (!placed) placed = PlaceByDTensor(call);
  if (!placed) placed = Scale(call);
  if (placed) return placed;
  placed = TypeTorchCall(call);
  const bool is_of_tensor = call.object != nullptr && IsTyped(*call.object);
  if (!placed || !placed->why.empty() || placed->result.Find(kNoOtherAxes) != nullptr) {
    // Nobody knows what it writes.
    if (is_of_tensor && absl::EndsWith(call.name, "_")) return Typing{.changed = call.object};
    return std::nullopt;
  }
  if (is_of_tensor && KeepsScale(call.name)) {
    placed->result.factors = ScaleOf(*call.object);
  }
  return placed;
}

Ranks PlaceOperator(Operator op, const Value& a, const Value& b) {
  const std::optional<Typing> typing = TypeOperator(op, a, b);
  return typing && typing->why.empty() ? typing->result : Ranks();
}

std::vector<Factor> FactorsOf(Operator op, const Value& a, const Value& b) {
  const bool is_product = op == Operator::kMultiply, is_quotient = op == Operator::kDivide;
  const bool concerns_ranks =
      !ScaleOf(a).empty() || !ScaleOf(b).empty() || !SizesIn(a).empty() || !SizesIn(b).empty();
  if ((!is_product && !is_quotient) || !concerns_ranks) return {};
  // A tensor may come from anywhere; what it is multiplied by may not.
  const bool is_swapped = is_product && ScaleOf(a).empty() &&
                          (!SizesIn(a).empty() || !ScaleOf(b).empty()) && SizesIn(b).empty();
  const Value &scaled = is_swapped ? b : a, &by = is_swapped ? a : b;
  const std::optional<std::vector<Factor>> factors = FactorsBy(by);
  if (!factors || scaled.IsCertainly(Kind::kInteger) || !SizesIn(scaled).empty()) return {};
  return Multiplied(ScaleOf(scaled), *factors, is_product ? 1 : -1).value_or(std::vector<Factor>());
}

}  // namespace allreview::understanding

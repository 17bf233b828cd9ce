#include "analyzers/understanding/spmd_types.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/torch/axis_names.h"
#include "analyzers/understanding/tensor_operations.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Placements = std::vector<AxisPlacement>;

constexpr absl::string_view kNames[] = {"I",
                                        "Invariant",
                                        "P",
                                        "Partial",
                                        "R",
                                        "Replicate",
                                        "S",
                                        "Scalar",
                                        "Shard",
                                        "V",
                                        "Varying",
                                        "all_gather",
                                        "all_reduce",
                                        "all_to_all",
                                        "assert_local_type",
                                        "assert_type",
                                        "convert",
                                        "infer_local_type_for_axis",
                                        "invariant_to_replicate",
                                        "mutate_type",
                                        "of",
                                        "PartitionSpec",
                                        "SpmdType",
                                        "redistribute",
                                        "reduce_scatter",
                                        "reinterpret"};

absl::string_view LastPart(absl::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

bool IsOfLibrary(absl::string_view full) {
  return absl::StartsWith(full, kTypesModule) && full.size() > kTypesModule.size() &&
         full[kTypesModule.size()] == '.';
}

std::optional<std::string> Refused(std::string why) { return why; }

// ---- assert_type(x, {axis: type}).

// dp and dp_cp have ranks in common, but are not the same.
bool Overlap(absl::string_view a, absl::string_view b) {
  if (a == kWorld || b == kWorld) return a != b && torch::AxesOfField(a == kWorld ? b : a);
  const auto x = torch::AxesOfField(a), y = torch::AxesOfField(b);
  return a != b && x && y && (x->axes & y->axes) != 0;
}

std::optional<std::string> WhyNotAxes(const Placements& placements) {
  for (size_t i = 0; i < placements.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const AxisPlacement &a = placements[j], &b = placements[i];
      if (Overlap(a.axis, b.axis)) {
        return Refused(absl::StrCat(a.axis, " and ", b.axis, " overlap"));
      }
      if (a.dimension && a.dimension == b.dimension) {
        return Refused(absl::StrCat(a.axis, " and ", b.axis, " both cut dimension ", *a.dimension));
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> WhyNotDimensions(const Value& tensor, const Placements& placements) {
  const Atom* const only = tensor.only();
  const bool is_tensor = only != nullptr && only->kind == Kind::kTensor && TensorOf(*only).has_rank;
  if (!is_tensor) return std::nullopt;
  const auto rank = static_cast<int>(TensorOf(*only).sizes.size());
  for (const AxisPlacement& one : placements) {
    if (!one.dimension || (*one.dimension < rank && *one.dimension >= -rank)) continue;
    return Refused(absl::StrCat("S(", *one.dimension, ") of a tensor with ", rank, " dimensions"));
  }
  return std::nullopt;
}

// Dimensions that are counted from either side are compared where the rank is known.
bool CutOtherwise(const Value& tensor, int known, int said) {
  if ((known < 0) == (said < 0)) return known != said;
  const Atom* const only = tensor.only();
  const bool has_rank = only != nullptr && only->kind == Kind::kTensor && TensorOf(*only).has_rank;
  if (!has_rank) return false;
  const auto rank = static_cast<int>(TensorOf(*only).sizes.size());
  return rank > 0 && (known + rank) % rank != (said + rank) % rank;
}

// The library takes what is said to be partial for a sum that was varying so far.
bool IsOtherwise(const Value& tensor, const AxisPlacement& known, const AxisPlacement& said) {
  if (!IsType(known.placement)) return false;
  // Parts that are cut along a dimension are not what is left to be summed.
  if (known.share != Share::kPlain && said.dimension) return true;
  if (known.placement != said.placement) {
    return known.placement != Placement::kVarying || said.placement != Placement::kPartial;
  }
  return known.dimension && said.dimension &&
         CutOtherwise(tensor, *known.dimension, *said.dimension);
}

// PartitionSpec(None, "tp"): dimension 1 is cut along tp.
std::optional<Typing> Cuts(const AskingCall& call) {
  Typing typing;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const std::optional<std::string> axis = AxisOf(&call.arguments[i].value);
    if (!axis || call.arguments[i].value.CanBe(Kind::kNone)) continue;
    typing.result.Set({.axis = *axis, .dimension = static_cast<int>(i)});
  }
  return typing;
}

// What is cut along an axis is varying.
std::optional<std::string> WhyNotCut(const Placements& said, const Value* spec) {
  if (spec == nullptr || spec->ranks() == nullptr) return std::nullopt;
  for (const AxisPlacement& one : said) {
    const bool is_cut = spec->ranks()->Find(one.axis) != nullptr;
    if (is_cut && one.placement != Placement::kVarying) return Otherwise(one, "cut");
  }
  return std::nullopt;
}

std::optional<Typing> Assert(const AskingCall& call) {
  const Value* const tensor = call.Argument(0, "tensor");
  const Value* const types = call.Argument(1, "type");
  if (tensor == nullptr || types == nullptr || types->ranks() == nullptr) return std::nullopt;
  const Placements& said = types->ranks()->placements;
  const Value* const spec = call.Argument(2, "partition_spec");
  const bool cuts = std::any_of(said.begin(), said.end(),
                                [](const AxisPlacement& one) { return one.dimension.has_value(); });
  if (cuts && spec != nullptr && !spec->CanBe(Kind::kNone)) {
    return Typing{.why = "S(i) beside a PartitionSpec"};
  }
  Ranks ranks = tensor->ranks() == nullptr ? Ranks() : *tensor->ranks();
  for (const AxisPlacement& one : said) {
    const AxisPlacement* const known = ranks.Find(one.axis);
    if (known != nullptr && IsOtherwise(*tensor, *known, one)) {
      return Typing{.why = Otherwise(*known, SymbolOf(one))};
    }
    const bool is_finer =
        known != nullptr && known->dimension && !one.dimension && known->placement == one.placement;
    if (!is_finer) ranks.Set(one);
  }
  std::optional<std::string> why = WhyNotCut(said, spec);
  if (!why) why = WhyNotAxes(ranks.placements);
  if (!why) why = WhyNotDimensions(*tensor, said);
  if (why) return Typing{.why = *std::move(why)};
  return Typing{.changed = tensor, .becomes = std::move(ranks)};
}

// ---- mutate_type(x, axis, src=, dst=), mutate_type(x, src={axis: type}, dst={axis: type}).

// For one axis: of a type for all axes, or of a display; none: nobody knows.
std::optional<AxisPlacement> TypeFor(const Value* types, absl::string_view axis) {
  if (types == nullptr) return std::nullopt;
  if (std::optional<AxisPlacement> plain = TypeNamed(*types)) {
    plain->axis = std::string(axis);
    return plain;
  }
  const AxisPlacement* const one = types->ranks() == nullptr ? nullptr : types->ranks()->Find(axis);
  return one == nullptr ? std::nullopt : std::optional(*one);
}

bool IsDisplay(const Value* types) {
  return types != nullptr && types->ranks() != nullptr && !TypeNamed(*types);
}

std::optional<Typing> Mutate(const AskingCall& call) {
  const Value* const tensor = call.Argument(0, "tensor");
  const Value *const src = call.Argument(2, "src"), *const dst = call.Argument(3, "dst");
  if (tensor == nullptr || src == nullptr || dst == nullptr) return std::nullopt;
  Ranks ranks = tensor->ranks() == nullptr ? Ranks() : *tensor->ranks();
  std::vector<std::string> axes;
  if (const std::optional<std::string> axis = AxisOf(call.Argument(1, "axis"))) {
    axes = {*axis};
  } else if (IsDisplay(dst)) {
    for (const AxisPlacement& one : dst->ranks()->placements) axes.push_back(one.axis);
  } else {
    for (const AxisPlacement& one : ranks.placements) {
      if (IsType(one.placement)) axes.push_back(one.axis);
    }
  }
  for (const std::string& axis : axes) {
    const std::optional<AxisPlacement> from = TypeFor(src, axis), to = TypeFor(dst, axis);
    if (!from && IsDisplay(src)) {
      return Typing{.why = absl::StrCat("`src` says nothing of ", axis)};
    }
    const AxisPlacement* const known = ranks.Find(axis);
    if (known == nullptr && ranks.Find(kNoOtherAxes) != nullptr) {
      return Typing{.why = absl::StrCat("it has no type along ", axis)};
    }
    if (from && known != nullptr && IsType(known->placement) &&
        known->placement != from->placement) {
      return Typing{.why = Otherwise(*known, SymbolOf(*from))};
    }
    if (to) ranks.Set(*to);
  }
  return Typing{.changed = tensor, .becomes = std::move(ranks)};
}

// infer_local_type_for_axis(axis, [types], linearity=): the question itself.
std::optional<Typing> InferDirectly(const AskingCall& call) {
  const Value *const axis = call.Argument(0, "axis"), *const types = call.Argument(1, "axis_types");
  const Atom* const list = types == nullptr ? nullptr : types->only();
  if (list == nullptr || !list->is_sized) return std::nullopt;
  std::vector<Placement> operands;
  for (const Value& part : list->parts) {
    const std::optional<AxisPlacement> type = TypeNamed(part);
    if (!type) return std::nullopt;
    operands.push_back(type->placement);
  }
  const Value* const given = call.Argument(call.arguments.size(), "linearity");
  const Atom* const kind = given == nullptr ? nullptr : given->only();
  if (given != nullptr && kind == nullptr) return std::nullopt;
  const absl::string_view name = kind == nullptr ? "NONLINEAR" : LastPart(kind->text);
  const Linearity linearity = name == "LINEAR"        ? Linearity::kLinear
                              : name == "MULTILINEAR" ? Linearity::kMultilinear
                              : name == "NONLINEAR"   ? Linearity::kNonlinear
                                                      : Linearity::kUnknown;
  return Typing{.why = Infer(AxisOf(axis).value_or("it"), operands, false, linearity).why};
}

}  // namespace

std::optional<std::string> AxisOf(const Value* value) {
  const std::optional<std::vector<std::string>> spans =
      value == nullptr ? std::nullopt : SpansOf(*value);
  return spans && spans->size() == 1 ? std::optional((*spans)[0]) : std::nullopt;
}

std::string Otherwise(const AxisPlacement& known, absl::string_view said) {
  const std::string what =
      known.share == Share::kStray ? "a product of summands and parts" : SymbolOf(known);
  return absl::StrCat("it is ", what, " along ", known.axis, ", not ", said);
}

AxisPlacement TypeOfLetter(char letter) {
  return {.placement = letter == 'R'   ? Placement::kReplicated
                       : letter == 'I' ? Placement::kInvariant
                       : letter == 'P' ? Placement::kPartial
                                       : Placement::kVarying};
}

bool IsNameOfTypes(absl::string_view name) {
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool IsType(Placement placement) {
  return placement == Placement::kReplicated || placement == Placement::kInvariant ||
         placement == Placement::kVarying || placement == Placement::kPartial;
}

bool IsTyped(const Value& value) {
  return value.ranks() != nullptr &&
         std::any_of(value.ranks()->placements.begin(), value.ranks()->placements.end(),
                     [](const AxisPlacement& one) { return IsType(one.placement); });
}

Ranks RanksOfPart(const Value& tensor) {
  Ranks ranks;
  for (AxisPlacement one : tensor.ranks()->placements) {
    if (!IsType(one.placement)) continue;
    one.dimension.reset();
    ranks.placements.push_back(std::move(one));
  }
  return ranks;
}

std::optional<AxisPlacement> TypeNamed(const Value& value) {
  if (value.ranks() != nullptr) {
    const AxisPlacement* const cut = value.ranks()->Find("");
    if (cut != nullptr) return *cut;
  }
  const Atom* const only = value.only();
  if (only == nullptr || only->kind != Kind::kExternal || !IsOfLibrary(only->text)) {
    return std::nullopt;
  }
  const absl::string_view name = LastPart(only->text);
  for (absl::string_view type :
       {"R", "I", "V", "P", "Replicate", "Invariant", "Varying", "Partial"}) {
    if (name == type) return TypeOfLetter(name[0]);
  }
  return std::nullopt;
}

std::optional<Ranks> TypesOf(const std::vector<std::pair<Value, Value>>& pairs) {
  Ranks ranks;
  for (const auto& [key, value] : pairs) {
    const std::optional<std::string> axis = AxisOf(&key);
    std::optional<AxisPlacement> type = TypeNamed(value);
    if (!axis || !type || ranks.Find(*axis) != nullptr) return std::nullopt;
    type->axis = *axis;
    ranks.Set(*std::move(type));
  }
  return ranks;
}

std::optional<Typing> TypeLibraryCall(const AskingCall& call) {
  if (!IsOfLibrary(call.full)) return std::nullopt;
  const absl::string_view name = LastPart(call.full);
  if (name == "assert_type" || name == "assert_local_type") return Assert(call);
  if (name == "mutate_type") return Mutate(call);
  if (name == "infer_local_type_for_axis") return InferDirectly(call);
  if (name == "S" || name == "Shard") {
    const Value* const dim = call.Argument(0, "dim");
    const Atom* const only = dim == nullptr ? nullptr : dim->only();
    if (only == nullptr || only->kind != Kind::kInteger || !only->is_constant) return std::nullopt;
    AxisPlacement cut = {.axis = "", .dimension = static_cast<int>(only->integer)};
    return Typing{.result = {.placements = {std::move(cut)}}};
  }
  if (name == "PartitionSpec") return Cuts(call);
  if (absl::EndsWith(call.full, ".MeshAxis.of")) {
    const std::optional<std::string> axis = AxisOf(call.Argument(0, "group"));
    return axis ? std::optional(Typing{.result = {.spans = {*axis}}}) : std::nullopt;
  }
  if (name == "Scalar" || name == "SpmdType") {
    const Value* const types = call.Argument(name == "Scalar" ? 1 : 0, "type");
    return types == nullptr || types->ranks() == nullptr
               ? std::nullopt
               : std::optional(Typing{.result = *types->ranks()});
  }
  return TypeConversion(name, call);
}

std::optional<Typing> TypeCall(const AskingCall& call) {
  if (std::optional<Typing> typing = TypeLibraryCall(call)) return typing;
  if (std::optional<Typing> typing = TypeCollective(call)) return typing;
  return TypeTorchCall(call);
}

}  // namespace allreview::understanding

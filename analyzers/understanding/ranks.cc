#include "analyzers/understanding/ranks.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace allreview::understanding {
namespace {

bool IsBefore(const AxisPlacement& placement, absl::string_view axis) {
  return placement.axis < axis;
}

using Meshes = std::vector<std::vector<std::string>>;

Meshes Either(const Meshes& a, const Meshes& b) {
  Meshes all;
  if (a.empty() || b.empty()) return all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all.size() > Ranks::kMaxMeshes ? Meshes() : all;
}

}  // namespace

const AxisPlacement* Ranks::Find(absl::string_view axis) const {
  const auto at = std::lower_bound(placements.begin(), placements.end(), axis, IsBefore);
  return at == placements.end() || at->axis != axis ? nullptr : &*at;
}

void Ranks::Set(AxisPlacement placement) {
  const auto at = std::lower_bound(placements.begin(), placements.end(), placement.axis, IsBefore);
  if (at != placements.end() && at->axis == placement.axis) {
    *at = std::move(placement);
  } else {
    placements.insert(at, std::move(placement));
  }
}

Ranks Ranks::JoinedWith(const Ranks& other) const {
  Ranks joined;
  for (const AxisPlacement& mine : placements) {
    const AxisPlacement* const theirs = other.Find(mine.axis);
    if (theirs == nullptr || theirs->placement != mine.placement) continue;
    joined.placements.push_back(mine);
    if (theirs->dimension != mine.dimension) joined.placements.back().dimension.reset();
    if (theirs->share != mine.share) joined.placements.back().share = Share::kPlain;
  }
  if (spans == other.spans) joined.spans = spans;
  joined.meshes = Either(meshes, other.meshes);
  if (factors == other.factors) joined.factors = factors;
  return joined;
}

bool Ranks::Covers(const Ranks& other) const { return JoinedWith(other) == *this; }

std::string Ranks::ToText() const {
  std::vector<std::string> texts;
  for (const AxisPlacement& known : placements) {
    texts.push_back(absl::StrCat(known.axis, ": ", NameOf(known)));
  }
  std::vector<std::string> over;
  for (const std::vector<std::string>& mesh : meshes) over.push_back(absl::StrJoin(mesh, ", "));
  if (over.empty() && !spans.empty()) over.push_back(absl::StrJoin(spans, ", "));
  if (!over.empty()) texts.push_back(absl::StrCat("over ", absl::StrJoin(over, " or over ")));
  if (!factors.empty()) texts.push_back(absl::StrCat("scaled by ", TextOf(factors)));
  return absl::StrJoin(texts, ", ");
}

size_t Ranks::hash() const {
  size_t hash = absl::HashOf(spans, meshes);
  for (const AxisPlacement& known : placements) {
    hash = absl::HashOf(hash, known.axis, known.placement, known.dimension.value_or(-100),
                        known.share);
  }
  for (const Factor& factor : factors) hash = absl::HashOf(hash, factor.name, factor.power);
  return hash;
}

SharedRanks JoinRanks(const SharedRanks& a, const SharedRanks& b) {
  if (a == nullptr || b == nullptr) return nullptr;
  if (AreSameRanks(a, b)) return a;
  Ranks joined = a->JoinedWith(*b);
  return joined.is_empty() ? nullptr : std::make_shared<const Ranks>(std::move(joined));
}

bool AreSameRanks(const SharedRanks& a, const SharedRanks& b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

Ranks GroupOver(std::vector<std::string> axes) {
  std::sort(axes.begin(), axes.end());
  return {.spans = std::move(axes)};
}

Ranks MeshOver(std::vector<std::string> dimensions) {
  Ranks mesh = GroupOver(dimensions);
  mesh.meshes.push_back(std::move(dimensions));
  return mesh;
}

std::optional<std::vector<Factor>> Multiplied(const std::vector<Factor>& a,
                                              const std::vector<Factor>& b, int sign) {
  std::vector<Factor> product = a;
  for (const Factor& factor : b) {
    const auto at = std::lower_bound(
        product.begin(), product.end(), factor.name,
        [](const Factor& one, const std::string& name) { return one.name < name; });
    if (at == product.end() || at->name != factor.name) {
      product.insert(at, {factor.name, sign * factor.power});
    } else {
      at->power += sign * factor.power;
    }
  }
  std::erase_if(product, [](const Factor& factor) { return factor.power == 0; });
  const bool is_bounded =
      product.size() <= Ranks::kMaxFactors &&
      std::all_of(product.begin(), product.end(), [](const Factor& factor) {
        return static_cast<size_t>(std::abs(factor.power)) <= Ranks::kMaxFactors;
      });
  return is_bounded ? std::optional(std::move(product)) : std::nullopt;
}

std::string TextOf(const std::vector<Factor>& factors) {
  std::vector<std::string> above, below;
  for (const Factor& factor : factors) {
    std::vector<std::string>& side = factor.power > 0 ? above : below;
    side.insert(side.end(), static_cast<size_t>(std::abs(factor.power)), factor.name);
  }
  std::string numerator = above.empty() ? "1" : absl::StrJoin(above, "*");
  if (below.empty()) return numerator;
  const absl::string_view open = below.size() > 1 ? "(" : "", close = below.size() > 1 ? ")" : "";
  return absl::StrCat(numerator, "/", open, absl::StrJoin(below, "*"), close);
}

bool SpansAxis(const std::vector<std::string>& spans, absl::string_view axis) {
  // What nobody knows may be a group of one, and embedding groups leave most ranks out.
  const auto is_of_world = [](absl::string_view one) {
    return !absl::StartsWith(one, "`") && !absl::EndsWith(one, "embd");
  };
  // Another object's attribute has the same name: "self.group".
  if (!absl::StartsWith(axis, "`") && absl::StrContains(axis, '.')) return false;
  return std::any_of(spans.begin(), spans.end(), [&](const std::string& own) {
    const bool is_plain = absl::StartsWith(own, "`") || !absl::StrContains(own, '.');
    return own == axis || (own == kWorld && is_of_world(axis)) ||
           (axis == kWorld && is_plain && is_of_world(own));
  });
}

std::string NameOf(const AxisPlacement& placement) {
  if (placement.share == Share::kSummand) return "partial";
  if (placement.share == Share::kStray) return "parts of nothing";
  if (placement.dimension) return absl::StrCat("sharded on dimension ", *placement.dimension);
  static constexpr absl::string_view kNames[] = {
      "rank", "rank as text", "differs", "size", "replicated", "invariant", "varying", "partial"};
  static_assert(std::size(kNames) == static_cast<size_t>(Placement::kPartial) + 1);
  return std::string(kNames[static_cast<size_t>(placement.placement)]);
}

std::string SymbolOf(const AxisPlacement& placement) {
  if (placement.share == Share::kSummand) return "P";
  if (placement.dimension) return absl::StrCat("S(", *placement.dimension, ")");
  switch (placement.placement) {
    case Placement::kReplicated:
      return "R";
    case Placement::kInvariant:
      return "I";
    case Placement::kVarying:
      return "V";
    case Placement::kPartial:
      return "P";
    default:
      return NameOf(placement);
  }
}

Inferred Infer(absl::string_view axis, const std::vector<Placement>& operands, bool has_number,
               Linearity linearity) {
  const auto count = [&](Placement placement) {
    return std::count(operands.begin(), operands.end(), placement);
  };
  const auto all = static_cast<std::ptrdiff_t>(operands.size());
  const std::ptrdiff_t replicated = count(Placement::kReplicated),
                       varying = count(Placement::kVarying),
                       invariant = count(Placement::kInvariant),
                       partial = count(Placement::kPartial);
  if (all == 0 || replicated + varying + invariant + partial != all) return {};
  if (invariant == all) return {.placement = Placement::kInvariant};
  if (invariant > 0) {
    return {.why = absl::StrCat("invariant along ", axis, " and not: convert it to replicated")};
  }
  if (partial == 0) {
    return {.placement = varying > 0 ? Placement::kVarying : Placement::kReplicated};
  }
  if (varying > 0) {
    return {.why = absl::StrCat("partial and varying along ", axis, ": reduce the sum first")};
  }
  switch (linearity) {
    case Linearity::kUnknown:
      return {};
    case Linearity::kNonlinear:
      return {.why = absl::StrCat("not linear in what is partial along ", axis)};
    case Linearity::kLinear:
      if (partial == all && !has_number) return {.placement = Placement::kPartial};
      return {.why = absl::StrCat("added to a sum that is partial along ", axis,
                                  ", it counts once for each rank")};
    case Linearity::kMultilinear:
      if (partial == 1) return {.placement = Placement::kPartial};
      return {.why = absl::StrCat("a product of sums that are partial along ", axis)};
  }
  return {};
}

}  // namespace allreview::understanding

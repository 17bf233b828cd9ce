#include "analyzers/understanding/cuts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_split.h"
#include "analyzers/understanding/tensor_operations.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Operands = std::vector<const Value*>;
using Dimension = std::optional<int>;

enum class Way {
  kOther,       // Linear or not, nobody knows what becomes of dimensions.
  kLinear,      // Likewise, of one tensor, and linear in it.
  kSame,        // Linear, each value stays in its place.
  kPointwise,   // Not linear, each value stays in its place.
  kSum,         // a + b
  kScaled,      // a * b, value by value
  kQuotient,    // a / b
  kMatrices,    // a @ b
  kWeighted,    // linear(a, b): b is transposed.
  kTransposed,  // transpose(a, i, j)
  kViewed,      // view(a, sizes)
  kReduced,     // sum(a, dim)
};
struct Row {
  Way way;
  absl::string_view names;
};
constexpr Row kRows[] = {
    {Way::kLinear,
     "broadcast_to chunk cumsum diagonal expand expand_as flatten flip gather index_select movedim "
     "moveaxis narrow permute ravel repeat repeat_interleave roll select split squeeze t tile "
     "unbind unflatten unfold unsqueeze"},
    {Way::kSame,
     "_to_copy bfloat16 clone contiguous cpu cuda detach double float half neg negative positive "
     "to type type_as"},
    {Way::kPointwise,
     "abs ceil clamp cos erf exp expm1 floor gelu log log10 log1p log2 reciprocal relu round rsqrt "
     "sigmoid sign silu sin softplus sqrt square tan tanh"},
    {Way::kSum, "add sub subtract"},
    {Way::kScaled, "mul multiply"},
    {Way::kQuotient, "div divide true_divide"},
    {Way::kMatrices, "matmul mm"},
    {Way::kWeighted, "linear"},
    {Way::kTransposed, "swapaxes swapdims transpose"},
    {Way::kViewed, "_unsafe_view reshape view"},
    {Way::kReduced, "sum"},
};

Way WayOf(absl::string_view operation) {
  for (const Row& row : kRows) {
    for (absl::string_view name : absl::StrSplit(row.names, ' ')) {
      if (name == operation) return row.way;
    }
  }
  return Way::kOther;
}

const Tensor* ShapeOf(const Value& value) {
  const Atom* const only = value.only();
  const bool is_known = only != nullptr && only->kind == Kind::kTensor && TensorOf(*only).has_rank;
  return is_known ? &TensorOf(*only) : nullptr;
}

std::optional<int64_t> NumberOf(const Operands& operands, size_t at) {
  const Atom* const only = at < operands.size() ? operands[at]->only() : nullptr;
  const bool is_number = only != nullptr && only->kind == Kind::kInteger && only->is_constant;
  return is_number ? std::optional(only->integer) : std::nullopt;
}

// One operand along one axis.
struct Part {
  const Value* value = nullptr;
  bool varies = false, is_same = false;  // Neither: nobody knows.
  Dimension cut = {};                    // From the back where the rank is known.
  Share share = Share::kPlain;
};

bool IsNumber(const Value& value) {
  return value.IsCertainly(Kind::kInteger) || value.IsCertainly(Kind::kReal) ||
         value.IsCertainly(Kind::kBool);
}

Part PartOf(const Value& value, absl::string_view axis) {
  Part part = {.value = &value};
  const AxisPlacement* const one = value.ranks() == nullptr ? nullptr : value.ranks()->Find(axis);
  if (one == nullptr) {
    part.is_same = IsNumber(value);
    return part;
  }
  part.varies = one->placement == Placement::kVarying;
  part.is_same = one->placement == Placement::kReplicated ||
                 one->placement == Placement::kInvariant || one->placement == Placement::kSize;
  part.cut = one->dimension;
  part.share = one->share;
  const Tensor* const shape = ShapeOf(value);
  if (part.cut && *part.cut >= 0 && shape != nullptr) {
    part.cut = *part.cut - static_cast<int>(shape->sizes.size());
  }
  return part;
}

// What a product of two is a part of.
Share Multiplied(const Part& a, const Part& b) {
  const bool is_summand = a.share == Share::kSummand || b.share == Share::kSummand;
  if (!is_summand) return Share::kPlain;
  if (a.varies && b.varies) return Share::kStray;
  return a.is_same || b.is_same ? Share::kSummand : Share::kPlain;
}

// Of two that are combined value by value. Counted from the front, dimensions move when the other
// one has more of them.
Dimension Paired(const Part& a, const Part& b) {
  if (a.cut && b.cut) return a.cut == b.cut ? a.cut : std::nullopt;
  const Part &cut = a.cut ? a : b, &other = a.cut ? b : a;
  const bool stays = other.is_same && cut.cut && (*cut.cut < 0 || IsNumber(*other.value));
  return stays ? cut.cut : std::nullopt;
}

void MultiplyMatrices(const Part& a, const Part& b, bool is_transposed, bool are_flat,
                      AxisPlacement& result) {
  result.share = Multiplied(a, b);
  if (result.share != Share::kPlain) return;
  const auto is_last = [&](const Part& part) {
    return part.cut && (*part.cut == -1 || (are_flat && *part.cut == 1));
  };
  // A weight has two dimensions.
  const bool is_flat = are_flat || is_transposed;
  const bool is_first_of_b = b.cut && (*b.cut == -2 || (is_flat && *b.cut == 0));
  const bool is_last_of_b = b.cut && (*b.cut == -1 || (is_flat && *b.cut == 1));
  const bool is_summed_in_b = is_transposed ? is_last_of_b : is_first_of_b;
  const bool stays_in_b = is_transposed ? is_first_of_b : is_last_of_b;
  if (is_last(a) && is_summed_in_b) {
    result.share = Share::kSummand;
  } else if (a.is_same && stays_in_b) {
    result.dimension = -1;
  } else if (b.is_same && a.cut && !is_last(a)) {
    const bool may_be_last = *a.cut >= 0 && !are_flat && *a.cut > 0;
    if (!may_be_last) result.dimension = a.cut;
  }
}

Dimension Transposed(const Part& part, const Operands& operands) {
  const std::optional<int64_t> i = NumberOf(operands, 1), j = NumberOf(operands, 2);
  if (!part.cut || !i || !j) return std::nullopt;
  const bool is_comparable = (*i < 0) == (*part.cut < 0) && (*j < 0) == (*part.cut < 0);
  const Tensor* const shape = ShapeOf(*part.value);
  if (!is_comparable && shape == nullptr) return std::nullopt;
  const auto rank = shape == nullptr ? int64_t{0} : static_cast<int64_t>(shape->sizes.size());
  const auto normal = [&](int64_t dim) { return !is_comparable && dim >= 0 ? dim - rank : dim; };
  const int64_t cut = normal(*part.cut), first = normal(*i), second = normal(*j);
  return static_cast<int>(cut == first ? second : cut == second ? first : cut);
}

// The last dimensions stay what they are as long as their sizes do.
Dimension Viewed(const Part& part, const Operands& operands) {
  const Tensor* const shape = ShapeOf(*part.value);
  const Atom* const list = operands.size() == 2 ? operands[1]->only() : nullptr;
  const bool is_list = list != nullptr && list->is_sized;
  if (!part.cut || *part.cut >= 0 || shape == nullptr) return std::nullopt;
  const size_t count = is_list ? list->parts.size() : operands.size() - 1;
  for (int back = 1; back <= -*part.cut; ++back) {
    const auto at = static_cast<int64_t>(count) - back;
    if (at < 0) return std::nullopt;
    const auto index = static_cast<size_t>(at);
    const Atom* const size = is_list ? list->parts[index].only() : operands[index + 1]->only();
    const std::optional<int64_t> old = shape->at(-back).constant();
    const bool is_kept = size != nullptr && size->kind == Kind::kInteger && size->is_constant &&
                         old && *old == size->integer;
    if (!is_kept) return std::nullopt;
  }
  return part.cut;
}

// sum() of parts, and sum(dim) over the dimension that is cut, is a summand of the whole sum.
Share Reduced(const Part& part, const Operands& operands) {
  if (part.share != Share::kPlain || !part.cut) return part.share;
  const std::optional<int64_t> dim = NumberOf(operands, 1);
  const bool is_summed = operands.size() == 1 || (dim && *dim == *part.cut);
  return is_summed ? Share::kSummand : Share::kPlain;
}

void RecutPair(Way way, const Part& a, const Part& b, bool are_flat, AxisPlacement& result) {
  switch (way) {
    case Way::kSum:
      if (a.share == b.share && a.varies && b.varies) result.share = a.share;
      result.dimension = Paired(a, b);
      return;
    case Way::kScaled:
    case Way::kQuotient:
      result.share = Multiplied(a, b);
      if (way == Way::kQuotient && b.share == Share::kSummand) result.share = Share::kStray;
      result.dimension = Paired(a, b);
      return;
    case Way::kMatrices:
    case Way::kWeighted:
      return MultiplyMatrices(a, b, way == Way::kWeighted, are_flat, result);
    default:
      return;
  }
}

void RecutOne(Way way, absl::string_view operation, const Part& part, const Operands& operands,
              AxisPlacement& result) {
  const bool is_linear = way != Way::kPointwise && way != Way::kOther;
  if (is_linear || part.share == Share::kPlain) result.share = part.share;
  if (!is_linear && part.share == Share::kSummand && way == Way::kPointwise) {
    result.share = Share::kStray;
  }
  if (way == Way::kSame || way == Way::kPointwise) result.dimension = part.cut;
  if (way == Way::kTransposed) result.dimension = Transposed(part, operands);
  if (way == Way::kViewed) result.dimension = Viewed(part, operands);
  if (way == Way::kReduced) result.share = Reduced(part, operands);
  const bool is_flat_cut = operation == "t" && part.cut && *part.cut >= -2 && *part.cut <= 1;
  if (is_flat_cut) result.dimension = *part.cut < 0 ? -3 - *part.cut : 1 - *part.cut;
}

}  // namespace

void Recut(absl::string_view operation, const Operands& operands, Ranks& result) {
  if (operands.empty()) return;
  const Way way = WayOf(operation);
  const bool is_pair = way == Way::kSum || way == Way::kScaled || way == Way::kQuotient ||
                       way == Way::kMatrices || way == Way::kWeighted;
  for (AxisPlacement& one : result.placements) {
    if (one.placement != Placement::kVarying) continue;
    one.dimension.reset();
    one.share = Share::kPlain;
    const Part first = PartOf(*operands[0], one.axis);
    if (!is_pair) {
      RecutOne(way, operation, first, operands, one);
    } else if (operands.size() == 2 || (operands.size() == 3 && way == Way::kWeighted &&
                                        operands[2]->IsCertainly(Kind::kNone))) {
      RecutPair(way, first, PartOf(*operands[1], one.axis), operation == "mm", one);
    } else if (operands.size() == 1 && way == Way::kSum) {
      one.share = first.share;  // +a, -a
    }
  }
}

}  // namespace allreview::understanding

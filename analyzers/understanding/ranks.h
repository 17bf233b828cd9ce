#ifndef ANALYZERS_UNDERSTANDING_RANKS_H_
#define ANALYZERS_UNDERSTANDING_RANKS_H_

// What is known of a value on other ranks: by axis, whether and how it differs.
//
//   Ranks rank = {.placements = {{"tp", Placement::kRank}}};     //
//   get_tensor_model_parallel_rank() rank.ToText()   ->  "tp: rank"
//
// An axis is a name: "tp", "dp", "world", what a mesh calls it, or `tp_group` in backticks for a
// group that nobody knows, after the value that holds it. What is not listed is unknown, and
// nothing is claimed of it: a value that nobody asked about has no Ranks at all.
//
// A process group or mesh is a value, too: `spans` are the axes that its members differ along.
// Factors are for readers; nothing is refused because of them.
//
// Plain data. A chain of joins ends: each one forgets axes.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::understanding {

// How a value lies on the ranks along an axis.
enum class Placement : unsigned char {
  kRank,      // A number of its own on each rank: get_rank().
  kRankText,  // Likewise, as text: os.environ["RANK"].
  kDiffers,   // Certainly not the same on all ranks: get_rank() == 0.
  kSize,      // How many ranks there are; the same on all.
  // What types say (spmd_types; Megatron's mappings give the same to gradients).
  kReplicated,  // The same on all; its gradient is a partial sum.
  kInvariant,   // The same on all, and so is its gradient.
  kVarying,     // May differ. With a dimension: the parts of one tensor.
  kPartial,     // The sum over the ranks is meant.
};

// What the varying values of a product are of which parts were multiplied.
enum class Share : unsigned char {
  kPlain,    // Values like others.
  kSummand,  // Their sum over the ranks is the product: the summed dimension was cut.
  kStray,    // Nothing: such a summand was multiplied by other parts before it was summed.
};

struct AxisPlacement {
  std::string axis = "";
  Placement placement = Placement::kVarying;
  std::optional<int> dimension = {};  // Of kVarying: the dimension that is cut.
  Share share = Share::kPlain;        // Of kVarying.
  friend bool operator==(const AxisPlacement&, const AxisPlacement&) = default;
};

// What a value was multiplied by on its way: {"|cp|", 1}, {"num_microbatches", -1}; "sum(dp)" of
// what was summed over ranks.
struct Factor {
  std::string name = "";
  int power = 1;
  friend bool operator==(const Factor&, const Factor&) = default;
};

struct Ranks {
  static constexpr size_t kMaxMeshes = 3;
  static constexpr size_t kMaxFactors = 6;

  std::vector<AxisPlacement> placements = {};  // Sorted by axis.
  std::vector<std::string> spans = {};         // Sorted. Of a group or mesh.
  // Of a mesh: its dimensions in their order, for each of the meshes that it may be. Sorted.
  std::vector<std::vector<std::string>> meshes = {};
  std::vector<Factor> factors = {};  // Sorted by name.

  bool is_empty() const {
    return placements.empty() && spans.empty() && meshes.empty() && factors.empty();
  }
  // Null: nothing is known.
  const AxisPlacement* Find(absl::string_view axis) const;
  void Set(AxisPlacement placement);
  // What holds of both.
  Ranks JoinedWith(const Ranks& other) const;
  // All that is known here is known there.
  bool Covers(const Ranks& other) const;
  // "tp: rank, dp: replicated", "over dp, cp", "scaled by |cp|/n".
  std::string ToText() const;
  size_t hash() const;
  friend bool operator==(const Ranks&, const Ranks&) = default;
};

// Of values, null for what nobody knows.
using SharedRanks = std::shared_ptr<const Ranks>;
SharedRanks JoinRanks(const SharedRanks& a, const SharedRanks& b);
bool AreSameRanks(const SharedRanks& a, const SharedRanks& b);

inline constexpr absl::string_view kWorld = "world";

// A process group, and a mesh with these dimensions.
Ranks GroupOver(std::vector<std::string> axes);
Ranks MeshOver(std::vector<std::string> dimensions);
// Factors of a product; of a quotient with `sign` -1. None: there are too many.
std::optional<std::vector<Factor>> Multiplied(const std::vector<Factor>& a,
                                              const std::vector<Factor>& b, int sign = 1);
// "|cp|/n".
std::string TextOf(const std::vector<Factor>& factors);

// Members of the group differ in their place along the axis: it is one of its own, or the group or
// the axis is the world.
bool SpansAxis(const std::vector<std::string>& spans, absl::string_view axis);

// "replicated", "sharded on dimension 1", "partial".
std::string NameOf(const AxisPlacement& placement);
// "R", "S(1)": as spmd_types writes it.
std::string SymbolOf(const AxisPlacement& placement);

// What an operation makes of tensors, by how it treats sums.
enum class Linearity : unsigned char {
  kUnknown,
  kNonlinear,
  kLinear,       // In all its operands together: a + b, cat, view.
  kMultilinear,  // In each operand alone: a * b, matmul.
};

// The type of a result along one axis, from those of the operands that have one; `has_number`:
// there is a Python number among them. Without `placement`: unknown, or an error when `why` is set.
struct Inferred {
  std::optional<Placement> placement = {};
  std::string why = {};
};
Inferred Infer(absl::string_view axis, const std::vector<Placement>& operands, bool has_number,
               Linearity linearity);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_RANKS_H_

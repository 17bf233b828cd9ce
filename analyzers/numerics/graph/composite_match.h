#ifndef ANALYZERS_NUMERICS_GRAPH_COMPOSITE_MATCH_H_
#define ANALYZERS_NUMERICS_GRAPH_COMPOSITE_MATCH_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// Functions of PyTorch that composites.h expands.
enum class Composite : uint8_t {
  kSoftmax,
  kLogSoftmax,
  kLogSumExp,
  kNormalize,
  kDeviation,
  kLayerNorm,  // Operands: x, weight and bias where they are.
  kRmsNorm,
  kBceWithLogits,       // Logits, target.
  kBinaryCrossEntropy,  // Probability, target.
  kXLogY,
  kCosineSimilarity,
  kCube,
  kInverseSquare,
};

// As PyTorch spells it: "log_softmax".
absl::string_view NameOf(Composite composite);
std::optional<Composite> CompositeByName(absl::string_view name);

// The nodes of a graph that one call of a composite became.
struct CompositeMatch {
  Composite composite = Composite::kSoftmax;
  std::vector<int> operands = {};
  double parameter = 0;          // eps, or the correction of a deviation.
  std::vector<int> inside = {};  // Nodes between the operands and the result.
};

// Finds composites by their structure: what CallTorch makes, whatever the text.
class CompositeFinder {
 public:
  explicit CompositeFinder(const Graph& graph);

  // The composite that ends in this node, or nullptr.
  const CompositeMatch* At(int node) const {
    return matches_[node].has_value() ? &*matches_[node] : nullptr;
  }
  // Whether the node is an intermediate value of a composite.
  bool IsInside(int node) const { return is_inside_[node]; }

 private:
  std::vector<std::optional<CompositeMatch>> matches_;
  std::vector<bool> is_inside_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_COMPOSITE_MATCH_H_

#ifndef ANALYZERS_NUMERICS_GRAPH_GRAPH_BUILDER_H_
#define ANALYZERS_NUMERICS_GRAPH_GRAPH_BUILDER_H_

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// What differs between the machines and releases that may run the code.
struct Semantics {
  enum class Device : uint8_t { kCuda, kCpu };
  Device device = Device::kCuda;
  // PyTorch 2.x, the minor number. Composites follow it (torch_functions.cc has the table).
  int minor_version = 11;
  // Inside torch.autocast: the format of its matrix products. Functions on autocast's fp32 list
  // compute in fp32.
  std::optional<Format> autocast = {};
};

// Largest graph that is measured; the program of such a graph fits a GPU's shared memory.
inline constexpr int kMaxNodes = 256;
inline constexpr int kMaxInputs = 8;

// The axis of a reduction, as written: dim=-1; or every element (no dim).
struct Axis {
  std::optional<int> dim = {};
  static Axis All() { return {}; }
};

// Makes a graph node by node. The first error sticks: later calls do nothing and return node 0, and
// Finish() reports it. So expansions read like the formula:
//
//   GraphBuilder graph;
//   int x = graph.AddInput({.name = "x"});
//   int e = graph.Apply(Operation::kExp, {x});
//   int sum = graph.Reduce(Operation::kSum, {e}, {-1}, {.keep_axis = true});
//   absl::StatusOr<Graph> softmax = graph.Finish({graph.Apply(Operation::kDivide, {e, sum})});
class GraphBuilder {
 public:
  explicit GraphBuilder(Semantics semantics = {}) : semantics_(semantics) {}

  const Semantics& semantics() const { return semantics_; }
  void set_autocast(std::optional<Format> format) { semantics_.autocast = format; }

  int AddInput(Input input);
  int Constant(double value);
  // start + step * position along the row axis, in the format under test unless cast.
  int Position(double start, double step);

  int Apply(Operation operation, std::initializer_list<int> inputs,
            std::array<double, 2> parameters = {});

  struct ReduceOptions {
    bool keep_axis = false;
    double parameter = 0;
  };
  int Reduce(Operation operation, std::initializer_list<int> inputs, Axis axis,
             ReduceOptions options);
  int Scan(Operation operation, int input, Axis axis);

  int CastTo(int node, Format format);
  int CastLike(int node, int like);
  int CastToTested(int node);  // To the format under test.
  int WidenToFp32(int node);   // Formats of 32 bits and more stay.
  // unsqueeze, or [..., None], after a reduction that removed its axis.
  int RestoreAxis(int node);

  // Text and place of nodes that are added from now on, until the next call.
  void SetSource(absl::string_view text, Place place);

  // The value of a node that is a constant (folded through casts and negation).
  std::optional<double> ConstantValue(int node) const;

  const Node& node(int index) const { return graph_.nodes[index]; }
  const Input& input(int index) const { return graph_.inputs[index]; }
  int size() const { return static_cast<int>(graph_.nodes.size()); }

  // Keeps the first error. Returns 0, so that `return Fail(…)` ends an expansion.
  int Fail(absl::Status status);
  const absl::Status& status() const { return status_; }

  // The graph without nodes that no output needs. `text`: of the whole expression. Inputs that are
  // not needed stay out as well. The builder is spent.
  absl::StatusOr<Graph> Finish(const std::vector<int>& outputs, std::string text = "");

 private:
  int Add(Node node);
  bool TakeAxis(Axis axis);

  Semantics semantics_;
  Graph graph_;
  absl::Status status_;
  std::optional<Axis> axis_;
  std::string text_;
  Place place_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_GRAPH_BUILDER_H_

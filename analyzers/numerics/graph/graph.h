#ifndef ANALYZERS_NUMERICS_GRAPH_GRAPH_H_
#define ANALYZERS_NUMERICS_GRAPH_GRAPH_H_

// A tensor expression as PyTorch would run it: operations in single-assignment form.
//
// Every tensor is seen as rows of T elements; the row axis is the one that the expression reduces
// along, and all other axes are batch. So a value has one of three extents: an element for each
// position of each row, one number for each row (what a reduction gives), or one number for all.
//
// Formats are left open where the code leaves them open: a graph is lowered (program/lower.h) once
// for each format under test, and once more at fp64 for the reference.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/graph/operations.h"

namespace allreview::numerics {

enum class Extent : uint8_t { kScalar, kRow, kElement };

// How PyTorch's type promotion treats a value: a tensor with dimensions decides, a tensor without
// (shape []) only among its like, and a Python number never changes a floating format.
enum class Rank : uint8_t { kNumber, kZeroDimensional, kDimensional };

// What a value stands for; decides the ranges that count as realistic.
enum class Role : uint8_t {
  kActivation,
  kLogit,
  kLogProbability,
  kProbability,
  kGradient,
  kPosition,
  kNormWeight,
  kWeight,
  kLossScale,
  kSecondMoment,  // Running mean of squared gradients, and other sums of squares.
  kVariance,
  kMask,  // 0 or 1.
  kEpsilon,
  kCountOf,  // A positive integer.
  kLabel,
};

// A family of numbers. Sampled in fp64, then rounded to the format of the input.
struct Distribution {
  enum class Kind : uint8_t {
    kNormal,              // a: mean, b: standard deviation.
    kUniform,             // [a, b).
    kLogUniform,          // Either sign; exponents (base 2) from a to b, both possible.
    kLogUniformPositive,  // The same, positive.
    kConstant,            // a.
    kPosition,            // a, a + 1, a + 2… along the row.
    kBernoulli,           // 1 with probability a, else 0.
    kInteger,             // Whole numbers from a to b, both possible.
  };
  Kind kind = Kind::kNormal;
  double a = 0;
  double b = 1;

  bool operator==(const Distribution&) const = default;
};

struct Input {
  std::string name = {};  // As in the source: "x", "self.weight".
  Role role = Role::kActivation;
  Extent extent = Extent::kElement;
  Rank rank = Rank::kDimensional;
  std::optional<Format> format = {};  // Unset: the format under test.
  // Set: only these numbers; else the strata of its role.
  std::optional<Distribution> distribution = {};
  // Ranges that the code itself proves: assert x > 0, x.clamp(min=…) before, a mask.
  std::optional<double> minimum = {};
  std::optional<double> maximum = {};
};

// The place in the text that the graph was read from.
struct Place {
  int line = 0;   // 1-based; 0: unknown.
  int begin = 0;  // Byte offsets into the text of the file or expression.
  int end = 0;
};

struct Node {
  Operation operation = Operation::kConstant;
  std::vector<int> inputs = {};  // Indices of earlier nodes.
  Extent extent = Extent::kElement;
  Rank rank = Rank::kDimensional;
  // The row axis is gone (a reduction without keepdim): such a value does not broadcast with
  // elements.
  bool is_axis_removed = false;
  // kCast only: the format wanted, or the node whose format is wanted, or neither: that under test.
  std::optional<Format> format = {};
  int like = -1;
  // kCast only: formats that are wider already stay as they are.
  bool is_widening = false;
  std::array<double, 2> parameters = {};
  int input = -1;  // kInput: index into Graph::inputs.
  std::string text =
      {};  // As in the source, or the name of the function that it was expanded from.
  Place place = {};
};

// Along which axis the expression reduces; decides the order of CUDA's scans.
enum class RowAxis : uint8_t { kNone, kInnermost, kOuter, kUnknown };

struct Graph {
  std::vector<Node> nodes = {};
  std::vector<Input> inputs = {};
  std::vector<int> outputs = {};  // Indices of nodes = {}; at least one.
  RowAxis axis = RowAxis::kNone;
  std::string text = {};  // Of the expression, as written.
  // The axis as written, dim=-1. Unset: there are no rows, or they are of every element.
  std::optional<int> dim = {};

  // Whether values of one row depend on each other (there is a reduction, scan or position).
  bool HasRows() const;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_GRAPH_H_

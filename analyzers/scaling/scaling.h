#ifndef ANALYZERS_SCALING_SCALING_H_
#define ANALYZERS_SCALING_SCALING_H_

// How the time and the memory of one function grow with the sizes that it works on.
//
//   // B, T, C = x.shape
//   // edge = torch.zeros(B, T, K, C, C)
//   // for t in range(T): for k in range(1, K): edge[:, t, k] = score(x, t, k)
//   FunctionScaling scaling = ScalingOf(module, function, values);
//   scaling.time    ->  {B·C^2·K·T}
//   scaling.memory  ->  {B·C^2·K·T}
//   scaling.terms   ->  the allocation, the inner loop…
//
// Read from the text of the function alone: loops over ranges, tensors and lists, shapes of what is
// allocated, operations of torch whose cost is known. What it calls beside these counts as one
// step; loops whose end cannot be seen (`while queue:`) count once. Memory is what a call allocates
// and keeps at the same time: what a loop makes and drops again counts once, what it appends counts
// as often as it runs. What autograd keeps is not counted.
//
// Linear in the size of the function up to the depth of formulas. Pure; `values` belongs to one
// thread.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/python/values.h"
#include "analyzers/scaling/size.h"

namespace allreview::scaling {

struct Term {
  enum class Kind { kLoop, kAllocation, kOperation, kGrowingList };
  Kind kind = Kind::kLoop;
  python::Node node;                   // Of a loop its statement or clause.
  Product time = {};                   // With the loops around it.
  std::optional<Product> memory = {};  // Nothing: it makes nothing that counts.
  int64_t coefficient = 1;             // Constant factor of `memory`.
  int element_bytes = 0;               // Of the dtype that it is given; 0: not known.
};

// Numbers of parts by the formulas that some function of a file computes them by: "num_chunks" is
// T/chunk_size wherever a shape or a parameter has the name. Without those that functions compute
// in several ways.
using Aliases = std::map<std::string, Size>;
Aliases AliasesOf(const python::Module& module, const python::Values& values);

struct FunctionScaling {
  // Those that no other one dominates, the fastest growing first. {1}: it does not grow.
  std::vector<Product> time, memory;
  // What grows, the fastest first; loops only that no other term of theirs outgrows.
  std::vector<Term> terms;
  // Loops over parts of what an outer loop runs over, as in `for p in layer.parameters()` inside of
  // `for layer in layers`, do not count: together they see everything once.
  int degree = 0;
};

FunctionScaling ScalingOf(const python::Module& module, const python::Definition& function,
                          const python::Values& values, const Aliases& aliases = {});

// Above linear, or it allocates something of two dimensions or more.
bool IsWorthShowing(const FunctionScaling& scaling);

}  // namespace allreview::scaling

#endif  // ANALYZERS_SCALING_SCALING_H_

#ifndef ANALYZERS_SCALING_OPERATIONS_H_
#define ANALYZERS_SCALING_OPERATIONS_H_

// What one expression of torch, numpy or Python costs by itself, without the loops around it.

#include <optional>

#include "analyzers/python/module.h"
#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {

struct OperationCost {
  Size time;
  std::optional<Size> memory = {};  // Elements that it allocates.
  bool is_allocation = false;       // Making a tensor is all that it does.
};

// A call, a binary operator or a comparison. Nothing: it costs one step, or nobody knows.
std::optional<OperationCost> CostOf(const SizeReader& reader, python::Node expression);

// What runs for each item of a list: `x in items`, `items.index(x)`, `items.insert(0, x)`. The size
// of the list. Nothing: it is none of these.
std::optional<Size> ListScan(const SizeReader& reader, python::Node expression);

// Bytes of an element by the dtype that a call is given; 0: not known.
int ElementBytes(const SizeReader& reader, python::Node call);

}  // namespace allreview::scaling

#endif  // ANALYZERS_SCALING_OPERATIONS_H_

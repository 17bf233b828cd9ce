#ifndef ANALYZERS_RULES_SHARED_GRADIENT_FLOW_H_
#define ANALYZERS_RULES_SHARED_GRADIENT_FLOW_H_

// Whether a value holds on to the graph that computed it, and where values are added up.
//
//   // peak = scores.abs().max(); self.peak = torch.maximum(self.peak, peak)
//   CarriesGraph(file, peak)   ->  kYes in the forward of a module, kNo behind .detach()
//
// By the text of one function; pure.

#include <vector>

#include "analyzers/rules/rule.h"

namespace allreview::rules {

enum class Graph { kNo, kUnknown, kYes };

// kYes: computed of a parameter of a module's forward or of a module's weights; kNo: detached, no
// tensor, a tensor that cannot have a gradient, or under no_grad.
Graph CarriesGraph(const FileContext& file, Node expression);

// `x += y`, `x = x + y`, `x = torch.maximum(x, y)`, `x = torch.cat([x, y])`, `x.append(y)`.
struct Accumulation {
  Node statement = {};             // assignment, augmented_assignment or call.
  Node target = {};                // x: identifier, attribute or subscript.
  std::vector<Node> addends = {};  // y.
  bool is_list = false;            // x.append(y)
  // A function of torch takes the addends, or a method of a tensor: they are tensors.
  bool is_of_tensors = false;
  explicit operator bool() const { return static_cast<bool>(statement); }
};
Accumulation AccumulationAt(const FileContext& file, Node node);

// Loops around the node within its function, innermost first.
std::vector<Node> LoopsAround(Node node);
// Operands of x.backward(), scaler.scale(x).backward(), engine.backward(x) in the code.
std::vector<Node> BackwardOperandsIn(Node code);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_GRADIENT_FLOW_H_

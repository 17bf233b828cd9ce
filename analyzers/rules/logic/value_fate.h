#ifndef ANALYZERS_RULES_LOGIC_VALUE_FATE_H_
#define ANALYZERS_RULES_LOGIC_VALUE_FATE_H_

// What becomes of the values that a function gives its locals.
//
//   for (const Local& local : LocalsOf(module, body, [](BindingRange bindings) { return true; })) {
//     const Fate fate = FateOf(flow, flow.PointOf(binding.node), reads, stores, steps);
//     if (!fate.is_read) ...
//   }

#include <functional>
#include <vector>

#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::logic {

// A local name of a function and its uses there.
struct Local {
  python::Scopes::BindingRange bindings;
  std::vector<Node> reads = {};  // In source order, the name's own bindings left out.
  bool is_shared = false;        // Inner functions use it, too.
};

// Those that `wants` accepts and no inner function uses.
std::vector<Local> LocalsOf(const python::Module& module, Node body,
                            const std::function<bool(python::Scopes::BindingRange)>& wants);

// `name = value` as a statement of its own. Null: the binding is something else.
Node PlainAssignment(const python::Binding& binding);

// Steps over the graph, for all values of one function.
inline constexpr int kMaxFateSteps = 100'000;

// What becomes of a value on the paths behind its assignment.
struct Fate {
  bool is_read = false, is_kept = false;  // Kept: the function ends with it.
  std::vector<python::ControlFlow::Point> killers;
};

// `reads` and `stores` are sorted. When no steps are left, the value counts as read.
Fate FateOf(const python::ControlFlow& flow, python::ControlFlow::Point from,
            const std::vector<python::ControlFlow::Point>& reads,
            const std::vector<python::ControlFlow::Point>& stores, int& steps);

// Sorted.
std::vector<python::ControlFlow::Point> PointsOf(const python::ControlFlow& flow,
                                                 const std::vector<Node>& nodes);

// Decorators that nobody knows may give assignments a meaning of their own, as languages for
// kernels do.
bool IsPlainPython(const python::Module& module, const python::Definition& function);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_VALUE_FATE_H_

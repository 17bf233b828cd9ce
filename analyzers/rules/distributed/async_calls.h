#ifndef ANALYZERS_RULES_DISTRIBUTED_ASYNC_CALLS_H_
#define ANALYZERS_RULES_DISTRIBUTED_ASYNC_CALLS_H_

// Asynchronous operations of torch.distributed in one function: what each one works on, where its
// handle goes, and what the function does with the name that holds it.
//
//   for (const AsyncCall& op : AsyncCallsIn(module, function)) {
//     if (op.handle.kind != Handle::Kind::kLocal) continue;
//     const HandleUses uses = UsesOf(module, function, op.handle.name);
//     if (uses.waits.empty() && uses.others.empty()) ...   nobody waits
//   }

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

struct Handle {
  enum class Kind {
    kDropped,    // The call is a statement, or its result is bound to `_`.
    kLocal,      // `name` is a variable of the function.
    kContainer,  // `name` is a variable that holds a list, dict or set made in the function, also
                 // when the handle goes there through a variable of its own.
    kElsewhere,  // Returned, stored in an object, an argument...: others may wait.
  };
  Kind kind = Kind::kElsewhere;
  python::Node name = {};  // The identifier that is bound, or appended to.
};

struct AsyncCall {
  python::Node call;
  std::string op;  // "all_reduce", "irecv".
  // Tensors or lists; null: none. Until the wait the content of one is not certain, and that of the
  // other must not change. Both may be the same node.
  python::Node written = {};
  python::Node read = {};
  Handle handle = {};
};

// Names of the operations that can be asynchronous, for Rule.names.
inline constexpr absl::string_view kAsynchronousNames =
    "_all_gather_base _reduce_scatter_base all_gather all_gather_coalesced all_gather_into_tensor "
    "all_reduce all_reduce_coalesced all_to_all all_to_all_single barrier batch_isend_irecv "
    "broadcast gather irecv isend reduce reduce_scatter reduce_scatter_tensor scatter";

// Calls of the function itself, in source order, at most 100. `async_op` must be the literal True.
// Calls inside a `with _coalescing_manager(...)` are not among them: the manager holds their
// handle.
std::vector<AsyncCall> AsyncCallsIn(const python::Module& module, python::Node function);

// Mentions of a local variable, but for those that bind it.
struct HandleUses {
  std::vector<python::Node> waits;  // x.wait(), `for h in x`.
  std::vector<python::Node> tests;  // `if x`, `x is None`, `len(x)`.
  std::vector<python::Node>
      stores;  // x.append(...), x[k] = ..., del x: says nothing of the handle.
  std::vector<python::Node> others;  // Anything else: it may be waited on there.
  std::vector<python::Node> bindings;
  bool is_captured = false;  // Some are in a nested function or a lambda, also among `others`.

  bool IsWaited() const { return !waits.empty() || !others.empty(); }
};
HandleUses UsesOf(const python::Module& module, python::Node function, python::Node name);

// Points of the function after which the operation is no concern: every mention that may wait or
// tests the handle, the conditions and loops around these that are not around the call, and
// torch.cuda.synchronize().
std::vector<python::ControlFlow::Point> WaitingPoints(const python::Module& module,
                                                      const python::ControlFlow& flow,
                                                      python::Node function, const AsyncCall& op,
                                                      const HandleUses& uses);

// Conditions that a path of `flow` decides on its way.
std::vector<python::ControlFlow::Decision> DecisionsOn(
    const python::ControlFlow& flow, const std::vector<python::ControlFlow::Point>& path);
// The decisions share a name: whether both can hold together is not known.
bool AreRelated(const std::vector<python::ControlFlow::Decision>& a,
                const std::vector<python::ControlFlow::Decision>& b);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_ASYNC_CALLS_H_

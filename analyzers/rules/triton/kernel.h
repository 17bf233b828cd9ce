#ifndef ANALYZERS_RULES_TRITON_KERNEL_H_
#define ANALYZERS_RULES_TRITON_KERNEL_H_

// A Triton kernel, as its rules look at it: parameters, memory accesses, what a value is made of,
// and who launches it.
//
//   std::optional<Kernel> kernel = FindKernel(file.module(), function_definition);
//   for (const MemoryAccess& access : kernel->Accesses()) {
//     if (access.IsLoad() && !access.mask) ...
//   }
//
// The kernel's code is read without its order: a name stands for all values that it gets. Points
// into the module, which must outlive it.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/shared/local_values.h"

namespace allreview::rules {

// One call of tl.load, tl.store or tl.atomic_*.
struct MemoryAccess {
  absl::string_view op;  // "load", "store", "atomic_add"...
  python::Node call;
  python::Node pointer;
  python::Node value = {};          // In a store or an atomic operation.
  python::Node mask = {};           // Null: none.
  python::Node other = {};          // In a load. Null: none.
  bool has_boundary_check = false;  // Block pointers.
  bool IsLoad() const { return op == "load"; }
};

class Kernel {
 public:
  Kernel(const python::Module& module, const python::Definition& definition);

  const python::Module& module() const { return module_; }
  const python::Definition& definition() const { return definition_; }
  // Nodes of the body, in source order.
  const std::vector<python::Node>& nodes() const { return nodes_; }
  // The call of triton.autotune among the decorators. Null: none.
  python::Node autotune() const;
  // Null: no parameter of that name.
  const python::Parameter* FindParameter(absl::string_view name) const;
  bool IsConstexpr(absl::string_view parameter) const;

  std::vector<MemoryAccess> Accesses() const;
  // Name of the parameter that the pointer begins with: "x_ptr" for `x_ptr + row * stride + cols`,
  // also through locals. Empty: none.
  absl::string_view BaseOfPointer(python::Node pointer) const;

  using Search = LocalValues::Search;
  // What a name is assigned in the kernel, in source order.
  const std::vector<python::Node>& ValuesOf(absl::string_view name) const {
    return values_.Of(name);
  }
  // As LocalValues.
  python::Node FindBehind(python::Node expression,
                          const std::function<Search(python::Node)>& test) const {
    return values_.FindBehind(expression, test);
  }

  // Calls `kernel[grid](...)` of this file.
  std::vector<python::Node> Launches() const;
  // What a launch passes for a parameter, by position or name. Null: nothing, or stars hide it.
  python::Node ArgumentFor(python::Node launch, absl::string_view parameter) const;

 private:
  const python::Module& module_;
  const python::Definition& definition_;
  std::vector<python::Node> nodes_;
  LocalValues values_;
};

// The decorator of each kernel holds it.
inline constexpr absl::string_view kKernelNames = "jit";
// nullopt: the function_definition is no kernel.
std::optional<Kernel> FindKernel(const python::Module& module, python::Node function_definition);

// "load" for `tl.load(...)`, "exp" for `tl.math.exp(...)`; empty: no function of triton.language.
absl::string_view TritonOp(const python::Module& module, python::Node call);

// A size that whoever tunes the kernel chooses, by its name: BLOCK_M, TILE, BK, C_PAD.
bool IsTileSize(absl::string_view name);
// The constant stands for minus infinity: -float("inf"), NEG_INF, -1e9.
bool IsSentinel(python::Node expression);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_TRITON_KERNEL_H_

#ifndef ANALYZERS_RULES_GRADIENTS_AUTOGRAD_FUNCTION_H_
#define ANALYZERS_RULES_GRADIENTS_AUTOGRAD_FUNCTION_H_

// A class that derives from torch.autograd.Function, as its rules look at it.
//
//   std::optional<AutogradFunction> function = FindAutogradFunction(module, class_node);
//   if (!function || function->backward == nullptr) return;
//   for (const ContextUse& use : function->UsesOfContext()) ...
//
// Only classes whose own base list names torch.autograd.Function are found: what a base in another
// file adds is not guessed. Points into the module, which must outlive it.

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

// Last parts of the names by which such classes name their base.
inline constexpr absl::string_view kAutogradFunctionNames = "Function InplaceFunction";

// A place where a method of the class touches its context.
struct ContextUse {
  enum class Kind {
    kRead,     // ctx.scale
    kStore,    // ctx.scale = ...
    kCall,     // ctx.mark_dirty(x): `node` is the attribute, `call` the call.
    kEscapes,  // ctx is passed on, stored or asked by name: anybody may set anything.
  };
  Kind kind = Kind::kRead;
  absl::string_view attribute = {};  // Empty: kEscapes.
  python::Node node = {};            // The attribute; with kEscapes the identifier.
  python::Node call = {};
  const python::Definition* method = nullptr;
};

struct AutogradFunction {
  const python::Module* module = nullptr;
  const python::Definition* definition = nullptr;  // The class.
  // Null: not defined here, or more than once or conditionally.
  const python::Definition* forward = nullptr;
  const python::Definition* backward = nullptr;
  const python::Definition* setup_context = nullptr;
  bool has_other_bases = false;

  // Uses of the first parameter in forward, backward, setup_context (there too) and the functions
  // inside of them, in source order.
  std::vector<ContextUse> UsesOfContext() const;
  // Parameters of forward that apply() fills: without the context.
  std::vector<python::Parameter> Inputs() const;
  // The context's name in a method; empty: it has none (forward beside setup_context).
  absl::string_view ContextOf(const python::Definition& method) const;
};

// Null: the class_definition is no such class.
std::optional<AutogradFunction> FindAutogradFunction(const python::Module& module,
                                                     python::Node class_definition);
// The same for an expression that names the class in this module: `Scale`, `ops.Scale`.
std::optional<AutogradFunction> ResolveAutogradFunction(const python::Module& module,
                                                        python::Node expression);
// The class around a node, when it is such a class.
std::optional<AutogradFunction> EnclosingAutogradFunction(const python::Module& module,
                                                          python::Node node);

// The definition has a decorator of that dotted name, called or not.
bool HasDecorator(const python::Module& module, const python::Definition& definition,
                  absl::string_view dotted_name);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_GRADIENTS_AUTOGRAD_FUNCTION_H_

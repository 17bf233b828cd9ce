#include "analyzers/moves/bindings.h"

#include <cstdint>

#include "analyzers/repository/dotted_names.h"

namespace allreview::moves {

python::Node BindingIn(const python::Module& module, absl::string_view name) {
  uint32_t scope = 0;
  const absl::string_view owner = repository::OwnerOf(name);
  if (!owner.empty()) {
    const python::Definition* const around = module.FindDefinition(owner);
    if (around == nullptr) return python::Node();
    scope = module.scopes().ScopeOf(around->body.named_child(0));
  }
  python::Node last;
  for (const python::Binding& binding :
       module.scopes().BindingsOf(scope, repository::SimpleName(name))) {
    if (binding.kind != python::Binding::Kind::kDelete) last = binding.node;
  }
  return last;
}

}  // namespace allreview::moves

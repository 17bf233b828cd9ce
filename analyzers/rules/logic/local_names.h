#ifndef ANALYZERS_RULES_LOGIC_LOCAL_NAMES_H_
#define ANALYZERS_RULES_LOGIC_LOCAL_NAMES_H_

#include <algorithm>
#include <cstdint>

#include "analyzers/python/scopes.h"

namespace allreview::rules::logic {

// Calls visit(bindings) for each name that the scope binds, with all its bindings there in source
// order. Never empty.
template <typename Visit>
void ForEachName(const python::Scopes& scopes, uint32_t scope, const Visit& visit) {
  const python::Binding* const all = scopes.bindings().data();
  const python::Binding* const end = all + scopes.bindings().size();
  const python::Binding* first = std::lower_bound(
      all, end, scope,
      [](const python::Binding& binding, uint32_t value) { return binding.scope < value; });
  while (first != end && first->scope == scope) {
    const python::Binding* const last =
        std::find_if(first, end, [first, scope](const python::Binding& binding) {
          return binding.scope != scope || binding.name != first->name;
        });
    visit(python::Scopes::BindingRange{first, last});
    first = last;
  }
}

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_LOCAL_NAMES_H_

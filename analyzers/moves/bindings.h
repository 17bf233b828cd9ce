#ifndef ANALYZERS_MOVES_BINDINGS_H_
#define ANALYZERS_MOVES_BINDINGS_H_

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::moves {

// What binds a qualified name, "f" or "Class.f", in its place of the module: the last definition,
// import or assignment. Null: nothing does.
python::Node BindingIn(const python::Module& module, absl::string_view name);

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_BINDINGS_H_

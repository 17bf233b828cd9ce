#ifndef ANALYZERS_EXTENSIONS_LOADED_MODULES_H_
#define ANALYZERS_EXTENSIONS_LOADED_MODULES_H_

// Extensions that Python builds and loads itself:
//
//   class ScaleBuilder(OpBuilder):
//       def sources(self):
//           return ["csrc/scale.cpp", "csrc/scale.cu"]
//
//   ops = ScaleBuilder().load()
//   ops.scale(x)
//
// The class stands for the module. Pure.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/facts.h"

namespace allreview::extensions {

// What follows the class in the name of such a module.
inline constexpr absl::string_view kLoadedSuffix = "().load()";

struct LoadedCall {
  std::string builder;  // "ScaleBuilder".
  std::string name;     // "scale".
  repository::CallFacts call;
};

// Calls of what `Builder().load()` certainly gave: at once, by a name or by an attribute of self
// that is never anything else but None. In source order.
std::vector<LoadedCall> CallsOfLoadedModules(const python::Module& module);

// C++ files that `sources` of a class of that name lists as literals. Empty: it has no such method.
std::set<std::string> SourcesOfBuilder(const python::Module& module, absl::string_view class_name);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_LOADED_MODULES_H_

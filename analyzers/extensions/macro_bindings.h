#ifndef ANALYZERS_EXTENSIONS_MACRO_BINDINGS_H_
#define ANALYZERS_EXTENSIONS_MACRO_BINDINGS_H_

// Bindings that macros of the file itself make:
//
//   #define DEF_OPS(suffix, type) m.def("scale_" #suffix, &scale<type>);
//   PYBIND11_MODULE(ops, m) { DEF_OPS(fp32, float) }

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/unit.h"

namespace allreview::extensions {

// The source with such calls replaced by what they stand for, each on the line of its call. Empty:
// there are none, or they would fill more than twice the file and 1 MiB.
std::string WithBindingsExpanded(const cpp::Unit& unit);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_MACRO_BINDINGS_H_

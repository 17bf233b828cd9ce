#ifndef ANALYZERS_RULES_CPP_EXTENSION_CALLS_H_
#define ANALYZERS_RULES_CPP_EXTENSION_CALLS_H_

// What rules about bindings share: what a call, a binding and a C++ function have to do with the
// change, and how it is said.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/extensions/extensions.h"
#include "analyzers/rules/cpp_context.h"

namespace allreview::rules {

// Null: the change has nothing to do with bindings, or the repository is not wholly known.
std::shared_ptr<extensions::Extensions> ExtensionsAround(ChangeContext& change);

// Why the call fits none of the bindings that it may mean. nullopt: it may fit.
std::optional<extensions::Misfit> CertainMisfit(const extensions::PythonCall& call,
                                                const std::vector<const extensions::Bound*>& bound);

// "csrc/ops.cpp:12".
std::string PlaceOf(const extensions::Bound& bound);
std::string PlaceOf(const extensions::PythonCall& call);
Range RangeOf(const extensions::PythonCall& call);

// A node of a changed file that stands for a binding or a function.
struct CppSpot {
  const AnalysedCppFile* file = nullptr;
  cpp::Node node = {};
};
// Of a binding: the string that names it; `side` says which version of the file. Null: the change
// leaves the file alone.
CppSpot SpotOf(ChangeContext& change, const extensions::Bound& bound, Side side);
// The header of a function.
CppSpot SpotOf(ChangeContext& change, const extensions::FoundFunction& found, Side side);
// The first of the spots whose binding or header has new lines. Null: none.
const CppSpot* Changed(const std::vector<CppSpot>& spots);
// The finding stands at the spot, which Changed() gave.
void ReportAt(ChangeContext& change, const CppSpot& spot, CppObservation observation);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CPP_EXTENSION_CALLS_H_

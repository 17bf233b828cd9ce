#ifndef ANALYZERS_UNDERSTANDING_FILE_PATHS_H_
#define ANALYZERS_UNDERSTANDING_FILE_PATHS_H_

// What is known of objects of pathlib.Path: their attributes and operators. Private to this folder;
// what their methods return stands in the table of the library (library_results.cc).
//
//   AttributeOfPath(path, "parent", place)   ->  instance of pathlib.Path
//   OperatePaths(Operator::kAdd, path, text, place)  ->  impossible: it raises
//
// Source: the Python Library Reference, up to Python 3.14. Pure.

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

inline constexpr absl::string_view kPathClass = "pathlib.Path";

bool IsPath(const Atom& atom);
// Impossible: paths have no such attribute.
Value AttributeOfPath(const Atom& path, absl::string_view name, Place place);
// One of the two is a path. Impossible: the operator refuses them.
Value OperatePaths(ir::Operator op, const Atom& a, const Atom& b, Place place);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_FILE_PATHS_H_

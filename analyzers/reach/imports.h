#ifndef ANALYZERS_REACH_IMPORTS_H_
#define ANALYZERS_REACH_IMPORTS_H_

// Whether a file imports a module.

#include "absl/strings/string_view.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

// It imports the module, or something in it or below it. Absolute.
bool Imports(const repository::IndexedFile& importer, absl::string_view module);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_IMPORTS_H_

#ifndef ANALYZERS_RULES_LOGIC_WELL_KNOWN_IMPORTS_H_
#define ANALYZERS_RULES_LOGIC_WELL_KNOWN_IMPORTS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::rules::logic {

// The import of what everybody imports under the same name: of "np" `import numpy as np`. Empty:
// none.
std::string WellKnownImport(absl::string_view name);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_WELL_KNOWN_IMPORTS_H_

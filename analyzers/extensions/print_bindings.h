#ifndef ANALYZERS_EXTENSIONS_PRINT_BINDINGS_H_
#define ANALYZERS_EXTENSIONS_PRINT_BINDINGS_H_

// Every binding of the repository after a change, how it was matched with its C++ function, how
// many Python calls get there, and which of them do not fit; then the sums. One fact a line.

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/extensions/extensions.h"

namespace allreview::extensions {

std::string PrintBindings(Extensions& extensions, repository::RepositoryIndex& index);

// "(x, by=…, *, fast)".
std::string Describe(const Signature& signature);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_PRINT_BINDINGS_H_

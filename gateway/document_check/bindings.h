#ifndef GATEWAY_DOCUMENT_CHECK_BINDINGS_H_
#define GATEWAY_DOCUMENT_CHECK_BINDINGS_H_

// Whether a Python file binds a name, read without a parser of ours: as somebody would who looks
// with grep. Pure.

#include "absl/strings/string_view.h"

namespace allreview::document_check {

// `name` is "f", "Class.method" or "--flag": a definition, an assignment or an import at the level
// of the module, or below the class.
bool Binds(absl::string_view source, absl::string_view name);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_BINDINGS_H_

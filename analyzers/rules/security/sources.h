#ifndef ANALYZERS_RULES_SECURITY_SOURCES_H_
#define ANALYZERS_RULES_SECURITY_SOURCES_H_

// Where data of dangerous calls comes from, and where such calls stand.

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

// Nothing in the expression comes from outside of the program's text: literals, constants that
// certainly have their value, and sums and formats of such.
bool IsConstantText(const python::Module& module, python::Node expression);

// Text of a literal string, also through a name that certainly has it. Empty: none.
absl::string_view ConstantString(const python::Module& module, python::Node expression);

// A buffer in memory that the same function fills: io.BytesIO() without content, or content that
// `writer` ("dumps", "save") made there.
bool IsOwnBuffer(const python::Module& module, python::Node source, absl::string_view writer);

// In the handler of a try whose body mentions `word`: the fallback for releases that do not know
// it.
bool IsFallbackWithout(python::Node call, absl::string_view word);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SECURITY_SOURCES_H_

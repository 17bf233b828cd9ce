#ifndef ANALYZERS_UNDERSTANDING_BUILTIN_ATTRIBUTES_H_
#define ANALYZERS_UNDERSTANDING_BUILTIN_ATTRIBUTES_H_

// Attributes of Python's builtin types. Private to this folder.

#include "absl/strings/string_view.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// "str" of kText, "" of what is no value of a builtin type.
absl::string_view BuiltinTypeName(Atom::Kind kind);

// False: values of that kind certainly have no such attribute, in any version of Python from 3.8 to
// 3.14. Names with two underscores at the front are never missing.
bool MayHaveAttribute(Atom::Kind kind, absl::string_view name);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_BUILTIN_ATTRIBUTES_H_

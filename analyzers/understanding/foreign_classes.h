#ifndef ANALYZERS_UNDERSTANDING_FOREIGN_CLASSES_H_
#define ANALYZERS_UNDERSTANDING_FOREIGN_CLASSES_H_

// Classes that are defined elsewhere and that a class of the program may have as bases: Python's
// own, and those of torch whose attributes are all declared.
//
//   IsKnownBase("torch.nn.Module")                   ->  true
//   BaseHasAttribute("builtins.ValueError", "args")  ->  true
//
// By absolute names. Names that begin with two underscores, which any object may have, are not
// listed. Pure.

#include "absl/strings/string_view.h"

namespace allreview::understanding {

// All that it gives its subclasses and their objects is known.
bool IsKnownBase(absl::string_view name);
// Of a known base.
bool BaseHasAttribute(absl::string_view name, absl::string_view attribute);
// A base of enumerations.
bool IsEnumerationBase(absl::string_view name);
// Members of such an enumeration compare as what they are, not as their values.
bool IsPlainEnumerationBase(absl::string_view name);
// A call of the method returns the object that it is called on: "to" of torch.nn.Module.
bool ReturnsItsObject(absl::string_view base, absl::string_view method);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_FOREIGN_CLASSES_H_

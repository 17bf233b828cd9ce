#ifndef ANALYZERS_UNDERSTANDING_LIBRARY_H_
#define ANALYZERS_UNDERSTANDING_LIBRARY_H_

// What functions of Python's standard library return. Private to this folder.
//
//   ReturnOfLibrary("re.search", arguments, place)  ->  instance of re.Match | None
//   ReturnOfMethod(dict, "builtins.dict.get", arguments, place)
//
// Sources: the Python Library Reference. None: nobody knows.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

std::optional<Value> ReturnOfLibrary(absl::string_view name,
                                     const std::vector<CallArgument>& arguments, Place place);
// The same where it does not depend on the arguments.
std::optional<Value> ReturnOfAnyCall(absl::string_view name, Place place);
// Of a method of a builtin container, by what the object holds.
std::optional<Value> ReturnOfMethod(const Value& object, absl::string_view name,
                                    const std::vector<CallArgument>& arguments, Place place);
// Why the call certainly raises TypeError; "": it may succeed.
std::string WhyLibraryRefuses(absl::string_view name, const std::vector<CallArgument>& arguments);
// It takes elements from the object, or puts them in another order, and changes nothing else.
bool OnlyRemoves(absl::string_view name);
// It reads the object and its arguments, and changes none of them.
bool IsReadingMethod(absl::string_view name);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_LIBRARY_H_

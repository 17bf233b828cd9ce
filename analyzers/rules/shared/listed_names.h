#ifndef ANALYZERS_RULES_SHARED_LISTED_NAMES_H_
#define ANALYZERS_RULES_SHARED_LISTED_NAMES_H_

// Tables of names, and how Rule.names and the table of a rule are kept together:
//
//   constexpr absl::string_view kLoaders[] = {"pickle.load", "shelve.open"};
//   constexpr absl::string_view kLoaderNames = "load open";
//   static_assert(ListsLastParts(kLoaderNames, kLoaders));

#include <initializer_list>

#include "absl/strings/string_view.h"

namespace allreview::rules {

// `names` is an array or a braced list.
template <typename Names>
constexpr bool IsOneOf(absl::string_view name, const Names& names) {
  for (absl::string_view candidate : names) {
    if (candidate == name) return true;
  }
  return false;
}
constexpr bool IsOneOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return IsOneOf<std::initializer_list<absl::string_view>>(name, names);
}

// The name is among those of the list, which blanks separate.
constexpr bool ListsName(absl::string_view names, absl::string_view name) {
  for (size_t first = 0; first < names.size();) {
    size_t end = first;
    while (end < names.size() && names[end] != ' ') ++end;
    if (names.substr(first, end - first) == name) return true;
    first = end + 1;
  }
  return false;
}

// The same of the last part of a dotted name, as "load" of "pickle.load".
constexpr bool ListsLastPart(absl::string_view names, absl::string_view dotted) {
  size_t last = dotted.size();
  while (last > 0 && dotted[last - 1] != '.') --last;
  return ListsName(names, dotted.substr(last));
}

template <typename Table>
constexpr bool ListsLastParts(absl::string_view names, const Table& dotted_names) {
  for (absl::string_view name : dotted_names) {
    if (!ListsLastPart(names, name)) return false;
  }
  return true;
}

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_LISTED_NAMES_H_

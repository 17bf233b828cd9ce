#ifndef BASE_TEXT_SEARCH_H_
#define BASE_TEXT_SEARCH_H_

// Searches of texts that are too long, or too many, for absl::StrContains, which stops at every
// place that has the first letter of what it looks for; and of paths.

#include <cstring>
#include <initializer_list>

#include "absl/strings/string_view.h"

namespace allreview {

// For a text of kilobytes: looks at one place in as many as the part is long.
inline bool LongTextHolds(absl::string_view text, absl::string_view part) {
  return memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

// For a short text and many parts, such as a path and names of folders: looks at each place once.
// No part may be empty.
inline bool HoldsAnyOf(absl::string_view text, std::initializer_list<absl::string_view> parts) {
  bool is_first[256] = {};
  for (absl::string_view part : parts) is_first[static_cast<unsigned char>(part[0])] = true;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!is_first[static_cast<unsigned char>(text[i])]) continue;
    for (absl::string_view part : parts) {
      if (part[0] == text[i] && text.substr(i, part.size()) == part) return true;
    }
  }
  return false;
}

// Some folder of the path has one of the names.
inline bool HasFolder(absl::string_view path, std::initializer_list<absl::string_view> names) {
  for (size_t end = path.find('/'); end != absl::string_view::npos; end = path.find('/')) {
    for (absl::string_view name : names) {
      if (path.substr(0, end) == name) return true;
    }
    path.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace allreview

#endif  // BASE_TEXT_SEARCH_H_

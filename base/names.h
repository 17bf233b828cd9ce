#ifndef BASE_NAMES_H_
#define BASE_NAMES_H_

// Names in the text of programs: ASCII letters, digits and underscores.
//
//   HasName("return scale * x", "scale")   // true; not of "rescale" or "scale_by"
//
// Where hyphens, dots or other letters belong to a word too, its reader says so itself.

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace allreview {

inline bool IsNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// No name goes on before or behind the part of the text.
inline bool IsNameAt(absl::string_view text, size_t at, size_t length) {
  return (at == 0 || !IsNameByte(text[at - 1])) &&
         (at + length >= text.size() || !IsNameByte(text[at + length]));
}

inline bool HasName(absl::string_view text, absl::string_view name) {
  for (size_t at = text.find(name); at != absl::string_view::npos; at = text.find(name, at + 1)) {
    if (IsNameAt(text, at, name.size())) return true;
  }
  return false;
}

}  // namespace allreview

#endif  // BASE_NAMES_H_

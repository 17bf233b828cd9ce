#ifndef BASE_UTF8_H_
#define BASE_UTF8_H_

// From bytes of a repository to text that protobuf strings, JSON and terminals accept.

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

// Well-formed by the Unicode standard: no overlong forms, no surrogates, at most U+10FFFF.
bool IsValidUtf8(absl::string_view bytes);

// For display: each maximal ill-formed part becomes one U+FFFD.
std::string ToDisplayText(absl::string_view bytes);

// The beginning of a well-formed text, at most so many bytes of whole characters.
absl::string_view CutToBytes(absl::string_view text, size_t max_bytes);

// A path as our protos carry it: itself when it is valid UTF-8 and does not begin with '"', else
// git's C-quoted form with quotation marks. FromPathText reverses it; a text that is not a valid
// quoted form is returned as it is.
std::string ToPathText(absl::string_view path_bytes);
std::string FromPathText(absl::string_view path_text);

}  // namespace allreview

#endif  // BASE_UTF8_H_

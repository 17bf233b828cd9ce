#ifndef BASE_SECRETS_H_
#define BASE_SECRETS_H_

// Credentials of known providers in text: to report them, and to keep them out of what we write.
//
//   std::optional<Secret> secret = FindSecret(text);        // {.provider = "AWS", .prefix =
//   "AKIA"} MaskSecrets(text);                                      // "AKIA****************"
//
// A credential is known by its prefix, its length and how random it is; a private key by its
// header. Masking keeps lengths, line ends and prefixes, so that columns stay what they were.

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

// No text that is shorter holds one.
inline constexpr size_t kShortestSecret = 20;

struct Secret {
  absl::string_view provider;  // "private key" for such.
  absl::string_view prefix;    // What may be shown.
  size_t first = 0, end = 0;   // Bytes of what may not.
};

// The first that begins at `from` or later. A private key needs a line of it behind the header.
std::optional<Secret> FindSecret(absl::string_view text, size_t from = 0);

// Also hides what is left of a private key whose header is not in the text: lines of 60 and more
// characters of base64. True when there was something to hide.
bool MaskSecrets(std::string& text);

// MaskSecrets left something out of this text.
bool HasMaskedSecret(absl::string_view text);

}  // namespace allreview

#endif  // BASE_SECRETS_H_

#ifndef ANALYZERS_DIFF_GENERATED_MARK_H_
#define ANALYZERS_DIFF_GENERATED_MARK_H_

// The words in the head of a file that say that a program wrote it.

#include <cstdint>

#include "absl/strings/string_view.h"

namespace allreview::diff {

inline constexpr int64_t kHeadBytes = 2048;  // Of a file, in which marks are looked for.

// "do not edit", with "generated" somewhere near; a view into `head`. Empty: it does not say so.
absl::string_view FindGeneratedMark(absl::string_view head);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_GENERATED_MARK_H_

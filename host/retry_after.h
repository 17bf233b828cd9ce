#ifndef HOST_RETRY_AFTER_H_
#define HOST_RETRY_AFTER_H_

// How long somebody who was refused should wait, said by a status.
//
//   return WithRetryAfter(absl::ResourceExhaustedError("…"), absl::Seconds(40));
//   …
//   headers = {{"Retry-After", RetryAfterText(status)}};   // "40"; "1" where none was said.
//
// Between processes it travels as trailing metadata of the call, since a status of gRPC has no room
// for it. Always whole seconds from 1 to 600.

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace allreview::host {

inline constexpr absl::Duration kMinRetryAfter = absl::Seconds(1);
inline constexpr absl::Duration kMaxRetryAfter = absl::Seconds(600);

inline constexpr char kRetryAfterKey[] = "retry-after";  // Of the trailing metadata.

absl::Status WithRetryAfter(absl::Status status, absl::Duration wait);

// What was said, in seconds; none: nothing.
std::optional<std::string> SaidRetryAfter(const absl::Status& status);
std::string RetryAfterText(const absl::Status& status);

// With the value of kRetryAfterKey as it came; what is no number says nothing.
absl::Status WithRetryAfterText(absl::Status status, absl::string_view seconds);

}  // namespace allreview::host

#endif  // HOST_RETRY_AFTER_H_

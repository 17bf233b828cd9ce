#ifndef GATEWAY_API_JSON_CHECK_H_
#define GATEWAY_API_JSON_CHECK_H_

// Whether JSON of a stranger fits a message, found while reading and without keeping any of it.
//
//   RETURN_IF_ERROR(CheckJson(text, *SubmitReviewRequest::descriptor()));
//
// protobuf's own parser refuses what does not fit, too, but cannot say what was meant, and builds
// objects for each value on its way. This one stops at the first value that the message has no
// place for. Time is linear, memory is that of the longest string. Pure.

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace allreview::api {

// Numbers, texts, lists and objects of one body. Each costs some 100 bytes as part of a message.
inline constexpr int kMaxJsonValues = 50000;
// How deep lists and objects may nest. Messages may nest without end.
inline constexpr int kMaxJsonDepth = 32;

// kInvalidArgument names the place: "ref has the field "githb", which ChangeRef does not know".
// Values of the wrong type are left to protobuf.
absl::Status CheckJson(absl::string_view text, const google::protobuf::Descriptor& type);

}  // namespace allreview::api

#endif  // GATEWAY_API_JSON_CHECK_H_

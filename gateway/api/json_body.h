#ifndef GATEWAY_API_JSON_BODY_H_
#define GATEWAY_API_JSON_BODY_H_

// From a JSON body into a request message.
//
//   SubmitReviewRequest request;
//   absl::Status status = ParseJsonBody(R"({"ref": {"github": {…}}})", request);
//
// The text is untrusted: json_check.h reads it first, so fields that the message does not have are
// an error with a suggestion, nesting and the number of values are bounded, and memory stays a
// small multiple of the text. The message holds no google.protobuf.Value, whose parsing is
// quadratic.

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace allreview::api {

// An empty text is an empty message. kInvalidArgument names the place: "ref.github.number: …".
absl::Status ParseJsonBody(absl::string_view text, google::protobuf::Message& message);

}  // namespace allreview::api

#endif  // GATEWAY_API_JSON_BODY_H_

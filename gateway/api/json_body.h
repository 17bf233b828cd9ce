#ifndef GATEWAY_API_JSON_BODY_H_
#define GATEWAY_API_JSON_BODY_H_

// From a JSON body into a request message.
//
//   SubmitReviewRequest request;
//   absl::Status status = ParseJsonBody(R"({"ref": {"github": {…}}})", request);
//
// The text is untrusted: fields that the message does not have are an error with a suggestion,
// nesting is bounded, and the message holds no google.protobuf.Value, whose parsing is quadratic.

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace allreview::api {

// An empty text is an empty message. kInvalidArgument names the place: "ref.github.number: …".
absl::Status ParseJsonBody(absl::string_view text, google::protobuf::Message& message);

}  // namespace allreview::api

#endif  // GATEWAY_API_JSON_BODY_H_

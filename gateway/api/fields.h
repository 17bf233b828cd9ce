#ifndef GATEWAY_API_FIELDS_H_
#define GATEWAY_API_FIELDS_H_

// From text of a URL into fields of a request message, by the message's descriptor.
//
//   ListReviewsRequest request;
//   absl::Status status = SetField(request, "states", "done,failed");
//
// Enum values are written in lower case without their prefix ("deep-dive" for DOCUMENT_DEEP_DIVE)
// or in full; lists with commas, or by setting the field several times.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace allreview::api {

// `path` is "id", or "ref.github.owner" through messages. kInvalidArgument says what was wanted.
absl::Status SetField(google::protobuf::Message& message, absl::string_view path,
                      const std::string& text);

// The field that `path` leads to. The path comes from a table of ours and is right.
const google::protobuf::FieldDescriptor* FindField(const google::protobuf::Descriptor* message,
                                                   absl::string_view path);

// "deep-dive" for DOCUMENT_DEEP_DIVE.
std::string ShortName(const google::protobuf::EnumValueDescriptor& value);
// The short names of all values but the unspecified one.
std::vector<std::string> ShortNames(const google::protobuf::EnumDescriptor& type);

}  // namespace allreview::api

#endif  // GATEWAY_API_FIELDS_H_

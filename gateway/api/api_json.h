#ifndef GATEWAY_API_API_JSON_H_
#define GATEWAY_API_API_JSON_H_

// A message as answers have it: lists, numbers, texts, flags and enums are always there, also when
// they are empty or 0, so that a client need not ask whether a member exists. Messages, and what
// belongs to a oneof, are there when they are set. Maps are sorted; 64-bit numbers are text, as
// proto JSON wants.

#include <string>

#include "google/protobuf/message.h"

namespace allreview::api {

std::string ToApiJson(const google::protobuf::Message& message);

}  // namespace allreview::api

#endif  // GATEWAY_API_API_JSON_H_

#ifndef BASE_PROTO_JSON_H_
#define BASE_PROTO_JSON_H_

// Proto JSON that is the same for equal messages: the entries of maps, which have no order of their
// own, come sorted by key.
//
//   std::string text = ToJson(review);

#include <string>

#include "google/protobuf/message.h"

namespace allreview {

// Indented, with field names as the .proto file spells them. The message's type is linked in and
// holds no Any.
std::string ToJson(const google::protobuf::Message& message);

// The wire format with the same promise.
std::string SerializeWithSortedMaps(const google::protobuf::Message& message);

}  // namespace allreview

#endif  // BASE_PROTO_JSON_H_

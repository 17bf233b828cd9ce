#ifndef PROTO_PRINT_PRINT_MESSAGE_H_
#define PROTO_PRINT_PRINT_MESSAGE_H_

// What a phase says in messages, as text for people and golden files:
//
//   findings
//     rule_id "softmax-before-cross-entropy"
//     severity P0
//     range "pkg/loss.py" 8:7-8:17
//     params.name "logits"
//   edges kind CALLS, from "a.py:f", to "b.py:g"
//
// A field that is not set is left out. A message that fits into a line stands on one. Enumerators
// lose what all of their type begin with; a range is path and line:column, both 1-based, with "old"
// for the left side. The same message gives the same text: entries of maps are sorted by key.
// Bounded (base/outline.h).

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "google/protobuf/message.h"

namespace allreview {

// All fields, in the order of their numbers.
std::string PrintMessage(const google::protobuf::Message& message);

// Only these fields, in the order of their numbers. A name that is none is our bug.
std::string PrintFields(const google::protobuf::Message& message,
                        absl::Span<const absl::string_view> names);

}  // namespace allreview

#endif  // PROTO_PRINT_PRINT_MESSAGE_H_

#ifndef PROTO_COMPATIBILITY_BREAKING_CHANGES_H_
#define PROTO_COMPATIBILITY_BREAKING_CHANGES_H_

// Finds what a change of the contracts would break for a peer that still speaks the old ones.
//
//   for (const std::string& change : BreakingChanges(baseline, current)) ...
//
// Additions are fine. Breaking: anything of the baseline that is gone, and a field, enum value or
// method whose number, name, type, label, oneof or streaming differs. Names count because the JSON
// form carries them. Each answer is one line: the full name, then what differs.

#include <string>
#include <vector>

#include "google/protobuf/descriptor.pb.h"

namespace allreview {

std::vector<std::string> BreakingChanges(const google::protobuf::FileDescriptorSet& baseline,
                                         const google::protobuf::FileDescriptorSet& current);

}  // namespace allreview

#endif  // PROTO_COMPATIBILITY_BREAKING_CHANGES_H_

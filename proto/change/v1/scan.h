#ifndef PROTO_CHANGE_V1_SCAN_H_
#define PROTO_CHANGE_V1_SCAN_H_

#include "proto/change/v1/change.pb.h"

namespace allreview::change::v1 {

// Files as they are at a commit, without another that they are compared with: nobody changed
// anything. Pure.
inline bool IsScan(const ChangeInfo& change) {
  return !change.head_commit().empty() && change.base_commit().empty() &&
         change.merge_base_commit().empty();
}

}  // namespace allreview::change::v1

#endif  // PROTO_CHANGE_V1_SCAN_H_

#ifndef PROTO_CHANGE_V1_NORMAL_REF_H_
#define PROTO_CHANGE_V1_NORMAL_REF_H_

// A pull request has two forms in a ChangeRef: `github`, and `pull_request` of any forge. Servers
// make one of them at the door, so that everything behind it knows one:
//
//   ASSIGN_OR_RETURN(ChangeRef ref, change::v1::NormalRef(request.ref()));
//
// It is `github` as long as that is the only forge: replicas and jobs of older versions know it.

#include "absl/status/statusor.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::change::v1 {

// The reference without `pull_request`. kInvalidArgument: its forge is not known here, or its
// repository is not "owner/name". Pure.
absl::StatusOr<ChangeRef> NormalRef(ChangeRef ref);

}  // namespace allreview::change::v1

#endif  // PROTO_CHANGE_V1_NORMAL_REF_H_

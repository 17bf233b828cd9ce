#ifndef BASE_TIMESTAMP_H_
#define BASE_TIMESTAMP_H_

// Points in time between absl and protos. An unset message is absl::InfinitePast().

#include "absl/time/time.h"
#include "google/protobuf/timestamp.pb.h"

namespace allreview {

google::protobuf::Timestamp ToTimestamp(absl::Time time);
absl::Time ToTime(const google::protobuf::Timestamp& timestamp);

}  // namespace allreview

#endif  // BASE_TIMESTAMP_H_

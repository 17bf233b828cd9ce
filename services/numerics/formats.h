#ifndef SERVICES_NUMERICS_FORMATS_H_
#define SERVICES_NUMERICS_FORMATS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/numerics/arithmetic/format.h"
#include "google/protobuf/repeated_field.h"
#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::numerics {

v1::NumberFormat ToProto(Format format);

// Fails with kInvalidArgument for a format that this server does not know.
absl::StatusOr<Format> FromProto(v1::NumberFormat format);

// The formats asked for, without repetitions; bf16, fp16 and fp32 where there are none.
absl::StatusOr<std::vector<Format>> FormatsOf(const google::protobuf::RepeatedField<int>& wanted);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_FORMATS_H_

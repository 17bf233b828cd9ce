#ifndef SERVICES_NUMERICS_REPLAY_CONVERSION_H_
#define SERVICES_NUMERICS_REPLAY_CONVERSION_H_

#include "analyzers/numerics/check/check.h"
#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::numerics {

// One result with one measurement: what the sample gave this time.
v1::EvaluateResponse ToProto(const Replayed& replayed);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_REPLAY_CONVERSION_H_

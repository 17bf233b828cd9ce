#ifndef SERVICES_NUMERICS_CODE_EXPRESSIONS_H_
#define SERVICES_NUMERICS_CODE_EXPRESSIONS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/tensor_expressions/extract.h"
#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::numerics {

// The arithmetic of the functions that `code` names, whatever has changed.
//
// Fails with kInvalidArgument when the file is no Python or has no such function; then the message
// lists those that it has.
absl::StatusOr<tensor_expressions::Extraction> ExpressionsOf(const v1::Code& code,
                                                             const Semantics& semantics);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_CODE_EXPRESSIONS_H_

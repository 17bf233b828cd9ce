#ifndef ANALYZERS_NUMERICS_ARITHMETIC_FORMAT_NAMES_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_FORMAT_NAMES_H_

// Names of formats, for people and flags. Hosts only.

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/arithmetic/format.h"

namespace allreview::numerics {

// "fp64", "fp32", "tf32", "bf16", "fp16", "e4m3", "e4m3-sat", "e5m2" or "e5m2-sat".
absl::string_view FormatName(Format format);

// Inverse of FormatName; knows the names of PyTorch's dtypes as well ("bfloat16", "torch.half",
// "float8_e4m3fn"). Fails with kInvalidArgument, naming the text and what is known.
absl::StatusOr<Format> ParseFormat(absl::string_view name);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_FORMAT_NAMES_H_

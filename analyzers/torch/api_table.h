#ifndef ANALYZERS_TORCH_API_TABLE_H_
#define ANALYZERS_TORCH_API_TABLE_H_

// The text of apis.tsv. For apis.cc and tests: api_row.h says what its lines are.

#include "absl/strings/string_view.h"

namespace allreview::torch {

extern const absl::string_view kApiTable;

}  // namespace allreview::torch

#endif  // ANALYZERS_TORCH_API_TABLE_H_

#ifndef ANALYZERS_TORCH_API_ROW_H_
#define ANALYZERS_TORCH_API_ROW_H_

// One line of apis.tsv as a value. For apis.cc and tests. Pure; views point into `line`.
//
//   name TAB kind TAB first..last TAB sources TAB facts TAB overload | overload
//   name TAB = other name
//
// Facts are `key` or `key=value`, blanks between them. An overload is
//   (a, /, b@2.6.0=1, *args, c, **kwargs) -> tuple:values,indices dtype=same shape=reduce

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/torch/apis.h"

namespace allreview::torch {

// The other name that a line of an alias stands for; empty: it is no alias.
absl::string_view AliasTarget(absl::string_view line);

// Fails with kInvalidArgument on what does not have the form.
absl::StatusOr<Api> ParseApiRow(absl::string_view line);

}  // namespace allreview::torch

#endif  // ANALYZERS_TORCH_API_ROW_H_

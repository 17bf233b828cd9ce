#ifndef SERVICES_ANALYSIS_CHANGED_EXPRESSIONS_H_
#define SERVICES_ANALYSIS_CHANGED_EXPRESSIONS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/rules/engine.h"
#include "analyzers/values/values_of_change.h"
#include "proto/numerics/v1/expression.pb.h"

namespace allreview::analysis {

// Arithmetic over tensors that a change adds or alters, in files that are no tests, and what of it
// cannot be measured; by path and line. What numbers, dtypes and kinds their inputs have, `values`
// says.
numerics::v1::ChangedExpressions ExtractExpressions(const change::AnalysedChange& change,
                                                    values::ValuesOfChange& values);

// Attaches the suppressions that hold on `today` (YYYY-MM-DD) for the lines of each expression.
void AttachSuppressions(const std::vector<rules::DirectiveComment>& directives,
                        absl::string_view today, numerics::v1::ChangedExpressions& expressions);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGED_EXPRESSIONS_H_

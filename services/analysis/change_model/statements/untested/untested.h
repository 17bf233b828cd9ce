#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_UNTESTED_UNTESTED_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_UNTESTED_UNTESTED_H_

// What no test reaches: branches of changed code, and new functions. Proven only.

#include "analyzers/test_plan/tests_of_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Adds statements of KIND_UNTESTED.
void AddUntested(test_plan::TestsOfChange& tests, v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_UNTESTED_UNTESTED_H_

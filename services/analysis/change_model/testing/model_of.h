#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_TESTING_MODEL_OF_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_TESTING_MODEL_OF_H_

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/build.h"

namespace allreview::analysis {

// The model of a change that is written as analyzers/rules/fixture.h says; its unchanged files are
// the rest of the repository.
v1::ChangeModel ModelOf(absl::string_view fixture,
                        const ModelOptions& options = {.is_detailed = true});

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_TESTING_MODEL_OF_H_

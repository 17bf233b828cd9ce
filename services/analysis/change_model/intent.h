#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_H_

// What the author says of a change, as far as its form tells: the kind by a conventional prefix of
// the title ("fix(router): …", "[feat] …"), the language by its script, the issues that it closes.

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

v1::Intent DeriveIntent(absl::string_view title, absl::string_view body);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_H_

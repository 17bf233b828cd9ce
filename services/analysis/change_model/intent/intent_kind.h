#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_KIND_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_KIND_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/policy/ledger.h"

namespace allreview::analysis {

struct ClassifiedFile {
  std::string path;
  policy::FileClass file_class = policy::FileClass::kUnknown;
};

// "fix", "feature", "refactor", "test", "docs", "build", "revert"; empty: not known. By a
// conventional prefix of the title ("fix(router): …", "[feat] …", also behind names of parts: "MoE:
// fix …"), else by its verb where that is clear ("Fix …", "Add …"), else by what all files are.
std::string KindOfIntent(absl::string_view title, const std::vector<ClassifiedFile>& files);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_KIND_H_

#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_REMOVED_CODE_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_REMOVED_CODE_H_

// What changed functions did before the change, so that nothing is called new that only stands
// elsewhere now.

#include <functional>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report::deep_dive {

class RemovedCode {
 public:
  void Add(const analysis::v1::FunctionStory& story);
  // The same statement is gone elsewhere.
  bool Has(const analysis::v1::Step& step) const;
  // A statement that is gone or edited called it.
  bool Calls(absl::string_view callee) const { return callees_.contains(callee); }

 private:
  std::set<std::string> code_;  // Without blanks.
  std::set<std::string, std::less<>> callees_;
};

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_REMOVED_CODE_H_

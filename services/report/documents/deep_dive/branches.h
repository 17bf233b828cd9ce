#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_BRANCHES_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_BRANCHES_H_

// Which branches of a function a certain call cannot enter, by what it hands over:
//
//   route(x, indices=chosen)       def route(x, fused=False, indices=None):
//                                      assert not (fused and indices is not None)
//                                      if fused: ...                 # Never.
//                                      if indices is not None: ...   # Always, and `else` never.
//
// Only tests of parameters are decided: `x`, `not x`, `x is None`, joined by `and` or `or`. What
// the text does not tell stays possible. Pure.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report::deep_dive {

// What is known of a parameter.
enum class Given {
  kNone,
  kSomething,  // Not None.
  kTrue,
  kFalse,
};
using Parameters = std::map<std::string, Given, std::less<>>;

// Of the call of `name` in the code of `step`, which is one of `caller`.
Parameters ParametersOf(const analysis::v1::FunctionStory& caller, const analysis::v1::Step& step,
                        absl::string_view name, const analysis::v1::FunctionStory& callee);

// For each step whether it stands in a branch that is never entered.
std::vector<bool> NeverEntered(const analysis::v1::FunctionStory& story, Parameters parameters);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_BRANCHES_H_

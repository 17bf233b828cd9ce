#ifndef ANALYZERS_HOUSE_READ_POLICY_H_
#define ANALYZERS_HOUSE_READ_POLICY_H_

// From the texts of a repository to what it asks of new code.
//
//   std::vector<house::File> files = ...;  // Those for which IsPolicyFile(path).
//   house::Policy policy = house::ReadPolicy(files);
//   policy.Find("line-length")->value  ->  "100"
//
// Pure. Hostile texts cost bounded time and end as diagnostics with file and line. Where places
// disagree, what a tool enforces comes before what is only written down, and the disagreement is
// listed.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"

namespace allreview::house {

// Suffixes by which a listing of the tree finds all policy files, and some more.
std::vector<std::string> PolicyFileSuffixes();
bool IsPolicyFile(absl::string_view path);

Policy ReadPolicy(const std::vector<File>& files);

// Owners of a path by CODEOWNERS; empty: nobody in particular.
std::vector<std::string> OwnersOf(const Policy& policy, absl::string_view path);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_READ_POLICY_H_

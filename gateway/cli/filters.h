#ifndef GATEWAY_CLI_FILTERS_H_
#define GATEWAY_CLI_FILTERS_H_

// --rule, --ignore and the paths after "--" as what they are: a policy of the command line, whose
// keys overrule those of all others.

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "proto/analysis/v1/policy.pb.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::cli {

bool HasFilters(const Arguments& arguments);
// What a flag lists, with commas between or given several times, as it is given.
std::vector<std::string> ListedBy(const Flag& flag, const Arguments& arguments);
// Whether they name rules, which must be known.
bool NamesRules(const Arguments& arguments);

struct FilterRequest {
  const Arguments& arguments;
  const Environment& environment;
  const change::v1::ChangeRef& ref;
  std::vector<std::string> rules = {};  // That are known.
  std::set<std::string> only = {};      // Rules to run, beside those of --rule.
};

// kInvalidArgument: a rule is not known, with the name that was probably meant, or a path leaves
// the repository.
absl::StatusOr<analysis::v1::PolicySource> FilterPolicy(const FilterRequest& request);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_FILTERS_H_

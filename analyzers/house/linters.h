#ifndef ANALYZERS_HOUSE_LINTERS_H_
#define ANALYZERS_HOUSE_LINTERS_H_

// From the codes that a linter is told to report to claims.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"

namespace allreview::house {

struct LinterCodes {
  absl::string_view tool;            // "ruff", "flake8", "pylint".
  std::vector<std::string> chosen;   // Prefixes of codes; pylint: codes and names. "ALL", "all".
  std::vector<std::string> ignored;  // The longer prefix wins; at equal length this one.
  bool is_everything = false;        // pylint without `disable=all`.
  PathFilter files;
  Place source;
};

std::vector<Claim> ClaimsOf(const LinterCodes& codes);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_LINTERS_H_

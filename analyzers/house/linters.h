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

// How a limit of characters that the tool configures counts: as "ruff E501" when the linter is told
// to report long lines; else as "ruff", a width that nothing enforces.
Claim LineLengthClaim(const LinterCodes& codes, absl::string_view value, const Place& source);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_LINTERS_H_

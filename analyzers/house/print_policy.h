#ifndef ANALYZERS_HOUSE_PRINT_POLICY_H_
#define ANALYZERS_HOUSE_PRINT_POLICY_H_

// What a repository asks of new code, for people and golden files:
//
//   line-length declared "100" pyproject.toml:3 98%
//   command test "pytest -q" README.md:8
//
// Bounded (base/outline.h).

#include <string>

#include "analyzers/house/policy.h"

namespace allreview::house {

std::string PrintPolicy(const Policy& policy);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_PRINT_POLICY_H_

#ifndef ANALYZERS_TEST_PLAN_COPYRIGHT_H_
#define ANALYZERS_TEST_PLAN_COPYRIGHT_H_

// Who holds the copyright of a file, by its header: code of others is tested by others.

#include <set>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::test_plan {

// Letters of the holders that the first lines name: {"acme corporation"}. Empty: none is named.
std::set<std::string> CopyrightHolders(absl::string_view source);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_COPYRIGHT_H_

#ifndef ANALYZERS_TEST_PLAN_MIRRORS_H_
#define ANALYZERS_TEST_PLAN_MIRRORS_H_

// How the folders and names of tests repeat those of the product. Pure.

#include <set>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::test_plan {

// tests/unit_tests/moe/test_router.py for pkg/core/moe/router.py.
bool IsMirror(absl::string_view test, absl::string_view source);
// The test lies in the mirror of the source's folder.
bool IsInMirrorFolder(absl::string_view test, absl::string_view source);

// Lower case words of a path or of a name: {"moe", "top", "router"} of "moe/TopRouter.py". Without
// "test", "py" and single letters.
std::set<std::string> WordsOf(absl::string_view name);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_MIRRORS_H_

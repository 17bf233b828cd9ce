#ifndef ANALYZERS_TEST_PLAN_PATHS_H_
#define ANALYZERS_TEST_PLAN_PATHS_H_

// What a path says of the role of a file. Pure.

#include <set>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::test_plan {

// Part of the tests, helpers and data too: tests/…, …/tests/…, test_x.py, conftest.py.
bool IsUnderTests(absl::string_view path);
// Python file that pytest collects tests from.
bool IsTestModule(absl::string_view path);
// Python file of the product: in a package, not tests, documentation, examples, scripts or code of
// others.
bool IsProductSource(absl::string_view path);

// "router.py" of "pkg/moe/router.py".
absl::string_view BaseName(absl::string_view path);
// "pkg/moe" of it; empty at the root.
absl::string_view FolderOf(absl::string_view path);

// tests/unit_tests/moe/test_router.py for pkg/core/moe/router.py.
bool IsMirror(absl::string_view test, absl::string_view source);
// The test lies in the mirror of the source's folder.
bool IsInMirrorFolder(absl::string_view test, absl::string_view source);

// Lower case words of a path or of a name: {"moe", "top", "router"} of "moe/TopRouter.py". Without
// "test", "py" and single letters.
std::set<std::string> WordsOf(absl::string_view name);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_PATHS_H_

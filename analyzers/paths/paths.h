#ifndef ANALYZERS_PATHS_PATHS_H_
#define ANALYZERS_PATHS_PATHS_H_

// What a path says of the role of a file. The one place that answers "is this a test?". Pure.
//
// Paths are relative to the root of the repository, with '/' between folders.

#include "absl/strings/string_view.h"

namespace allreview::paths {

// "router.py" of "pkg/moe/router.py".
absl::string_view BaseName(absl::string_view path);
// "pkg/moe" of it; empty at the root.
absl::string_view FolderOf(absl::string_view path);

// Part of the tests, of any language, helpers and data too: below a folder such as test, tests,
// unit_tests or spec, or by its name: test_x.py, x_test.cc, x.spec.ts, conftest.py.
bool IsTestPath(absl::string_view path);

// Narrower: a Python file that pytest collects tests from, wherever it lies.
bool IsTestModule(absl::string_view path);
// The same, and what it takes fixtures from. Tools below tests/ are none, which run on clusters.
bool IsTestModuleOrFixtures(absl::string_view path);

// A Python file of the product: in a package, not tests, documentation, examples, scripts or code
// of others.
bool IsProductSource(absl::string_view path);

}  // namespace allreview::paths

#endif  // ANALYZERS_PATHS_PATHS_H_

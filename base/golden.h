#ifndef BASE_GOLDEN_H_
#define BASE_GOLDEN_H_

// Golden files for tests.
//
//   EXPECT_TRUE(MatchesGolden("services/report/testdata/small.md", markdown));
//
// The path is relative to the workspace root; the file is in the test's `data`. To rewrite it:
//   bazel run //services/report:review_test -- --update_golden

#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace allreview {

// Fails with the first differing line and the command that rewrites the file.
testing::AssertionResult MatchesGolden(const std::string& path, absl::string_view actual);

}  // namespace allreview

#endif  // BASE_GOLDEN_H_

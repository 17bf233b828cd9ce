#include "analyzers/paths/paths.h"

#include "gtest/gtest.h"

namespace allreview::paths {
namespace {

TEST(IsTestPath, KnowsFoldersOfTestsAndNamesOfTests) {
  for (absl::string_view path :
       {"tests/helpers.py", "pkg/tests/golden.json", "pkg/test/util.py", "test/x.py",
        "unit_tests/moe/layers.py", "pkg/functional_tests/run.sh", "Tests/Layers.py",
        "web/__tests__/page.js", "spec/page.rb", "test_router.py", "pkg/test_router.py",
        "pkg/router_test.py", "pkg/router_tests.py", "pkg/router_test.cc", "web/page.spec.ts",
        "web/page.test.js", "pkg/conftest.py"}) {
    EXPECT_TRUE(IsTestPath(path)) << path;
  }
}

TEST(IsTestPath, TakesNothingElseForOne) {
  for (absl::string_view path : {"pkg/router.py", "pkg/testing/asserts.py", "pkg/latest/router.py",
                                 "pkg/contests/a.py", "pkg/unit/convert.py", "pkg/attestation.py",
                                 "pkg/conftest_options.py", "pkg/tests.py", "setup.py", ""}) {
    EXPECT_FALSE(IsTestPath(path)) << path;
  }
}

TEST(IsTestModule, IsWhatPytestCollectsFrom) {
  EXPECT_TRUE(IsTestModule("pkg/test_router.py"));
  EXPECT_TRUE(IsTestModule("tests/router_test.py"));
  EXPECT_FALSE(IsTestModule("tests/helpers.py"));
  EXPECT_FALSE(IsTestModule("tests/conftest.py"));
  EXPECT_FALSE(IsTestModule("tests/test_router.sh"));
  EXPECT_TRUE(IsTestModuleOrFixtures("tests/conftest.py"));
  EXPECT_TRUE(IsTestModuleOrFixtures("pkg/router_test.py"));
  EXPECT_FALSE(IsTestModuleOrFixtures("tests/launch.py"));
}

TEST(IsProductSource, IsPythonOfPackages) {
  EXPECT_TRUE(IsProductSource("pkg/core/moe/router.py"));
  EXPECT_TRUE(IsProductSource("pkg/unit/convert.py"));
  for (absl::string_view path :
       {"setup.py", "tests/unit/test_router.py", "pkg/test/util.py", "pkg/core_tests/data.py",
        "examples/train.py", "pkg/third_party/x.py", "docs/conf.py", "pkg/core/router.cu"}) {
    EXPECT_FALSE(IsProductSource(path)) << path;
  }
}

}  // namespace
}  // namespace allreview::paths

#include "sarif/uri.h"

#include "gtest/gtest.h"

namespace allreview::sarif {
namespace {

TEST(PathOfUri, ReadsRelativeAndAbsoluteNames) {
  EXPECT_EQ(PathOfUri("a/b.py"), (FilePath{"a/b.py", false}));
  EXPECT_EQ(PathOfUri("./a//x/../b.py"), (FilePath{"a/b.py", false}));
  EXPECT_EQ(PathOfUri("file:///ci/a%20b/c%2B%2b.cc"), (FilePath{"/ci/a b/c++.cc", true}));
  EXPECT_EQ(PathOfUri("file://host/ci/a.cc"), (FilePath{"/ci/a.cc", true}));
  EXPECT_EQ(PathOfUri("/ci/a.cc"), (FilePath{"/ci/a.cc", true}));
  EXPECT_EQ(PathOfUri("100%.py"), (FilePath{"100%.py", false})) << "no escape is text";
}

TEST(PathOfUri, ReadsPathsOfWindows) {
  EXPECT_EQ(PathOfUri("C:\\ci\\a.cc"), (FilePath{"/C:/ci/a.cc", true}));
  EXPECT_EQ(PathOfUri("file:///C:/ci/a.cc"), (FilePath{"/C:/ci/a.cc", true}));
  EXPECT_EQ(PathOfUri("src\\a.cc"), (FilePath{"src/a.cc", false}));
}

TEST(PathOfUri, RefusesWhatNamesNoFile) {
  for (const char* uri :
       {"", "https://example.org/a.py", "git:a", "../a.py", "a/../../b.py", "a%00.py"}) {
    EXPECT_EQ(PathOfUri(uri), std::nullopt) << uri;
  }
}

TEST(PathOf, FollowsIndicesAndBases) {
  sarif::Run run;
  run.bases["ROOT"] = {.uri = "file:///ci/train/"};
  run.bases["SRC"] = {.uri = "src/", .uri_base_id = "ROOT"};
  run.artifacts = {{.uri = "a.py", .uri_base_id = "SRC"}};
  EXPECT_EQ(PathOf(run, {.index = 0}), (FilePath{"/ci/train/src/a.py", true}));
  EXPECT_EQ(PathOf(run, {.uri = "b.py", .uri_base_id = "SRC", .index = 0}),
            (FilePath{"/ci/train/src/b.py", true}));
  EXPECT_EQ(PathOf(run, {.uri = "a.py", .uri_base_id = "%SRCROOT%"}), (FilePath{"a.py", false}))
      << "a base without a place is the root of the checkout";
  EXPECT_EQ(PathOf(run, {.index = 5}), std::nullopt);
}

TEST(PathOf, EndsWhereBasesGoInCircles) {
  sarif::Run run;
  run.bases["A"] = {.uri = "a/", .uri_base_id = "B"};
  run.bases["B"] = {.uri = "b/", .uri_base_id = "A"};
  EXPECT_EQ(PathOf(run, {.uri = "x.py", .uri_base_id = "A"}), std::nullopt);
}

}  // namespace
}  // namespace allreview::sarif

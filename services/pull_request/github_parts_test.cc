// The pure parts of the GitHub source, each alone.

#include <string>

#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "services/pull_request/github_patch.h"

namespace allreview::pull_request {
namespace {

struct PatchCase {
  const char* name;
  const char* patch;
  PatchClaims claims;
  const char* problem;  // Empty: whole.
};

class CheckPatchTest : public testing::TestWithParam<PatchCase> {};

TEST_P(CheckPatchTest, IsJudged) {
  PatchClaims claims = GetParam().claims;
  claims.path = "a.py";
  absl::Status status = CheckPatch(GetParam().patch, claims);
  EXPECT_EQ(std::string(status.message()), GetParam().problem);
}

PatchClaims Claims(int additions, int deletions, int old_size = -1, int new_size = -1) {
  return {.path = "",
          .additions = additions,
          .deletions = deletions,
          .old_size = old_size,
          .new_size = new_size};
}

INSTANTIATE_TEST_SUITE_P(
    Patches, CheckPatchTest,
    testing::Values(
        PatchCase{"Whole", "@@ -1,2 +1,2 @@\n a\n-b\n+cc", Claims(1, 1, 4, 5), ""},
        PatchCase{"SizesNotKnown", "@@ -1 +1 @@\n-b\n+cc", Claims(1, 1), ""},
        PatchCase{"NoNewlineMarker", "@@ -1 +1 @@\n-b\n+c\n\\ No newline at end of file",
                  Claims(1, 1, 2, 1), ""},
        PatchCase{
            "BothWithoutNewline",
            "@@ -1 +1 @@\n-b\n\\ No newline at end of file\n+cc\n\\ No newline at end of file",
            Claims(1, 1, 1, 2), ""},
        PatchCase{"PlusesInContent", "@@ -0,0 +1,2 @@\n+++ x\n+--y", Claims(2, 0, 0, 9), ""},
        PatchCase{"MarkerCutOff", "@@ -1 +1 @@\n-b\n+c", Claims(1, 1, 2, 1),
                  "its patch changes the size by 0 bytes, its versions differ by -1"},
        PatchCase{"WrongCount", "@@ -1 +1 @@\n-b\n+c", Claims(7, 1),
                  "its patch has +1 -1 lines of +7 -1"},
        PatchCase{"Replaced", "@@ -1 +1 @@\n-\xEF\xBF\xBD\n+c", Claims(1, 1),
                  "its patch has characters that may stand for other bytes"}),
    [](const testing::TestParamInfo<PatchCase>& info) { return info.param.name; });

TEST(CheckPatch, FindsEveryCut) {
  const std::string patch = "@@ -1,4 +1,5 @@ def f():\n a\n-b\n+c\n+d\n e\n f";
  PatchClaims claims = Claims(2, 1, 8, 10);
  claims.path = "a.py";
  ASSERT_OK(CheckPatch(patch, claims));
  // All but the last byte, which belongs to a context line.
  for (size_t size = 1; size + 1 < patch.size(); ++size) {
    EXPECT_FALSE(CheckPatch(patch.substr(0, size), claims).ok()) << patch.substr(0, size);
  }
}

TEST(EstimateSimilarity, ComparesWhatIsKeptWithTheLargerVersion) {
  EXPECT_EQ(EstimateSimilarity(100, 100, ""), 100);
  EXPECT_EQ(EstimateSimilarity(100, 100, "@@ -1 +1 @@\n-123456789\n+abcdefghi\n"), 90);
  EXPECT_EQ(EstimateSimilarity(100, 200, "@@ -1 +1 @@\n+x\n"), 50);
  EXPECT_EQ(EstimateSimilarity(100, 100, "@@ -1 +1 @@\n+\n"), 99);
  EXPECT_EQ(EstimateSimilarity(-1, 100, "@@ -1 +1 @@\n+\n"), 0);
}

}  // namespace
}  // namespace allreview::pull_request

#include "analyzers/numerics/cuda/open_backend.h"

#include <string>

#include "absl/strings/match.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using ::testing::HasSubstr;

TEST(OpenBackend, TakesTheCpuAndSaysWhyWhereThereIsNoGpu) {
  const absl::StatusOr<OpenedBackend> opened = OpenBackend();
  ASSERT_OK(opened);
  const std::string name(opened->backend->name());
  if (absl::StartsWith(name, "cuda")) {
    EXPECT_EQ(opened->why_not_cuda, "");
  } else {
    EXPECT_TRUE(absl::StartsWith(name, "cpu-")) << name;
    EXPECT_NE(opened->why_not_cuda, "");
  }
}

TEST(OpenBackend, FindsEachByName) {
  const absl::StatusOr<std::unique_ptr<Backend>> scalar = OpenBackendByName("cpu-scalar");
  ASSERT_OK(scalar);
  EXPECT_EQ((*scalar)->name(), "cpu-scalar");
  EXPECT_OK(OpenBackendByName("cpu"));
  EXPECT_THAT(
      OpenBackendByName("tpu"),
      StatusIs(absl::StatusCode::kInvalidArgument,
               "numerics backend 'tpu': want cuda, cpu, cpu-avx512, cpu-avx2 or cpu-scalar"));
}

TEST(OpenBackend, SaysWhatIsMissingForCuda) {
  const absl::StatusOr<std::unique_ptr<Backend>> cuda = OpenBackendByName("cuda");
  if (cuda.ok()) {
    EXPECT_THAT(std::string((*cuda)->name()), HasSubstr("cuda ("));
    return;
  }
  EXPECT_EQ(cuda.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(cuda.status().message()), HasSubstr("CUDA"));
}

}  // namespace
}  // namespace allreview::numerics

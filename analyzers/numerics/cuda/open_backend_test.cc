#include "analyzers/numerics/cuda/open_backend.h"

#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/numerics/testing/graphs.h"
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
  const absl::StatusOr<OpenedBackend> opened = OpenBackend();
  ASSERT_OK(opened);
  EXPECT_EQ(cuda.status().code(), opened->is_cuda_compiled_in ? absl::StatusCode::kUnavailable
                                                              : absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(cuda.status().message()), HasSubstr("no CUDA device can be used: "));
}

// Where a GPU is: its bits are those of the CPU. Elsewhere the CPU is compared with itself.
TEST(OpenBackend, GivesTheBitsOfTheScalarCpu) {
  const absl::StatusOr<OpenedBackend> opened = OpenBackend();
  ASSERT_OK(opened);
  const absl::StatusOr<std::unique_ptr<Backend>> scalar = OpenBackendByName("cpu-scalar");
  ASSERT_OK(scalar);
  const Graph graphs[] = {TenOperations(), SoftmaxByHand()};
  for (const Graph& graph : graphs) {
    const Stratum stratum{.distributions = std::vector<Distribution>(graph.inputs.size()),
                          .row_length = graph.HasRows() ? 1000 : 0};
    for (int format = 0; format < kFormatCount; ++format) {
      const SweepRequest request{.graph = &graph,
                                 .options = {.format = static_cast<Format>(format)},
                                 .stratum = &stratum,
                                 .first = 2,
                                 .count = graph.HasRows() ? 66u : 65537u};
      const absl::StatusOr<std::vector<Aggregates>> found = opened->backend->Run(request);
      ASSERT_OK(found);
      const absl::StatusOr<std::vector<Aggregates>> wanted = (*scalar)->Run(request);
      ASSERT_OK(wanted);
      EXPECT_EQ(std::memcmp(found->data(), wanted->data(), sizeof(Aggregates)), 0) << format;
    }
  }
}

}  // namespace
}  // namespace allreview::numerics

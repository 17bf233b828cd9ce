#include "analyzers/numerics/cuda/sweep_kernels.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

TEST(SweepKernelsStub, SaysThatTheBuildHadNoToolkit) {
  const DeviceQueue::Opened opened = DeviceQueue::Open();
  EXPECT_EQ(opened.queue, nullptr);
  EXPECT_EQ(opened.error, "built without a CUDA toolkit");
  EXPECT_FALSE(opened.is_compiled_in);
}

}  // namespace
}  // namespace allreview::numerics

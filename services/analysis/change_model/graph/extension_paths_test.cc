#include "services/analysis/change_model/graph/extension_paths.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;

// "train-step: train.py:step > model.py:f"
std::vector<std::string> Paths(const v1::ChangeModel& model) {
  std::vector<std::string> paths;
  for (const v1::CallPath& path : model.paths()) {
    std::string text = absl::StrCat(path.root_kind(), path.is_test() ? " (test):" : ":");
    for (const v1::Hop& hop : path.hops()) absl::StrAppend(&text, " > ", hop.symbol());
    paths.push_back(std::move(text));
  }
  return paths;
}

TEST(ExtensionPaths, LeadThroughBindingsToKernels) {
  constexpr char kExtension[] = R"(# --- setup.py unchanged
CUDAExtension(name="my_ops", sources=["csrc/bind.cpp", "csrc/scale.cu"])
# --- csrc/scale.h unchanged
void launch_scale(float* x, int n);
# --- csrc/scale.cu before
#include "scale.h"
__global__ void scale_kernel(float* x, int n) { x[threadIdx.x] *= 2; }
void launch_scale(float* x, int n) { scale_kernel<<<1, 32>>>(x, n); }
__global__ void unused_kernel(float* x) { x[0] = 1; }
# --- csrc/scale.cu after
#include "scale.h"
__global__ void scale_kernel(float* x, int n) { x[threadIdx.x] *= 3; }
void launch_scale(float* x, int n) { scale_kernel<<<1, 32>>>(x, n); }
__global__ void unused_kernel(float* x) { x[0] = 2; }
# --- csrc/bind.cpp unchanged
#include "scale.h"
at::Tensor scale(at::Tensor x) {
  launch_scale(x.data_ptr<float>(), x.numel());
  return x;
}
PYBIND11_MODULE(my_ops, m) { m.def("scale", &scale); }
# --- pkg/model.py unchanged
import torch
import my_ops

class Model(torch.nn.Module):
    def forward(self, x):
        return my_ops.scale(x)
)";
  const v1::ChangeModel model = ModelOf(kExtension);
  EXPECT_THAT(Paths(model),
              ElementsAre("forward: > pkg/model.py:Model.forward > csrc/bind.cpp:scale > "
                          "csrc/scale.cu:launch_scale > csrc/scale.cu:scale_kernel"));
  const v1::CallPath& path = model.paths(0);
  EXPECT_EQ(path.target(), "csrc/scale.cu:scale_kernel");
  EXPECT_EQ(path.hops(0).code(), "return my_ops.scale(x)");
  EXPECT_EQ(path.hops(1).definition(), "at::Tensor scale(at::Tensor x)");
  EXPECT_EQ(path.hops(2).range().first_line(), 3);
}

}  // namespace
}  // namespace allreview::analysis

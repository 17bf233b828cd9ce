#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/module.h"
#include "analyzers/python/values.h"
#include "analyzers/torch/communication_names.h"
#include "analyzers/torch/host_sync.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::torch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The operations that wait in a function with that body.
std::vector<std::string> SyncsIn(absl::string_view body) {
  const auto module = python::Module::Parse(
      "a.py", absl::StrCat("import torch\ndef f(x: torch.Tensor, y, stream, padding_type):\n  ",
                           body, "\n"));
  EXPECT_OK(module);
  const python::Values values(**module);
  std::vector<std::string> operations;
  for (python::Node call : (*module)->tree().root().descendants(python::Kind::kCall)) {
    const HostSync sync = FindHostSync(**module, values, call);
    if (!sync) continue;
    constexpr absl::string_view kKinds[] = {"copy", "device", "stream", "size"};
    operations.push_back(absl::StrCat(kKinds[static_cast<int>(sync.kind)], " ", sync.operation));
  }
  return operations;
}

TEST(HostSync, CopiesValuesToTheCpu) {
  EXPECT_THAT(SyncsIn("x.item(); x.cpu(); x.tolist(); float(x); int(x.sum()); y.item()"),
              ElementsAre("copy .item()", "copy .cpu()", "copy .tolist()", "copy float()",
                          "copy int()", "copy .item()"));
  EXPECT_THAT(SyncsIn("y.cpu(); y.tolist(); float(y); float('1'); x.item(0)"), IsEmpty());
}

TEST(HostSync, WaitsForWork) {
  EXPECT_THAT(SyncsIn("torch.cuda.synchronize(); stream.synchronize()"),
              ElementsAre("device torch.cuda.synchronize()", "stream .synchronize()"));
  EXPECT_THAT(SyncsIn("torch.cuda.current_stream().synchronize()"),
              ElementsAre("stream .synchronize()"));
  EXPECT_THAT(SyncsIn("y.synchronize()"), IsEmpty());
}

TEST(HostSync, NeedsValuesForTheSizeOfAResult) {
  EXPECT_THAT(
      SyncsIn("torch.nonzero(x); x.unique(); torch.where(x > 0); x.masked_select(x > 0)"),
      ElementsAre("size nonzero()", "size unique()", "size where()", "size masked_select()"));
  EXPECT_THAT(SyncsIn("torch.repeat_interleave(x, x)"), ElementsAre("size repeat_interleave()"));
  EXPECT_THAT(SyncsIn("torch.where(x > 0, x, 0); y.unique(); torch.repeat_interleave(x, 2)"),
              IsEmpty());
  EXPECT_THAT(SyncsIn("torch.repeat_interleave(x, x, output_size=8)"), IsEmpty());
}

TEST(HostSync, KnowsOtherNamesAndSizesThatAreGiven) {
  EXPECT_THAT(SyncsIn("torch.functional.unique(x); torch.nn.functional.one_hot(x)"),
              ElementsAre("size unique()", "size one_hot()"));
  EXPECT_THAT(SyncsIn("torch.nn.functional.one_hot(x, 8); torch.equal(x, x)"), IsEmpty());
}

TEST(HostSync, IsNoneOfWhatLivesOnTheCpu) {
  EXPECT_THAT(SyncsIn("z = x.cpu()\n  z.item(); z.numpy(); z.nonzero()"),
              ElementsAre("copy .cpu()"));
  EXPECT_THAT(SyncsIn("x.numpy()"), IsEmpty());  // Raises TypeError for a tensor of the GPU.
  EXPECT_THAT(SyncsIn("padding_type.item()"), IsEmpty());
}

TEST(CommunicationNames, TellMappingsBetweenRegions) {
  EXPECT_TRUE(IsRegionMapping("gather_from_sequence_parallel_region"));
  EXPECT_TRUE(IsRegionMapping("_reduce_from_model_parallel"));
  EXPECT_EQ(OperationOfRegionMapping("scatter_to_tensor_parallel_region"), "scatter");
  EXPECT_FALSE(IsRegionMapping("copy_to_host"));
  EXPECT_FALSE(IsRegionMapping("x_gather_from_region"));
}

TEST(CommunicationNames, HoldTheCollective) {
  EXPECT_EQ(CollectiveIn("fused_all_gather_matmul"), "all_gather");
  EXPECT_EQ(CollectiveIn("all2all_dispatch"), "all2all");
  EXPECT_EQ(CollectiveIn("gather"), "");
  for (absl::string_view name :
       {"reducescatter_", "send_forward_recv_backward", "scatter_to_tensor_parallel_region"}) {
    EXPECT_TRUE(IsNamedLikeCommunication(name)) << name;
  }
  for (absl::string_view name : {"gather", "reduce", "copy_to_host", "send_mail"}) {
    EXPECT_FALSE(IsNamedLikeCommunication(name)) << name;
  }
}

}  // namespace
}  // namespace allreview::torch

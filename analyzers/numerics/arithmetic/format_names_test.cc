#include "analyzers/numerics/arithmetic/format_names.h"

#include <gtest/gtest.h>

#include "absl/status/status.h"
#include "base/status_matchers.h"

namespace allreview::numerics {
namespace {

TEST(FormatNames, ParsesTheNameOfEveryFormat) {
  for (int i = 0; i < kFormatCount; ++i) {
    const absl::StatusOr<Format> format = ParseFormat(FormatName(static_cast<Format>(i)));
    ASSERT_TRUE(format.ok()) << i;
    EXPECT_EQ(static_cast<int>(*format), i);
  }
  EXPECT_EQ(FormatName(Format::kE5m2Saturated), "e5m2-sat");
}

TEST(FormatNames, ParsesTheDtypesOfPyTorch) {
  EXPECT_EQ(*ParseFormat("torch.bfloat16"), Format::kBf16);
  EXPECT_EQ(*ParseFormat("float"), Format::kFp32);
  EXPECT_EQ(*ParseFormat("torch.float8_e4m3fn"), Format::kE4m3);
}

TEST(FormatNames, RefusesAnUnknownName) {
  EXPECT_EQ(ParseFormat("fp8").status().message(),
            "number format \"fp8\" is unknown, want fp64, fp32, tf32, bf16, fp16, e4m3, e4m3-sat, "
            "e5m2, e5m2-sat or a dtype of PyTorch");
}

}  // namespace
}  // namespace allreview::numerics

#include "gateway/cli/render_numerics.h"

#include <string>

#include "base/golden.h"
#include "gateway/cli/numerics_plot.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using numerics::v1::EvaluateResponse;
using ::testing::HasSubstr;

EvaluateResponse Response() {
  EvaluateResponse response;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        expression {
          text: "torch.log(1 - torch.sigmoid(x))"
          inputs { name: "x" role: "logit" distribution: "N(0,4)" }
        }
        is_complete: true
        backend: "cpu-avx2"
        seed: 3
        samples: 524288
        results {
          measurement {
            format: "bf16"
            verdict: "cancellation"
            failures: 1250
            samples: 262144
            realistic_samples: 262144
            assert_close_failures: 4096
            stratum: "N(0,4)"
            plausibility: "realistic"
            operation: "sub"
            operation_text: "1 - torch.sigmoid(x)"
            witness_inputs: "x=6.25"
            result: "-inf"
            reference: "-6.2519"
            is_exact_boundary: true
            mean_ulp: 1.75
            max_ulp: 512
            replay: "num1:bf16:input;=0:6.25"
          }
          lost_bits_histogram: [ 200000, 62144 ]
          magnitudes { exponent: -1 mean_lost_bits: 0.5 max_lost_bits: 1 samples: 100 }
          magnitudes { exponent: 0 mean_lost_bits: 2.5 max_lost_bits: 4 samples: 100 }
          magnitudes { exponent: 1 mean_lost_bits: 7.5 max_lost_bits: -1 failures: 3 samples: 100 }
          ranges { first: "6.25" last: "3.39e38" state: "infinite" }
        }
        results {
          measurement {
            format: "fp32"
            verdict: "ok"
            samples: 262144
            rate_bound: 1.1444e-05
            mean_ulp: 0.25
            max_ulp: 2
          }
        }
        rewrites {
          rule: "log-of-sigmoid"
          expression: "-F.softplus(x)"
          results {
            measurement { format: "bf16" verdict: "ok" samples: 262144 rate_bound: 1.1e-05 }
          }
        })pb",
      &response));
  return response;
}

TEST(RenderNumerics, MatchesItsGoldenText) {
  EXPECT_TRUE(MatchesGolden("gateway/cli/testdata/numerics_check.txt", NumericsText(Response())));
}

TEST(RenderNumerics, MatchesItsGoldenPicture) {
  EXPECT_TRUE(MatchesGolden("gateway/cli/testdata/numerics_check.svg", SvgPlot(Response())));
}

TEST(RenderNumerics, SaysWhyAnExpressionWasNotMeasured) {
  EvaluateResponse response;
  response.mutable_expression()->set_text("torch.fft.rfft(x)");
  response.set_not_extracted("torch.fft.rfft is not measured");
  EXPECT_EQ(NumericsText(response),
            "torch.fft.rfft(x)\n  not measured: torch.fft.rfft is not measured\n");
}

TEST(RenderNumerics, CountsAdversarialFailuresAsNone) {
  EvaluateResponse response = Response();
  EXPECT_TRUE(cli::HasFailure(response));
  response.mutable_results(0)->mutable_measurement()->set_plausibility("adversarial");
  EXPECT_FALSE(cli::HasFailure(response));
}

TEST(RenderNumerics, EscapesTheExpressionInPictures) {
  EvaluateResponse response = Response();
  response.mutable_expression()->set_text("x < 1 & \"y\"");
  EXPECT_THAT(SvgPlot(response), HasSubstr("x &lt; 1 &amp; &quot;y&quot;"));
}

}  // namespace
}  // namespace allreview::cli

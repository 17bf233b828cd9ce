#include "services/analysis/change_model/stories/said_shapes.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

// The shape of what the function assigns to a name.
std::map<std::string, std::string> ShapesIn(absl::string_view body) {
  const v1::ChangeModel model = ModelOf(
      absl::StrCat("# --- pkg/moe.py after\nimport torch\n\n\ndef run(x, weight, n, m):\n", body));
  std::map<std::string, std::string> shapes;
  for (const v1::Step& step : model.functions(0).steps()) {
    if (step.writes_size() == 1) shapes[step.writes(0)] = step.shape();
  }
  return shapes;
}

TEST(SaidShapes, AreOfTheAssignmentOnTheirLine) {
  EXPECT_EQ(ShapesIn("    q = project(x)  # [b, s, h]\n    return q\n")["q"], "[b, s, h]");
}

TEST(SaidShapes, OfALineAboveNeedTheNameOfTheResult) {
  EXPECT_EQ(ShapesIn("    # q is [b, s, h]\n    q = project(x)\n    return q\n")["q"], "[b, s, h]");
  EXPECT_EQ(ShapesIn("    # grads of [E, H, I]\n    g = gemm(x, weight)\n    return g\n")["g"], "");
  EXPECT_EQ(ShapesIn("    # [s, b, v] -> [b, s, v]\n    ids = make(x)\n    return ids\n")["ids"],
            "");
}

TEST(SaidShapes, AboveWithAnArrowFitWhatTheCodeShows) {
  EXPECT_EQ(ShapesIn("    y = torch.zeros(n, m)\n    # [n, m] -> [m, n]\n"
                     "    z = y.transpose(0, 1)\n    return z\n")["z"],
            "[m, n]");
}

TEST(SaidShapes, OfAnotherRankAreNotTaken) {
  EXPECT_EQ(ShapesIn("    y = torch.zeros(n, m)  # [b, s, h]\n    return y\n")["y"], "");
}

TEST(SaidShapes, OfANumberAreNotTaken) {
  EXPECT_EQ(ShapesIn("    frames = int(x[0])  # of [frames, mels]\n    return frames\n")["frames"],
            "");
}

}  // namespace
}  // namespace allreview::analysis

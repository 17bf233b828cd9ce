#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/statements/questions/testing/asked.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr absl::string_view kKind = "old-call-stays-elsewhere";

// Two functions that move from one call to another, beside a file that nobody touches.
std::string Moved(absl::string_view other) {
  const auto both = [](absl::string_view callee) {
    return absl::StrCat("import kit\ndef first(x):\n    return kit.", callee,
                        "(x)\ndef second(x):\n    return kit.", callee, "(x, 2)\n");
  };
  return absl::StrCat(Changed(both("reduce"), both("reduce_scaled")),
                      "# --- pkg/b.py unchanged\nimport kit\n", other);
}

TEST(LeftCalls, OfWhatSeveralFunctionsReplace) {
  const std::string left = Moved("def third(x):\n    return kit.reduce(x)\n");
  EXPECT_THAT(KindsOf(left), Contains(kKind));
  EXPECT_THAT(TextOf(left),
              "This change calls `reduce_scaled` instead of `reduce` in 2 functions; `reduce` is "
              "still called at one other place (`pkg/b.py:3`). Should that follow?");
  EXPECT_THAT(TextOf(left, Language::kChinese), HasSubstr("另有 1 处"));
}

TEST(LeftCalls, ButNotOfTheWrapperThatStandsForIt) {
  EXPECT_THAT(KindsOf(Moved("def third(x):\n    return kit.reduce_scaled(x)\n")),
              Not(Contains(kKind)));
  // One function may have its own reason.
  constexpr absl::string_view kBefore = "import kit\ndef first(x):\n    return kit.reduce(x)\n";
  constexpr absl::string_view kAfter =
      "import kit\ndef first(x):\n    return kit.reduce_scaled(x)\n";
  EXPECT_THAT(KindsOf(absl::StrCat(
                  Changed(kBefore, kAfter),
                  "# --- pkg/b.py unchanged\nimport kit\ndef g(x):\n    return kit.reduce(x)\n")),
              Not(Contains(kKind)));
}

}  // namespace
}  // namespace allreview::analysis

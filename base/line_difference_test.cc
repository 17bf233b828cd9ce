#include "base/line_difference.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

std::string Told(const std::vector<absl::string_view>& before,
                 const std::vector<absl::string_view>& after, size_t max_lines = 10) {
  std::string told;
  for (const LineStep& step : LineDifference(before, after, max_lines)) {
    const bool is_gone = step.fate == LineStep::Fate::kGoes;
    absl::StrAppend(&told,
                    is_gone                               ? "-"
                    : step.fate == LineStep::Fate::kComes ? "+"
                                                          : "=",
                    is_gone ? before[step.index] : after[step.index]);
  }
  return told;
}

TEST(LineDifference, KeepsWhatIsCommon) {
  EXPECT_EQ(Told({"a", "b", "c"}, {"a", "x", "c"}), "=a-b+x=c");
  EXPECT_EQ(Told({}, {"a", "b"}), "+a+b");
  EXPECT_EQ(Told({"a"}, {}), "-a");
  EXPECT_EQ(Told({"a", "b"}, {"b", "a", "b"}), "+b=a=b");
}

TEST(LineDifference, ComparesNoLongSides) {
  EXPECT_EQ(Told({"a", "b", "c"}, {"a"}, 2), "-a-b-c+a");
}

}  // namespace
}  // namespace allreview

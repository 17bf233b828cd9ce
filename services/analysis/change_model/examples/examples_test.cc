#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

// Rows as "name | before | after".
std::string RowsOf(absl::string_view fixture) {
  std::vector<std::string> lines;
  for (const v1::WorkedExample& example : ModelOf(fixture).examples()) {
    lines.push_back(example.symbol());
    for (const v1::WorkedExample::Row& row : example.rows()) {
      lines.push_back(absl::StrCat(row.is_input() ? "in " : "", row.name(), " | ", row.before(),
                                   " | ", row.after()));
    }
  }
  return absl::StrJoin(lines, "\n");
}

TEST(Examples, ComparesBothVersions) {
  EXPECT_EQ(RowsOf(R"(# --- pkg/pad.py before
def padded(length: int, multiple: int):
    extra = multiple - length % multiple
    return length + extra
# --- pkg/pad.py after
def padded(length: int, multiple: int):
    extra = -length % multiple
    return length + extra
)"),
            "pkg/pad.py:padded\nin length | 4 | 4\nin multiple | 4 | 4\nextra | 4 | 0\n"
            "return | 8 | 4");
}

}  // namespace
}  // namespace allreview::analysis

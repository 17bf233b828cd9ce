#include "analyzers/change/print_change.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace allreview::change {
namespace {

ChangedFile Modified() {
  ChangedFile file;
  file.path = file.old_path = "pkg/loss.py";
  file.language = "python";
  file.before = "def f():\n    pass\nx = 1\n";
  file.after = "def f():\n    pass\n\ndef g(:\n    pass\n";
  file.hunks = {{.old_start = 1,
                 .old_lines = 3,
                 .new_start = 1,
                 .new_lines = 5,
                 .added = {3, 4, 5},
                 .removed = {3},
                 .moved = {}}};
  return file;
}

TEST(PrintChange, ShowsBothSidesAndTheLinesThatChanged) {
  ChangedFile data;
  data.path = "data.bin";
  data.old_path = "old.bin";
  data.role = FileRole::kOther;
  const std::vector<ChangedFile> files = {Modified(), data};
  const AnalysedChange change = ParseChange(
      {.files = files, .description = {.title = "Add g", .body = "", .commit_messages = {}}});
  EXPECT_EQ(PrintChange(change), R"(change "Add g"
"pkg/loss.py" modified source python: unsupported
  before 3 lines, 1 definitions, 0 errors
  after 5 lines, 2 definitions, 1 errors
  added 3-5
  removed 3
"data.bin" renamed other
)");
}

}  // namespace
}  // namespace allreview::change

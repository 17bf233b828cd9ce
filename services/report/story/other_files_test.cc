#include "services/report/story/other_files.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeModel;
using analysis::v1::FileHunk;
using analysis::v1::FileStory;
using testing::HasSubstr;
using testing::Not;

TEST(HunkDiff, KeepsWhatStaysBetween) {
  EXPECT_EQ(HunkDiff("a\nb\nc", "a\nx\nc", 10), "  a\n- b\n+ x\n  c\n");
  EXPECT_EQ(HunkDiff("", "x\n\ny", 10), "+ x\n+\n+ y\n");
  EXPECT_EQ(HunkDiff("x", "", 10), "- x\n");
  EXPECT_EQ(HunkDiff("", "", 10), "");
}

TEST(HunkDiff, KeepsPythonThatIsOnlyIndentedOtherwise) {
  EXPECT_EQ(HunkDiff("a()\nb()", "if x:\n    a()\nb()", 10, Indents::kFollow),
            "+ if x:\n      a()\n  b()\n");
  EXPECT_EQ(HunkDiff("a: 1", "b:\n  a: 1", 10), "- a: 1\n+ b:\n+   a: 1\n");
}

TEST(HunkDiff, IsCutAtItsLimit) { EXPECT_EQ(HunkDiff("", "a\nb\nc", 2), "+ a\n+ b\n  …\n"); }

FileStory Workflow() {
  FileStory file;
  file.set_path("ci/main.yml");
  file.set_language("yaml");
  for (int i = 0; i < 3; ++i) {
    FileHunk& hunk = *file.add_hunks();
    hunk.mutable_range()->set_path("ci/main.yml");
    hunk.mutable_range()->set_first_line(10 * i + 1);
    hunk.mutable_range()->set_end_line(10 * i + 4);
    hunk.set_place("jobs.build.steps");
    hunk.set_before("key: 0");
    hunk.set_after(absl::StrCat("key: ", i + 1, "\na: b\nc: d"));
  }
  return file;
}

TEST(OtherFile, ShowsTheWeightiestHunksWithinItsLines) {
  const std::string text = OtherFileMarkdown(Language::kEnglish, ChangeModel(), Workflow(), 7);
  EXPECT_THAT(text, HasSubstr("**`ci/main.yml`** (yaml)\n\nAt `ci/main.yml:1-3`, in "
                              "`jobs.build.steps`:\n\n```diff\n- key: 0\n+ key: 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("key: 2")));
  EXPECT_THAT(text, HasSubstr("Not shown: 2 smaller edits.\n"));
}

TEST(OtherFile, NamesWhatItRepeatsAndWhereItDiffers) {
  FileStory file = Workflow();
  file.set_sibling("ci/keys.sh:keys");
  FileHunk& difference = *file.add_against_sibling();
  difference.set_place("jobs.build.run");
  difference.set_before("return 1");
  difference.set_after("exit 1");
  EXPECT_THAT(OtherFileMarkdown(Language::kEnglish, ChangeModel(), file, 4),
              HasSubstr("The new `jobs.build.run` is `ci/keys.sh: keys` again but for these "
                        "places:\n\n```diff\n- return 1\n+ exit 1\n```\n"));
  EXPECT_THAT(OtherFileMarkdown(Language::kChinese, ChangeModel(), file, 4),
              HasSubstr("新增的 `jobs.build.run` 与 `ci/keys.sh: keys` 的区别仅在于："));
}

}  // namespace
}  // namespace allreview::report

#include "analyzers/diff/apply_hunks.h"

#include <random>

#include "absl/strings/str_cat.h"
#include "analyzers/diff/lines.h"
#include "analyzers/diff/random_edit.h"
#include "analyzers/diff/unified_diff.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::diff {
namespace {

// The hunks of a patch of one file, with what their text is borrowed from.
struct Patch {
  explicit Patch(absl::string_view hunk_text)
      : text(absl::StrCat("--- a/f\n+++ b/f\n", hunk_text)), diff(ParseUnifiedDiff(text)) {
    for (const File& file : diff.files()) {
      for (const Hunk& hunk : diff.hunks(file)) bodies.push_back(PlainBody(diff, file, hunk));
      size_t next = 0;
      for (const Hunk& hunk : diff.hunks(file)) {
        hunks.push_back(
            {hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines, bodies[next++]});
      }
    }
  }

  const std::string text;
  const Diff diff;
  std::vector<std::string> bodies;
  std::vector<HunkText> hunks;
};

struct Example {
  const char* name;
  absl::string_view before, after, hunks;
};

class Examples : public testing::TestWithParam<Example> {};

TEST_P(Examples, ApplyAndRevert) {
  const Patch patch(GetParam().hunks);
  ASSERT_FALSE(patch.hunks.empty());
  ASSERT_OK_AND_ASSIGN(const std::string after, ApplyHunks(GetParam().before, patch.hunks));
  EXPECT_EQ(after, GetParam().after);
  ASSERT_OK_AND_ASSIGN(const std::string before, RevertHunks(GetParam().after, patch.hunks));
  EXPECT_EQ(before, GetParam().before);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Examples,
    testing::Values(
        Example{"Modifies", "a\nb\nc\n", "a\nB\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
        Example{"TwoHunks", "a\nb\nc\nd\ne\n", "x\na\nb\nc\nd\n",
                "@@ -1 +1,2 @@\n+x\n a\n@@ -4,2 +5 @@\n d\n-e\n"},
        Example{"InsertsBelowTheLineNamed", "a\nb\n", "a\nx\nb\n", "@@ -1,0 +2 @@\n+x\n"},
        Example{"RemovesBelowTheLineNamed", "a\nx\nb\n", "a\nb\n", "@@ -2 +1,0 @@\n-x\n"},
        Example{"FillsAnEmptyFile", "", "a\n", "@@ -0,0 +1 @@\n+a\n"},
        Example{"EmptiesAFile", "a\nb", "",
                "@@ -1,2 +0,0 @@\n-a\n-b\n\\ No newline at end of file\n"},
        Example{"TakesTheLastNewline", "a\nb\n", "a\nb",
                "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"},
        Example{"KeepsALineWithoutNewline", "a\nb", "x\nb",
                "@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n"},
        Example{"ExtendsALineWithoutNewline", "a", "a\nb",
                "@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of "
                "file\n"},
        Example{"CarriageReturnsAreContent", "a\r\nb\r\n", "a\r\nb\n",
                "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n"},
        Example{"LinesThatLookLikeAPatch", "\\ a\n-b\n", "\\ a\n+b\n",
                "@@ -1,2 +1,2 @@\n \\ a\n--b\n++b\n"},
        Example{"StrippedContextLine", "a\n\nb\n", "a\n\nc\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n"}),
    [](const auto& info) { return info.param.name; });

TEST(ApplyHunks, LeavesAFileWithoutHunksAsItIs) {
  EXPECT_EQ(*ApplyHunks("a\nb", {}), "a\nb");
  EXPECT_EQ(*RevertHunks("", {}), "");
}

struct Misfit {
  const char* name;
  absl::string_view before, hunks, message;
};

class Misfits : public testing::TestWithParam<Misfit> {};

TEST_P(Misfits, NameTheLine) {
  const Patch patch(GetParam().hunks);
  ASSERT_FALSE(patch.hunks.empty());
  EXPECT_THAT(ApplyHunks(GetParam().before, patch.hunks),
              StatusIs(absl::StatusCode::kFailedPrecondition, std::string(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    Table, Misfits,
    testing::Values(
        Misfit{"OtherContext", "a\nB\nc\n", "@@ -1,3 +1,3 @@\n a\n b\n-c\n+x\n",
               "line 2 of the old version is \"B\", hunk 1 has \"b\""},
        Misfit{"OtherRemovedLine", "a\nb\nC\n", "@@ -1,3 +1,3 @@\n a\n b\n-c\n+x\n",
               "line 3 of the old version is \"C\", hunk 1 has \"c\""},
        Misfit{"OneLineLater", "new\na\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+x\n",
               "line 1 of the old version is \"new\", hunk 1 has \"a\""},
        Misfit{"CarriageReturn", "a\r\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+x\n",
               "line 1 of the old version is \"a\\r\", hunk 1 has \"a\""},
        Misfit{"EndsBeforeTheHunk", "a\n", "@@ -5 +5 @@\n-e\n+x\n",
               "the old version ends at line 1, hunk 1 begins at line 5"},
        Misfit{"EndsInsideTheHunk", "a\n", "@@ -1,2 +1 @@\n a\n-b\n",
               "the old version ends at line 1, hunk 1 has \"b\" after it"},
        Misfit{"LacksTheNewline", "a\nb", "@@ -1,2 +1,2 @@\n-a\n+x\n b\n",
               "line 2 of the old version (\"b\") lacks a newline, in hunk 1 it ends in one"},
        Misfit{"HasTheNewline", "a\nb\n",
               "@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n",
               "line 2 of the old version (\"b\") ends in a newline, in hunk 1 it lacks one"},
        Misfit{"AddsAfterALineWithoutNewline", "a", "@@ -1,0 +2 @@\n+b\n",
               "line 1 of the new version has no newline at its end, yet another line follows"},
        Misfit{"TakesANewlineInTheMiddle", "a\nb\n",
               "@@ -1 +1 @@\n-a\n+x\n\\ No newline at end of file\n",
               "line 1 of the new version has no newline at its end, yet another line follows"}),
    [](const auto& info) { return info.param.name; });

TEST(ApplyHunks, ShowsALongLineAroundTheDifference) {
  const std::string line = std::string(100, 'a') + "é" + std::string(100, 'b');
  const std::string body = absl::StrCat(" ", line, "X\n-c\n");
  const absl::StatusOr<std::string> after =
      ApplyHunks(line + "\nc\n",
                 {{.old_start = 1, .old_lines = 2, .new_start = 1, .new_lines = 1, .body = body}});
  const std::string shown = std::string(30, 'b');
  EXPECT_THAT(after, StatusIs(absl::StatusCode::kFailedPrecondition,
                              absl::StrCat("line 1 of the old version is \"…", shown,
                                           "\", hunk 1 has \"…", shown, "X\"")));
}

struct Contradiction {
  const char* name;
  std::vector<HunkText> hunks;
  absl::string_view message;
};

class Contradictions : public testing::TestWithParam<Contradiction> {};

TEST_P(Contradictions, AreRefused) {
  EXPECT_THAT(ApplyHunks("a\nb\nc\n", GetParam().hunks),
              StatusIs(absl::StatusCode::kInvalidArgument, std::string(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    Table, Contradictions,
    testing::Values(
        Contradiction{"OutOfOrder",
                      {{2, 1, 2, 1, "-b\n+x\n"}, {1, 1, 1, 1, "-a\n+x\n"}},
                      "hunk 2 begins at line 1 of the old version, wanted line 3 or later"},
        Contradiction{"HunkLeftOut",
                      {{2, 1, 4, 1, "-b\n+x\n"}},
                      "hunk 1 begins at line 4 of the new version, wanted line 2 after the hunks "
                      "before it"},
        Contradiction{"LineLeftOut",
                      {{1, 3, 1, 3, " a\n-b\n+x\n"}},
                      "hunk 1 ends at line 2 of the old version and line 2 of the new one, wanted "
                      "3 and 3"},
        Contradiction{"UnknownPrefix",
                      {{1, 1, 1, 1, "*a\n"}},
                      "hunk 1 has \"*a\" after line 0 of the old version, wanted a line of ' ', "
                      "'+' or '-'"},
        Contradiction{"CutOff",
                      {{1, 2, 1, 2, " a\n b"}},
                      "hunk 1 has \" b\" after line 1 of the old version, wanted a line of ' ', "
                      "'+' or '-'"},
        Contradiction{"MarkerOfNoLine",
                      {{1, 1, 1, 1, "\\ No newline at end of file\n a\n"}},
                      "hunk 1 has \"\\\\ No newline at end of file\" after line 0 of the old "
                      "version, wanted a line of ' ', '+' or '-'"},
        Contradiction{"BeforeTheFirstLine",
                      {{0, 1, 0, 1, " a\n"}},
                      "hunk 1 begins at line 0 of the old version, wanted line 1 or later"}),
    [](const auto& info) { return info.param.name; });

TEST(ApplyHunks, TurnsEachVersionOfARandomEditIntoTheOther) {
  int edits = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    const RandomEdit edit(seed);
    if (edit.Hunks(0).empty()) continue;
    for (int context = 0; context <= 3; ++context) {
      SCOPED_TRACE(absl::StrCat("seed ", seed, ", context ", context));
      const Patch patch(edit.Hunks(context));
      for (const Diagnostic& diagnostic : patch.diff.diagnostics()) {
        ASSERT_FALSE(diagnostic.is_error()) << English(Message(diagnostic));
      }
      ++edits;
      ASSERT_OK_AND_ASSIGN(const std::string after, ApplyHunks(edit.Before(), patch.hunks));
      ASSERT_EQ(after, edit.After());
      ASSERT_OK_AND_ASSIGN(const std::string before, RevertHunks(edit.After(), patch.hunks));
      ASSERT_EQ(before, edit.Before());
    }
  }
  EXPECT_GT(edits, 10000);
}

TEST(ApplyHunks, NeverAcceptsAHunkWhoseOwnLinesWereTamperedWith) {
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    const RandomEdit edit(seed);
    const Patch patch(edit.Hunks(3));
    std::string tampered = edit.Before();
    // Any byte of the first removed or context line.
    if (patch.hunks.empty() || patch.hunks[0].old_lines == 0) continue;
    size_t at = 0;
    for (int64_t line = 1; line < patch.hunks[0].old_start; ++line) {
      at = tampered.find('\n', at) + 1;
    }
    tampered[at] = tampered[at] == '~' ? '!' : '~';
    EXPECT_FALSE(ApplyHunks(tampered, patch.hunks).ok()) << "seed " << seed;
  }
}

TEST(ApplyHunks, RevertsWhateverItAccepts) {
  std::mt19937 random(1);
  const auto below = [&](size_t end) { return random() % end; };
  int accepted = 0, refused = 0;
  for (uint32_t seed = 0; seed < 20000; ++seed) {
    const RandomEdit edit(seed % 500);
    Patch patch(edit.Hunks(static_cast<int>(seed % 4)));
    if (patch.hunks.empty()) continue;
    HunkText& hunk = patch.hunks[below(patch.hunks.size())];
    std::string body(hunk.body);
    static constexpr char kBytes[] = " +-\\\n\rab";
    body[below(body.size())] = kBytes[below(sizeof(kBytes) - 1)];
    hunk.body = body;
    if (below(4) == 0) hunk.old_start += static_cast<int64_t>(below(5)) - 2;
    if (below(4) == 0) hunk.new_lines += static_cast<int64_t>(below(5)) - 2;
    const absl::StatusOr<std::string> after = ApplyHunks(edit.Before(), patch.hunks);
    ++(after.ok() ? accepted : refused);
    if (!after.ok()) continue;
    ASSERT_OK_AND_ASSIGN(const std::string before, RevertHunks(*after, patch.hunks));
    ASSERT_EQ(before, edit.Before()) << "seed " << seed;
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace allreview::diff

#include "analyzers/diff/apply_hunks.h"

#include <algorithm>
#include <random>

#include "absl/strings/str_cat.h"
#include "analyzers/diff/lines.h"
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

// A random edit of a random file: steps from its old to its new version.
class RandomEdit {
 public:
  explicit RandomEdit(uint32_t seed) : random_(seed) {
    for (int lines = Below(30); lines > 0; --lines) {
      const int choice = Below(8);
      if (choice != 7) steps_.push_back({choice < 5 ? ' ' : '-', Line()});
      if (choice >= 6) steps_.push_back({'+', Line()});
    }
    if (Below(3) == 0) TakeLastNewlineOfOld();
    if (Below(3) == 0) TakeLastNewlineOfNew();
  }

  std::string Before() const { return Without('+'); }
  std::string After() const { return Without('-'); }

  // With `context` steps around each change.
  std::string Hunks(int context) const {
    std::string text;
    Place place;
    for (int i = 0; i < Size();) {
      if (!IsNearChange(i, context)) {
        place.Pass(steps_[i++]);
        continue;
      }
      const Place start = place;
      std::string body;
      for (; i < Size() && IsNearChange(i, context); ++i) {
        place.Pass(steps_[i]);
        absl::StrAppend(&body, std::string(1, steps_[i].kind), steps_[i].line);
        if (body.back() != '\n') absl::StrAppend(&body, "\n\\ No newline at end of file\n");
      }
      const int old_lines = place.old_line - start.old_line;
      const int new_lines = place.new_line - start.new_line;
      absl::StrAppend(&text, "@@ -", start.old_line - (old_lines == 0), ",", old_lines, " +",
                      start.new_line - (new_lines == 0), ",", new_lines, " @@\n", body);
    }
    return text;
  }

 private:
  struct Step {
    char kind;         // ' ', '-' or '+'.
    std::string line;  // With its line end, if it has one.
  };

  struct Place {
    int old_line = 1, new_line = 1;
    void Pass(const Step& step) {
      old_line += step.kind != '+';
      new_line += step.kind != '-';
    }
  };

  int Size() const { return static_cast<int>(steps_.size()); }
  int Below(int end) { return static_cast<int>(random_() % static_cast<uint32_t>(end)); }

  std::string Line() {
    static const std::string kLines[] = {"",
                                         "a",
                                         "b",
                                         "\r",
                                         "a\r",
                                         "\\ No newline at end of file",
                                         "-",
                                         "-- a/f",
                                         "++ b/f",
                                         "\t x",
                                         "\xff\xfe \1",
                                         "@@ -1 +1 @@",
                                         std::string("n\0l", 3)};
    return kLines[Below(std::size(kLines))] + "\n";
  }

  // The last step that has a line of the version which lacks `absent_kind`; or -1.
  int LastWithout(char absent_kind) const {
    int i = Size() - 1;
    while (i >= 0 && steps_[i].kind == absent_kind) --i;
    return i;
  }

  void TakeLastNewlineOfOld() {
    const int last = LastWithout('+');
    if (last < 0 || steps_[last].line.size() == 1) return;
    const bool is_last_of_both = steps_[last].kind == ' ' && last == LastWithout('-');
    const std::string line = steps_[last].line;
    if (steps_[last].kind == ' ' && (!is_last_of_both || Below(2) == 0)) {
      steps_[last].kind = '-';
      steps_.insert(steps_.begin() + last + 1, {'+', line});
    }
    steps_[last].line.pop_back();
  }

  void TakeLastNewlineOfNew() {
    const int last = LastWithout('-');
    if (last >= 0 && steps_[last].kind == '+' && steps_[last].line.size() > 1) {
      steps_[last].line.pop_back();
    }
  }

  std::string Without(char absent_kind) const {
    std::string text;
    for (const Step& step : steps_) {
      if (step.kind != absent_kind) text += step.line;
    }
    return text;
  }

  bool IsNearChange(int at, int context) const {
    const int end = std::min(Size(), at + context + 1);
    for (int i = std::max(0, at - context); i < end; ++i) {
      if (steps_[i].kind != ' ') return true;
    }
    return false;
  }

  std::mt19937 random_;
  std::vector<Step> steps_;
};

TEST(ApplyHunks, TurnsEachVersionOfARandomEditIntoTheOther) {
  int edits = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    const RandomEdit edit(seed);
    if (edit.Hunks(0).empty()) continue;
    for (int context = 0; context <= 3; ++context) {
      SCOPED_TRACE(absl::StrCat("seed ", seed, ", context ", context));
      const Patch patch(edit.Hunks(context));
      for (const Diagnostic& diagnostic : patch.diff.diagnostics()) {
        ASSERT_FALSE(diagnostic.is_error()) << Message(diagnostic);
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

}  // namespace
}  // namespace allreview::diff

#include "analyzers/diff/unified_diff.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/diff/lines.h"
#include "gtest/gtest.h"

namespace allreview::diff {
namespace {

std::string InFile(absl::string_view path, absl::string_view hunks) {
  return absl::StrCat("diff --git a/", path, " b/", path, "\n--- a/", path, "\n+++ b/", path, "\n",
                      hunks);
}

std::string Codes(const Diff& diff) {
  std::vector<std::string> codes;
  for (const Diagnostic& d : diff.diagnostics()) {
    codes.push_back(absl::StrCat(CodeName(d.code), "@", d.line));
  }
  return absl::StrJoin(codes, " ");
}

// "-3/3 text" for each line: kind, old line, new line, content.
std::vector<std::string> Lines(const Diff& diff) {
  std::vector<std::string> out;
  for (const File& file : diff.files()) {
    for (const Hunk& hunk : diff.hunks(file)) {
      LineReader lines(diff, file, hunk);
      while (std::optional<Line> line = lines.Next()) {
        out.push_back(absl::StrCat(std::string(1, line->kind), line->old_line, "/", line->new_line,
                                   " ", line->content, line->lacks_newline ? " (no newline)" : ""));
      }
    }
  }
  return out;
}

using Strings = std::vector<std::string>;

TEST(LineReader, NumbersLinesOnBothSides) {
  std::string text = InFile("z.py",
                            "@@ -10,3 +20,3 @@ def f():\n a\n-b\n+c\n d\n\\ No newline at end of "
                            "file\n");
  EXPECT_EQ(Lines(ParseUnifiedDiff(text)),
            (Strings{" 10/20 a", "-11/21 b", "+12/21 c", " 12/22 d (no newline)"}));
}

TEST(LineReader, NumbersAnInsertionBelowTheLineItNames) {
  std::string text = InFile("z.py", "@@ -7,0 +8,2 @@\n+a\n+b\n");
  EXPECT_EQ(Lines(ParseUnifiedDiff(text)), (Strings{"+8/8 a", "+8/9 b"}));
}

TEST(LineReader, ReadsAStrippedContextLineAsEmpty) {
  std::string text = InFile("z.py", "@@ -1,2 +1,2 @@\n\n-b\n+c\n");
  EXPECT_EQ(Lines(ParseUnifiedDiff(text)), (Strings{" 1/1 ", "-2/2 b", "+3/2 c"}));
}

TEST(LineReader, DropsTheCrThatTheWholePatchGot) {
  std::string text =
      "diff --git a/z b/z\r\n--- a/z\r\n+++ b/z\r\n@@ -1,2 +1,2 @@ f\r\n \r\n-b\r\n+c\r\r\n";
  Diff diff = ParseUnifiedDiff(text);
  EXPECT_EQ(Lines(diff), (Strings{" 1/1 ", "-2/2 b", "+3/2 c\r"}));
  ASSERT_EQ(diff.files().size(), 1u);
  EXPECT_TRUE(diff.files()[0].has_crlf) << "one line has a CR of its own";
  EXPECT_EQ(diff.Section(diff.hunks(diff.files()[0])[0]), "f");
}

TEST(LineReader, ShowsAMergeAgainstItsFirstParent) {
  std::string text =
      "diff --cc z\nindex 11aa,22bb..33cc\n--- a/z\n+++ b/z\n@@@ -5,2 -5,3 +5,3 @@@ f()\n"
      "  same\n- ours\n -gone\n+ theirs\n++new\n";
  EXPECT_EQ(Lines(ParseUnifiedDiff(text)),
            (Strings{" 5/5 same", "-6/6 ours", "+7/6 theirs", "+7/7 new"}));
}

TEST(PlainBody, MakesGoodWhatTheInputLacks) {
  std::string text = InFile("z", "@@ -1,2 +1,2 @@\n\n-b\n+c");
  Diff diff = ParseUnifiedDiff(text);
  ASSERT_EQ(diff.files().size(), 1u);
  const File& file = diff.files()[0];
  EXPECT_FALSE(IsPlainBody(diff, file, diff.hunks(file)[0]));
  EXPECT_EQ(PlainBody(diff, file, diff.hunks(file)[0]), " \n-b\n+c\n");
}

TEST(ParseUnifiedDiff, ReadsAFragmentWithoutHeaderOrLastLineEnd) {
  Diff diff =
      ParseUnifiedDiff("@@ -1 +1 @@ f\n-a\n+b\n@@ -9,0 +10 @@\n+c", {.fragment_path = "core/a.py"});
  ASSERT_EQ(diff.files().size(), 1u);
  EXPECT_EQ(diff.files()[0].new_path, "core/a.py");
  EXPECT_EQ(diff.files()[0].additions, 2);
  EXPECT_EQ(Codes(diff), "");
}

TEST(ParseUnifiedDiff, RefusesATornFragment) {
  Diff diff = ParseUnifiedDiff("@@ -1,3 +1,3 @@\n-a", {.fragment_path = "core/a.py"});
  EXPECT_TRUE(diff.files().empty());
  EXPECT_EQ(Codes(diff), "TRUNCATED_HUNK@1");
  EXPECT_EQ(diff.diagnostics()[0].path, "core/a.py");
}

TEST(ParseUnifiedDiff, RefusesAnUnsafeFragmentPath) {
  EXPECT_EQ(Codes(ParseUnifiedDiff("@@ -1 +1 @@\n-a\n+b\n", {.fragment_path = "../a"})),
            "UNSAFE_PATH@1");
}

TEST(ParseUnifiedDiff, StopsAtTheLimitOnBytes) {
  std::string text = InFile("z", "@@ -1 +1 @@\n-a\n+b\n");
  Diff diff = ParseUnifiedDiff(text, {.max_bytes = 10});
  EXPECT_TRUE(diff.files().empty());
  EXPECT_EQ(Codes(diff), "LIMIT_BYTES@1");
  EXPECT_EQ(Message(diff.diagnostics()[0]),
            absl::StrCat("text has ", text.size(), " bytes, the limit is 10"));
}

TEST(ParseUnifiedDiff, KeepsTheFilesBelowTheLimitOnFiles) {
  std::string text = InFile("y", "@@ -1 +1 @@\n-a\n+b\n") + InFile("z", "@@ -1 +1 @@\n-a\n+b\n");
  Diff diff = ParseUnifiedDiff(text, {.max_files = 1});
  EXPECT_EQ(diff.files().size(), 1u);
  EXPECT_EQ(Codes(diff), "LIMIT_FILES@7");
  EXPECT_TRUE(Print(diff) == text);
}

TEST(ParseUnifiedDiff, MarksLongLinesWhereverTheyStand) {
  std::string wide(200, 'w');
  for (int before : {0, 1, 5, 40}) {
    std::string body;
    for (int i = 0; i < before; ++i) body += "+short\n";
    absl::StrAppend(&body, "+", wide, "\n+short\n+short\n");
    std::string text = InFile("z", absl::StrCat("@@ -0,0 +1,", before + 3, " @@\n", body));
    EXPECT_EQ(Codes(ParseUnifiedDiff(text, {.max_line_bytes = 199})),
              absl::StrCat("LONG_LINE@", 5 + before));
    EXPECT_EQ(Codes(ParseUnifiedDiff(text, {.max_line_bytes = 200})), "");
  }
}

TEST(ParseUnifiedDiff, NamesTheFileInItsDiagnostics) {
  std::string text = InFile("core/z.py", "@@ -1,9 +1 @@\n-a\n+b\n");
  Diff diff = ParseUnifiedDiff(text);
  ASSERT_EQ(diff.diagnostics().size(), 1u);
  EXPECT_EQ(diff.diagnostics()[0].path, "core/z.py");
}

TEST(ParseUnifiedDiff, CountsLinesAlikeInSmallAndLargeHunks) {
  // Sizes around the blocks of 64 bytes in which lines are counted.
  for (int lines = 1; lines < 120; ++lines) {
    std::string body;
    int added = 0, removed = 0, context = 0;
    for (int i = 0; i < lines; ++i) {
      char kind = " +-+"[(i * 7 + lines) % 4];
      if (i == 0) kind = '+';
      absl::StrAppend(&body, std::string(1, kind), std::string((i * 13) % 37, 'x'), "\n");
      added += kind == '+', removed += kind == '-', context += kind == ' ';
    }
    std::string text = InFile("z", absl::StrCat("@@ -1,", removed + context, " +1,",
                                                added + context, " @@\n", body)) +
                       InFile("next", "@@ -1 +1 @@\n-a\n+b\n");
    if (removed + context == 0) continue;
    Diff diff = ParseUnifiedDiff(text);
    ASSERT_EQ(diff.files().size(), 2u) << lines << ": " << Codes(diff);
    EXPECT_EQ(diff.files()[0].additions, added) << lines;
    EXPECT_EQ(diff.files()[0].deletions, removed) << lines;
    EXPECT_EQ(diff.files()[1].first_line, 5u + lines) << lines;
  }
}

TEST(ParseUnifiedDiff, KeepsRecordsSmall) {
  EXPECT_LE(sizeof(Hunk), 48u);
  EXPECT_LE(sizeof(File), 128u);
}

TEST(Diagnostic, CodesHaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (int code = 0; code <= static_cast<int>(kLastCode); ++code) {
    names.insert(std::string(CodeName(static_cast<Code>(code))));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(kLastCode) + 1);
  EXPECT_EQ(CodeName(Code::kAnsiColour), "ANSI_COLOUR");
  EXPECT_EQ(CodeName(Code::kUnsupportedFormat), "UNSUPPORTED_FORMAT");
  EXPECT_EQ(CodeName(Code::kBadSimilarity), "BAD_SIMILARITY");
  EXPECT_EQ(CodeName(Code::kUnmerged), "UNMERGED");
}

TEST(Diagnostic, TellsOfWordDiffs) {
  std::string text = InFile("z", "@@ -1 +1 @@\nx = [-1-]{+2+}\n");
  Diff diff = ParseUnifiedDiff(text);
  ASSERT_EQ(diff.diagnostics().size(), 1u);
  EXPECT_EQ(Hint(diff.diagnostics()[0]), "run `git diff` without --word-diff");
}

// Nothing else tells of what such a line stands for.
TEST(Diagnostic, NamesTheFileThatALineStandsFor) {
  Diff diff = ParseUnifiedDiff(
      "Only in old/kit/deep: a.py\nOnly in new: b.py\nSubmodule kit/sub 1234567..89abcde:\n");
  std::vector<std::string> paths;
  for (const Diagnostic& d : diff.diagnostics()) {
    EXPECT_TRUE(d.is_error()) << CodeName(d.code);
    paths.emplace_back(d.path);
  }
  EXPECT_EQ(absl::StrJoin(paths, " "), "kit/deep/a.py b.py kit/sub");
}

}  // namespace
}  // namespace allreview::diff

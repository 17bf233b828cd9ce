#include "services/report/assembly/suggestion.h"

#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "services/report/assembly/comments.h"

namespace allreview::report {
namespace {

using finding::v1::Finding;

// A file of which one hunk shows everything.
struct File {
  std::vector<std::string> lines;

  std::string text() const {
    std::string text;
    for (const std::string& line : lines) absl::StrAppend(&text, line, "\n");
    return text;
  }

  diff::v1::DiffFile Diff() const {
    diff::v1::DiffFile file;
    file.mutable_entry()->set_new_path("a.py");
    file.mutable_entry()->set_old_path("a.py");
    file.mutable_entry()->set_new_blob_id("b1");
    diff::v1::Hunk& hunk = *file.add_hunks();
    hunk.set_new_start(1);
    hunk.set_new_lines(static_cast<int>(lines.size()));
    std::string text;
    for (const std::string& line : lines) absl::StrAppend(&text, "+", line, "\n");
    hunk.set_text(text);
    return file;
  }
};

// A finding that stands on the byte `first` and replaces [first, end).
Finding Replacing(const File& file, int first, int end, const std::string& replacement) {
  Finding finding;
  change::v1::SourceRange& range = *finding.mutable_range();
  range.set_path("a.py");
  int line = 1;
  int start = 0;
  for (int i = 0; i < first; ++i) {
    if (file.text()[i] == '\n') {
      ++line;
      start = i + 1;
    }
  }
  range.set_first_line(line);
  range.set_end_line(line + 1);
  range.set_first_column(first - start);
  range.set_first_byte(first);
  range.set_end_byte(first + 1);
  finding::v1::Edit& edit = *finding.add_edits();
  edit.set_path("a.py");
  edit.set_first_byte(first);
  edit.set_end_byte(end);
  edit.set_replacement(replacement);
  return finding;
}

SourceLines LinesOf(const File& file) {
  SourceLines lines;
  lines.AddFile(file.Diff());
  return lines;
}

TEST(Suggestion, ReplacesTheWholeLine) {
  const File file{{"x = 1", "y = foo(x)", "z = 3"}};
  const auto suggestion = MakeSuggestion(Replacing(file, 10, 13, "bar"), LinesOf(file));
  ASSERT_TRUE(suggestion.has_value());
  EXPECT_EQ(suggestion->first_line, 2);
  EXPECT_EQ(suggestion->last_line, 2);
  EXPECT_EQ(suggestion->text, "y = bar(x)\n");
}

TEST(Suggestion, InsertionCoversTheLineItPrecedes) {
  const File file{{"a", "b"}};
  const auto suggestion = MakeSuggestion(Replacing(file, 2, 2, "new\n"), LinesOf(file));
  ASSERT_TRUE(suggestion.has_value());
  EXPECT_EQ(suggestion->first_line, 2);
  EXPECT_EQ(suggestion->last_line, 2);
  EXPECT_EQ(suggestion->text, "new\nb\n");
}

TEST(Suggestion, RemovedLineBecomesAnEmptyBlock) {
  const File file{{"a", "b", "c"}};
  const auto suggestion = MakeSuggestion(Replacing(file, 2, 4, ""), LinesOf(file));
  ASSERT_TRUE(suggestion.has_value());
  EXPECT_EQ(suggestion->first_line, 2);
  EXPECT_EQ(suggestion->last_line, 2);
  EXPECT_EQ(suggestion->text, "");
}

TEST(Suggestion, KeepsCarriageReturns) {
  const File file{{"a\r", "b\r"}};
  const auto suggestion = MakeSuggestion(Replacing(file, 0, 1, "x"), LinesOf(file));
  ASSERT_TRUE(suggestion.has_value());
  EXPECT_EQ(suggestion->text, "x\r\n");
}

TEST(Suggestion, ComesFromTheExcerptWhenTheHunkHasNoText) {
  const File file{{"x = 1", "y = foo(x)"}};
  diff::v1::DiffFile diff = file.Diff();
  diff.mutable_hunks(0)->clear_text();
  SourceLines lines;
  lines.AddFile(diff);
  Finding finding = Replacing(file, 10, 13, "bar");
  EXPECT_FALSE(MakeSuggestion(finding, lines).has_value());
  finding.mutable_excerpt()->set_first_line(2);
  finding.mutable_excerpt()->add_lines("y = foo(x)");
  ASSERT_TRUE(MakeSuggestion(finding, lines).has_value());
  diff.set_has_crlf(true);
  SourceLines uncertain;
  uncertain.AddFile(diff);
  EXPECT_FALSE(MakeSuggestion(finding, uncertain).has_value());
}

TEST(Suggestion, NeedsTheVersionThatTheEditWasMadeFor) {
  const File file{{"x"}};
  Finding finding = Replacing(file, 0, 1, "y");
  finding.mutable_edits(0)->set_expected_blob_id("b2");
  EXPECT_FALSE(MakeSuggestion(finding, LinesOf(file)).has_value());
  finding.mutable_edits(0)->set_expected_blob_id("b1");
  EXPECT_TRUE(MakeSuggestion(finding, LinesOf(file)).has_value());
}

TEST(Suggestion, RefusesEditsOfOtherFilesAndOverlaps) {
  const File file{{"abcdef"}};
  Finding elsewhere = Replacing(file, 0, 1, "y");
  elsewhere.mutable_edits(0)->set_path("b.py");
  EXPECT_FALSE(MakeSuggestion(elsewhere, LinesOf(file)).has_value());
  Finding overlapping = Replacing(file, 0, 3, "y");
  *overlapping.add_edits() = overlapping.edits(0);
  EXPECT_FALSE(MakeSuggestion(overlapping, LinesOf(file)).has_value());
}

TEST(Suggestion, RefusesWhatCannotBeShownExactly) {
  const File file{{"x = 1  # \xff"}};
  EXPECT_FALSE(MakeSuggestion(Replacing(file, 4, 5, "2"), LinesOf(file)).has_value());
  const File bidi{{"x = 1  # \u202e"}};
  EXPECT_FALSE(MakeSuggestion(Replacing(bidi, 4, 5, "2"), LinesOf(bidi)).has_value());
}

TEST(Suggestion, NeverReplacesASecretByItsMask) {
  const File file{{"def f(a=[]):  # AKIA****************"}};
  EXPECT_FALSE(MakeSuggestion(Replacing(file, 8, 10, "None"), LinesOf(file)).has_value());
  const File without{{"def f(a=[]):  # AKIA"}};
  EXPECT_TRUE(MakeSuggestion(Replacing(without, 8, 10, "None"), LinesOf(without)).has_value());
}

TEST(Suggestion, RefusesToJoinALineWithTheNext) {
  const File file{{"a", "b", "c"}};
  // The line end of the last known line goes; what follows it is not known.
  EXPECT_FALSE(MakeSuggestion(Replacing(file, 5, 6, ""), LinesOf(file)).has_value());
}

// Applying the suggestion as GitHub does gives what applying the edit gives.
TEST(Suggestion, EqualsTheEditForRandomEdits) {
  std::mt19937 random(11);
  const auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  int made = 0;
  for (int round = 0; round < 5'000; ++round) {
    File file;
    for (int i = pick(1, 6); i > 0; --i) {
      std::string line;
      for (int n = pick(0, 6); n > 0; --n) line += "ab \t漢"[pick(0, 3)];
      file.lines.push_back(line);
    }
    const std::string before = file.text();
    const int first = pick(0, static_cast<int>(before.size()) - 1);
    const int end = pick(first, static_cast<int>(before.size()));
    const std::string replacement =
        std::vector<std::string>{"", "q", "q\n", "\n", "q\nr"}[pick(0, 4)];
    const auto suggestion = MakeSuggestion(Replacing(file, first, end, replacement), LinesOf(file));
    if (!suggestion) continue;
    ++made;
    std::string after;
    for (int line = 1; line <= static_cast<int>(file.lines.size()); ++line) {
      if (line == suggestion->first_line) after += suggestion->text;
      if (line < suggestion->first_line || line > suggestion->last_line) {
        absl::StrAppend(&after, file.lines[line - 1], "\n");
      }
    }
    ASSERT_EQ(after, before.substr(0, first) + replacement + before.substr(end))
        << testing::PrintToString(before) << " [" << first << "," << end << ") by "
        << testing::PrintToString(replacement);
  }
  EXPECT_GT(made, 2'000);
}

TEST(Comment, HasNoSuggestionThatLeavesItsHunk) {
  const File file{{"x = 1", "y = foo(x)"}};
  review::v1::Review review;
  review::v1::FileSummary& summary = *review.add_files();
  summary.mutable_entry()->set_new_path("a.py");
  review::v1::HunkRange& hunk = *summary.add_hunks();
  hunk.set_new_start(1);
  hunk.set_new_lines(1);
  Finding finding = Replacing(file, 10, 13, "bar");
  finding.set_problem("`foo` is gone");
  const auto comment = MakeComment(Language::kEnglish, finding, AnchorMap(review), LinesOf(file));
  ASSERT_TRUE(comment.has_value());
  EXPECT_EQ(comment->line(), 1);
  EXPECT_EQ(comment->wanted_line(), 2);
  EXPECT_EQ(comment->body(), "(about line 2) `foo` is gone.\n\nRule: \n");
}

TEST(Comment, StaysUnderGitHubsLimit) {
  review::v1::Review review;
  review::v1::FileSummary& summary = *review.add_files();
  summary.mutable_entry()->set_new_path("a.py");
  Finding finding;
  finding.mutable_range()->set_path("a.py");
  finding.set_rule_id("r");
  finding.set_problem(std::string(200'000, '*'));
  finding.set_before_code("x");
  finding.set_after_code(std::string(200'000, '`'));
  const auto comment = MakeComment(Language::kEnglish, finding, AnchorMap(review), SourceLines());
  ASSERT_TRUE(comment.has_value());
  EXPECT_LE(comment->body().size(), kMaxCommentBytes);
}

}  // namespace
}  // namespace allreview::report

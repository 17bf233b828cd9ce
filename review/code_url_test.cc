#include "review/code_url.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

constexpr char kPull[] = "https://github.com/acme/train/pull/7";
constexpr char kCode[] = "https://github.com/acme/train/blob/c0ffee";

change::v1::SourceRange Lines(const char* path, int first, int end) {
  change::v1::SourceRange range;
  range.set_path(path);
  range.set_first_line(first);
  range.set_end_line(end);
  return range;
}

TEST(CodeUrl, IsThatOfTheRepositoryAtACommit) {
  EXPECT_EQ(CodeUrl({.pull_request = kPull, .number = 7, .commit = "c0ffee"}), kCode);
}

TEST(CodeUrl, IsNotGuessed) {
  EXPECT_EQ(CodeUrl({.pull_request = kPull, .number = 8, .commit = "c0ffee"}), "");
  EXPECT_EQ(CodeUrl({.pull_request = kPull, .number = 7, .commit = ""}), "");
  EXPECT_EQ(CodeUrl({.pull_request = "javascript:a/pull/7", .number = 7, .commit = "c"}), "");
  EXPECT_EQ(CodeUrl({.pull_request = "", .number = 0, .commit = "c0ffee"}), "");
}

TEST(UrlOfLines, NamesLines) {
  EXPECT_EQ(UrlOfLines(kCode, Lines("train/loss.py", 6, 7)),
            "https://github.com/acme/train/blob/c0ffee/train/loss.py#L6");
  EXPECT_EQ(UrlOfLines(kCode, Lines("a b.py", 6, 9)),
            "https://github.com/acme/train/blob/c0ffee/a%20b.py#L6-L8");
  EXPECT_EQ(UrlOfLines(kCode, Lines("a.py", 0, 0)),
            "https://github.com/acme/train/blob/c0ffee/a.py");
}

TEST(UrlOfLines, LeavesOutWhatTheCommitDoesNotHave) {
  change::v1::SourceRange gone = Lines("a.py", 6, 7);
  gone.set_side(change::v1::SIDE_LEFT);
  EXPECT_EQ(UrlOfLines(kCode, gone), "");
  EXPECT_EQ(UrlOfLines("", Lines("a.py", 6, 7)), "");
}

TEST(PathToUri, EncodesBytes) {
  EXPECT_EQ(PathToUri("a b/数.py"), "a%20b/%E6%95%B0.py");
  EXPECT_EQ(PathToUri("\"a\\377.py\""), "a%FF.py");
}

}  // namespace
}  // namespace allreview

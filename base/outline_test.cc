#include "base/outline.h"

#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(Outline, IndentsByDepth) {
  Outline outline;
  outline.Add(0, "module");
  outline.Add(2, "call");
  EXPECT_EQ(std::move(outline).Finish(), "module\n    call\n");
}

TEST(Outline, CountsLinesBeyondItsLimit) {
  Outline outline({.max_lines = 1});
  outline.Add(0, "a");
  EXPECT_FALSE(outline.is_full());
  outline.Add(0, "b");
  outline.Add(0, "c");
  EXPECT_TRUE(outline.is_full());
  EXPECT_EQ(std::move(outline).Finish(), "a\n... 2 more lines\n");
}

TEST(Outline, KeepsNothingAfterTheFirstLineThatDoesNotFit) {
  Outline outline({.max_bytes = 8});
  outline.Add(0, "long line");
  outline.Add(0, "a");
  EXPECT_EQ(std::move(outline).Finish(), "... 2 more lines\n");
}

TEST(Excerpt, StaysOnOneLineOfPrintableText) {
  EXPECT_EQ(Excerpt("a\n\"b\"\x1b[2J"), R"("a\n\"b\"\x1b[2J")");
  EXPECT_EQ(Excerpt("\xe2\x80\xae"), R"("\xe2\x80\xae")");
}

TEST(Excerpt, CutsLongText) { EXPECT_EQ(Excerpt("abcdef", 3), R"("abc"...)"); }

}  // namespace
}  // namespace allreview

#include "services/report/formats/wrap.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

TEST(WrapText, BreaksAtBlanksAndKeepsLongWordsWhole) {
  EXPECT_EQ(WrapText("one two a/very/long/path.py three", {.indent = "  ", .width = 12}),
            "  one two\n  a/very/long/path.py\n  three\n");
  EXPECT_EQ(WrapText("", {}), "\n");
}

TEST(WrapText, BreaksChineseBetweenItsCharacters) {
  const WrapOptions options = {.language = Language::kChinese, .width = 10};
  EXPECT_EQ(WrapText("等待设备同步完成", options), "等待设备同\n步完成\n");
  EXPECT_EQ(WrapText("调用 `item` 会等待", options), "调用\n`item` 会\n等待\n");
}

TEST(WrapText, BreaksNeitherBeforeAMarkThatClosesNorAfterOneThatOpens) {
  const WrapOptions options = {.language = Language::kChinese, .width = 10};
  EXPECT_EQ(WrapText("等待设备同，步", options), "等待设备\n同，步\n");
  EXPECT_EQ(WrapText("等待设备（同）步", options), "等待设备\n（同）步\n");
}

TEST(WrapText, KeepsChineseInEnglishTextTogether) {
  EXPECT_EQ(WrapText("see 等待设备同步完成", {.width = 10}), "see\n等待设备同步完成\n");
}

}  // namespace
}  // namespace allreview::report

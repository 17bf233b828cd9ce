#include "services/report/formats/ink.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

constexpr char kUrl[] = "https://github.com/acme/train/blob/c0ffee/a.py#L6";

TEST(Ink, LeavesTextAloneWhereNothingIsWanted) {
  const Ink ink(false);
  EXPECT_EQ(ink.Paint("P1", kRed), "P1");
  EXPECT_EQ(ink.Link("a.py:6", kUrl), "a.py:6");
  EXPECT_EQ(ink.Code("def f", {{.first = 0, .end = 3, .token = CodeToken::kKeyword}}), "def f");
}

TEST(Ink, PaintsTokens) {
  const Ink ink(true);
  EXPECT_EQ(ink.Code("def f(x)", {{.first = 0, .end = 3, .token = CodeToken::kKeyword},
                                  {.first = 4, .end = 5, .token = CodeToken::kFunction}}),
            "\033[35mdef\033[0m \033[34mf\033[0m(x)");
}

TEST(Ink, LinksByOsc8) {
  const Ink ink(true);
  EXPECT_EQ(ink.Link("a.py:6", kUrl),
            "\033]8;;https://github.com/acme/train/blob/c0ffee/a.py#L6\033\\a.py:6\033]8;;\033\\");
  EXPECT_EQ(ink.Link("a.py:6", ""), "a.py:6");
}

TEST(Ink, LetsNoAddressLeaveTheLink) {
  const Ink ink(true);
  for (const char* url :
       {"https://a.b/\033\\evil", "https://a.b/\a", "https://a.b/ c", "a\xC2\x9C"}) {
    EXPECT_EQ(ink.Link("text", url), "text");
  }
}

}  // namespace
}  // namespace allreview::report

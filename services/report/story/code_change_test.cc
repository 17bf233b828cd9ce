#include "services/report/story/code_change.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

TEST(CodeChange, ShowsShortVersionsSideBySide) {
  EXPECT_EQ(CodeChange(Language::kEnglish, "Partial(op)", "Partial(AVG)", 72),
            "`Partial(op)` → `Partial(AVG)`");
}

TEST(CodeChange, NamesTheArgumentsThatCameAndWentInLongCalls) {
  const char* before =
      "buffer.dispatch(hidden=tokens, routing=routes, count=tokens_of_rank, is_async=False)";
  const char* after = "buffer.dispatch(hidden=tokens, routing=routes, is_async=True)";
  EXPECT_EQ(CodeChange(Language::kEnglish, before, after, 72),
            "`buffer.dispatch(…)` gets `is_async=True` instead of `count=tokens_of_rank` and "
            "`is_async=False`");
  EXPECT_EQ(CodeChange(Language::kChinese, before, after, 72),
            "`buffer.dispatch(…)` 由 `count=tokens_of_rank`、`is_async=False` 改为 "
            "`is_async=True`");
}

TEST(CodeChange, NamesTheItemsThatCameIntoAList) {
  EXPECT_EQ(ItemChange(Language::kEnglish, "self.names = [\"a\", \"b\"]",
                       "self.names = [\"a\", \"b\", \"c\"]"),
            "`self.names = […]` gets `\"c\"`");
}

}  // namespace
}  // namespace allreview::report

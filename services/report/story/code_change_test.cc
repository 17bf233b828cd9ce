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
            "replaces `count=tokens_of_rank` and `is_async=False` in `buffer.dispatch(…)` with "
            "`is_async=True`");
  EXPECT_EQ(CodeChange(Language::kChinese, before, after, 72),
            "将 `buffer.dispatch(…)` 中的 `count=tokens_of_rank`、`is_async=False` 改为 "
            "`is_async=True`");
}

TEST(CodeChange, NamesTheItemsThatCameIntoAList) {
  EXPECT_EQ(ItemChange(Language::kEnglish, "self.names = [\"a\", \"b\"]",
                       "self.names = [\"a\", \"b\", \"c\"]"),
            "adds `\"c\"` to `self.names = […]`");
}

TEST(ItemChange, TellsWhatAConditionGains) {
  EXPECT_EQ(ItemChange(Language::kEnglish,
                       "if config.is_decoupled:", "if config.is_decoupled or is_sharded(p):"),
            "adds `or is_sharded(p)` to `config.is_decoupled`");
  EXPECT_EQ(ItemChange(Language::kEnglish, "f(p, decoupled=a)", "f(p, decoupled=a or b(p[0]))"),
            "in `f(…)`, adds `or b(p[0])` to `decoupled=a`");
}

TEST(ItemChange, SaysWhereOnlyAMessageChanges) {
  EXPECT_EQ(ItemChange(Language::kEnglish, "assert args.ok, 'only A has this'",
                       "assert args.ok, \"use A\""),
            "only the text in `args.ok` changes");
  EXPECT_EQ(
      ItemChange(Language::kChinese, "raise ValueError(\"only A\")", "raise ValueError(\"use A\")"),
      "`ValueError(…)` 仅修改了文案");
}

}  // namespace
}  // namespace allreview::report

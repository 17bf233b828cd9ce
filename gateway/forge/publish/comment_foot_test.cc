#include "gateway/forge/publish/comment_foot.h"

#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

review::v1::ReviewComment CommentWithFoot() {
  review::v1::ReviewComment comment;
  comment.set_body("**[P1]** Problem.\n\nRule: `unscaled-loss`\n");
  comment.set_foot_bytes(23);
  return comment;
}

TEST(WithFoot, LinksTheRuleAndSaysHowToVoteAndMute) {
  EXPECT_EQ(WithFoot(Language::kEnglish, CommentWithFoot(),
                     {.id = "unscaled-loss", .page = "https://r.example/rules/unscaled-loss"}),
            "**[P1]** Problem.\n\n<sub>Rule "
            "[`unscaled-loss`](https://r.example/rules/unscaled-loss). Not useful? Vote 👎, or "
            "reply `/allreview not-useful` and why. Hide the rule in this pull request: "
            "`/allreview ignore unscaled-loss`.</sub>\n");
}

TEST(WithFoot, NamesTheRuleWithoutALinkWhereItHasNoPage) {
  EXPECT_EQ(WithFoot(Language::kChinese, CommentWithFoot(), {.id = "unscaled-loss", .page = ""}),
            "**[P1]** Problem.\n\n<sub>规则 `unscaled-loss`。没有帮助？请点 👎，或回复 "
            "`/allreview not-useful` 并说明原因。在此 pull request 中隐藏该规则：`/allreview "
            "ignore unscaled-loss`。</sub>\n");
}

TEST(WithFoot, LeavesACommentAsItIsThatHasNoRule) {
  EXPECT_EQ(WithFoot(Language::kEnglish, CommentWithFoot(), {}), CommentWithFoot().body());
}

}  // namespace
}  // namespace allreview::gateway

#include "gateway/outgoing/message.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using review::v1::Event;
using ::testing::HasSubstr;
using ::testing::Not;

Event FinishedReview() {
  Event event;
  event.set_number(12);
  event.set_type(review::v1::EVENT_TYPE_REVIEW_FINISHED);
  review::v1::ReviewSummary& review = *event.mutable_review();
  review.set_id("01JD");
  review.mutable_repository()->set_full_name("acme/train");
  review.set_number(7);
  review.set_title("Fix <!channel> the `loss` & more");
  review.set_author("mara");
  review.set_state(review::v1::REVIEW_STATE_DONE);
  review.set_conclusion(review::v1::CONCLUSION_BLOCKED);
  review.mutable_counts()->set_p1(2);
  return event;
}

TEST(MessageHeaders, SignAsStandardWebhooksDo) {
  const Webhook webhook = {.name = "tracker", .secret = "0123456789abcdef"};
  const github::HttpHeaders headers =
      MessageHeaders(webhook, FinishedReview(), "{}", absl::FromUnixSeconds(1764326400));
  EXPECT_EQ(github::FindHeader(headers, "webhook-id"), "tracker/12");
  EXPECT_EQ(github::FindHeader(headers, "webhook-timestamp"), "1764326400");
  // printf 'tracker/12.1764326400.{}' | openssl dgst -sha256 -hmac 0123456789abcdef -binary |
  // base64
  EXPECT_EQ(github::FindHeader(headers, "webhook-signature"),
            "v1,+Kstyoovh+McrA/qoTj30UhdCyJ+kXUE/Gf52svhnr0=");
  EXPECT_EQ(github::FindHeader(headers, "content-type"), "application/json");
}

TEST(MessageHeaders, SignNothingWithoutASecret) {
  const github::HttpHeaders headers =
      MessageHeaders({.name = "chat"}, FinishedReview(), "{}", absl::UnixEpoch());
  EXPECT_EQ(github::FindHeader(headers, "webhook-signature"), "");
}

TEST(MessageBody, IsTheEventOfTheApi) {
  const std::string body = MessageBody({.name = "tracker"}, FinishedReview(), "");
  EXPECT_THAT(body, HasSubstr("\"number\": \"12\""));
  EXPECT_THAT(body, HasSubstr("\"type\": \"EVENT_TYPE_REVIEW_FINISHED\""));
  EXPECT_THAT(body, HasSubstr("\"full_name\": \"acme/train\""));
}

TEST(MessageBody, IsALineForChatsInWhichNobodyElseSpeaks) {
  Webhook webhook = {.name = "chat", .format = Webhook::Format::kText};
  EXPECT_EQ(MessageBody(webhook, FinishedReview(), "https://r.example/reviews/01JD"),
            "{\"text\":\"`acme/train#7` · Blocked: 2 P1 · `Fix &lt;!channel&gt; the 'loss' "
            "&amp; more` · `mara`\\nhttps://r.example/reviews/01JD\"}");
  webhook.language = Language::kChinese;
  EXPECT_THAT(MessageBody(webhook, FinishedReview(), ""), HasSubstr("阻断合并：2 个 P1"));
}

TEST(MessageBody, SaysWhyAReviewFailed) {
  Event event = FinishedReview();
  event.mutable_review()->set_state(review::v1::REVIEW_STATE_FAILED);
  event.mutable_review()->set_state_reason("the head is gone");
  const Webhook webhook = {.name = "chat", .format = Webhook::Format::kText};
  const std::string body = MessageBody(webhook, event, "");
  EXPECT_THAT(body, HasSubstr("The review failed: `the head is gone`"));
  EXPECT_THAT(body, Not(HasSubstr("Blocked")));
}

TEST(MessageBody, SaysWhoVotedAndWhy) {
  Event event;
  event.set_type(review::v1::EVENT_TYPE_FEEDBACK_ADDED);
  review::v1::Feedback& feedback = *event.mutable_feedback();
  feedback.mutable_repository()->set_full_name("acme/train");
  feedback.set_number(7);
  feedback.set_rule_id("host-sync");
  feedback.set_vote(review::v1::VOTE_NOT_USEFUL);
  feedback.set_voter("github:mara");
  feedback.set_reason("runs once");
  const Webhook webhook = {.name = "chat", .format = Webhook::Format::kText};
  EXPECT_THAT(
      MessageBody(webhook, event, ""),
      HasSubstr("`github:mara` finds `host-sync` in `acme/train#7` not useful: `runs once`"));
}

}  // namespace
}  // namespace allreview::gateway

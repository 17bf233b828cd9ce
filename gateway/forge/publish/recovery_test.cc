// A publication that is interrupted, refused or answered with nonsense ends as one that was not.

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/forge/publish/publish_fixture.h"
#include "gateway/forge/publish/publish_story.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/metrics.h"

namespace allreview::gateway {
namespace {

using fakes::Always;
using fakes::FakeConversation;
using fakes::IsCall;
using review::v1::Publication;
using review::v1::StoredReview;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(Recovery, EndsTheSameWhereverItIsKilled) {
  PublishStory undisturbed;
  const size_t before = undisturbed.fixture.server.requests().size();
  ASSERT_OK(undisturbed.fixture.Publish(undisturbed.last));
  const std::string wanted = undisturbed.Outcome();
  const int requests = static_cast<int>(undisturbed.fixture.server.requests().size() - before);
  ASSERT_GT(requests, 12);
  for (int at = 0; at < requests; ++at) {
    for (bool is_done : {false, true}) {
      SCOPED_TRACE(absl::StrCat("request ", at, is_done ? " took effect" : " was lost"));
      PublishStory story;
      // From here on nothing answers: so it looks to the world when a process dies.
      story.fixture.server.Inject({.matches = fakes::Any(),
                                   .skip = at,
                                   .respond = Always({.status = 502}),
                                   .is_after = is_done});
      story.fixture.server.Inject(
          {.matches = fakes::Any(), .skip = at, .times = -1, .respond = Always({.status = 502})});
      EXPECT_FALSE(story.fixture.Publish(story.last).ok());
      story.fixture.server.ForgetFaults();
      if (at % 2 == 1) story.fixture.LoseStore();
      ASSERT_OK(story.fixture.Publish(story.last));
      EXPECT_EQ(story.Outcome(), wanted);
    }
  }
}

TEST(Recovery, WaitsForASecondaryLimitAndPostsOnce) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  fixture.server.Inject(
      {.matches = IsCall("POST", "/reviews"), .respond = Always(fakes::SecondaryLimit())});
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.comments(), 1);
  EXPECT_THAT(fixture.talk().reviews, SizeIs(1));
  absl::Duration longest;
  for (absl::Duration sleep : fixture.clock.sleeps()) longest = std::max(longest, sleep);
  EXPECT_GE(longest, absl::Minutes(1));
}

TEST(Recovery, SurvivesDeathBetweenPostAndAnswer) {
  for (bool has_store : {true, false}) {
    PublishFixture fixture;
    fixture.Push(FortyLines({5, 6}));
    const StoredReview review = fixture.ReviewOf(FindingsOn({5, 6}));
    // The answer is lost, and so is everything that the process would have done next.
    fixture.server.Inject({.matches = IsCall("POST", "/reviews"),
                           .respond =
                               [](const auto&) {
                                 return fakes::ServedResponse{.body = R"({"id": 1234567})",
                                                              .is_cut = true};
                               },
                           .is_after = true});
    fixture.server.Inject({.matches = IsCall("GET", "/pulls/7/reviews"),
                           .skip = 1,
                           .times = 4,
                           .respond = Always({.status = 502})});
    EXPECT_FALSE(fixture.Publish(review).ok());
    if (!has_store) fixture.LoseStore();
    ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
    EXPECT_EQ(publication.comments(), 2);
    EXPECT_THAT(fixture.talk().reviews, SizeIs(1));
    EXPECT_THAT(fixture.comments(), SizeIs(2));
  }
}

TEST(Recovery, FindsAReviewWhoseAnswerWasLost) {
  host::Metrics metrics;
  PublishFixture fixture({}, {.metrics = &metrics});
  fixture.Push(FortyLines({5}));
  fixture.server.Inject({.matches = IsCall("POST", "/reviews"),
                         .respond = Always({.status = 502}),
                         .is_after = true});
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.state(), Publication::STATE_PUBLISHED);
  EXPECT_THAT(fixture.talk().reviews, SizeIs(1));
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_publication_recoveries_total"
                                        "{kind=\"lost_answer\"} 1"));
}

TEST(Recovery, Case36MovesOneBadAnchorOfTwelveToTheBody) {
  PublishFixture fixture;
  fixture.Push(FortyLines(Lines(5, 15)));
  StoredReview review = fixture.ReviewOf(FindingsOn({5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 30}));
  // We believe that line 30 is shown; GitHub does not.
  review.mutable_review()->mutable_files(0)->mutable_hunks(0)->set_new_lines(38);
  review.clear_diff();
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
  EXPECT_EQ(publication.state(), Publication::STATE_PUBLISHED) << publication.reason();
  EXPECT_EQ(publication.comments(), 11);
  EXPECT_EQ(publication.moved_to_body(), 1);
  EXPECT_THAT(fixture.comments(), SizeIs(11));
  ASSERT_THAT(fixture.talk().reviews, SizeIs(1));
  EXPECT_THAT(fixture.talk().reviews[0].body, HasSubstr("**`train.py:30`**"));
}

TEST(Recovery, Case36SearchesWhatGitHubRefusesWithoutReason) {
  PublishFixture fixture;
  fixture.Push(FortyLines(Lines(5, 16)));
  // Refuses whatever holds a comment on line 11, and gives patches that do not tell why.
  fixture.server.Inject(
      {.matches =
           [](const auto& request) {
             return request.method == "POST" && absl::EndsWith(request.path, "/reviews") &&
                    absl::StrContains(request.body, "\"line\":11,");
           },
       .times = -1,
       .respond =
           Always({.status = 422,
                   .body = R"({"message":"Unprocessable Entity","errors":["no reason"]})"})});
  const StoredReview review = fixture.ReviewOf(FindingsOn(Lines(5, 16)));
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
  EXPECT_EQ(publication.comments(), 11);
  EXPECT_EQ(publication.moved_to_body(), 1);
  ASSERT_THAT(fixture.talk().reviews, SizeIs(1));  // No draft was left behind.
  EXPECT_THAT(fixture.talk().reviews[0].body, HasSubstr("**`train.py:11`**"));
  EXPECT_THAT(fixture.comments(), SizeIs(11));
}

TEST(Recovery, Case37DeletesItsOwnPendingReview) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  fixture.server.Edit(7, [](FakeConversation& talk) {
    talk.reviews.push_back(
        {.id = 1, .user = "allreview[bot]", .body = "old", .state = "PENDING", .commit_id = "x"});
  });
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.comments(), 1);
  ASSERT_THAT(fixture.talk().reviews, SizeIs(1));
  EXPECT_EQ(fixture.talk().reviews[0].state, "COMMENTED");
}

TEST(Recovery, Case37RecoversOnceFromAPendingReviewThatAppears) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  fixture.server.Inject({.matches = IsCall("POST", "/reviews"),
                         .respond = [&](const auto&) -> std::optional<fakes::ServedResponse> {
                           fixture.server.Edit(7, [](FakeConversation& talk) {
                             talk.reviews.push_back({.id = 1,
                                                     .user = "allreview[bot]",
                                                     .body = "",
                                                     .state = "PENDING",
                                                     .commit_id = "x"});
                           });
                           return std::nullopt;
                         }});
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.comments(), 1);
  EXPECT_EQ(fixture.CountCalls("POST", "/reviews"), 2);
  EXPECT_THAT(fixture.talk().reviews, SizeIs(1));
}

TEST(Recovery, LeavesAPersonsDraftAlone) {
  PublishFixture fixture({.login = "mara-helper"});
  fixture.Push(FortyLines({5}));
  fixture.server.Edit(7, [](FakeConversation& talk) {
    talk.reviews.push_back(
        {.id = 1, .user = "mara-helper", .body = "mine", .state = "PENDING", .commit_id = "x"});
  });
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.state(), Publication::STATE_FAILED);
  EXPECT_THAT(publication.reason(), HasSubstr("has a draft review that AllReview did not write"));
  ASSERT_THAT(fixture.talk().reviews, SizeIs(1));
  EXPECT_EQ(fixture.talk().reviews[0].body, "mine");
}

}  // namespace
}  // namespace allreview::gateway

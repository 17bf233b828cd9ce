#include "gateway/reviews/reviews.h"

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/reviews/fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/retry_after.h"

namespace allreview::gateway {
namespace {

using review::v1::ReviewSummary;
using review::v1::SubmitReviewResponse;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

SubmitReviewResponse Submit(Desk& desk, const review::v1::SubmitReviewRequest& request) {
  auto answer = desk.reviews.Submit(desk.spokes.stubs(), request,
                                    {.actor = "token:ci", .tenant = "api/ci"}, Caller());
  EXPECT_OK(answer.status());
  return answer.ok() ? *answer : SubmitReviewResponse();
}

review::v1::ReviewState StateOf(Desk& desk, const std::string& id) {
  const auto summary = desk.store.GetSummary(id);
  EXPECT_OK(summary.status());
  return summary.ok() ? summary->state() : review::v1::REVIEW_STATE_UNSPECIFIED;
}

TEST(Reviews, QueuesAReviewThatListsShowAtOnce) {
  Desk desk;
  const SubmitReviewResponse answer = Submit(desk, PullRequest());
  EXPECT_TRUE(answer.is_new());
  EXPECT_EQ(answer.review().state(), review::v1::REVIEW_STATE_QUEUED);
  EXPECT_EQ(answer.review().repository().full_name(), "acme/train");
  EXPECT_EQ(answer.review().repository().host(), "github.example");
  EXPECT_EQ(answer.review().requested_by(), "token:ci");
  EXPECT_EQ(answer.review().publication().state(), review::v1::Publication::STATE_PENDING);
  const auto list = desk.store.ListReviews({});
  ASSERT_OK(list.status());
  ASSERT_EQ(list->reviews_size(), 1);
  EXPECT_EQ(list->reviews(0).id(), answer.review().id());
}

TEST(Reviews, QueuesOneReviewHoweverOftenAndByHoweverManyItIsAskedFor) {
  Desk desk;
  desk.spokes.stubs();
  std::vector<SubmitReviewResponse> answers(8);
  std::vector<std::thread> threads;
  for (SubmitReviewResponse& answer : answers) {
    threads.emplace_back([&desk, &answer] { answer = Submit(desk, PullRequest()); });
  }
  for (std::thread& thread : threads) thread.join();
  int fresh = 0;
  for (const SubmitReviewResponse& answer : answers) {
    fresh += answer.is_new() ? 1 : 0;
    EXPECT_EQ(answer.review().id(), answers[0].review().id());
  }
  EXPECT_EQ(fresh, 1);
  EXPECT_EQ(desk.queue->Stats()->waiting, 1);
}

TEST(Reviews, QueuesAnotherReviewUnderAnotherConfiguration) {
  Desk desk;
  Submit(desk, PullRequest());
  Reviews stricter({.store = &desk.store,
                    .keyed = desk.keyed.get(),
                    .queue = desk.queue.get(),
                    .progress = &desk.progress,
                    .configuration = "another"});
  const auto answer =
      stricter.Submit(desk.spokes.stubs(), PullRequest(), {.actor = "token:ci"}, Caller());
  ASSERT_OK(answer.status());
  EXPECT_TRUE(answer->is_new());
}

TEST(Reviews, WithdrawsTheReviewOfAnOlderHead) {
  Desk desk;
  const std::string older = Submit(desk, PullRequest()).review().id();
  desk.spokes.info.set_head_commit("head-2");
  const std::string newer = Submit(desk, PullRequest()).review().id();
  const auto summary = desk.store.GetSummary(older);
  ASSERT_OK(summary.status());
  EXPECT_EQ(summary->state(), review::v1::REVIEW_STATE_SUPERSEDED);
  EXPECT_EQ(summary->state_reason(), "a newer push, head-2, is reviewed instead");
  EXPECT_EQ(StateOf(desk, newer), review::v1::REVIEW_STATE_QUEUED);
  EXPECT_EQ(desk.queue->Stats()->waiting, 1);
}

TEST(Reviews, ReviewsAHeadAgainThatCameBack) {
  Desk desk;
  const std::string first = Submit(desk, PullRequest()).review().id();
  desk.spokes.info.set_head_commit("head-2");
  Submit(desk, PullRequest());
  desk.spokes.info.set_head_commit("head-1");
  const SubmitReviewResponse again = Submit(desk, PullRequest());
  EXPECT_EQ(again.review().id(), first);
  EXPECT_TRUE(again.is_new());
  EXPECT_EQ(again.review().state(), review::v1::REVIEW_STATE_QUEUED);
}

TEST(Reviews, RefusesMoreThanMayWaitAndSaysHowManyDo) {
  Desk desk;
  Reviews bounded({.store = &desk.store,
                   .keyed = desk.keyed.get(),
                   .queue = desk.queue.get(),
                   .progress = &desk.progress,
                   .max_waiting_of_caller = 2,
                   .max_waiting = 3});
  const auto submit = [&](const std::string& patch, const std::string& name) {
    review::v1::SubmitReviewRequest request;
    request.mutable_ref()->mutable_patch()->set_text(patch);
    return bounded
        .Submit(desk.spokes.stubs(), request, {.actor = name, .tenant = "api/" + name}, Caller())
        .status();
  };
  const Asker ci = {.actor = "token:ci", .tenant = "api/token:ci"};
  EXPECT_EQ(bounded.QuotaOf(ci).value()->remaining, 2);
  EXPECT_EQ(bounded.QuotaOf(ci).value()->reset, absl::ZeroDuration());
  EXPECT_OK(submit("a", "token:ci"));
  EXPECT_OK(submit("b", "token:ci"));
  EXPECT_EQ(bounded.QuotaOf(ci).value()->limit, 2);
  EXPECT_EQ(bounded.QuotaOf(ci).value()->remaining, 0);
  EXPECT_GT(bounded.QuotaOf(ci).value()->reset, absl::ZeroDuration());
  EXPECT_FALSE(bounded.QuotaOf({.actor = "github:mara", .tenant = "installation/7"})->has_value());
  EXPECT_THAT(submit("c", "token:ci"),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       "2 reviews that token:ci asked for wait, at most 2 may; ask again when some "
                       "are done"));
  EXPECT_OK(submit("b", "token:ci")) << "what is known needs no room";
  EXPECT_OK(submit("c", "token:bot"));
  EXPECT_THAT(submit("d", "token:bot"),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       "3 jobs wait, at most 3 may; ask again when some are done"));
  EXPECT_EQ(desk.store.ListReviews({})->reviews_size(), 3) << "a refusal leaves nothing behind";
  ASSERT_OK(desk.queue->Complete(**desk.queue->Take("w", absl::Minutes(1), absl::ZeroDuration())));
  EXPECT_OK(submit("d", "token:bot"));
}

TEST(Reviews, SaysHowLongItTakesUntilThereIsRoom) {
  absl::Time now = absl::FromUnixSeconds(1'900'000'000);
  Desk desk(JobQueueOptions{.now = [&now] { return now; }});
  Reviews bounded({.store = &desk.store,
                   .keyed = desk.keyed.get(),
                   .queue = desk.queue.get(),
                   .progress = &desk.progress,
                   .max_waiting = 6});
  int submitted = 0;
  const auto submit = [&] {
    review::v1::SubmitReviewRequest request;
    request.mutable_ref()->mutable_patch()->set_text(absl::StrCat(++submitted));
    return bounded.Submit(desk.spokes.stubs(), request, {.actor = "token:ci"}, Caller()).status();
  };
  for (int i = 0; i < 6; ++i) ASSERT_OK(submit());
  EXPECT_EQ(host::RetryAfterText(submit()), "60") << "none was done, so nobody knows";
  // A job every 30 seconds: half of six take 90.
  for (int i = 0; i < 4; ++i) {
    ASSERT_OK(
        desk.queue->Complete(**desk.queue->Take("w", absl::Minutes(1), absl::ZeroDuration())));
    now += absl::Seconds(30);
    ASSERT_OK(submit());
  }
  EXPECT_EQ(host::RetryAfterText(submit()), "90");
  now += absl::Minutes(9);
  EXPECT_EQ(host::RetryAfterText(submit()), "600") << "at most";
}

TEST(Reviews, RefusesNewOnesWhileTheStoreIsFullAndSaysTheCure) {
  Desk desk;
  const absl::StatusOr<int64_t> bytes = desk.keyed->SizeBytes();
  ASSERT_OK(bytes.status());
  Reviews bounded({.store = &desk.store,
                   .keyed = desk.keyed.get(),
                   .queue = desk.queue.get(),
                   .progress = &desk.progress,
                   .max_store_bytes = *bytes + (2 << 20)});
  const auto submit = [&](const std::string& patch) {
    review::v1::SubmitReviewRequest request;
    request.mutable_ref()->mutable_patch()->set_text(patch);
    return bounded.Submit(desk.spokes.stubs(), request, {.actor = "token:ci"}, Caller()).status();
  };
  ASSERT_OK(submit("first"));
  // Made of many different bytes: what repeats is packed.
  std::mt19937 random(1);
  std::string noise(3 << 20, '\0');
  for (char& byte : noise) byte = static_cast<char>(random());
  ASSERT_OK(desk.keyed->Commit({{.key = "noise", .value = noise}}));
  const absl::Status refused = submit("second");
  EXPECT_THAT(refused,
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("an operator can raise --max-store-mib, or keep reviews for fewer "
                                 "--retention-days")));
  EXPECT_EQ(host::RetryAfterText(refused), "600");
  EXPECT_EQ(desk.store.ListReviews({})->reviews_size(), 1) << "a refusal leaves nothing behind";
  EXPECT_OK(submit("first")) << "what is known needs no room";
  // As the retention does.
  ASSERT_OK(desk.keyed->Commit({{.key = "noise"}}));
  EXPECT_OK(submit("second"));
}

TEST(Reviews, RefusesTheTokenWhoseReviewsFillItsShare) {
  Desk desk;
  Reviews bounded({.store = &desk.store,
                   .keyed = desk.keyed.get(),
                   .queue = desk.queue.get(),
                   .progress = &desk.progress,
                   .max_store_of_caller = 1 << 20});
  const auto submit = [&](const std::string& patch, const std::string& token) {
    review::v1::SubmitReviewRequest request;
    request.mutable_ref()->mutable_patch()->set_text(patch);
    return bounded.Submit(desk.spokes.stubs(), request, {.actor = token}, Caller());
  };
  const auto first = submit("first", "token:greedy");
  ASSERT_OK(first.status());
  review::v1::StoredReview done;
  *done.mutable_summary() = first->review();
  done.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
  done.mutable_review()->add_findings()->set_problem(std::string(2 << 20, 'a'));
  ASSERT_OK(desk.store.PutReview(done));
  const absl::Status refused = submit("second", "token:greedy").status();
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted,
                                HasSubstr("the reviews that token:greedy asked for take 2 MiB")));
  EXPECT_EQ(host::RetryAfterText(refused), "600");
  EXPECT_OK(submit("second", "token:modest").status());
  ASSERT_OK(desk.store.RemoveBefore(absl::Now() + absl::Hours(1)).status());
  EXPECT_OK(submit("third", "token:greedy").status());
}

TEST(Reviews, ReviewsAgainWhatHasFailed) {
  Desk desk;
  const std::string id = Submit(desk, PullRequest()).review().id();
  ASSERT_OK(desk.queue->Bury(**desk.queue->Take("w", absl::Minutes(1), absl::ZeroDuration()), "x"));
  ASSERT_OK(
      desk.reviews.End(id, {.state = review::v1::REVIEW_STATE_FAILED, .reason = "x"}).status());
  const SubmitReviewResponse again = Submit(desk, PullRequest());
  EXPECT_TRUE(again.is_new());
  EXPECT_EQ(again.review().id(), id);
  EXPECT_EQ(again.review().state(), review::v1::REVIEW_STATE_QUEUED);
}

TEST(Reviews, RefusesWhatTheSourceDoesNotKnow) {
  Desk desk;
  desk.spokes.on_fetch = [](auto*, auto*) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "pull request 7 of \"acme/train\": no such");
  };
  const auto answer =
      desk.reviews.Submit(desk.spokes.stubs(), PullRequest(), {.actor = "x"}, Caller());
  EXPECT_EQ(answer.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(desk.store.ListReviews({})->reviews_size(), 0);
}

TEST(Reviews, RefusesWhatCannotBeKeptOrPublished) {
  Desk desk;
  review::v1::SubmitReviewRequest patch;
  patch.mutable_ref()->mutable_patch()->set_text("diff --git a/a.py b/a.py\n");
  patch.set_is_published(true);
  review::v1::SubmitReviewRequest folders;
  folders.mutable_ref()->mutable_directories()->set_before("/a");
  for (const auto& request : {patch, folders, review::v1::SubmitReviewRequest()}) {
    const auto answer = desk.reviews.Submit(desk.spokes.stubs(), request, {}, Caller());
    EXPECT_EQ(answer.status().code(), absl::StatusCode::kInvalidArgument) << answer.status();
  }
}

TEST(Reviews, KnowsAPatchByItsText) {
  Desk desk;
  review::v1::SubmitReviewRequest patch;
  patch.mutable_ref()->mutable_patch()->set_text("diff --git a/a.py b/a.py\n");
  const SubmitReviewResponse first = Submit(desk, patch);
  const SubmitReviewResponse second = Submit(desk, patch);
  EXPECT_TRUE(first.is_new());
  EXPECT_FALSE(second.is_new());
  EXPECT_EQ(first.review().id(), second.review().id());
  const auto lease = desk.queue->Take("w", absl::Minutes(1), absl::ZeroDuration());
  ASSERT_OK(lease.status());
  ASSERT_TRUE(lease->has_value());
  EXPECT_EQ((*lease)->job.review().patch(), "diff --git a/a.py b/a.py\n");
}

TEST(Reviews, CancelsOnceAndSaysWhoDidIt) {
  Desk desk;
  const std::string id = Submit(desk, PullRequest()).review().id();
  const auto cancelled = desk.reviews.Cancel(id, {.actor = "token:ops"});
  ASSERT_OK(cancelled.status());
  EXPECT_EQ(cancelled->state(), review::v1::REVIEW_STATE_CANCELLED);
  EXPECT_EQ(cancelled->state_reason(), "withdrawn by token:ops");
  EXPECT_EQ(desk.queue->Stats()->waiting, 0);
  const auto again = desk.reviews.Cancel(id, {.actor = "token:ops"});
  EXPECT_EQ(again.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(again.status().message()), HasSubstr("has ended: cancelled"));
}

TEST(Reviews, WatchersSeeEachStateAndTheEnd) {
  Desk desk;
  const std::string id = Submit(desk, PullRequest()).review().id();
  std::vector<review::v1::ReviewState> states;
  const absl::Status status = desk.reviews.Watch(id, Caller(), [&](const auto& event) {
    if (event.has_review()) states.push_back(event.review().state());
    if (states.size() == 1) {
      EXPECT_OK(desk.reviews.Cancel(id, {.actor = "x"}).status());
    }
    return true;
  });
  EXPECT_OK(status);
  EXPECT_THAT(states,
              ElementsAre(review::v1::REVIEW_STATE_QUEUED, review::v1::REVIEW_STATE_CANCELLED));
}

TEST(Reviews, SaysThatAQueuedReviewHasNoDocuments) {
  Desk desk;
  review::v1::GetDocumentRequest request;
  request.set_id(Submit(desk, PullRequest()).review().id());
  const absl::Status status = desk.reviews.SendDocument(desk.spokes.stubs(), request, Caller(),
                                                        [](const auto&) { return true; });
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("has no documents: it is queued"));
}

TEST(Reviews, CountsAVoteForTheRuleOfTheFinding) {
  Desk desk;
  review::v1::StoredReview stored;
  *stored.mutable_summary() = Submit(desk, PullRequest()).review();
  finding::v1::Finding& finding = *stored.mutable_review()->add_findings();
  finding.set_fingerprint("f1");
  finding.set_rule_id("some-rule");
  (*stored.mutable_rule_versions())["some-rule"] = 3;
  ASSERT_OK(desk.store.PutReview(stored));
  review::v1::AddFeedbackRequest vote;
  vote.set_review_id(stored.summary().id());
  vote.set_fingerprint("f1");
  vote.set_vote(review::v1::VOTE_NOT_USEFUL);
  const auto answer = desk.reviews.AddFeedback(vote, {.actor = "token:mara"});
  ASSERT_OK(answer.status());
  EXPECT_EQ(answer->standing().rule_id(), "some-rule");
  EXPECT_EQ(answer->standing().rule_version(), "3");
  EXPECT_EQ(answer->standing().organisation(), "acme");
  EXPECT_EQ(answer->standing().not_useful(), 1);
  const auto audit = desk.store.ListAudit({});
  ASSERT_OK(audit.status());
  EXPECT_EQ(audit->entries(0).action(), "feedback.add");
  EXPECT_EQ(audit->entries(0).actor(), "token:mara");
  EXPECT_EQ(audit->entries(0).detail(), "some-rule: not_useful");
  // What is cut stays text that can be stored and sent.
  for (int length = 0; length < 4; ++length) {
    std::string reason(length, 'a');
    for (int i = 0; i < 1000; ++i) reason += "中";
    vote.set_reason(reason);
    ASSERT_OK(desk.reviews.AddFeedback(vote, {.actor = "token:mara"}).status());
  }
  vote.set_fingerprint("f2");
  EXPECT_EQ(desk.reviews.AddFeedback(vote, {.actor = "x"}).status().code(),
            absl::StatusCode::kNotFound);
  vote.set_vote(review::v1::VOTE_FIXED);
  EXPECT_EQ(desk.reviews.AddFeedback(vote, {.actor = "x"}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(Reviews, PutsADeadLetterBackWithItsReview) {
  Desk desk;
  const std::string id = Submit(desk, PullRequest()).review().id();
  const auto lease = desk.queue->Take("w", absl::Minutes(1), absl::ZeroDuration());
  ASSERT_OK(desk.queue->Bury(**lease, "out of ideas"));
  ReviewSummary failed = *desk.store.GetSummary(id);
  failed.set_state(review::v1::REVIEW_STATE_FAILED);
  ASSERT_OK(desk.store.PutSummary(failed));
  const std::string letter = desk.queue->DeadLetters()->at(0).id();
  ASSERT_OK(desk.reviews.RetryDeadLetter(letter, {.actor = "token:ops"}).status());
  EXPECT_EQ(StateOf(desk, id), review::v1::REVIEW_STATE_QUEUED);
  EXPECT_EQ(desk.queue->Stats()->waiting, 1);
  const auto audit = desk.store.ListAudit({});
  ASSERT_OK(audit.status());
  EXPECT_EQ(audit->entries(0).action(), "dead-letter.retry");
  EXPECT_EQ(audit->entries(0).actor(), "token:ops");
}

}  // namespace
}  // namespace allreview::gateway

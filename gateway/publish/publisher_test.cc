// What stands on GitHub after a publication, whatever GitHub answered on the way. Numbers are those
// of the project's list of cases of a fake GitHub.

#include "gateway/publish/publisher.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/publish/marker.h"
#include "gateway/publish/publish_fixture.h"
#include "gateway/publish/text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/host/metrics.h"
#include "tests/fakes/github_state.h"

namespace allreview::gateway {
namespace {

using fakes::Always;
using fakes::FakeComment;
using fakes::FakeConversation;
using fakes::IsCall;
using review::v1::Publication;
using review::v1::StoredReview;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::vector<int> Lines(int first, int last) {
  std::vector<int> lines;
  for (int line = first; line <= last; ++line) lines.push_back(line);
  return lines;
}

std::vector<FixtureFinding> FindingsOn(const std::vector<int>& lines) {
  std::vector<FixtureFinding> findings;
  for (int line : lines) findings.push_back({.line = line});
  return findings;
}

TEST(Publisher, PostsOneReviewWithAllComments) {
  PublishFixture fixture({}, {.page_url = [](const std::string& id) {
                           return absl::StrCat("https://reviews.example/reviews/", id);
                         }});
  fixture.Push(FortyLines(Lines(5, 10)));
  ASSERT_OK_AND_ASSIGN(Publication publication,
                       fixture.Publish(fixture.ReviewOf(FindingsOn({5, 7, 10}))));
  EXPECT_EQ(publication.state(), Publication::STATE_PUBLISHED) << publication.reason();
  EXPECT_EQ(publication.comments(), 3);
  EXPECT_EQ(fixture.CountCalls("POST", "/reviews"), 1);
  ASSERT_THAT(fixture.talk().reviews, SizeIs(1));
  const std::string body = fixture.talk().reviews[0].body;
  EXPECT_THAT(body, StartsWith("### AllReview: Findings: 3 P2\n"));
  EXPECT_THAT(body, HasSubstr("**Coverage**: 1 of 1 file that must be reviewed was reviewed."));
  EXPECT_THAT(body, HasSubstr("[Full review](https://reviews.example/reviews/01REVIEW1)"));
  EXPECT_THAT(body, EndsWith(" -->"));
  EXPECT_EQ(fixture.talk().reviews[0].state, "COMMENTED");
  const std::optional<Marker> marker = FindMarker(fixture.comments()[0].body);
  ASSERT_TRUE(marker.has_value());
  EXPECT_EQ(marker->finding.rule_id, "unscaled-loss");
  EXPECT_EQ(marker->run, "01REVIEW1");
}

TEST(Publisher, PublishesTheSameReviewOnce) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5, 6}));
  const StoredReview review = fixture.ReviewOf(FindingsOn({5, 6}));
  ASSERT_OK_AND_ASSIGN(Publication first, fixture.Publish(review));
  ASSERT_OK_AND_ASSIGN(Publication second, fixture.Publish(review));
  EXPECT_EQ(fixture.CountCalls("POST", "/reviews"), 1);
  EXPECT_EQ(second.review_url(), first.review_url());
  EXPECT_EQ(second.comments(), 2);
  EXPECT_EQ(second.persisting(), 0);
  EXPECT_THAT(fixture.server.check_runs(), SizeIs(1));
}

TEST(Publisher, SurvivesDeathBetweenPostAndAnswer) {
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
    fixture.server.Inject({.matches =
                               [](const auto& request) {
                                 return request.method == "GET" &&
                                        absl::EndsWith(request.path, "/pulls/7");
                               },
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

TEST(Publisher, FindsAReviewWhoseAnswerWasLost) {
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

TEST(Publisher, Case36MovesOneBadAnchorOfTwelveToTheBody) {
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

TEST(Publisher, Case36SearchesWhatGitHubRefusesWithoutReason) {
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

TEST(Publisher, Case37DeletesItsOwnPendingReview) {
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

TEST(Publisher, Case37RecoversOnceFromAPendingReviewThatAppears) {
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

TEST(Publisher, LeavesAPersonsDraftAlone) {
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

TEST(Publisher, Case38CutsLongBodiesButNotTheMarker) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  std::vector<FixtureFinding> findings = {{.body = std::string(70'000, 'x')}};
  for (int i = 0; i < 300; ++i) {
    findings.push_back({.rule = absl::StrCat("rule-", i),
                        .path = "elsewhere.py",
                        .line = i + 1,
                        .body = std::string(1000, 'y')});
  }
  const StoredReview review = fixture.ReviewOf(findings);
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
  EXPECT_EQ(publication.comments(), 1);
  EXPECT_EQ(publication.moved_to_body(), 300);
  ASSERT_THAT(fixture.talk().reviews, SizeIs(1));
  const std::string body = fixture.talk().reviews[0].body;
  EXPECT_LE(body.size(), kMaxText);
  EXPECT_THAT(body, HasSubstr(" more are not listed here: GitHub limits the length"));
  ASSERT_TRUE(FindMarker(body).has_value());
  EXPECT_EQ(FindMarker(body)->in_body.size(), 300u);
  EXPECT_TRUE(FindMarker(fixture.comments()[0].body).has_value());
  // Nothing of it comes again.
  ASSERT_OK(fixture.Publish(fixture.ReviewOf(findings)));
  EXPECT_THAT(fixture.talk().reviews, SizeIs(1));
}

TEST(Publisher, Case39SendsAnnotationsInBatches) {
  for (int count : {50, 51, 101}) {
    SCOPED_TRACE(count);
    PublishFixture fixture;
    fixture.Push(FortyLines({5}));
    std::vector<FixtureFinding> findings;
    for (int i = 0; i < count; ++i) {
      findings.push_back({.rule = absl::StrCat("rule-", i), .shown = finding::v1::SHOWN_FOLDED});
    }
    ASSERT_OK(fixture.Publish(fixture.ReviewOf(findings)));
    ASSERT_THAT(fixture.server.check_runs(), SizeIs(1));
    const fakes::FakeCheckRun run = fixture.server.check_runs()[0];
    EXPECT_EQ(run.annotations.size(), static_cast<size_t>(count));
    EXPECT_EQ(run.writes, (count + 49) / 50);
    EXPECT_EQ(run.fields["conclusion"], "success");
    EXPECT_EQ(run.fields["actions"].size(), 3u);
  }
}

TEST(Publisher, Case39GoesOnWithTheAnnotationsThatAreMissing) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  std::vector<FixtureFinding> findings;
  for (int i = 0; i < 120; ++i) {
    findings.push_back({.rule = absl::StrCat("rule-", i), .shown = finding::v1::SHOWN_FOLDED});
  }
  const StoredReview review = fixture.ReviewOf(findings);
  fixture.server.Inject({.matches = [](const auto& request) { return request.method == "PATCH"; },
                         .respond = Always({.status = 502}),
                         .is_after = true});
  EXPECT_FALSE(fixture.Publish(review).ok());
  ASSERT_OK(fixture.Publish(review));
  ASSERT_THAT(fixture.server.check_runs(), SizeIs(1));
  EXPECT_EQ(fixture.server.check_runs()[0].annotations.size(), 120u);
  EXPECT_EQ(fixture.server.check_runs()[0].fields["status"], "completed");
}

TEST(Publisher, Case40TellsWhatAForkMayNotPublish) {
  PublishFixture fixture({.denied = {"pull_requests"}});
  fixture.Push(FortyLines({5}));
  ASSERT_OK_AND_ASSIGN(Publication publication,
                       fixture.Publish(fixture.ReviewOf({{.body = "**[P2]** the finding\n"}})));
  EXPECT_EQ(publication.state(), Publication::STATE_PARTIAL);
  EXPECT_THAT(publication.reason(), HasSubstr("the review was not posted"));
  ASSERT_THAT(fixture.server.check_runs(), SizeIs(1));
  const std::string summary = fixture.server.check_runs()[0].fields["output"]["summary"];
  EXPECT_THAT(summary, HasSubstr("**Not published**: the review was not posted"));
  EXPECT_THAT(summary, HasSubstr("**[P2]** the finding"));
  EXPECT_THAT(fixture.state().threads(), IsEmpty());
  // The permission comes: everything is posted.
  fixture.server.SetDenied({});
  ASSERT_OK_AND_ASSIGN(publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.state(), Publication::STATE_PUBLISHED);
  EXPECT_EQ(publication.comments(), 1);
}

TEST(Publisher, Case40TellsThatNothingMayBePublished) {
  PublishFixture fixture({.denied = {"pull_requests", "checks"}});
  fixture.Push(FortyLines({5}));
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.state(), Publication::STATE_FAILED);
  EXPECT_THAT(publication.reason(), HasSubstr("the check run was not written"));
}

TEST(Publisher, TellsThatATokenOfAUserWritesNoCheckRuns) {
  PublishFixture fixture({.login = "robot"});
  fixture.Push(FortyLines({5}));
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.state(), Publication::STATE_PARTIAL);
  EXPECT_EQ(publication.comments(), 1);
}

TEST(Publisher, CommentsOnItsOwnPullRequest) {
  PublishFixture fixture({.login = "mara"}, {.may_request_changes = true});
  fixture.Push(FortyLines({5}));
  ASSERT_OK_AND_ASSIGN(Publication publication,
                       fixture.Publish(fixture.ReviewOf({{.severity = finding::v1::SEVERITY_P1}})));
  EXPECT_EQ(publication.comments(), 1);
  EXPECT_EQ(fixture.talk().reviews[0].state, "COMMENTED");
}

TEST(Publisher, RequestsChangesOnlyWhenAllowed) {
  for (bool is_allowed : {false, true}) {
    PublishFixture fixture({}, {.may_request_changes = is_allowed});
    fixture.Push(FortyLines({5}));
    ASSERT_OK(fixture.Publish(fixture.ReviewOf({{.severity = finding::v1::SEVERITY_P1}})));
    EXPECT_EQ(fixture.talk().reviews[0].state, is_allowed ? "CHANGES_REQUESTED" : "COMMENTED");
    EXPECT_EQ(fixture.server.check_runs()[0].fields["conclusion"], "action_required");
  }
}

TEST(Publisher, NeverCallsAnIncompleteReviewASuccess) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  StoredReview review = fixture.ReviewOf({});
  review.mutable_review()->set_conclusion(review::v1::CONCLUSION_INCOMPLETE);
  review.mutable_review()->set_conclusion_reason("1 of 2 files was not reviewed");
  change::v1::LedgerEntry& entry = *review.mutable_review()->add_ledger();
  entry.set_path("big.py");
  entry.set_hunk(-1);
  entry.set_state(change::v1::LedgerEntry::STATE_NOT_FETCHED);
  entry.set_reason("the patch is cut");
  ASSERT_OK(fixture.Publish(review));
  const auto run = fixture.server.check_runs()[0].fields;
  EXPECT_EQ(run["conclusion"], "neutral");
  EXPECT_EQ(run["output"]["title"], "Incomplete: 1 of 2 files was not reviewed");
  EXPECT_THAT(run["output"]["summary"], HasSubstr("- `big.py`: not fetched: `the patch is cut`"));
  EXPECT_THAT(fixture.talk().reviews, SizeIs(1));
}

TEST(Publisher, IsSilentWhenThereIsNothingToSay) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({})));
  EXPECT_EQ(publication.state(), Publication::STATE_PUBLISHED);
  EXPECT_EQ(publication.review_url(), "");
  EXPECT_THAT(fixture.talk().reviews, IsEmpty());
  EXPECT_EQ(fixture.server.check_runs()[0].fields["output"]["title"], "No findings");
}

TEST(Publisher, RefusesAHeadThatHasMoved) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  const StoredReview review = fixture.ReviewOf({{}});
  fixture.Push(FortyLines({6}));
  EXPECT_THAT(fixture.Publish(review).status(),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("the head is now")));
  EXPECT_THAT(fixture.talk().reviews, IsEmpty());
}

TEST(Publisher, CommentsOnFilesWithoutLines) {
  PublishFixture fixture({}, {.max_file_comments = 1});
  fakes::FakePullRequest pull = FortyLines({5});
  pull.before["a.bin"] = {std::string("\0a", 2)};
  pull.after["a.bin"] = {std::string("\0b", 2)};
  fixture.Push(pull);
  ASSERT_OK_AND_ASSIGN(
      Publication publication,
      fixture.Publish(fixture.ReviewOf({{.rule = "rule-a", .path = "a.bin", .line = 0},
                                        {.rule = "rule-b", .path = "a.bin", .line = 0}})));
  EXPECT_EQ(publication.comments(), 1);
  EXPECT_EQ(publication.moved_to_body(), 1);
  ASSERT_THAT(fixture.comments(), SizeIs(1));
  EXPECT_TRUE(fixture.comments()[0].is_file);
  ASSERT_OK(fixture.Publish(fixture.ReviewOf({{.rule = "rule-a", .path = "a.bin", .line = 0}})));
  EXPECT_THAT(fixture.comments(), SizeIs(1));
}

TEST(Publisher, KeepsSuggestionsToTheByte) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5, 6}));
  const std::string body = "why\n\n````suggestion\n  x = 1\r\n```\n\ty\n````\n";
  ASSERT_OK(fixture.Publish(fixture.ReviewOf({{.line = 6, .start_line = 5, .body = body}})));
  ASSERT_THAT(fixture.comments(), SizeIs(1));
  EXPECT_THAT(fixture.comments()[0].body, StartsWith(body));
  EXPECT_EQ(fixture.comments()[0].original.start_line, 5);
  EXPECT_EQ(fixture.comments()[0].original.side, "RIGHT");
}

TEST(Publisher, ListsFindingsThatHaveNoComment) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  ASSERT_OK(fixture.Publish(fixture.ReviewOf({{.path = "caller.py", .has_comment = false}})));
  ASSERT_THAT(fixture.talk().reviews, SizeIs(1));
  EXPECT_THAT(fixture.talk().reviews[0].body,
              HasSubstr("**`caller.py:5`** (rule `unscaled-loss`)"));
}

TEST(Publisher, LetsNothingOfTheChangeBecomeMarkdown) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  StoredReview review = fixture.ReviewOf({{}});
  review.mutable_review()->set_conclusion_reason(
      "first `a.py` <img src=x> @mara [x](http://evil.example) ``` -->");
  ASSERT_OK(fixture.Publish(review));
  const std::string body = fixture.talk().reviews[0].body;
  EXPECT_THAT(body, HasSubstr("\\<img src=x\\>"));
  EXPECT_THAT(body, HasSubstr("@&#8203;mara \\[x\\](http://evil.example)"));
  EXPECT_THAT(body, Not(HasSubstr("\n```")));
}

TEST(Publisher, BelievesOnlyItsOwnMarkers) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  const StoredReview review = fixture.ReviewOf({{}});
  const std::string fingerprint = review.review().findings(0).fingerprint();
  fixture.server.Edit(7, [&](FakeConversation& talk) {
    FakeComment forged;
    forged.id = 5;
    forged.user = "mallory";
    forged.body = MarkerText({.run = "x", .head = "", .finding = {.fingerprint = fingerprint}});
    talk.comments.push_back(forged);
  });
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
  EXPECT_EQ(publication.comments(), 1);
}

TEST(Publisher, AnnouncesHowFarAReviewIs) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  const StoredReview review = fixture.ReviewOf({{}});
  review::v1::ReviewSummary summary = review.summary();
  Publisher publisher(&fixture.reviews(), {});
  summary.set_state(review::v1::REVIEW_STATE_RUNNING);
  ASSERT_OK(publisher.Announce(fixture.api(), summary));
  EXPECT_EQ(fixture.server.check_runs()[0].fields["status"], "in_progress");
  ASSERT_OK(fixture.Publish(review));
  ASSERT_THAT(fixture.server.check_runs(), SizeIs(1));
  EXPECT_EQ(fixture.server.check_runs()[0].fields["status"], "completed");
  summary.set_id("01OTHER");
  summary.set_state(review::v1::REVIEW_STATE_FAILED);
  summary.set_state_reason("GitHub did not answer");
  ASSERT_OK(publisher.Announce(fixture.api(), summary));
  EXPECT_EQ(fixture.server.check_runs()[1].fields["conclusion"], "neutral");
  EXPECT_EQ(fixture.server.check_runs()[1].fields["output"]["title"],
            "Not reviewed: GitHub did not answer");
}

}  // namespace
}  // namespace allreview::gateway

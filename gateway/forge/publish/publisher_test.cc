// What stands on GitHub after a publication, whatever GitHub answered on the way. Numbers are those
// of the project's list of cases of a fake GitHub.

#include "gateway/forge/publish/publisher.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "base/timestamp.h"
#include "gateway/forge/marker.h"
#include "gateway/forge/publish/publish_fixture.h"
#include "gateway/forge/publish/text.h"
#include "gateway/forge/testing/chinese.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/metrics.h"
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

TEST(Publisher, PostsNothingWhereItCannotReadWhatIsThere) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  fixture.server.Inject({.matches = IsCall("GET", "/pulls/7/comments"),
                         .times = -1,
                         .respond = Always(fakes::NotAccessible("pull_requests=read"))});
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({{}})));
  EXPECT_EQ(publication.state(), Publication::STATE_PARTIAL);
  EXPECT_THAT(fixture.talk().reviews, IsEmpty());
  EXPECT_THAT(fixture.server.check_runs()[0].fields["output"]["summary"].get<std::string>(),
              HasSubstr("`train.py:5`"));
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
              HasSubstr("**`caller.py:5`** (rule `unscaled-loss`, id `"));
}

TEST(Publisher, LetsNothingOfTheChangeBecomeMarkdown) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  StoredReview review = fixture.ReviewOf({{}});
  review.mutable_review()->set_conclusion_reason(
      "first `a.py` <img src=x> @mara [x](http://evil.example) ``` -->");
  ASSERT_OK(fixture.Publish(review));
  const std::string body = fixture.talk().reviews[0].body;
  EXPECT_THAT(body, HasSubstr("\\<img src=x>"));
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

// Other reviewers try each comment as a draft, which costs content limits and leaves drafts behind,
// and use `position`, which GitHub closes down.
TEST(Publisher, VerifiesNoCommentByPostingIt) {
  PublishFixture fixture;
  fixture.Push(FortyLines(Lines(5, 24)));
  ASSERT_OK(fixture.Publish(fixture.ReviewOf(FindingsOn(Lines(5, 24)))));
  int writes = 0;
  for (const fakes::ServedRequest& request : fixture.server.requests()) {
    const bool is_write = request.method != "GET" && request.path != "/graphql";
    writes += is_write;
    EXPECT_THAT(request.body, Not(HasSubstr("\"position\"")));
  }
  EXPECT_EQ(writes, 2);  // The review and the check run.
}

TEST(Publisher, WritesTheSameBytesForTheSameReview) {
  std::string bodies[2];
  for (std::string& body : bodies) {
    PublishFixture fixture;
    fixture.Push(FortyLines(Lines(5, 10)));
    ASSERT_OK(fixture.Publish(fixture.ReviewOf(FindingsOn(Lines(5, 10)))));
    for (const fakes::ServedRequest& request : fixture.server.requests()) {
      if (request.method != "GET") absl::StrAppend(&body, request.body);
    }
  }
  EXPECT_EQ(bodies[0], bodies[1]);
}

TEST(Publisher, LosesNoFindingWhereReviewsAreForbidden) {
  PublishFixture fixture({.denied = {"pull_requests"}});
  fixture.Push(FortyLines(Lines(5, 30)));
  ASSERT_OK(fixture.Publish(fixture.ReviewOf(FindingsOn(Lines(5, 30)))));
  const std::string summary = fixture.server.check_runs()[0].fields["output"]["summary"];
  for (int line : Lines(5, 30)) {
    EXPECT_THAT(summary, HasSubstr(absl::StrCat("`train.py:", line, "`")));
  }
}

// As the report service leaves it: comments in the team's language, all else in English with codes.
void LetTheTeamSpeakChinese(StoredReview& stored) {
  review::v1::Review& review = *stored.mutable_review();
  review.mutable_policy()->set_language("zh");
  review.mutable_conclusion_text()->mutable_text()->set_id("everything-reviewed");
  for (finding::v1::Finding& finding : *review.mutable_findings()) {
    (*finding.mutable_params())["op"] = "all_reduce";
    (*finding.mutable_params())["fate"] = "is dropped";
    (*finding.mutable_param_texts())["fate"].mutable_text()->set_id("dropped");
  }
}

constexpr char kKnownRule[] = "async-collective-handle-dropped";
constexpr char kChineseBody[] = "**[P2]** 异步 `all_reduce` 的 handle 被丢弃\n";

TEST(Publisher, SpeaksTheTeamsLanguage) {
  PublishFixture fixture({}, {.page_url = [](const std::string& id) {
                           return absl::StrCat("https://reviews.example/reviews/", id);
                         }});
  fixture.Push(FortyLines({5}));
  StoredReview review = fixture.ReviewOf(
      {{.rule = kKnownRule, .body = kChineseBody},
       {.rule = kKnownRule, .path = "elsewhere.py", .body = kChineseBody},
       {.rule = kKnownRule, .path = "caller.py", .code = "x", .has_comment = false}});
  LetTheTeamSpeakChinese(review);
  change::v1::LedgerEntry& entry = *review.mutable_review()->add_ledger();
  entry.set_path("k.cu");
  entry.set_hunk(-1);
  entry.set_state(change::v1::LedgerEntry::STATE_UNSUPPORTED);
  entry.set_file_class(change::v1::FILE_CLASS_SOURCE);
  entry.set_reason("no rules for this language");
  entry.mutable_reason_text()->mutable_text()->set_id("no-rules-for-its-language");
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
  EXPECT_EQ(publication.state(), Publication::STATE_PUBLISHED) << publication.reason();
  const std::string body = fixture.talk().reviews[0].body;
  EXPECT_EQ(EnglishIn(body), "") << body;
  EXPECT_THAT(body, StartsWith("### AllReview：发现问题：3 个 P2\n\n需要评审的内容均已评审。\n"));
  EXPECT_THAT(body, HasSubstr("- `k.cu`：不支持：`没有针对该语言的规则`\n"));
  EXPECT_THAT(body, HasSubstr("**`elsewhere.py:5`**（GitHub 不接受在该处评论，id `"));
  EXPECT_THAT(body, HasSubstr("```text\n异步 `all_reduce` 的 handle 被丢弃"));
  EXPECT_EQ(EnglishIn(fixture.comments()[0].body), "") << fixture.comments()[0].body;
  const fakes::FakeCheckRun run = fixture.server.check_runs()[0];
  const std::string summary = run.fields["output"]["summary"];
  EXPECT_EQ(EnglishIn(summary), "") << summary;
  EXPECT_EQ(run.fields["output"]["title"], "发现问题：3 个 P2");
  EXPECT_EQ(run.fields["actions"][0]["label"], "重新评审");
  ASSERT_EQ(run.annotations.size(), 3u);
  EXPECT_EQ(run.annotations[0]["title"],
            "没有代码等待异步集合通信（async-collective-handle-dropped）");
  EXPECT_THAT(run.annotations[0]["message"].get<std::string>(),
              StartsWith("异步 `all_reduce` 的 handle 被丢弃"));
}

TEST(Publisher, TellsInTheTeamsLanguageWhatIsNotPublished) {
  PublishFixture fixture({.denied = {"pull_requests"}});
  fixture.Push(FortyLines({5}));
  StoredReview review = fixture.ReviewOf({{.rule = kKnownRule, .body = kChineseBody}});
  LetTheTeamSpeakChinese(review);
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
  EXPECT_THAT(publication.reason(), StartsWith("the review was not posted: "));
  EXPECT_THAT(fixture.server.check_runs()[0].fields["output"]["summary"].get<std::string>(),
              HasSubstr("> **未发布**：评审未发布："));
}

TEST(Publisher, LeavesWhatItSaidInAnotherLanguageAndGoesOnInTheNewOne) {
  const FixtureFinding stays = {.rule = kKnownRule, .line = 5, .code = "stays"};
  const FixtureFinding goes = {.rule = kKnownRule, .line = 6, .code = "goes"};
  PublishFixture fixture;
  fixture.Push(FortyLines({5, 6}));
  ASSERT_OK(fixture.Publish(fixture.ReviewOf({stays, goes})));
  const std::string said = fixture.comments()[0].body;
  fixture.Push(FortyLines({5, 9}));
  StoredReview chinese = fixture.ReviewOf(
      {stays, {.rule = kKnownRule, .line = 9, .code = "comes", .body = kChineseBody}});
  LetTheTeamSpeakChinese(chinese);
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(chinese));
  EXPECT_EQ(publication.comments(), 1);
  EXPECT_EQ(publication.persisting(), 1);
  EXPECT_EQ(publication.fixed(), 1);
  ASSERT_THAT(fixture.comments(), SizeIs(3));
  EXPECT_EQ(fixture.comments()[0].body, said);
  EXPECT_THAT(fixture.comments()[2].body, StartsWith(kChineseBody));
  EXPECT_THAT(fixture.talk().reviews[1].body,
              HasSubstr("首次展示 1 个、此前展示且仍存在 1 个、已修复 1 个"));
  const auto last_word = [&] { return fixture.talk().comments.back().body; };
  EXPECT_THAT(last_word(), StartsWith("已在 "));
  // Without the store, and in English again: everything is recognised.
  fixture.LoseStore();
  fixture.Push(FortyLines({5, 6, 9}));
  ASSERT_OK_AND_ASSIGN(publication,
                       fixture.Publish(fixture.ReviewOf(
                           {stays, goes, {.rule = kKnownRule, .line = 9, .code = "comes"}})));
  EXPECT_EQ(publication.comments(), 0);
  EXPECT_EQ(publication.persisting(), 3);
  EXPECT_THAT(last_word(), StartsWith("This is there again in "));
}

TEST(Publisher, AnnouncesInTheLanguageOfTheLastReview) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5}));
  StoredReview known = fixture.ReviewOf({});
  LetTheTeamSpeakChinese(known);
  known.mutable_summary()->set_id(fixture.reviews().NewId());
  known.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
  *known.mutable_summary()->mutable_queued_at() = ToTimestamp(fixture.clock.Now());
  ASSERT_OK(fixture.reviews().PutReview(known));
  review::v1::ReviewSummary summary = known.summary();
  summary.set_id("01OTHER");
  summary.set_state(review::v1::REVIEW_STATE_CANCELLED);
  ASSERT_OK(Publisher(&fixture.reviews(), {}).Announce(fixture.api(), summary));
  const auto output = fixture.server.check_runs()[0].fields["output"];
  EXPECT_EQ(output["title"], "未评审：已取消");
  EXPECT_EQ(output["summary"], "评审已被取消。");
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

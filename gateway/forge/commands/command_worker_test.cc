// Commands from job to answer, against a fake forge, a real store and invented documents.

#include "gateway/forge/commands/command_worker.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/status_matchers.h"
#include "base/timestamp.h"
#include "gateway/forge/commands/long_text.h"
#include "gateway/forge/testing/chinese.h"
#include "gateway/forge/testing/fake_forge.h"
#include "gateway/store/open_store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/fake_clock.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const std::string kHead(40, 'a');
constexpr char kFingerprint[] = "0123456789abcdef";

// Documents, as the gateway renders them.
struct FakeReviews {
  absl::Status Read(const review::v1::GetDocumentRequest& request,
                    const CommandWorkerOptions::DocumentReceiver& send) {
    requests.push_back(request);
    report::v1::DocumentChunk chunk;
    for (size_t at = 0; at < document.size(); at += 1 << 20) {
      chunk.set_content(document.substr(at, 1 << 20));
      if (!send(chunk)) return absl::CancelledError("nobody reads on");
    }
    return status;
  }

  std::string document = "# Deep dive\n\nText.\n";
  absl::Status status;
  std::vector<review::v1::GetDocumentRequest> requests;
};

class CommandWorkerTest : public testing::Test {
 protected:
  CommandWorkerTest() {
    auto store = OpenKeyedStore("sqlite::memory:", {});
    CHECK(store.ok()) << store.status();
    keyed_ = *std::move(store);
    forge_.writers = {"mara"};
    store_ = std::make_unique<ReviewStore>(keyed_.get());
    worker_ = std::make_unique<CommandWorker>(Options());
  }

  CommandWorkerOptions Options() {
    CommandWorkerOptions options;
    options.store = store_.get();
    options.read_document = [this](const review::v1::GetDocumentRequest& request,
                                   const CommandWorkerOptions::DocumentReceiver& send) {
      return reviews_.Read(request, send);
    };
    options.rule_ids = []() -> absl::StatusOr<std::vector<std::string>> {
      return std::vector<std::string>{"mutable-default", "unscaled-loss"};
    };
    options.bot = "allreview[bot]";
    options.jobs.review_key = [](const review::v1::Repository&, int64_t number,
                                 const std::string& head, const std::string& nonce) {
      return absl::StrCat("review/", number, "/", head.substr(0, 2), "/", nonce);
    };
    options.api = [this](const review::v1::Repository&) { return forge_.Api(); };
    options.enqueue = [this](const Job& job) -> absl::StatusOr<bool> {
      queued_.push_back(job.key());
      return true;
    };
    options.add_feedback = [this](const review::v1::AddFeedbackRequest& request,
                                  const std::string& voter) {
      votes_.push_back(absl::StrCat(voter, " ", request.review_id() == id_ ? "" : "?",
                                    request.fingerprint(), " ", request.reason()));
      return absl::OkStatus();
    };
    options.page_url = [](const std::string& id) { return "https://review.example/" + id; };
    return options;
  }

  // A finished review of the head with one finding.
  void StoreReview(const std::string& language = "") {
    review::v1::StoredReview review;
    id_ = store_->NewId();
    review::v1::ReviewSummary& summary = *review.mutable_summary();
    summary.set_id(id_);
    summary.mutable_repository()->set_id(4242);
    summary.mutable_repository()->set_full_name("acme/train");
    summary.set_number(7);
    summary.set_head_commit(kHead);
    summary.set_state(review::v1::REVIEW_STATE_DONE);
    *summary.mutable_queued_at() = ToTimestamp(clock_.Now());
    *summary.mutable_finished_at() = ToTimestamp(clock_.Now());
    finding::v1::Finding& finding = *review.mutable_review()->add_findings();
    finding.set_fingerprint(kFingerprint);
    finding.set_rule_id("unscaled-loss");
    review.mutable_review()->mutable_policy()->set_language(language);
    ASSERT_OK(store_->PutReview(review));
  }

  Job Make(const std::string& comment, const std::string& author = "mara",
           bool is_review_comment = false) {
    review::v1::Repository repository;
    repository.set_id(4242);
    repository.set_full_name("acme/train");
    std::optional<Command> command = ParseCommand(comment);
    CHECK(command.has_value());
    JobMaker maker = {.now = [this] { return clock_.Now(); }};
    return maker.Command({.repository = repository,
                          .number = 7,
                          .command = *command,
                          .author = author,
                          .comment_id = 900,
                          .is_review_comment = is_review_comment});
  }

  absl::Status Do(const std::string& comment, const std::string& author = "mara") {
    return worker_->Do(Make(comment, author), /*is_last_attempt=*/false);
  }

  // What a further comment is answered with, at the last attempt.
  std::string AnswerTo(const std::string& comment) {
    Job job = Make(comment);
    job.set_key(absl::StrCat("command/", forge_.Bodies().size()));
    EXPECT_OK(worker_->Do(job, /*is_last_attempt=*/true));
    return forge_.Bodies().empty() ? "" : forge_.Bodies().back();
  }

  std::string OnlyAnswer() {
    std::vector<std::string> answers = forge_.Bodies();
    EXPECT_THAT(answers, SizeIs(1));
    return answers.empty() ? "" : answers[0];
  }

  fakes::FakeClock clock_;
  FakeForge forge_;
  FakeReviews reviews_;
  std::unique_ptr<KeyedStore> keyed_;
  std::unique_ptr<ReviewStore> store_;
  std::unique_ptr<CommandWorker> worker_;
  std::vector<std::string> queued_;
  std::vector<std::string> votes_;
  std::string id_;
};

TEST_F(CommandWorkerTest, AnswersHelpWithAllCommands) {
  ASSERT_OK(Do("/allreview help"));
  std::string answer = OnlyAnswer();
  for (const CommandInfo& command : Commands()) {
    EXPECT_THAT(answer, HasSubstr(absl::StrCat("`/allreview ", command.usage, "`")));
  }
  EXPECT_THAT(forge_.talk, SizeIs(1));
}

TEST_F(CommandWorkerTest, AnswersAnUnknownCommandWithTheNearest) {
  ASSERT_OK(Do("/allreview reveiw"));
  EXPECT_THAT(OnlyAnswer(), StartsWith("There is no command `reveiw`. Did you mean "
                                       "`/allreview review`?"));
}

TEST_F(CommandWorkerTest, LetsAWordOfAPersonFormatNothing) {
  ASSERT_OK(Do("/allreview `@everyone`<img>"));
  EXPECT_THAT(OnlyAnswer(), StartsWith("There is no command `` `@everyone`<img> ``."));
}

TEST_F(CommandWorkerTest, ObeysPeopleWithWriteAccessOnly) {
  ASSERT_OK(Do("/allreview review", "vik"));
  ASSERT_OK(Do("/allreview help", "vik"));
  ASSERT_OK(Do("/allreview review", "stranger"));
  EXPECT_THAT(forge_.Bodies(), IsEmpty());
  EXPECT_THAT(forge_.acknowledged, IsEmpty());
  EXPECT_THAT(queued_, IsEmpty());
}

TEST_F(CommandWorkerTest, LetsTheAuthorAskForHelpAndNothingThatCosts) {
  ASSERT_OK(Do("/allreview review", "ada"));
  EXPECT_THAT(queued_, IsEmpty());
  ASSERT_OK(Do("/allreview help", "Ada"));
  EXPECT_THAT(forge_.Bodies(), SizeIs(1));
}

TEST_F(CommandWorkerTest, QueuesAReviewAndShowsThatItWasSeen) {
  ASSERT_OK(Do("/allreview review"));
  EXPECT_THAT(queued_, ElementsAre("review/7/aa/command/4242/900"));
  ASSERT_THAT(forge_.acknowledged, SizeIs(1));
  EXPECT_EQ(forge_.acknowledged[0].id, 900);
  EXPECT_FALSE(forge_.acknowledged[0].is_on_diff);
  EXPECT_THAT(forge_.Bodies(), IsEmpty());
}

TEST_F(CommandWorkerTest, AnswersWithADocumentOfTheFinishedReview) {
  StoreReview();
  ASSERT_OK(Do("/allreview deep-dive"));
  EXPECT_THAT(OnlyAnswer(), StartsWith("# Deep dive\n\nText."));
  ASSERT_THAT(reviews_.requests, SizeIs(1));
  EXPECT_EQ(reviews_.requests[0].id(), id_);
  EXPECT_EQ(reviews_.requests[0].document().document(), report::v1::DOCUMENT_DEEP_DIVE);
  EXPECT_EQ(reviews_.requests[0].document().language(), "");  // That of the change.
}

TEST_F(CommandWorkerTest, AnswersInTheTeamsLanguage) {
  StoreReview("zh");
  for (const char* comment :
       {"/allreview help", "/allreview reveiw", "/allreview xyzzy", "/allreview not-useful",
        "/allreview not-useful ffffff", "/allreview not-useful 012345", "/allreview ignore",
        "/allreview ignore unscaled-los", "/allreview ignore xyzzy",
        "/allreview ignore unscaled-loss"}) {
    const std::string answer = AnswerTo(comment);
    EXPECT_NE(answer, "");
    EXPECT_EQ(EnglishIn(answer), "") << answer;
  }
  EXPECT_THAT(AnswerTo("/allreview reveiw"),
              StartsWith("没有命令 `reveiw`。是否想用 `/allreview review`？\n\n| 命令 | 作用 |"));
  EXPECT_THAT(AnswerTo("/allreview ignore unscaled-los"),
              StartsWith("`/allreview ignore` 未能完成：没有规则 `unscaled-los`；是否想用 "
                         "`unscaled-loss`？\n\n<!--"));
  reviews_.status = absl::UnavailableError("gone");
  EXPECT_THAT(AnswerTo("/allreview explain"),
              StartsWith("`/allreview explain` 未能完成：AllReview 的某个部分没有响应。"));
  EXPECT_EQ(reviews_.requests.back().document().language(), "zh");
  reviews_.status = absl::OkStatus();
  reviews_.document = std::string(100'000, 'x');
  EXPECT_THAT(AnswerTo("/allreview explain"),
              HasSubstr(absl::StrCat("*文档超出评论的长度限制。[阅读全文](https://review.example/",
                                     id_, ")。*")));
  reviews_.document = std::string(20 << 20, 'x');
  EXPECT_EQ(EnglishIn(AnswerTo("/allreview explain")), "");
}

TEST_F(CommandWorkerTest, RefusesWhatAnAuditDoesNotAnswer) {
  StoreReview("zh");
  CommandWorkerOptions options = Options();
  options.audit_focus = [](const std::string&) -> absl::StatusOr<report::v1::AuditFocus> {
    return absl::InvalidArgumentError("nothing that there is");
  };
  worker_ = std::make_unique<CommandWorker>(options);
  EXPECT_THAT(AnswerTo("/allreview audit the weather"),
              StartsWith("`/allreview audit` 未能完成：`the weather` 不是审计能回答的内容；"));
}

TEST_F(CommandWorkerTest, WantsMoreDigitsWhereSeveralFindingsBeginAlike) {
  review::v1::StoredReview review;
  StoreReview();
  ASSERT_OK_AND_ASSIGN(review, store_->GetReview(id_));
  *review.mutable_review()->add_findings() = review.review().findings(0);
  review.mutable_review()->mutable_findings(1)->set_fingerprint("0123456789abcdee");
  ASSERT_OK(store_->PutReview(review));
  EXPECT_THAT(AnswerTo("/allreview not-useful 012345"),
              HasSubstr("more than one finding begins with `012345`; give more digits."));
  EXPECT_THAT(votes_, IsEmpty());
}

TEST_F(CommandWorkerTest, AsksForTheDocumentThatTheCommandNames) {
  StoreReview();
  ASSERT_OK(Do("/allreview explain"));
  EXPECT_EQ(reviews_.requests.back().document().document(), report::v1::DOCUMENT_EXPLANATION);
  CommandWorkerOptions options = Options();
  options.audit_focus = [](const std::string& words) -> absl::StatusOr<report::v1::AuditFocus> {
    report::v1::AuditFocus focus;
    focus.set_request("<" + words + ">");
    return focus;
  };
  CommandWorker worker(options);
  Job audit = Make("/allreview audit memory scaling");
  audit.set_key("another");
  ASSERT_OK(worker.Do(audit, false));
  EXPECT_EQ(reviews_.requests.back().document().audit().request(), "<memory scaling>");
  Job numerics = Make("/allreview numerics");
  numerics.set_key("third");
  ASSERT_OK(worker.Do(numerics, false));
  EXPECT_EQ(reviews_.requests.back().document().audit().checks(0),
            report::v1::AuditFocus::CHECK_NUMERICS);
}

TEST_F(CommandWorkerTest, WaitsInTheQueueForAReviewThatIsNotThere) {
  absl::Status status = Do("/allreview deep-dive");
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(queued_, ElementsAre("review/7/aa/"));
  EXPECT_THAT(forge_.Bodies(), IsEmpty());
  ASSERT_OK(worker_->Do(Make("/allreview deep-dive"), /*is_last_attempt=*/true));
  EXPECT_THAT(OnlyAnswer(), HasSubstr("the review of aaaaaaaaa has not ended yet; ask again"));
}

TEST_F(CommandWorkerTest, CutsALongDocumentAtASectionAndLinksTheRest) {
  StoreReview();
  reviews_.document = "# Title\n\n";
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&reviews_.document, "## Section ", i, "\n\n", std::string(2000, 'x'), "\n\n");
  }
  ASSERT_OK(Do("/allreview deep-dive"));
  std::string answer = OnlyAnswer();
  EXPECT_LE(CharactersOf(answer), kMaxCommentCharacters);
  EXPECT_GT(answer.size(), 60'000u);
  EXPECT_THAT(answer, HasSubstr(absl::StrCat(
                          "x\n</details>\n\n*This document is too long for a comment. [Read "
                          "all of it](https://review.example/",
                          id_, ").*")));
  EXPECT_THAT(answer, HasSubstr("# Title\n\n<details><summary>Read on (201699 characters)</summary>"
                                "\n\n## Section 0\n"));
  EXPECT_THAT(answer, EndsWith("<!-- allreview:v1 answer=command/4242/900 -->"));
}

TEST_F(CommandWorkerTest, AnswersACommentOnce) {
  ASSERT_OK(Do("/allreview help"));
  ASSERT_OK(Do("/allreview help"));
  EXPECT_THAT(forge_.Bodies(), SizeIs(1));
}

TEST_F(CommandWorkerTest, FindsItsAnswerAfterAnAttemptOfWhichNothingIsKnown) {
  forge_.lost_replies = 1;
  EXPECT_EQ(Do("/allreview help").code(), absl::StatusCode::kUnavailable);
  ASSERT_OK(Do("/allreview help"));
  EXPECT_THAT(forge_.Bodies(), SizeIs(1));
}

TEST_F(CommandWorkerTest, TriesAgainWhenTheReviewServiceIsAway) {
  StoreReview();
  reviews_.status = absl::UnavailableError("gone");
  EXPECT_EQ(Do("/allreview deep-dive").code(), absl::StatusCode::kUnavailable);
  ASSERT_OK(worker_->Do(Make("/allreview deep-dive"), /*is_last_attempt=*/true));
  EXPECT_THAT(OnlyAnswer(), HasSubstr("a part of AllReview did not answer"));
  EXPECT_THAT(OnlyAnswer(), Not(HasSubstr("gone")));
}

TEST_F(CommandWorkerTest, CountsAVoteByIdAndNeverPostsTheFindingAgain) {
  StoreReview();
  ASSERT_OK(Do("/allreview not-useful 012345 too noisy here"));
  EXPECT_THAT(votes_, ElementsAre("mara 0123456789abcdef too noisy here"));
  EXPECT_THAT(OnlyAnswer(), StartsWith("Noted: this finding of `unscaled-loss` is not useful."));
  ASSERT_OK_AND_ASSIGN(VersionedPullRequest known, store_->GetPullRequest(4242, 7));
  ASSERT_THAT(known.state.threads(), SizeIs(1));
  EXPECT_EQ(known.state.threads(0).fingerprint(), kFingerprint);
  EXPECT_EQ(known.state.threads(0).state(), review::v1::FindingThread::STATE_NOT_USEFUL);
}

TEST_F(CommandWorkerTest, CountsAVoteInTheFindingsThreadWithoutId) {
  StoreReview();
  forge_.comments = {
      {.id = 800,
       .author = "allreview[bot]",
       .body = "Text <!-- allreview:v1 fp=0123456789abcdef rule=unscaled-loss -->"},
      {.id = 900, .in_reply_to = 800, .author = "mara", .body = "/allreview not-useful because"}};
  ASSERT_OK(worker_->Do(Make("/allreview not-useful because", "mara", true), false));
  EXPECT_THAT(votes_, ElementsAre("mara 0123456789abcdef because"));
  EXPECT_EQ(forge_.comments.back().in_reply_to, 800);
}

TEST_F(CommandWorkerTest, SaysWhichFindingItCannotFind) {
  StoreReview();
  ASSERT_OK(Do("/allreview not-useful ffffff"));
  EXPECT_THAT(OnlyAnswer(), HasSubstr("no finding of this pull request has the id `ffffff`"));
  EXPECT_THAT(votes_, IsEmpty());
}

TEST_F(CommandWorkerTest, HidesARuleInThePullRequestAndReviewsAgain) {
  ASSERT_OK(Do("/allreview ignore unscaled-loss"));
  ASSERT_OK_AND_ASSIGN(VersionedPullRequest known, store_->GetPullRequest(4242, 7));
  EXPECT_THAT(known.state.ignored_rules(), ElementsAre("unscaled-loss"));
  EXPECT_THAT(queued_, SizeIs(1));
}

TEST_F(CommandWorkerTest, NamesTheNearestRule) {
  ASSERT_OK(Do("/allreview ignore unscaled-los"));
  EXPECT_THAT(OnlyAnswer(), HasSubstr("there is no rule `unscaled-los`; did you mean "
                                      "`unscaled-loss`?"));
  EXPECT_THAT(queued_, IsEmpty());
}

TEST(FoldLongText, FoldsAllFromTheSecondSectionOn) {
  EXPECT_EQ(FoldLongText("# A\n\nb\n\n## C\n\nd\n", 12, "more"),
            "# A\n\nb\n\n<details><summary>more</summary>\n\n## C\n\nd\n\n</details>\n");
  EXPECT_EQ(FoldLongText("# A\n\n```\n## C\n```\n", 18, "more"), "# A\n\n```\n## C\n```\n");
}

TEST(FoldLongText, FoldsEverythingWhereTheFirstSectionIsLong) {
  EXPECT_EQ(FoldLongText("# A\n\nbbbbbbbb\n", 8, "more"),
            "<details><summary>more</summary>\n\n# A\n\nbbbbbbbb\n\n</details>\n");
  EXPECT_EQ(FoldLongText("# A\n```\n## no section\n", 8, "more"),
            "<details><summary>more</summary>\n\n# A\n```\n## no section\n```\n\n</details>\n");
}

TEST(CutAtSection, LeavesWhatFitsIn) { EXPECT_EQ(CutAtSection("# A\n", 10, "more"), "# A\n"); }

TEST(CutAtSection, CountsAsGitHubMight) {
  EXPECT_EQ(CharactersOf("aä世🚀"), 5u);  // The last one is two units of UTF-16.
}

TEST(CutAtSection, ClosesWhatIsOpen) {
  std::string text = "<details><summary>a</summary>\n\n```python\n";
  for (int i = 0; i < 1000; ++i) text += "x = 1\n# not a heading\n";
  std::string cut = CutAtSection(text, 5000, "more");
  EXPECT_LE(CharactersOf(cut), 5000u);
  EXPECT_THAT(cut, EndsWith("\n```\n</details>\n\nmore"));
}

}  // namespace
}  // namespace allreview::gateway

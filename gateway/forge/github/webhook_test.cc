#include "gateway/forge/github/webhook.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gateway/forge/github/actions.h"
#include "gateway/forge/github/payloads.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using testing::HasSubstr;
using testing::Not;

std::variant<WebhookEvent, WebhookRefusal> Read(const http::HttpRequest& request,
                                                const std::vector<std::string>& secrets = {
                                                    kSecret}) {
  return ReadWebhook({.headers = request.headers, .body = request.body, .secrets = secrets});
}

// "401 signature", or "ok".
std::string Verdict(const http::HttpRequest& request,
                    const std::vector<std::string>& secrets = {kSecret}) {
  std::variant<WebhookEvent, WebhookRefusal> read = Read(request, secrets);
  auto* refusal = std::get_if<WebhookRefusal>(&read);
  return refusal == nullptr ? "ok" : absl::StrCat(refusal->status, " ", refusal->reason);
}

http::HttpRequest With(http::HttpRequest request, const std::string& name,
                       const std::string& value) {
  for (auto& [key, old] : request.headers) {
    if (key == name) old = value;
  }
  return request;
}

http::HttpRequest Without(http::HttpRequest request, const std::string& name) {
  http::Fields kept;
  for (auto& field : request.headers) {
    if (field.first != name) kept.push_back(field);
  }
  request.headers = kept;
  return request;
}

const http::HttpRequest& Opened() {
  static const auto* const request =
      new http::HttpRequest(Signed("pull_request", PullRequestPayload({})));
  return *request;
}

TEST(Webhook, SignsAsGitHubsDocumentationDoes) {
  EXPECT_EQ(WebhookSignature("It's a Secret to Everybody", "Hello, World!"),
            "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
}

TEST(Webhook, Case28TakesAGoodSignatureOfRawBytes) {
  EXPECT_EQ(Verdict(Opened()), "ok");
  EXPECT_EQ(Verdict(Signed("ping", R"({ "zen" : "Grüße, 世界 🚀" })")), "ok");
}

TEST(Webhook, Case28RefusesABadSignature) {
  http::HttpRequest changed = Opened();
  changed.body += " ";
  EXPECT_EQ(Verdict(changed), "401 signature");
  EXPECT_EQ(Verdict(Opened(), {"another secret"}), "401 signature");
  for (const char* signature :
       {"sha256=", "sha256=00", "757107ea", "sha256=zz", "sha1=00", "sha512=00"}) {
    EXPECT_EQ(Verdict(With(Opened(), "x-hub-signature-256", signature)), "401 signature");
  }
}

TEST(Webhook, Case28RefusesEveryOtherBitOfASignature) {
  std::string good = WebhookSignature(kSecret, Opened().body);
  for (size_t i = 7; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = bad[i] == '0' ? '1' : '0';
    EXPECT_EQ(Verdict(With(Opened(), "x-hub-signature-256", bad)), "401 signature") << i;
  }
}

TEST(Webhook, Case28RefusesAMissingSignature) {
  EXPECT_EQ(Verdict(Without(Opened(), "x-hub-signature-256")), "401 unsigned");
}

TEST(Webhook, Case28RefusesSha1Alone) {
  http::HttpRequest request = Without(Opened(), "x-hub-signature-256");
  request.headers.emplace_back("x-hub-signature", "sha1=7e38c7d3");
  EXPECT_EQ(Verdict(request), "401 sha1_only");
}

TEST(Webhook, Case28TakesAFormWhoseRawBytesAreSigned) {
  std::string form = "a=b&payload=%7B%22zen%22%3A%22x+y%20%C3%A4%22%2C%22action%22%3A%22p%22%7D";
  http::HttpRequest request =
      With(Signed("ping", form), "content-type", "application/x-www-form-urlencoded");
  std::variant<WebhookEvent, WebhookRefusal> read = Read(request);
  ASSERT_EQ(Verdict(request), "ok");
  EXPECT_EQ(std::get<WebhookEvent>(read).action, "p");
  for (const char* bad : {"payload=%7", "payload=%zz", "other=1", ""}) {
    EXPECT_EQ(Verdict(With(Signed("ping", bad), "content-type",
                           "application/x-www-form-urlencoded; charset=utf-8")),
              "400 form")
        << bad;
  }
}

TEST(Webhook, TakesEitherOfTwoSecretsWhileOneIsReplaced) {
  EXPECT_EQ(Verdict(Opened(), {"new", kSecret}), "ok");
  EXPECT_EQ(Verdict(Opened(), {kSecret, "new"}), "ok");
  EXPECT_EQ(Verdict(Opened(), {"new", "newer"}), "401 signature");
}

TEST(Webhook, RefusesEverythingWithoutASecret) {
  EXPECT_EQ(Verdict(Opened(), {}), "503 no_secret");
  http::HttpRequest request =
      With(Opened(), "x-hub-signature-256", WebhookSignature("", Opened().body));
  EXPECT_EQ(Verdict(request, {""}), "401 signature");
}

TEST(Webhook, Case31RefusesOneByteOver25MegabytesBeforeAnythingElse) {
  http::HttpRequest request = Opened();
  request.body = std::string(kMaxWebhookBytes + 1, ' ');
  EXPECT_EQ(Verdict(request), "413 too_large");
  request.body.pop_back();
  EXPECT_EQ(Verdict(request), "401 signature");
}

TEST(Webhook, ReadsNothingBeforeTheSignature) {
  http::HttpRequest request = With(Opened(), "content-type", "text/html");
  request.body = "not json";
  EXPECT_EQ(Verdict(request), "401 signature");
}

TEST(Webhook, RefusesWhatIsNotAsWanted) {
  EXPECT_EQ(Verdict(With(Opened(), "content-type", "text/plain")), "415 content_type");
  EXPECT_EQ(Verdict(Without(Opened(), "x-github-delivery")), "400 headers");
  EXPECT_EQ(Verdict(With(Opened(), "x-github-event", "a b")), "400 headers");
  EXPECT_EQ(Verdict(Signed("pull_request", "{")), "400 json");
  EXPECT_EQ(Verdict(Signed("pull_request", "[]")), "400 json");
  EXPECT_EQ(Verdict(Signed("pull_request", std::string(100'000, '['))), "400 json");
  EXPECT_EQ(Verdict(Signed("pull_request", "{}")), "400 fields");
  EXPECT_EQ(Verdict(Signed("pull_request", R"({"repository":{"id":"x"},"pull_request":[],)"
                                           R"("sender":7,"action":{}})")),
            "400 fields");
}

TEST(Webhook, TellsWhatItRefusesWithoutQuotingIt) {
  auto read = Read(With(Opened(), "x-hub-signature-256", "sha256=s3cret"));
  EXPECT_THAT(std::get<WebhookRefusal>(read).message, Not(HasSubstr("s3cret")));
}

TEST(Webhook, ReadsAPullRequest) {
  auto read = Read(Signed("pull_request", PullRequestPayload({.action = "synchronize",
                                                              .head = std::string(40, 'c'),
                                                              .before = std::string(40, 'd')})));
  const auto& event = std::get<WebhookEvent>(read);
  EXPECT_EQ(event.delivery, "guid-1");
  EXPECT_EQ(event.name, "pull_request");
  EXPECT_EQ(event.action, "synchronize");
  EXPECT_EQ(event.repository.id(), 4242);
  EXPECT_EQ(event.repository.full_name(), "acme/train");
  EXPECT_EQ(event.repository.host(), "github.com");
  EXPECT_EQ(event.repository.installation_id(), 77);
  EXPECT_TRUE(event.repository.is_private());
  EXPECT_EQ(event.number, 7);
  EXPECT_EQ(event.head, std::string(40, 'c'));
  EXPECT_EQ(event.before, std::string(40, 'd'));
  EXPECT_EQ(event.after, std::string(40, 'c'));
  EXPECT_EQ(event.sender, "mara");
  EXPECT_EQ(absl::FormatTime(event.updated_at, absl::UTCTimeZone()), "2026-03-01T10:00:00+00:00");
}

// GitHub signs the body only: whoever has seen one delivery can send it again with other headers.
TEST(Webhook, TakesNothingForKeysFromHeadersThatNobodySigned) {
  const WebhookEvent signed_only = std::get<WebhookEvent>(Read(Opened()));
  for (const char* name :
       {"x-github-enterprise-host", "x-github-enterprise-version", "x-github-hook-id",
        "x-github-hook-installation-target-id", "x-github-hook-installation-target-type",
        "x-github-delivery", "x-forwarded-host", "host", "user-agent"}) {
    http::HttpRequest request = Without(Opened(), name);
    request.headers.emplace_back(name, "elsewhere-example");
    const WebhookEvent event = std::get<WebhookEvent>(Read(request));
    EXPECT_EQ(event.body_digest, signed_only.body_digest) << name;
    EXPECT_EQ(event.repository.DebugString(), signed_only.repository.DebugString()) << name;
    EXPECT_EQ(event.repository.host(), "github.com") << name;
  }
  http::HttpRequest other = Signed("pull_request", PullRequestPayload({.action = "reopened"}));
  EXPECT_NE(std::get<WebhookEvent>(Read(other)).body_digest, signed_only.body_digest);
}

// One body of each event that we act on.
std::vector<std::pair<std::string, std::string>> Bodies() {
  const std::string rest = absl::StrCat(",", RepositoryJson(), "}");
  return {{"pull_request", PullRequestPayload({})},
          {"issue_comment", CommentPayload({})},
          {"pull_request_review_comment", ReplyPayload({})},
          {"pull_request_review_thread", ThreadPayload("resolved")},
          {"check_run", CheckPayload({})},
          {"check_suite", R"({"action":"rerequested","check_suite":{})" + rest},
          {"merge_group", R"({"action":"checks_requested","merge_group":{})" + rest},
          {"push", R"({"ref":"refs/heads/main")" + rest},
          {"installation", R"({"action":"created","installation":{"id":77}})"}};
}

TEST(Webhook, HoldsTheNameOfTheEventAgainstTheSignedBody) {
  for (const auto& [name, body] : Bodies()) {
    for (const auto& [other, unused] : Bodies()) {
      const std::string verdict = Verdict(Signed(other, body));
      if (name == other) {
        EXPECT_EQ(verdict, "ok") << name;
      } else {
        EXPECT_THAT(verdict, testing::AnyOf("400 event", "400 fields")) << name << " as " << other;
      }
    }
  }
}

// Whoever writes a comment chooses text of a signed body, but not how the body is read.
TEST(Webhook, ReadsNoJsonAsAForm) {
  const std::string body = CommentPayload(
      {.body = "x&payload=%7B%22action%22%3A%22created%22%2C%22zen%22%3A%22forged%22%7D&"});
  const http::HttpRequest request = Signed("ping", body);
  EXPECT_EQ(Verdict(request), "ok");
  EXPECT_EQ(Verdict(With(request, "content-type", "application/x-www-form-urlencoded")),
            "400 form");
}

// What becomes of events: "review", "ignored: our own comment" …
std::string ActionOf(const std::string& name, const std::string& payload,
                     const HookPolicy& policy = {.app_id = 12345, .bot = "allreview[bot]"}) {
  auto read = ParseWebhook(name, payload);
  if (auto* refusal = std::get_if<WebhookRefusal>(&read)) return refusal->message;
  HookAction action = ActionFor(std::get<WebhookEvent>(read), policy);
  std::string text(ActionName(action.kind));
  if (action.kind == HookAction::Kind::kIgnore) absl::StrAppend(&text, ": ", action.reason);
  if (action.kind == HookAction::Kind::kCommand) absl::StrAppend(&text, " ", action.command.name);
  if (!action.nonce.empty()) absl::StrAppend(&text, " ", action.nonce);
  return text;
}

TEST(Actions, ReviewWhatPushesAndOpeningsBring) {
  for (const char* action : {"opened", "reopened", "ready_for_review", "synchronize"}) {
    EXPECT_EQ(ActionOf("pull_request", PullRequestPayload({.action = action})), "review");
  }
  EXPECT_EQ(ActionOf("pull_request", PullRequestPayload({.sender_type = "Bot"})), "review");
}

TEST(Actions, ReviewAgainWhenTheBaseChangesOnly) {
  EXPECT_EQ(ActionOf("pull_request",
                     PullRequestPayload(
                         {.action = "edited", .changes = R"({"base":{"ref":{"from":"main"}}})"})),
            absl::StrCat("review base-", std::string(40, 'b')));
  EXPECT_EQ(ActionOf("pull_request", PullRequestPayload({.action = "edited",
                                                         .changes = R"({"title":{"from":"x"}})"})),
            "ignored: nothing that a review depends on has changed");
  EXPECT_EQ(ActionOf("pull_request", PullRequestPayload({.action = "labeled"})),
            "ignored: nothing that a review depends on has changed");
}

TEST(Actions, LeaveDraftsUntilTheyAreReady) {
  std::string draft = PullRequestPayload({.is_draft = true});
  EXPECT_EQ(ActionOf("pull_request", draft),
            "ignored: a draft is reviewed when it is ready, or by \"/allreview review\"");
  EXPECT_EQ(ActionOf("pull_request", draft, {.are_drafts_reviewed = true}), "review");
  EXPECT_EQ(ActionOf("pull_request",
                     PullRequestPayload({.action = "converted_to_draft", .is_draft = true})),
            "withdraw");
}

TEST(Actions, CloseWhatIsClosed) {
  EXPECT_EQ(ActionOf("pull_request", PullRequestPayload({.action = "closed", .state = "closed"})),
            "close");
  EXPECT_EQ(
      ActionOf("pull_request", PullRequestPayload({.action = "synchronize", .state = "closed"})),
      "ignored: the pull request is closed");
}

TEST(Actions, ObeyCommandsOfPeople) {
  EXPECT_EQ(ActionOf("issue_comment", CommentPayload({.body = "Hi\\n/allreview explain"})),
            "command explain");
  EXPECT_EQ(ActionOf("pull_request_review_comment", ReplyPayload({.body = "/allreview help"})),
            "command help");
  EXPECT_EQ(ActionOf("issue_comment", CommentPayload({.body = "Thanks"})), "ignored: no command");
  EXPECT_EQ(ActionOf("issue_comment", CommentPayload({.is_issue = true})),
            "ignored: a comment on an issue");
  EXPECT_EQ(ActionOf("issue_comment", CommentPayload({.action = "edited"})),
            "ignored: commands count when a comment is made");
  EXPECT_EQ(
      ActionOf("issue_comment", CommentPayload({.body = "/allreview review", .state = "closed"})),
      "ignored: the pull request is closed");
}

TEST(Actions, TakeVotesAfterTheMerge) {
  EXPECT_EQ(ActionOf("issue_comment",
                     CommentPayload({.body = "/allreview not-useful 012345", .state = "closed"})),
            "command not-useful");
}

TEST(Actions, Case33IgnoreOurOwnCommentsAndThoseOfBots) {
  EXPECT_EQ(
      ActionOf("issue_comment", CommentPayload({.author = "allreview[bot]", .sender_type = "Bot"})),
      "ignored: our own comment");
  EXPECT_EQ(ActionOf("issue_comment", CommentPayload({.author = "AllReview[bot]"})),
            "ignored: our own comment");
  EXPECT_EQ(ActionOf("issue_comment", CommentPayload({.author = "renamed", .app_id = 12345})),
            "ignored: our own comment");
  EXPECT_EQ(
      ActionOf("issue_comment", CommentPayload({.author = "other[bot]", .sender_type = "Bot"})),
      "ignored: a bot's comment");
}

TEST(Actions, ObeyTheUserWhoseTokenWeUseButNotWhatWeWroteWithIt) {
  HookPolicy policy = {.bot = "mara"};
  EXPECT_EQ(ActionOf("issue_comment", CommentPayload({.body = "/allreview help"}), policy),
            "command help");
  EXPECT_EQ(ActionOf("issue_comment",
                     CommentPayload({.body = "/allreview help\\n<!-- allreview:v1 answer=x -->"}),
                     policy),
            "ignored: our own comment");
}

TEST(Actions, Case34IgnoreACommandInAQuote) {
  EXPECT_EQ(ActionOf("issue_comment", CommentPayload({.body = "> /allreview review\\n\\nWhy?"})),
            "ignored: no command");
}

TEST(Actions, ObeyTheButtonsOfOurCheckOnly) {
  EXPECT_EQ(ActionOf("check_run", CheckPayload({})), "review");
  EXPECT_EQ(ActionOf("check_run", CheckPayload({.action = "requested_action", .button = "review"})),
            "review");
  EXPECT_EQ(
      ActionOf("check_run", CheckPayload({.action = "requested_action", .button = "deep-dive"})),
      "command deep-dive");
  EXPECT_EQ(ActionOf("check_run", CheckPayload({.action = "requested_action", .button = "rm -rf"})),
            "ignored: an unknown button");
  EXPECT_EQ(ActionOf("check_run", CheckPayload({.action = "completed"})), "ignored: our own check");
  EXPECT_EQ(ActionOf("check_run", CheckPayload({.app_id = 1})), "ignored: not our check");
  EXPECT_EQ(ActionOf("check_suite", absl::StrCat(R"({"action":"rerequested","check_suite":{)"
                                                 R"("app":{"id":12345}},)",
                                                 RepositoryJson(), "}")),
            "review");
}

TEST(Actions, KnowTheOtherEvents) {
  std::string rest = absl::StrCat(",", RepositoryJson(), "}");
  EXPECT_EQ(ActionOf("push", R"({"ref":"refs/heads/main")" + rest), "reload_policy");
  EXPECT_EQ(ActionOf("push", R"({"ref":"refs/heads/x")" + rest), "ignored: not the default branch");
  EXPECT_EQ(ActionOf("pull_request_review_thread", ThreadPayload("resolved")), "sync");
  EXPECT_EQ(ActionOf("installation", R"({"action":"created","installation":{"id":77}})"),
            "installation");
  EXPECT_EQ(ActionOf("installation_repositories", R"({"action":"added"})"), "installation");
  EXPECT_EQ(ActionOf("merge_group", R"({"action":"checks_requested","merge_group":{})" + rest),
            "merge_group");
  EXPECT_EQ(ActionOf("ping", R"({"zen":"x"})"), "ignored: pong");
  EXPECT_EQ(ActionOf("star", R"({"action":"created")" + rest),
            "ignored: an event that is of no concern here");
}

TEST(Actions, SyncWhenSomebodyDeletesAComment) {
  EXPECT_EQ(ActionOf("pull_request_review_comment",
                     ReplyPayload({.action = "deleted", .author = "allreview[bot]"})),
            "sync");
}

TEST(Webhook, FindsThePullRequestOfAMergeGroup) {
  auto read = ParseWebhook(
      "merge_group",
      absl::StrCat(R"({"action":"checks_requested","merge_group":{"head_sha":"h",)"
                   R"("head_ref":"refs/heads/gh-readonly-queue/main/pr-123-0123abcd"},)",
                   RepositoryJson(), "}"));
  EXPECT_EQ(std::get<WebhookEvent>(read).number, 123);
  EXPECT_EQ(std::get<WebhookEvent>(read).merge_head, "h");
}

}  // namespace
}  // namespace allreview::gateway

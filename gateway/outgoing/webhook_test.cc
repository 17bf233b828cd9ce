#include "gateway/outgoing/webhook.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/file.h"
#include "base/scratch_folder.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using review::v1::Event;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr absl::string_view kWebhooks = R"(webhooks:
  - name: tracker
    url: https://tracker.example/hook?key=1
    secret_file: $/secret
    events: [review-finished, feedback-added]
    repositories: [acme/train, acme/data-*]
  - name: chat
    url_file: $/url
    format: text
    conclusions: blocked
    language: zh
)";

// Files of a configuration; "$" in it is their folder.
struct Files {
  Files() : folder(*ScratchFolder::Make("allreview-test-")) {
    Write("secret", "whsec_MDEyMzQ1Njc4OWFiY2RlZg==\n");
    Write("url", "https://chat.example/services/T0/B0/x\n");
  }
  std::string Write(const std::string& name, absl::string_view text) {
    const std::string path = absl::StrCat(folder->path(), "/", name);
    EXPECT_OK(WriteFile(path, absl::StrReplaceAll(text, {{"$", folder->path()}})));
    return path;
  }
  absl::StatusOr<std::vector<Webhook>> Read(absl::string_view text) {
    return ReadWebhooks(Write("webhooks.yaml", text));
  }
  std::string ErrorOf(absl::string_view text) {
    const auto webhooks = Read(text);
    EXPECT_FALSE(webhooks.ok()) << text;
    return std::string(webhooks.status().message());
  }

  std::unique_ptr<ScratchFolder> folder;
};

Event ReviewOf(const std::string& repository, review::v1::Conclusion conclusion) {
  Event event;
  event.set_type(review::v1::EVENT_TYPE_REVIEW_FINISHED);
  event.mutable_review()->mutable_repository()->set_full_name(repository);
  event.mutable_review()->set_conclusion(conclusion);
  return event;
}

TEST(ReadWebhooks, ReadsWhatIsConfigured) {
  Files files;
  const auto webhooks = files.Read(kWebhooks);
  ASSERT_OK(webhooks.status());
  ASSERT_EQ(webhooks->size(), 2u);
  const Webhook& tracker = webhooks->front();
  EXPECT_EQ(tracker.name, "tracker");
  EXPECT_EQ(tracker.url, "https://tracker.example/hook?key=1");
  EXPECT_EQ(tracker.secret, "0123456789abcdef");
  EXPECT_THAT(tracker.repositories, ElementsAre("acme/train", "acme/data-*"));
  EXPECT_EQ(tracker.format, Webhook::Format::kJson);
  const Webhook& chat = webhooks->back();
  EXPECT_EQ(chat.url, "https://chat.example/services/T0/B0/x");
  EXPECT_EQ(chat.secret, "");
  EXPECT_EQ(chat.format, Webhook::Format::kText);
  EXPECT_EQ(chat.language, Language::kChinese);
}

TEST(ReadWebhooks, SaysWhichLineIsWrong) {
  Files files;
  const std::string head = "webhooks:\n  - name: a\n    url: https://a.example\n";
  const struct {
    std::string text, error;
  } cases[] = {
      {"hooks: []", "line 1: wanted the key webhooks with a list, and nothing else"},
      {head,
       "line 2: the webhook has no secret_file, so its receiver cannot tell who wrote a "
       "message; only the format text goes without"},
      {head + "    urls: x",
       "line 4: a webhook has no \"urls\"; it has conclusions, events, "
       "format, language, name, repositories, secret_file, url, url_file"},
      {head + "    url: x", "line 4: the key stands here twice"},
      {head + "    url_file: $/url", "line 4: url and url_file are one thing; wanted one"},
      {head + "    events: [merged]",
       "line 4: there is no \"merged\"; wanted feedback-added or review-finished"},
      {head + "    events: []", "line 4: the list is empty; leave the key out for all"},
      {head + "    format: xml", "line 4: format is \"xml\"; wanted json or text"},
      {head + "    language: fr", "line 4: language is \"fr\"; wanted en or zh"},
      {head + "    repositories: train",
       "line 4: repositories 'train' has to be \"owner/name\", with '*' for any"},
      {"webhooks:\n  - name: a b",
       "line 2: name \"a b\" has to be at most 40 letters, digits, "
       "'-' and '_'"},
      {"webhooks:\n  - url: ftp://a.example",
       "line 2: the address is no URL of http or https without a user name"},
      {"webhooks:\n  - name: a", "line 2: a webhook needs a name, and a url or a url_file"},
      {absl::StrCat(kWebhooks, "  - name: chat\n    url: https://b.example\n    format: text\n"),
       "line 12: there are two webhooks \"chat\""},
  };
  for (const auto& test : cases) EXPECT_THAT(files.ErrorOf(test.text), HasSubstr(test.error));
}

TEST(ReadWebhooks, TakesNoSecretThatCanBeGuessed) {
  Files files;
  files.Write("secret", "hunter2");
  EXPECT_THAT(files.ErrorOf(kWebhooks), HasSubstr("the secret has 7 bytes; wanted 16 or more"));
  files.Write("secret", "whsec_#");
  EXPECT_THAT(files.ErrorOf(kWebhooks),
              HasSubstr("what follows \"whsec_\" in the secret is no base64"));
}

TEST(IsWanted, LooksAtEventRepositoryAndConclusion) {
  Files files;
  const auto webhooks = files.Read(kWebhooks);
  ASSERT_OK(webhooks.status());
  const Event blocked = ReviewOf("Acme/Data-eu", review::v1::CONCLUSION_BLOCKED);
  const Event elsewhere = ReviewOf("acme/serve", review::v1::CONCLUSION_SUCCESS);
  EXPECT_TRUE(IsWanted(webhooks->front(), blocked));
  EXPECT_FALSE(IsWanted(webhooks->front(), elsewhere));
  EXPECT_TRUE(IsWanted(webhooks->back(), blocked));
  EXPECT_FALSE(IsWanted(webhooks->back(), elsewhere));
  Event vote;
  vote.set_type(review::v1::EVENT_TYPE_FEEDBACK_ADDED);
  vote.mutable_feedback()->mutable_repository()->set_full_name("acme/train");
  EXPECT_TRUE(IsWanted(webhooks->front(), vote));
  Webhook reviews_only = webhooks->front();
  reviews_only.events = {review::v1::EVENT_TYPE_REVIEW_FINISHED};
  EXPECT_FALSE(IsWanted(reviews_only, vote));
}

}  // namespace
}  // namespace allreview::gateway

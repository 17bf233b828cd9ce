#include "gateway/outgoing/message.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/hmac.h"
#include "base/version.h"
#include "gateway/api/api_json.h"
#include "nlohmann/json.hpp"
#include "review/display_text.h"
#include "review/headline.h"
#include "review/language/phrase.h"

namespace allreview::gateway {
namespace {

using review::v1::Event;
using review::v1::Feedback;
using review::v1::ReviewSummary;

constexpr size_t kMaxWords = 300;  // Of a title or a reason.

// Words of somebody else. Chat tools read Markdown or HTML entities, and some of them mentions: in
// a span of code, and without the signs that begin such things, they are just words.
std::string Words(absl::string_view text) {
  const std::string line = Shorten(CleanLine(text), kMaxWords);
  if (line.empty()) return "";
  return absl::StrCat(
      "`", absl::StrReplaceAll(line, {{"`", "'"}, {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}}),
      "`");
}

std::string PlaceOf(const review::v1::Repository& repository, int64_t number) {
  return Words(number == 0 ? repository.full_name()
                           : absl::StrCat(repository.full_name(), "#", number));
}

std::string ReviewText(Language language, const ReviewSummary& review) {
  static constexpr Phrase kFailed("The review failed: {reason}", "评审失败：{reason}");
  const bool is_failed = review.state() == review::v1::REVIEW_STATE_FAILED;
  const std::string verdict =
      is_failed ? Say(language, kFailed, {{"reason", Words(review.state_reason())}})
                : absl::StrReplaceAll(Headline(language, review),
                                      {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}});
  std::string text;
  for (const std::string& part : {PlaceOf(review.repository(), review.number()), verdict,
                                  Words(review.title()), Words(review.author())}) {
    if (!part.empty()) absl::StrAppend(&text, text.empty() ? "" : " · ", part);
  }
  return text;
}

std::string FeedbackText(Language language, const Feedback& feedback) {
  static constexpr Phrase kUseful("{who} finds {rule} in {place} useful",
                                  "{who} 认为 {place} 中的 {rule} 有用");
  static constexpr Phrase kNotUseful("{who} finds {rule} in {place} not useful",
                                     "{who} 认为 {place} 中的 {rule} 没有用");
  static constexpr Phrase kWithdrawn("{who} takes back the vote on {rule} in {place}",
                                     "{who} 撤回了对 {place} 中 {rule} 的投票");
  static constexpr Phrase kResolved("{who} resolved {rule} in {place} without a change",
                                    "{who} 未改代码就关闭了 {place} 中 {rule} 的讨论");
  static constexpr Phrase kFixed("{rule} in {place} is fixed", "{place} 中的 {rule} 已修复");
  static constexpr Phrase kIgnored("{place} was merged with {rule}", "{place} 合并时仍有 {rule}");
  const auto phrase_of = [](review::v1::Vote vote) -> const Phrase& {
    switch (vote) {
      case review::v1::VOTE_USEFUL:
        return kUseful;
      case review::v1::VOTE_NOT_USEFUL:
        return kNotUseful;
      case review::v1::VOTE_RESOLVED_UNCHANGED:
        return kResolved;
      case review::v1::VOTE_FIXED:
        return kFixed;
      case review::v1::VOTE_IGNORED:
        return kIgnored;
      default:
        return kWithdrawn;
    }
  };
  const std::string text = Say(language, phrase_of(feedback.vote()),
                               {{"who", Words(feedback.voter())},
                                {"rule", Words(feedback.rule_id())},
                                {"place", PlaceOf(feedback.repository(), feedback.number())}});
  const std::string reason = Words(feedback.reason());
  return reason.empty() ? text : absl::StrCat(text, Colon(language), reason);
}

}  // namespace

std::string MessageBody(const Webhook& webhook, const Event& event, absl::string_view page_url) {
  if (webhook.format == Webhook::Format::kJson) return api::ToApiJson(event);
  std::string text = event.has_feedback() ? FeedbackText(webhook.language, event.feedback())
                                          : ReviewText(webhook.language, event.review());
  if (!page_url.empty()) absl::StrAppend(&text, "\n", page_url);
  return nlohmann::json{{"text", text}}.dump();
}

github::HttpHeaders MessageHeaders(const Webhook& webhook, const Event& event,
                                   absl::string_view body, absl::Time now) {
  github::HttpHeaders headers = {{"content-type", "application/json"},
                                 {"user-agent", absl::StrCat("AllReview/", kEngineVersion)}};
  if (webhook.secret.empty()) return headers;
  const std::string id = absl::StrCat(webhook.name, "/", event.number());
  const std::string timestamp = absl::StrCat(absl::ToUnixSeconds(now));
  const std::string signature =
      HmacSha256(webhook.secret, absl::StrCat(id, ".", timestamp, ".", body));
  headers.emplace_back("webhook-id", id);
  headers.emplace_back("webhook-timestamp", timestamp);
  headers.emplace_back("webhook-signature", absl::StrCat("v1,", absl::Base64Escape(signature)));
  return headers;
}

}  // namespace allreview::gateway

// Votes. Each POST is checked to come from a form of ours.

#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "gateway/web/site.h"

namespace allreview::web {
namespace {

constexpr size_t kMaxReasonBytes = 1000;

// Not in the middle of a character.
std::string Cut(std::string text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && (static_cast<unsigned char>(text[max_bytes]) & 0xC0) == 0x80) --max_bytes;
  return text.substr(0, max_bytes);
}

}  // namespace

http::HttpResponse Site::RefuseForm(const Visit& visit) const {
  return ErrorPage(
      absl::PermissionDeniedError("the form is too old, cookies are off, or another site sent it: "
                                  "go back, load the page again and repeat"),
      visit.visitor, visit.request.request_id);
}

http::HttpResponse Site::Feedback(const http::HttpRequest& request) const {
  Visit visit = Begin(request);
  const http::Fields form = ParseForm(request.body);
  if (!IsOwnForm(request, form, visit.visitor)) return RefuseForm(visit);
  const std::string vote = FieldOf(form, "vote");
  if (vote != "useful" && vote != "not-useful")
    return Fail(absl::InvalidArgumentError("a vote is useful or not-useful"), visit);
  review::v1::AddFeedbackRequest feedback;
  feedback.set_review_id(visit.Parameter("id"));
  feedback.set_fingerprint(FieldOf(form, "fingerprint"));
  feedback.set_vote(vote == "useful" ? review::v1::VOTE_USEFUL : review::v1::VOTE_NOT_USEFUL);
  feedback.set_reason(Cut(FieldOf(form, "reason"), kMaxReasonBytes));
  const auto answer = visit.client.AddFeedback(feedback);
  if (!answer.ok()) return Fail(answer.status(), visit);
  // 0: the first page, which has no number.
  int file = 0;
  const bool has_file = absl::SimpleAtoi(FieldOf(form, "file"), &file) && file > 0;
  return SeeOther(Url::Local({"reviews", feedback.review_id(), "changes"})
                      .With("file", has_file ? absl::StrCat(file) : "")
                      .With("view", FieldOf(form, "view") == "split" ? "split" : "")
                      .With("voted", feedback.fingerprint())
                      .At(absl::StrCat("finding-", feedback.fingerprint())));
}

}  // namespace allreview::web

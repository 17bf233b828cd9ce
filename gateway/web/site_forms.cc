// What changes something: login, logout, votes. Each POST is checked to come from a form of ours.

#include <string>

#include "absl/strings/ascii.h"
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

http::HttpResponse Site::LoginPage(const Visit& visit, const std::string& next,
                                   const std::string& problem) const {
  const Html field = El(
      "label", {El("span", {"API token"}),
                El("input", {Attr("type", "password"), Attr("name", "token"), Attr("required", ""),
                             Attr("autocomplete", "current-password"), Attr("maxlength", 4000),
                             AttrIf(!problem.empty(), "aria-invalid", "true"),
                             AttrIf(!problem.empty(), "aria-describedby", "problem")})});
  const Html form =
      El("form", {Class("login"), Attr("method", "post"), Action(Url::Local({"login"})),
                  FormToken(visit.visitor),
                  El("input", {Attr("type", "hidden"), Attr("name", "next"), Attr("value", next)}),
                  problem.empty() ? Html()
                                  : El("p", {Class("reason"), Attr("id", "problem"),
                                             Attr("role", "alert"), problem}),
                  field, El("button", {Class("primary"), "Log in"})});
  const Html main = Join(
      {Title("Log in"), El("p", {Class("lead"), "This page shows what your API token may see."}),
       form,
       El("p", {Class("faint"), "The operator creates tokens with ",
                El("code", {"allreview tokens new"}),
                ". The token stays in a cookie of this browser until you log out or close it."})});
  return RenderPage(
      {.title = "Log in", .visitor = &visit.visitor, .status = problem.empty() ? 200 : 401},
      El("div", {Class("notice"), main}));
}

http::HttpResponse Site::LoginForm(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  return LoginPage(visit, visit.Query("next"), "");
}

http::HttpResponse Site::Login(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  const http::Fields form = ParseForm(request.body);
  if (!IsOwnForm(request, form, visit.visitor)) return RefuseForm(visit);
  const std::string token(absl::StripAsciiWhitespace(FieldOf(form, "token")));
  const std::string next = FieldOf(form, "next");
  const std::string cookie = TokenCookie(visit.visitor, token);
  if (token.empty() || !IsPlainToken(token))
    return LoginPage(visit, next,
                     "This is not a token: a token is one word of letters and digits.");
  review::v1::ListReviewsRequest probe;
  probe.set_page_size(1);
  ReviewClient client(options_.reviews, {.token = token, .request_id = request.request_id});
  const auto answer = client.ListReviews(probe);
  if (absl::IsUnauthenticated(answer.status()))
    return LoginPage(visit, next, "The server does not know this token. It may have been revoked.");
  if (!answer.ok()) return ErrorPage(answer.status(), visit.visitor, request.request_id);
  http::HttpResponse response = SeeOtherLocal(next);
  response.headers.emplace_back("Set-Cookie", cookie);
  return response;
}

http::HttpResponse Site::Logout(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  if (!IsOwnForm(request, ParseForm(request.body), visit.visitor)) return RefuseForm(visit);
  http::HttpResponse response = SeeOther(Url::Local({"login"}));
  response.headers.emplace_back("Set-Cookie", TokenCookie(visit.visitor, ""));
  return response;
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

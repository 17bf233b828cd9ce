// Getting in and out: logins, logout, sessions. Each POST is checked to come from a form of ours.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "gateway/web/login_page.h"
#include "gateway/web/site.h"

namespace allreview::web {
namespace {

constexpr size_t kShownGroups = 5;

std::string FirstOf(const std::vector<std::string>& groups) {
  const size_t shown = std::min(groups.size(), kShownGroups);
  std::string text = absl::StrJoin(groups.begin(), groups.begin() + shown, ", ");
  if (groups.size() > shown) absl::StrAppend(&text, " and ", groups.size() - shown, " more");
  return ToDisplayText(text);
}

std::string BrowserOf(const http::HttpRequest& request) {
  const std::string* agent = request.Header("user-agent");
  return agent == nullptr ? "" : ToDisplayText(*agent);
}

// "access_denied: the user said no".
std::string ErrorOf(const std::string& error, const std::string& description) {
  return absl::StrCat(error, description.empty() ? "" : ": ", description);
}

}  // namespace

http::HttpResponse Site::ShowLogin(const Visit& visit, const LoginView& view) const {
  LoginPageInfo info = {
      .has_tokens = options_.has_tokens, .next = view.next, .problem = view.problem};
  if (options_.logins != nullptr) {
    for (const auto& provider : options_.logins->providers()) {
      info.choices.push_back({.id = provider->id(), .title = provider->title()});
      if (provider->id() != view.left) continue;
      info.left_title = provider->title();
      info.left_url = options_.logins->LogoutUrl(view.left);
    }
  }
  return RenderPage({.title = "Log in",
                     .visitor = &visit.visitor,
                     .status = view.problem.empty() ? 200 : view.status},
                    LoginPage(info, visit.visitor));
}

http::HttpResponse Site::LoginForm(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  return ShowLogin(visit, {.next = visit.Query("next"), .left = visit.Query("left")});
}

http::HttpResponse Site::Login(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  const http::Fields form = ParseForm(request.body);
  if (!IsOwnForm(request, form, visit.visitor)) return RefuseForm(visit);
  const std::string token(absl::StripAsciiWhitespace(FieldOf(form, "token")));
  const std::string next = FieldOf(form, "next");
  if (token.empty() || !IsPlainToken(token)) {
    return ShowLogin(visit, {.next = next,
                             .problem = "This is not a token: a token is one word of letters and "
                                        "digits."});
  }
  review::v1::ListReviewsRequest probe;
  probe.set_page_size(1);
  ReviewClient client(options_.reviews, {.token = token, .request_id = request.request_id});
  const auto answer = client.ListReviews(probe);
  if (absl::IsUnauthenticated(answer.status())) {
    return ShowLogin(visit, {.next = next,
                             .problem = "The server does not know this token. It may have been "
                                        "revoked."});
  }
  if (!answer.ok()) return ErrorPage(answer.status(), visit.visitor, request.request_id);
  http::HttpResponse response = SeeOtherLocal(next);
  response.headers.emplace_back("Set-Cookie", TokenCookie(visit.visitor, token));
  return response;
}

http::HttpResponse Site::BeginLogin(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  const std::string next = visit.Query("next");
  const auto start = options_.logins->Begin(visit.Parameter("provider"),
                                            IsLocalAddress(next) ? next : std::string("/"));
  if (absl::IsNotFound(start.status())) return Fail(start.status(), visit);
  if (!start.ok()) {
    return ShowLogin(
        visit, {.next = next, .problem = std::string(start.status().message()), .status = 503});
  }
  return {
      .status = 303,
      .content_type = "",
      .headers = {{"Location", start->url},
                  {"Cache-Control", "no-store"},
                  {"Set-Cookie", LoginCookie(visit.visitor, start->cookie, access::kLoginTime)}}};
}

http::HttpResponse Site::FinishLogin(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  const auto end = options_.logins->Finish(
      visit.Parameter("provider"),
      {.state = visit.Query("state"),
       .code = visit.Query("code"),
       .error = ErrorOf(visit.Query("error"), visit.Query("error_description")),
       .issuer = visit.Query("iss"),
       .cookie = LoginSecretOf(request),
       .browser = BrowserOf(request)});
  if (absl::IsNotFound(end.status())) return Fail(end.status(), visit);
  if (!end.ok()) {
    const int status = absl::IsUnauthenticated(end.status())    ? 401
                       : absl::IsPermissionDenied(end.status()) ? 403
                                                                : 503;
    return ShowLogin(visit, {.problem = std::string(end.status().message()), .status = status});
  }
  http::HttpResponse response = SeeOtherLocal(end->next);
  for (std::string cookie :
       {SessionCookie(visit.visitor, end->token, end->lifetime),
        LoginCookie(visit.visitor, "", absl::ZeroDuration()), TokenCookie(visit.visitor, "")}) {
    response.headers.emplace_back("Set-Cookie", std::move(cookie));
  }
  return response;
}

http::HttpResponse Site::Logout(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  if (!IsOwnForm(request, ParseForm(request.body), visit.visitor)) return RefuseForm(visit);
  std::string left;
  if (options_.logins != nullptr && !visit.visitor.name.empty()) {
    left = visit.visitor.name.substr(0, visit.visitor.name.find(':'));
    const absl::Status closed = options_.logins->sessions().Close(visit.visitor.token);
    if (!closed.ok()) return Fail(closed, visit);
  }
  http::HttpResponse response = SeeOther(Url::Local({"login"}).With("left", left));
  response.headers.emplace_back("Set-Cookie", TokenCookie(visit.visitor, ""));
  if (options_.logins != nullptr) {
    response.headers.emplace_back("Set-Cookie",
                                  SessionCookie(visit.visitor, "", absl::ZeroDuration()));
  }
  return response;
}

absl::StatusOr<Site::SessionReader> Site::ReaderOfSessions(const Visit& visit) const {
  const std::string authorization = absl::StrCat("Bearer ", visit.visitor.token);
  if (visit.visitor.token.empty()) return absl::UnauthenticatedError("see who is logged in");
  ASSIGN_OR_RETURN(const access::Caller caller, options_.people->Check({
                                                    .authorization = authorization,
                                                    .rpc = "ListSessions",
                                                }));
  if (caller.is_operator || !visit.visitor.name.empty()) {
    return SessionReader{.principal = caller.name, .is_admin = caller.is_operator};
  }
  return absl::PermissionDeniedError("who is logged in concerns those who may see everything");
}

http::HttpResponse Site::SessionList(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  const auto reader = ReaderOfSessions(visit);
  if (!reader.ok()) return Fail(reader.status(), visit);
  const auto sessions = options_.logins->sessions().List();
  if (!sessions.ok()) return Fail(sessions.status(), visit);
  const auto own = options_.logins->sessions().Find(visit.visitor.token);
  std::vector<SessionRow> rows;
  for (const access::Session& session : *sessions) {
    if (!reader->is_admin && session.identity.principal() != reader->principal) continue;
    rows.push_back({.id = session.id,
                    .person = session.identity.principal(),
                    .groups = FirstOf(session.identity.groups),
                    .browser = session.browser,
                    .began_at = session.began_at,
                    .ends_at = session.ends_at,
                    .is_own = own.ok() && *own && (*own)->id == session.id});
  }
  return RenderPage({.title = "Sessions", .visitor = &visit.visitor},
                    SessionsPage(rows, reader->is_admin, visit.visitor));
}

http::HttpResponse Site::RevokeSession(const http::HttpRequest& request) const {
  const Visit visit = Begin(request);
  const http::Fields form = ParseForm(request.body);
  if (!IsOwnForm(request, form, visit.visitor)) return RefuseForm(visit);
  const auto reader = ReaderOfSessions(visit);
  if (!reader.ok()) return Fail(reader.status(), visit);
  access::Sessions& sessions = options_.logins->sessions();
  const auto whose = sessions.Get(FieldOf(form, "id"));
  if (!whose.ok()) return Fail(whose.status(), visit);
  const bool is_own = whose->identity.principal() == reader->principal;
  if (!is_own && !reader->is_admin) {
    return Fail(absl::NotFoundError("there is no such session; it may have ended"), visit);
  }
  const absl::Status revoked = sessions.Revoke(whose->id);
  if (!revoked.ok()) return Fail(revoked, visit);
  if (options_.on_revoked) options_.on_revoked(reader->principal, whose->identity.principal());
  return SeeOther(Url::Local({"sessions"}));
}

}  // namespace allreview::web

#include "gateway/web/page.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/version.h"
#include "gateway/web/assets.h"

namespace allreview::web {
namespace {

// Diagrams are drawn in a sandboxed frame of ours and shown as images; see diagrams.js.
constexpr char kSecurityPolicy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'";

Html Link(absl::string_view name, Section section, Section current, const Url& url) {
  return El("li", {El("a", {Href(url), AttrIf(section == current, "aria-current", "page"), name})});
}

Html LogOut(const Visitor& visitor) {
  // Where a login is needed, the way there opens by itself.
  if (visitor.token.empty()) return Html();
  if (visitor.is_vouched_for) {
    return El("div", {Class("session"), El("span", {Class("person"), visitor.name})});
  }
  const Html name =
      visitor.name.empty()
          ? Html()
          : El("a", {Class("person"), Href(Url::Local({"sessions"})), visitor.name, " "});
  return El("form", {Class("session"), Attr("method", "post"), Action(Url::Local({"logout"})),
                     FormToken(visitor), name, El("button", {Class("plain"), "Log out"})});
}

Html Header(const PageInfo& info) {
  const Html links = Join(
      {Link("Reviews", Section::kReviews, info.section, Url::Local({})),
       Link("Repositories", Section::kRepositories, info.section, Url::Local({"repositories"})),
       Link("Rules", Section::kRules, info.section, Url::Local({"rules"})),
       Link("Trends", Section::kTrends, info.section, Url::Local({"trends"}))});
  return El("header",
            {Class("site"),
             El("div", {Class("frame"),
                        El("a", {Class("brand"), Href(Url::Local({})),
                                 Attr("aria-label", "AllReview: all reviews"),
                                 El("span", {Class("mark"), Attr("aria-hidden", "true"), "∑"}),
                                 "AllReview"}),
                        El("nav", {Attr("aria-label", "Main"), El("ul", {links})}),
                        info.visitor == nullptr ? Html() : LogOut(*info.visitor)})});
}

// Attr refuses `http-equiv`, for its `content` may be an address; here it is a number.
Html Reload(int seconds) {
  if (seconds == 0) return Html();
  return El(
      "noscript",
      {Html::Trusted(absl::StrCat("<meta http-equiv=\"refresh\" content=\"", seconds, "\">"))});
}

Html Head(const PageInfo& info) {
  return El(
      "head",
      {El("meta", {Attr("charset", "utf-8")}),
       El("meta",
          {Attr("name", "viewport"), Attr("content", "width=device-width, initial-scale=1")}),
       El("meta", {Attr("name", "color-scheme"), Attr("content", "light dark")}),
       Reload(info.reload_seconds), El("title", {info.title, " · AllReview"}),
       El("link", {Attr("rel", "icon"), Attr("type", "image/svg+xml"), Href(AssetUrl("icon.svg"))}),
       El("link", {Attr("rel", "stylesheet"), Href(AssetUrl("page.css"))}),
       El("link", {Attr("rel", "stylesheet"), Href(AssetUrl("parts.css"))}),
       El("script", {Src(AssetUrl("page.js")), Attr("defer", "")}),
       El("script", {Src(AssetUrl("keys.js")), Attr("defer", "")}),
       info.is_diff ? El("script", {Src(AssetUrl("changes.js")), Attr("defer", "")}) : Html(),
       info.has_diagrams ? El("script", {Src(AssetUrl("diagrams.js")), Attr("defer", "")})
                         : Html()});
}

Html Footer() {
  return El("footer",
            {Class("site"), El("div", {Class("frame"), "AllReview ", kEngineVersion,
                                       " · same commit, policy and version: same bytes · ",
                                       El("a", {Href(Url::Local({"admin"})), "For operators"})})});
}

struct Explanation {
  int status;
  absl::string_view title;
  absl::string_view advice;
};

Explanation ExplanationOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kNotFound:
      return {404, "Not found",
              "It may have been removed after its retention time, or the address has a typo."};
    case absl::StatusCode::kInvalidArgument:
      return {400, "This cannot be shown", "Go back and choose something else."};
    case absl::StatusCode::kUnauthenticated:
      return {401, "Please log in", "This server shows nothing to strangers."};
    case absl::StatusCode::kPermissionDenied:
      return {403, "Not allowed",
              "You, or your token, may not do this. The operator can allow it: the grants name who "
              "may do what, and each token has its scopes."};
    case absl::StatusCode::kFailedPrecondition:
      return {409, "Not possible here",
              "The server is not configured for this. Lists and stored reviews need `allreview "
              "serve`, or a gateway that was started with a store."};
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kResourceExhausted:
      return {503, "Not available now",
              "A part of the server is busy or does not answer. Try again in a minute; if the "
              "problem stays, tell the operator."};
    case absl::StatusCode::kDeadlineExceeded:
      return {504, "That took too long", "Try again, or ask for less: a shorter range, one file."};
    case absl::StatusCode::kUnimplemented:
      return {501, "Not in this version", "The server does not know how to do this."};
    default:
      return {500, "Something broke",
              "This is an error of the server. Tell the operator the request ID below; the log has "
              "more."};
  }
}

http::HttpResponse Redirect(std::string location) {
  return {.status = 303,
          .content_type = "",
          .headers = {{"Location", std::move(location)}, {"Cache-Control", "no-store"}}};
}

}  // namespace

http::HttpResponse RenderPage(const PageInfo& info, const Html& main) {
  const Html body =
      El("body",
         {Class(info.is_wide ? "wide" : ""),
          El("a", {Class("skip"), Href(Url::Part("content")), "Skip to content"}),
          info.is_diff ? El("a", {Class("skip"), Href(Url::Part("findings")), "Skip to findings"})
                       : Html(),
          Header(info),
          El("main", {Attr("id", "content"), Class("frame"), Attr("tabindex", "-1"), main}),
          Footer()});
  http::HttpResponse response = {
      .status = info.status,
      .content_type = "text/html; charset=utf-8",
      .headers = {{"Content-Security-Policy", kSecurityPolicy},
                  {"X-Content-Type-Options", "nosniff"},
                  // Without any referrer browsers call the origin of our own forms "null".
                  {"Referrer-Policy", "same-origin"},
                  {"Cross-Origin-Opener-Policy", "same-origin"},
                  {"Cache-Control", "no-store"}},
      .body = absl::StrCat("<!DOCTYPE html>\n",
                           El("html", {Attr("lang", "en"), Head(info), body}).markup(), "\n")};
  if (info.visitor != nullptr && info.visitor->is_new) {
    response.headers.emplace_back("Set-Cookie", FormCookie(*info.visitor));
  }
  return response;
}

http::HttpResponse ErrorPage(const absl::Status& status, const Visitor& visitor,
                             absl::string_view request_id) {
  const Explanation explanation = ExplanationOf(status.code());
  const Html main =
      Join({Title(explanation.title), El("p", {Class("lead"), Prose(explanation.advice)}),
            status.message().empty() ? Html() : El("p", {Class("reason"), Prose(status.message())}),
            El("p", {El("a", {Href(Url::Local({})), "All reviews"})}),
            El("p", {Class("faint"), absl::StrCat("HTTP ", explanation.status), " · request ",
                     El("code", {request_id})})});
  return RenderPage(
      {.title = std::string(explanation.title), .visitor = &visitor, .status = explanation.status},
      El("div", {Class("notice"), main}));
}

http::HttpResponse SeeOther(const Url& url) { return Redirect(url.text()); }

http::HttpResponse SeeOtherLocal(absl::string_view local_address) {
  return Redirect(IsLocalAddress(local_address) ? std::string(local_address) : "/");
}

// Text of a document has no '<', so these are tags.
std::string Scrollable(absl::string_view body) {
  return absl::StrReplaceAll(body,
                             {{"<pre>", "<pre tabindex=\"0\">"},
                              {"<div class=\"table\">", "<div class=\"table\" tabindex=\"0\">"}});
}

Html Title(absl::string_view text) { return El("h1", {text}); }

Html EmptyState(absl::string_view title, const Html& advice) {
  return El("div", {Class("empty"), El("h2", {title}), advice});
}

Html Fact(absl::string_view term, const Html& description) {
  return El("div", {El("dt", {term}), El("dd", {description})});
}

}  // namespace allreview::web

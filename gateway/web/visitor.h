#ifndef GATEWAY_WEB_VISITOR_H_
#define GATEWAY_WEB_VISITOR_H_

// Who looks at a page, by cookies, or by the header that a trusted proxy's word became.
//
// - `allreview_session` holds the token of a session of somebody who logged in (access/sessions.h);
// - `allreview_token` holds the API token that the visitor typed into /login. Both are passed on to
//   the service with each call, which checks them; here they are never looked into, logged or
//   shown.
// - `allreview_form` holds a random number. A form carries a hash of it, which no other site can
//   know: a POST without it, or that the browser says comes from another site, is refused.
// - `allreview_login` holds what a login that is under way is recognised by (login/logins.h).
//
// All are HttpOnly, and with TLS Secure and named __Host-…, so that no subdomain can set them. The
// token and the form are SameSite=Strict, which keeps them from the first request that follows a
// link from GitHub; see IsFromElsewhere. Session and login are SameSite=Lax: they come with a link,
// as a provider's page leads back here, and never with a form or a script of another site. Pure.

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/http/message.h"
#include "gateway/web/html.h"

namespace allreview::web {

struct Visitor {
  std::string token;        // Empty: not logged in.
  std::string form_secret;  // The form cookie; made new when there was none.
  bool is_new = false;      // The form cookie must be set.
  bool is_encrypted = false;
  std::string mask = {};        // Random, of this answer: what forms carry looks different in each.
  bool is_vouched_for = false;  // The token came in a header: nobody can log out here.
  std::string name = "";        // Of a person who is logged in: "oidc:ada@acme.example".
};

// `random` returns a text that cannot be guessed, of letters and digits.
Visitor VisitorOf(const http::HttpRequest& request, const std::function<std::string()>& random);

// The hidden field that each form with method="post" holds.
Html FormToken(const Visitor& visitor);

// Whether a POST comes from a form of ours: its token is right and the browser does not say that
// another site sent it. The server has compared the header origin before (http/edge.h). `form`
// holds the decoded body.
bool IsOwnForm(const http::HttpRequest& request, const http::Fields& form, const Visitor& visitor);

// A link from another site led here, so the browser kept strict cookies back.
bool IsFromElsewhere(const http::HttpRequest& request);

// Set-Cookie headers.
std::string FormCookie(const Visitor& visitor);
std::string TokenCookie(const Visitor& visitor, absl::string_view token);  // Empty: logs out.
std::string SessionCookie(const Visitor& visitor, absl::string_view token, absl::Duration lifetime);
std::string LoginCookie(const Visitor& visitor, absl::string_view secret, absl::Duration lifetime);

// What the login's cookie holds; empty: there is none.
std::string LoginSecretOf(const http::HttpRequest& request);

// Whether it may be a token: one word of printable ASCII without the signs of cookies and headers.
bool IsPlainToken(absl::string_view text);

// Fields of an application/x-www-form-urlencoded body; text that is not UTF-8 is made so.
http::Fields ParseForm(absl::string_view body);
// The first of that name; empty: none.
std::string FieldOf(const http::Fields& fields, absl::string_view name);

// Where to go after logging in: an address of this server, or "/".
bool IsLocalAddress(absl::string_view address);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_VISITOR_H_

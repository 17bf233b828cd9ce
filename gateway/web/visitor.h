#ifndef GATEWAY_WEB_VISITOR_H_
#define GATEWAY_WEB_VISITOR_H_

// Who looks at a page, by cookies alone; the server keeps no sessions.
//
// - `allreview_token` holds the API token that the visitor typed into /login. It is passed on to
// the
//   service with each call, which checks it; here it is never looked into, logged or shown.
// - `allreview_form` holds a random number. A form carries a hash of it, which no other site can
//   know: a POST without it, or that the browser says comes from another site, is refused.
//
// Both are HttpOnly and SameSite=Strict, and with TLS Secure and named __Host-…, so that no
// subdomain can set them. Strict keeps them from the first request that follows a link from GitHub;
// see IsFromElsewhere. Pure.

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "gateway/http/message.h"
#include "gateway/web/html.h"

namespace allreview::web {

struct Visitor {
  std::string token;        // Empty: not logged in.
  std::string form_secret;  // The form cookie; made new when there was none.
  bool is_new = false;      // The form cookie must be set.
  bool is_encrypted = false;
  std::string mask = {};  // Random, of this answer: what forms carry looks different in each.
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

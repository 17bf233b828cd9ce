#ifndef GATEWAY_WEB_LOGIN_PAGE_H_
#define GATEWAY_WEB_LOGIN_PAGE_H_

// The pages of getting in: the ways to log in, and who is logged in. Pure.

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "gateway/web/html.h"
#include "gateway/web/visitor.h"

namespace allreview::web {

struct LoginChoice {
  std::string id;     // Of /login/{provider}.
  std::string title;  // "GitHub".
};

struct LoginPageInfo {
  std::vector<LoginChoice> choices = {};
  bool has_tokens = true;
  std::string next = "";
  std::string problem = "";  // Why the last try failed; empty: it is the first.
  // Of the provider where somebody who has logged out here is still logged in; empty: nobody.
  std::string left_title = "";
  std::string left_url = "";
};

Html LoginPage(const LoginPageInfo& info, const Visitor& visitor);

struct SessionRow {
  std::string id;
  std::string person;
  std::string groups;  // The first of them.
  std::string browser;
  absl::Time began_at;
  absl::Time ends_at;
  bool is_own = false;  // Of this browser.
};

// `is_all`: those of all people, for an admin.
Html SessionsPage(const std::vector<SessionRow>& rows, bool is_all, const Visitor& visitor);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_LOGIN_PAGE_H_

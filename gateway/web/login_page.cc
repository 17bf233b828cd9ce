#include "gateway/web/login_page.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "gateway/web/page.h"

namespace allreview::web {
namespace {

Html Problem(const std::string& problem) {
  if (problem.empty()) return Html();
  return El("p", {Class("reason"), Attr("id", "problem"), Attr("role", "alert"), problem});
}

Html TokenForm(const LoginPageInfo& info, const Visitor& visitor) {
  const bool is_refused = !info.problem.empty();
  const Html field = El(
      "label", {El("span", {"API token"}),
                El("input", {Attr("type", "password"), Attr("name", "token"), Attr("required", ""),
                             Attr("autocomplete", "current-password"), Attr("maxlength", 4000),
                             AttrIf(is_refused && info.choices.empty(), "aria-invalid", "true"),
                             AttrIf(is_refused, "aria-describedby", "problem")})});
  return El(
      "form",
      {Class("login"), Attr("method", "post"), Action(Url::Local({"login"})), FormToken(visitor),
       El("input", {Attr("type", "hidden"), Attr("name", "next"), Attr("value", info.next)}), field,
       El("button", {Class(info.choices.empty() ? "primary" : ""),
                     info.choices.empty() ? "Log in" : "Log in with the token"})});
}

Html Choices(const LoginPageInfo& info) {
  Html links;
  for (const LoginChoice& choice : info.choices) {
    links += El("a", {Class("button primary"),
                      Href(Url::Local({"login", choice.id}).With("next", info.next)),
                      absl::StrCat("Log in with ", choice.title)});
  }
  return If(!info.choices.empty(), El("div", {Class("login"), links}));
}

Html Left(const LoginPageInfo& info) {
  const std::optional<Url> url = Url::External(info.left_url);
  if (info.left_title.empty()) return Html();
  return El("p", {Class("lead"), Attr("role", "status"), "You are logged out here. ",
                  url ? El("a", {Href(*url), absl::StrCat("Log out of ", info.left_title, ", too")})
                      : Html()});
}

std::string Minute(absl::Time time) {
  return absl::FormatTime("%Y-%m-%d %H:%M UTC", time, absl::UTCTimeZone());
}

Html RevokeForm(const SessionRow& row, const Visitor& visitor) {
  return El(
      "form",
      {Attr("method", "post"), Action(Url::Local({"sessions", "revoke"})), FormToken(visitor),
       El("input", {Attr("type", "hidden"), Attr("name", "id"), Attr("value", row.id)}),
       El("button", {Class("plain"),
                     Attr("aria-label", absl::StrCat("End the session of ", row.person)), "End"})});
}

}  // namespace

Html LoginPage(const LoginPageInfo& info, const Visitor& visitor) {
  const bool is_token_only = info.choices.empty();
  const absl::string_view lead = is_token_only ? "This page shows what your API token may see."
                                               : "What you see and may do depends on your groups.";
  const Html tokens =
      Join({TokenForm(info, visitor),
            El("p", {Class("faint"), "The operator creates tokens with ",
                     El("code", {"allreview tokens new"}),
                     ". The token stays in a cookie of this browser until you log out or close "
                     "it."})});
  const Html form =
      is_token_only ? tokens : El("details", {El("summary", {"Use an API token"}), tokens});
  const Html main = Join({Title("Log in"), Left(info), El("p", {Class("lead"), lead}),
                          Problem(info.problem), Choices(info), If(info.has_tokens, form)});
  return El("div", {Class("notice"), main});
}

Html SessionsPage(const std::vector<SessionRow>& rows, bool is_all, const Visitor& visitor) {
  Html body;
  for (const SessionRow& row : rows) {
    body +=
        El("tr",
           {El("td", {row.person, If(row.is_own, El("span", {Class("faint"), " (this browser)"}))}),
            El("td", {RevokeForm(row, visitor)}), El("td", {row.groups}),
            El("td", {Minute(row.began_at)}), El("td", {Minute(row.ends_at)}),
            El("td", {Class("faint"), row.browser})});
  }
  const Html head = El("tr", {El("th", {"Person"}), El("th", {"Revoke"}), El("th", {"Groups"}),
                              El("th", {"Since"}), El("th", {"Ends"}), El("th", {"Browser"})});
  const Html table = El("div", {Class("table"), Attr("tabindex", "0"), Attr("role", "region"),
                                Attr("aria-label", "Sessions"),
                                El("table", {El("thead", {head}), El("tbody", {body})})});
  return Join(
      {Title("Sessions"),
       El("p", {Class("lead"), is_all ? "Everybody who is logged in. A session that you end "
                                        "is over at once, on every gateway."
                                      : "Where you are logged in. A session that you end is "
                                        "over at once."}),
       rows.empty() ? EmptyState("Nobody is logged in",
                                 El("p", {"People of a trusted proxy and API tokens have "
                                          "no sessions."}))
                    : table});
}

}  // namespace allreview::web

#include "gateway/web/visitor.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/hash.h"
#include "base/utf8.h"

namespace allreview::web {
namespace {

constexpr absl::string_view kTokenCookie = "allreview_token";
constexpr absl::string_view kSessionCookie = "allreview_session";
constexpr absl::string_view kLoginCookie = "allreview_login";
constexpr absl::string_view kFormCookie = "allreview_form";
constexpr absl::string_view kFormField = "form_token";
constexpr size_t kMaxCookieBytes = 4096;
constexpr size_t kDigestDigits = 64;

std::string CookieName(absl::string_view name, bool is_encrypted) {
  return absl::StrCat(is_encrypted ? "__Host-" : "", name);
}

std::string CookieOf(const http::HttpRequest& request, absl::string_view name) {
  const std::string wanted = absl::StrCat(CookieName(name, request.is_encrypted), "=");
  for (const auto& [header, value] : request.headers) {
    if (header != "cookie") continue;
    for (absl::string_view cookie : absl::StrSplit(value, ';')) {
      cookie = absl::StripAsciiWhitespace(cookie);
      if (absl::ConsumePrefix(&cookie, wanted)) return std::string(cookie);
    }
  }
  return "";
}

std::string FormTokenText(const Visitor& visitor) {
  // What a proxy vouches with changes from one gateway to the next.
  const std::string token = visitor.is_vouched_for ? "" : visitor.token;
  return Sha256Hex(absl::StrCat("allreview form\n", visitor.form_secret, "\n", token));
}

// Other bytes in each answer, so that the length of a compressed page tells nothing of the token.
std::string Masked(absl::string_view token, absl::string_view mask) {
  return absl::StrCat(mask, Sha256Hex(absl::StrCat(mask, "\n", token)));
}

// Takes the same time wherever the first difference is.
bool IsSame(absl::string_view a, absl::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

std::string SetCookie(const Visitor& visitor, absl::string_view name, absl::string_view value,
                      absl::string_view more) {
  const bool is_lax = name == kSessionCookie || name == kLoginCookie;
  return absl::StrCat(CookieName(name, visitor.is_encrypted), "=", value,
                      "; Path=/; HttpOnly; SameSite=", is_lax ? "Lax" : "Strict",
                      visitor.is_encrypted ? "; Secure" : "", more);
}

std::string SetForSeconds(const Visitor& visitor, absl::string_view name, absl::string_view value,
                          absl::Duration lifetime) {
  const int64_t seconds = value.empty() ? 0 : absl::ToInt64Seconds(lifetime);
  return SetCookie(visitor, name, value, absl::StrCat("; Max-Age=", seconds));
}

// The token of "Bearer TOKEN", which a proxy in front or a script may send.
std::string TokenOfHeader(const http::HttpRequest& request) {
  const std::string* authorization = request.Header("authorization");
  constexpr absl::string_view kScheme = "bearer ";
  if (authorization == nullptr || !absl::StartsWithIgnoreCase(*authorization, kScheme)) return "";
  return std::string(absl::StripAsciiWhitespace(authorization->substr(kScheme.size())));
}

std::string Decoded(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '%' && i + 2 < text.size() &&
                           absl::ascii_isxdigit(static_cast<unsigned char>(text[i + 1])) &&
                           absl::ascii_isxdigit(static_cast<unsigned char>(text[i + 2]));
    if (is_escape) {
      decoded += absl::HexStringToBytes(text.substr(i + 1, 2));
      i += 2;
    } else {
      decoded += text[i] == '+' ? ' ' : text[i];
    }
  }
  return ToDisplayText(decoded);
}

}  // namespace

bool IsPlainToken(absl::string_view text) {
  for (const char c : text) {
    if (!absl::ascii_isgraph(static_cast<unsigned char>(c)) ||
        absl::StrContains("\",;\\", std::string(1, c))) {
      return false;
    }
  }
  return !text.empty() && text.size() <= kMaxCookieBytes;
}

Visitor VisitorOf(const http::HttpRequest& request, const std::function<std::string()>& random) {
  Visitor visitor = {.token = TokenOfHeader(request),
                     .form_secret = CookieOf(request, kFormCookie),
                     .is_encrypted = request.is_encrypted};
  visitor.is_vouched_for = !visitor.token.empty();
  for (const absl::string_view cookie : {kSessionCookie, kTokenCookie}) {
    if (visitor.token.empty()) visitor.token = CookieOf(request, cookie);
  }
  if (!IsPlainToken(visitor.token)) visitor.token.clear();
  if (!IsPlainToken(visitor.form_secret) || visitor.form_secret.size() < 32) {
    visitor.form_secret = random();
    visitor.is_new = true;
  }
  visitor.mask = random();
  return visitor;
}

Html FormToken(const Visitor& visitor) {
  return El("input", {Attr("type", "hidden"), Attr("name", kFormField),
                      Attr("value", Masked(FormTokenText(visitor), visitor.mask))});
}

bool IsOwnForm(const http::HttpRequest& request, const http::Fields& form, const Visitor& visitor) {
  if (visitor.is_new) return false;
  const std::string* site = request.Header("sec-fetch-site");
  if (site != nullptr && *site != "same-origin") return false;
  const std::string field = FieldOf(form, kFormField);
  if (field.size() < kDigestDigits) return false;
  const absl::string_view mask = absl::string_view(field).substr(0, field.size() - kDigestDigits);
  return IsSame(field, Masked(FormTokenText(visitor), mask));
}

bool IsFromElsewhere(const http::HttpRequest& request) {
  const std::string* site = request.Header("sec-fetch-site");
  return site != nullptr && (*site == "cross-site" || *site == "same-site");
}

std::string FormCookie(const Visitor& visitor) {
  return SetCookie(visitor, kFormCookie, visitor.form_secret, "");
}

std::string TokenCookie(const Visitor& visitor, absl::string_view token) {
  // Ends with the browser's session: the token itself says how long it holds.
  return SetCookie(visitor, kTokenCookie, IsPlainToken(token) ? token : "",
                   token.empty() ? "; Max-Age=0" : "");
}

std::string SessionCookie(const Visitor& visitor, absl::string_view token,
                          absl::Duration lifetime) {
  return SetForSeconds(visitor, kSessionCookie, token, lifetime);
}

std::string LoginCookie(const Visitor& visitor, absl::string_view secret, absl::Duration lifetime) {
  return SetForSeconds(visitor, kLoginCookie, secret, lifetime);
}

std::string LoginSecretOf(const http::HttpRequest& request) {
  std::string secret = CookieOf(request, kLoginCookie);
  return IsPlainToken(secret) ? secret : "";
}

http::Fields ParseForm(absl::string_view body) {
  http::Fields fields;
  for (absl::string_view pair : absl::StrSplit(body, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(pair, absl::MaxSplits('=', 1));
    fields.emplace_back(Decoded(parts.first), Decoded(parts.second));
  }
  return fields;
}

std::string FieldOf(const http::Fields& fields, absl::string_view name) {
  for (const auto& [key, value] : fields) {
    if (key == name) return value;
  }
  return "";
}

bool IsLocalAddress(absl::string_view address) {
  // "//host" and "/\host" lead to other servers.
  if (!absl::StartsWith(address, "/") || absl::StartsWith(address, "//")) return false;
  for (const char c : address) {
    if (c == '\\' || !absl::ascii_isgraph(static_cast<unsigned char>(c))) return false;
  }
  return true;
}

}  // namespace allreview::web

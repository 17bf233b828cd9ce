#include "gateway/http/origin.h"

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::http {
namespace {

bool IsHostByte(unsigned char c) {
  return absl::ascii_isalnum(c) || c == '.' || c == '-' || c == '_' || c == ':' || c == '[' ||
         c == ']';
}

absl::Status Wrong(absl::string_view text, absl::string_view problem) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", text, "' ", problem, "; wanted https://HOST or https://HOST:PORT"));
}

}  // namespace

absl::StatusOr<std::string> NormalOrigin(absl::string_view text) {
  std::string lower = absl::AsciiStrToLower(text);
  absl::string_view rest = lower;
  const bool is_encrypted = absl::ConsumePrefix(&rest, "https://");
  if (!is_encrypted && !absl::ConsumePrefix(&rest, "http://")) {
    return Wrong(text, "does not begin with http:// or https://");
  }
  absl::ConsumeSuffix(&rest, "/");
  for (const unsigned char c : rest) {
    if (!IsHostByte(c)) return Wrong(text, "contains more than a host and a port");
  }
  // The colons of an IPv6 address stand in brackets.
  const size_t end_of_address = rest.rfind(']');
  const size_t colon = rest.rfind(':');
  const bool has_port = colon != absl::string_view::npos &&
                        (end_of_address == absl::string_view::npos || colon > end_of_address);
  const absl::string_view host = has_port ? rest.substr(0, colon) : rest;
  if (host.empty()) return Wrong(text, "names no host");
  const absl::string_view scheme = is_encrypted ? "https://" : "http://";
  if (!has_port || rest.substr(colon + 1).empty()) return absl::StrCat(scheme, host);
  int port = 0;
  if (!absl::SimpleAtoi(rest.substr(colon + 1), &port) || port < 1 || port > 65535) {
    return Wrong(text, "names no port from 1 to 65535");
  }
  if (port == (is_encrypted ? 443 : 80)) return absl::StrCat(scheme, host);
  return absl::StrCat(scheme, host, ":", port);
}

}  // namespace allreview::http

#include "base/loopback.h"

#include "absl/strings/match.h"

namespace allreview {
namespace {

// "[::1]:80" -> "::1"; "host:80" -> "host"; "::1" -> "::1".
absl::string_view HostOf(absl::string_view address) {
  if (absl::StartsWith(address, "[")) return address.substr(1, address.find(']') - 1);
  const size_t colon = address.rfind(':');
  if (colon == absl::string_view::npos || address.find(':') != colon) return address;
  return address.substr(0, colon);
}

bool IsLoopbackV4(absl::string_view host) {
  if (!absl::StartsWith(host, "127.")) return false;
  // A name such as "127.0.0.1.example" resolves to anything.
  return host.find_first_not_of("0123456789.") == absl::string_view::npos;
}

}  // namespace

bool IsLoopback(absl::string_view address) {
  if (absl::StartsWith(address, "unix:")) return true;
  const absl::string_view host = HostOf(address);
  return host == "localhost" || host == "::1" || IsLoopbackV4(host);
}

}  // namespace allreview

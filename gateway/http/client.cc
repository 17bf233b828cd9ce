#include "gateway/http/client.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "host/call.h"

namespace allreview::http {
namespace {

constexpr size_t kMaxAddressBytes = 45;  // Of IPv6 with an embedded IPv4 address.

}  // namespace

Client FindClient(const std::string& peer, const Fields& headers,
                  const AddressRanges& trusted_proxies) {
  Client client = {.address = peer};
  if (!trusted_proxies.Contain(peer)) return client;
  std::vector<std::string> hops;
  for (const auto& [name, value] : headers) {
    if (name == "x-forwarded-proto") client.is_encrypted = value == "https";
    if (name != "x-forwarded-for") continue;
    for (absl::string_view hop : absl::StrSplit(value, ',')) {
      hops.emplace_back(absl::StripAsciiWhitespace(hop));
    }
  }
  // Only what proxies of ours wrote is true: the list is read from its end, up to the first
  // address that is not one of them.
  for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
    if (!IsIpAddress(*hop)) return client;
    client.address = *hop;
    if (!trusted_proxies.Contain(*hop)) return client;
  }
  return client;
}

std::string HostName(absl::string_view host) {
  if (absl::StartsWith(host, "[")) {
    const size_t end = std::min(host.find(']'), host.size() - 1);
    const absl::string_view rest = host.substr(end + 1);
    const bool is_whole = rest.empty() || rest.front() == ':';
    return is_whole ? std::string(host.substr(1, end - 1)) : "";
  }
  return absl::AsciiStrToLower(host.substr(0, host.find(':')));
}

bool IsIpAddress(absl::string_view text) {
  if (text.empty() || text.size() > kMaxAddressBytes) return false;
  const bool is_v6 = text.find(':') != absl::string_view::npos;
  return std::all_of(text.begin(), text.end(), [is_v6](unsigned char c) {
    return absl::ascii_isdigit(c) || c == '.' || (is_v6 && (absl::ascii_isxdigit(c) || c == ':'));
  });
}

std::string RequestIdFor(absl::string_view sent) {
  if (host::IsValidRequestId(sent)) return std::string(sent);
  return host::NewRequest(absl::InfiniteDuration()).id;
}

}  // namespace allreview::http

#ifndef GATEWAY_HTTP_CLIENT_H_
#define GATEWAY_HTTP_CLIENT_H_

// Who is at the other end: the address that logs and limits speak of, and the request's id.

#include <string>

#include "absl/strings/string_view.h"
#include "gateway/http/address_ranges.h"
#include "gateway/http/message.h"

namespace allreview::http {

struct Client {
  std::string address;
  bool is_encrypted = false;  // By X-Forwarded-Proto of a trusted proxy.
};

// The last address of X-Forwarded-For that is no trusted proxy, when `peer` is one; else `peer`.
// Names of `headers` are in lower case.
Client FindClient(const std::string& peer, const Fields& headers,
                  const AddressRanges& trusted_proxies);

// "[::1]:80" -> "::1"; "Name:80" -> "name". Of a Host header.
std::string HostName(absl::string_view host);
// By its characters: no name on the internet looks like that.
bool IsIpAddress(absl::string_view text);

// `sent` when it is fit for a log, else a new one. See host/call.h.
std::string RequestIdFor(absl::string_view sent);

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_CLIENT_H_

#ifndef GATEWAY_FORGE_GITHUB_WEBHOOK_H_
#define GATEWAY_FORGE_GITHUB_WEBHOOK_H_

// From the bytes of a webhook to an event that is known to come from GitHub.
//
//   std::variant<WebhookEvent, WebhookRefusal> read =
//       ReadWebhook({.headers = request.headers, .body = request.body, .secrets = {secret}});
//
// In this order: size, signature (HMAC-SHA256 of the raw bytes, compared in constant time, before
// anything is parsed; SHA-1 is not accepted), content type (JSON, or a form with the JSON in
// "payload"), headers, JSON. While a secret is being replaced both are given, and either will do.
// Pure; does not throw.

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "gateway/forge/github/event.h"
#include "gateway/http/message.h"

namespace allreview::gateway {

inline constexpr int64_t kMaxWebhookBytes = 25 << 20;  // GitHub sends no larger ones.

struct WebhookRefusal {
  int status = 400;          // Of HTTP.
  absl::string_view reason;  // Label of metrics: "signature", "sha1_only", "too_large" …
  std::string message;       // For the answer.
};

struct WebhookBytes {
  const http::Fields& headers;  // Names in lower case.
  absl::string_view body;
  const std::vector<std::string>& secrets;  // None: everything is refused.
  absl::string_view host = "github.com";    // For Repository.host: the server's configuration.
};

std::variant<WebhookEvent, WebhookRefusal> ReadWebhook(const WebhookBytes& bytes);

// "sha256=<hexadecimal>", as GitHub sends it.
std::string WebhookSignature(absl::string_view secret, absl::string_view body);

// Of a body that is known to be JSON from GitHub. For ReadWebhook and for fuzzing.
std::variant<WebhookEvent, WebhookRefusal> ParseWebhook(absl::string_view name,
                                                        absl::string_view json);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_WEBHOOK_H_

#include "gateway/forge/github/webhook.h"

#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/hash.h"
#include "gateway/forge/github/signature.h"

namespace allreview::gateway {
namespace {

constexpr size_t kMaxNameBytes = 64;
constexpr size_t kMaxDeliveryBytes = 128;

absl::string_view Header(const http::Fields& headers, absl::string_view name) {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return "";
}

// Letters, digits, '-' and '_': fit for keys and logs.
bool IsToken(absl::string_view text, size_t max_bytes) {
  if (text.empty() || text.size() > max_bytes) return false;
  for (unsigned char c : text) {
    if (!absl::ascii_isalnum(c) && c != '-' && c != '_') return false;
  }
  return true;
}

std::optional<WebhookRefusal> CheckSignature(const WebhookBytes& bytes) {
  if (bytes.secrets.empty()) {
    return WebhookRefusal{503, "no_secret",
                          "webhooks are not set up here: the server has no webhook secret"};
  }
  absl::string_view signature = Header(bytes.headers, "x-hub-signature-256");
  if (signature.empty() && !Header(bytes.headers, "x-hub-signature").empty()) {
    return WebhookRefusal{401, "sha1_only",
                          "found a SHA-1 signature only; wanted X-Hub-Signature-256"};
  }
  if (signature.empty()) {
    return WebhookRefusal{401, "unsigned",
                          "the header X-Hub-Signature-256 is missing; set the webhook's secret"};
  }
  if (!IsSignedByAny(signature, bytes.body, bytes.secrets)) {
    return WebhookRefusal{401, "signature",
                          "the signature is not that of this body under our secret"};
  }
  return std::nullopt;
}

// Of application/x-www-form-urlencoded; none when an escape is broken.
std::optional<std::string> UnescapeForm(absl::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain.push_back(text[i] == '+' ? ' ' : text[i]);
      continue;
    }
    if (i + 2 >= text.size() || !absl::ascii_isxdigit(text[i + 1]) ||
        !absl::ascii_isxdigit(text[i + 2])) {
      return std::nullopt;
    }
    plain += absl::HexStringToBytes(text.substr(i + 1, 2));
    i += 2;
  }
  return plain;
}

std::variant<std::string, WebhookRefusal> JsonOf(const WebhookBytes& bytes) {
  std::string type = absl::AsciiStrToLower(
      absl::StripAsciiWhitespace(absl::string_view(Header(bytes.headers, "content-type"))
                                     .substr(0, Header(bytes.headers, "content-type").find(';'))));
  if (type == "application/json") return std::string(bytes.body);
  if (type != "application/x-www-form-urlencoded") {
    return WebhookRefusal{415, "content_type",
                          "wanted application/json or application/x-www-form-urlencoded"};
  }
  // The type is not signed. JSON that is read as a form would let the text of a comment say
  // "&payload=…".
  if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(bytes.body), "{")) {
    return WebhookRefusal{400, "form", "the body is JSON, but its content type says it is a form"};
  }
  for (absl::string_view part : absl::StrSplit(bytes.body, '&')) {
    if (!absl::ConsumePrefix(&part, "payload=")) continue;
    std::optional<std::string> json = UnescapeForm(part);
    if (json.has_value()) return *std::move(json);
  }
  return WebhookRefusal{400, "form", "the form has no readable field \"payload\""};
}

}  // namespace

std::variant<WebhookEvent, WebhookRefusal> ReadWebhook(const WebhookBytes& bytes) {
  if (static_cast<int64_t>(bytes.body.size()) > kMaxWebhookBytes) {
    return WebhookRefusal{413, "too_large",
                          absl::StrCat("the body has ", bytes.body.size(), " bytes, at most ",
                                       kMaxWebhookBytes, " are read")};
  }
  if (auto refusal = CheckSignature(bytes)) return *std::move(refusal);
  absl::string_view name = Header(bytes.headers, "x-github-event");
  absl::string_view delivery = Header(bytes.headers, "x-github-delivery");
  if (!IsToken(name, kMaxNameBytes) || !IsToken(delivery, kMaxDeliveryBytes)) {
    return WebhookRefusal{400, "headers", "X-GitHub-Event or X-GitHub-Delivery is missing or odd"};
  }
  std::variant<std::string, WebhookRefusal> json = JsonOf(bytes);
  if (auto* refusal = std::get_if<WebhookRefusal>(&json)) return std::move(*refusal);
  std::variant<WebhookEvent, WebhookRefusal> read = ParseWebhook(name, std::get<std::string>(json));
  if (auto* event = std::get_if<WebhookEvent>(&read)) {
    event->body_digest = Sha256Hex(bytes.body);
    event->delivery = std::string(delivery);
    // Not X-GitHub-Enterprise-Host: GitHub signs the body alone, and the host is part of keys.
    event->repository.set_host(std::string(bytes.host));
  }
  return read;
}

}  // namespace allreview::gateway

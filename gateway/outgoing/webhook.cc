#include "gateway/outgoing/webhook.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/yaml.h"
#include "gateway/access/token.h"
#include "github/http_client.h"
#include "google/protobuf/generated_enum_reflection.h"

namespace allreview::gateway {
namespace {

constexpr size_t kMaxWebhooks = 50;
constexpr size_t kMaxName = 40;
// Shorter ones can be guessed.
constexpr size_t kMinSecret = 16;

absl::Status ErrorAt(const YamlNode& node, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("line ", node.line, ": ", what));
}

std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", absl::Utf8SafeCEscape(text), "\"");
}

absl::StatusOr<std::string> TextOf(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::kScalar && !node.scalar.empty()) return node.scalar;
  return ErrorAt(node, "found no text; wanted one");
}

// A list, or one text alone.
absl::StatusOr<std::vector<std::string>> ListOf(const YamlNode& node) {
  std::vector<std::string> texts;
  if (node.kind != YamlNode::Kind::kSequence) {
    ASSIGN_OR_RETURN(texts.emplace_back(), TextOf(node));
    return texts;
  }
  for (const YamlNode& item : node.items) {
    ASSIGN_OR_RETURN(texts.emplace_back(), TextOf(item));
  }
  if (texts.empty()) return ErrorAt(node, "the list is empty; leave the key out for all");
  return texts;
}

// "review-finished" of "EVENT_TYPE_REVIEW_FINISHED".
std::string WordOf(const std::string& name, absl::string_view prefix) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(absl::StripPrefix(name, prefix)), {{"_", "-"}});
}

template <typename Enum>
absl::StatusOr<std::set<Enum>> EnumsOf(const YamlNode& node, absl::string_view prefix) {
  const google::protobuf::EnumDescriptor& type = *google::protobuf::GetEnumDescriptor<Enum>();
  std::map<std::string, Enum> known;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() == 0) continue;
    known[WordOf(type.value(i)->name(), prefix)] = static_cast<Enum>(type.value(i)->number());
  }
  ASSIGN_OR_RETURN(const std::vector<std::string> words, ListOf(node));
  std::set<Enum> values;
  for (const std::string& word : words) {
    const auto found = known.find(word);
    if (found == known.end()) {
      const auto key = [](std::string* out, const auto& entry) { out->append(entry.first); };
      return ErrorAt(node, absl::StrCat("there is no ", Quoted(word), "; wanted ",
                                        absl::StrJoin(known, " or ", key)));
    }
    values.insert(found->second);
  }
  return values;
}

absl::StatusOr<std::string> SecretText(const YamlNode& node) {
  ASSIGN_OR_RETURN(const std::string path, TextOf(node));
  const absl::StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) return ErrorAt(node, content.status().message());
  std::string text(absl::StripAsciiWhitespace(*content));
  if (text.empty()) return ErrorAt(node, absl::StrCat(path, " is empty"));
  return text;
}

absl::StatusOr<std::string> ReadUrl(const YamlNode& node, std::string url) {
  if (!github::UrlOrigin(url).empty()) return url;
  return ErrorAt(node, "the address is no URL of http or https without a user name");
}

// Keys of Standard Webhooks are "whsec_" and base64; any other text stands for its own bytes.
absl::StatusOr<std::string> ReadSecret(const YamlNode& node) {
  ASSIGN_OR_RETURN(std::string text, SecretText(node));
  absl::string_view encoded = text;
  std::string bytes;
  if (!absl::ConsumePrefix(&encoded, "whsec_")) {
    bytes = text;
  } else if (!absl::Base64Unescape(encoded, &bytes)) {
    return ErrorAt(node, "what follows \"whsec_\" in the secret is no base64");
  }
  if (bytes.size() >= kMinSecret) return bytes;
  return ErrorAt(node, absl::StrCat("the secret has ", bytes.size(), " bytes; wanted ", kMinSecret,
                                    " or more, as of \"openssl rand -base64 32\""));
}

absl::Status SetName(const YamlNode& node, Webhook& webhook) {
  ASSIGN_OR_RETURN(webhook.name, TextOf(node));
  const bool is_plain = std::all_of(webhook.name.begin(), webhook.name.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '-' || c == '_';
  });
  if (is_plain && webhook.name.size() <= kMaxName) return absl::OkStatus();
  return ErrorAt(node, absl::StrCat("name ", Quoted(webhook.name), " has to be at most ", kMaxName,
                                    " letters, digits, '-' and '_'"));
}

absl::Status SetFormat(const YamlNode& node, Webhook& webhook) {
  ASSIGN_OR_RETURN(const std::string text, TextOf(node));
  if (text != "json" && text != "text") {
    return ErrorAt(node, absl::StrCat("format is ", Quoted(text), "; wanted json or text"));
  }
  webhook.format = text == "text" ? Webhook::Format::kText : Webhook::Format::kJson;
  return absl::OkStatus();
}

absl::Status SetLanguage(const YamlNode& node, Webhook& webhook) {
  ASSIGN_OR_RETURN(const std::string text, TextOf(node));
  if (text != "en" && text != "zh") {
    return ErrorAt(node, absl::StrCat("language is ", Quoted(text), "; wanted en or zh"));
  }
  webhook.language = LanguageOf(text);
  return absl::OkStatus();
}

absl::Status SetRepositories(const YamlNode& node, Webhook& webhook) {
  ASSIGN_OR_RETURN(webhook.repositories, ListOf(node));
  for (const std::string& glob : webhook.repositories) {
    const absl::Status status = access::CheckGlob(glob);
    if (!status.ok()) return ErrorAt(node, status.message());
  }
  return absl::OkStatus();
}

absl::Status SetUrl(const YamlNode& node, absl::StatusOr<std::string> text, Webhook& webhook) {
  if (!webhook.url.empty()) return ErrorAt(node, "url and url_file are one thing; wanted one");
  RETURN_IF_ERROR(text.status());
  ASSIGN_OR_RETURN(webhook.url, ReadUrl(node, *std::move(text)));
  return absl::OkStatus();
}

using Setter = std::function<absl::Status(const YamlNode& node, Webhook& webhook)>;

const std::map<std::string, Setter>& Setters() {
  static const auto& setters = *new std::map<std::string, Setter>{
      {"name", SetName},
      {"format", SetFormat},
      {"language", SetLanguage},
      {"repositories", SetRepositories},
      {"url", [](const YamlNode& node, Webhook& hook) { return SetUrl(node, TextOf(node), hook); }},
      {"url_file",
       [](const YamlNode& node, Webhook& hook) { return SetUrl(node, SecretText(node), hook); }},
      {"secret_file",
       [](const YamlNode& node, Webhook& hook) -> absl::Status {
         ASSIGN_OR_RETURN(hook.secret, ReadSecret(node));
         return absl::OkStatus();
       }},
      {"events",
       [](const YamlNode& node, Webhook& hook) -> absl::Status {
         ASSIGN_OR_RETURN(hook.events, EnumsOf<review::v1::EventType>(node, "EVENT_TYPE_"));
         return absl::OkStatus();
       }},
      {"conclusions", [](const YamlNode& node, Webhook& hook) -> absl::Status {
         ASSIGN_OR_RETURN(hook.conclusions, EnumsOf<review::v1::Conclusion>(node, "CONCLUSION_"));
         return absl::OkStatus();
       }}};
  return setters;
}

absl::StatusOr<Webhook> ReadWebhook(const YamlNode& node) {
  Webhook webhook;
  std::set<std::string> seen;
  for (const auto& [key, value] : node.entries) {
    const auto setter = Setters().find(key.scalar);
    if (setter == Setters().end()) {
      const auto name = [](std::string* out, const auto& entry) { out->append(entry.first); };
      return ErrorAt(key, absl::StrCat("a webhook has no ", Quoted(key.scalar), "; it has ",
                                       absl::StrJoin(Setters(), ", ", name)));
    }
    if (!seen.insert(key.scalar).second) return ErrorAt(key, "the key stands here twice");
    RETURN_IF_ERROR(setter->second(value, webhook));
  }
  if (webhook.name.empty() || webhook.url.empty()) {
    return ErrorAt(node, "a webhook needs a name, and a url or a url_file");
  }
  if (webhook.format == Webhook::Format::kJson && webhook.secret.empty()) {
    return ErrorAt(node,
                   "the webhook has no secret_file, so its receiver cannot tell who wrote a "
                   "message; only the format text goes without");
  }
  return webhook;
}

absl::StatusOr<std::vector<Webhook>> ParseWebhooks(absl::string_view text) {
  ASSIGN_OR_RETURN(const YamlNode root, ParseYaml(text));
  const YamlNode* list = FindYamlKey(root, "webhooks");
  if (list == nullptr || list->kind != YamlNode::Kind::kSequence || root.entries.size() != 1) {
    return ErrorAt(root, "wanted the key webhooks with a list, and nothing else");
  }
  if (list->items.size() > kMaxWebhooks) {
    return ErrorAt(*list, absl::StrCat("there are ", list->items.size(), " webhooks; wanted ",
                                       kMaxWebhooks, " at most"));
  }
  std::vector<Webhook> webhooks;
  std::set<std::string> names;
  for (const YamlNode& item : list->items) {
    ASSIGN_OR_RETURN(Webhook webhook, ReadWebhook(item));
    if (!names.insert(webhook.name).second) {
      return ErrorAt(item, absl::StrCat("there are two webhooks ", Quoted(webhook.name)));
    }
    webhooks.push_back(std::move(webhook));
  }
  return webhooks;
}

}  // namespace

absl::StatusOr<std::vector<Webhook>> ReadWebhooks(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  absl::StatusOr<std::vector<Webhook>> webhooks = ParseWebhooks(text);
  if (webhooks.ok()) return webhooks;
  return absl::InvalidArgumentError(
      absl::StrCat("webhooks in ", path, ", ", webhooks.status().message()));
}

const review::v1::Repository& RepositoryOf(const review::v1::Event& event) {
  return event.has_feedback() ? event.feedback().repository() : event.review().repository();
}

bool IsWanted(const Webhook& webhook, const review::v1::Event& event) {
  if (!webhook.events.empty() && !webhook.events.contains(event.type())) return false;
  if (event.has_review() && !webhook.conclusions.empty() &&
      !webhook.conclusions.contains(event.review().conclusion())) {
    return false;
  }
  const std::string& name = RepositoryOf(event).full_name();
  return webhook.repositories.empty() ||
         std::any_of(webhook.repositories.begin(), webhook.repositories.end(),
                     [&](const std::string& glob) { return access::MatchesGlob(glob, name); });
}

std::string EventName(review::v1::EventType type) {
  return WordOf(review::v1::EventType_Name(type), "EVENT_TYPE_");
}

}  // namespace allreview::gateway

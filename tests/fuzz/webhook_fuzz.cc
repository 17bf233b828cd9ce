// What comes in from GitHub, and from whoever knows the address: headers, signature, forms, JSON,
// comments. Beside "does not crash", it checks what must hold of any input.

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/utf8.h"
#include "gateway/forge/commands/commands.h"
#include "gateway/forge/commands/long_text.h"
#include "gateway/forge/github/actions.h"
#include "gateway/forge/github/webhook.h"

namespace allreview::gateway {
namespace {

constexpr char kSecret[] = "secret";
constexpr absl::string_view kEvents[] = {"pull_request",
                                         "issue_comment",
                                         "pull_request_review_comment",
                                         "pull_request_review_thread",
                                         "check_run",
                                         "check_suite",
                                         "installation",
                                         "merge_group",
                                         "push",
                                         "ping",
                                         "star"};

void CheckCommand(absl::string_view comment) {
  std::optional<Command> command = ParseCommand(comment);
  // A quote of the whole comment never is a command.
  std::string quote = "> ";
  for (char c : comment) {
    quote += c;
    if (c == '\n') quote += "> ";
  }
  CHECK(!ParseCommand(quote).has_value()) << "a command in a quote";
  if (!command.has_value()) return;
  CHECK(absl::StrContains(absl::AsciiStrToLower(comment), "/allreview"))
      << "a command out of nothing";
  CHECK(!command->name.empty() && command->arguments.size() <= kMaxArguments) << "bounds";
  for (const std::string& argument : command->arguments) {
    CHECK(IsValidUtf8(argument) && !argument.empty()) << "arguments are words of text";
  }
  CHECK(IsValidUtf8(command->name)) << "the name is text";
}

void CheckEvent(absl::string_view name, absl::string_view json) {
  auto read = ParseWebhook(name, json);
  auto* event = std::get_if<WebhookEvent>(&read);
  if (event == nullptr) {
    CHECK(std::get<WebhookRefusal>(read).status == 400) << "JSON that is refused is a bad request";
    return;
  }
  for (const HookPolicy& policy : {HookPolicy{.app_id = 1, .bot = "allreview[bot]"},
                                   HookPolicy{.are_drafts_reviewed = true}}) {
    HookAction action = ActionFor(*event, policy);
    CHECK(!action.reason.empty() || name == "installation") << "every decision has a reason";
    bool is_command = action.kind == HookAction::Kind::kCommand;
    CHECK(!is_command || !event->is_sender_bot) << "a bot's command";
  }
}

// The input as the body of a request that is signed well, badly, and as a form.
void CheckRequest(absl::string_view name, const std::string& body) {
  http::Fields headers = {{"content-type", "application/json"},
                          {"x-github-event", std::string(name)},
                          {"x-github-delivery", "guid"}};
  auto read = ReadWebhook({.headers = headers, .body = body, .secrets = {kSecret}});
  CHECK(std::holds_alternative<WebhookRefusal>(read)) << "an unsigned body was read";
  headers.emplace_back("x-hub-signature-256", body.substr(0, 100));
  read = ReadWebhook({.headers = headers, .body = body, .secrets = {kSecret}});
  CHECK(std::holds_alternative<WebhookRefusal>(read)) << "a badly signed body was read";
  headers.back().second = WebhookSignature(kSecret, body);
  for (const char* type : {"application/json", "application/x-www-form-urlencoded", "text/html"}) {
    headers[0].second = type;
    read = ReadWebhook({.headers = headers, .body = body, .secrets = {"old", kSecret}});
    auto* refusal = std::get_if<WebhookRefusal>(&read);
    bool is_signature = refusal != nullptr && refusal->reason == "signature";
    CHECK(!is_signature) << "a well signed body was refused for its signature";
  }
}

void CheckText(const std::string& text) {
  std::string cut = CutAtSection(text, 1000, "more");
  CHECK(text == cut || absl::EndsWith(cut, "more")) << "what is cut says so";
  CHECK(CharactersOf(cut) <= 1000 || CharactersOf(text) <= 1000) << "the limit";
}

}  // namespace
}  // namespace allreview::gateway

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace allreview::gateway;  // NOLINT: this file is the program.
  if (size == 0) return 0;
  absl::string_view name = kEvents[data[0] % std::size(kEvents)];
  std::string body(reinterpret_cast<const char*>(data) + 1, size - 1);
  CheckEvent(name, body);
  CheckRequest(name, body);
  CheckCommand(body);
  CheckText(body);
  return 0;
}

#include "tests/fakes/github_control.h"

#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "tests/fakes/git_pull_request.h"
#include "tests/fakes/github_answers.h"
#include "tests/fakes/github_dump.h"
#include "tests/fakes/github_webhooks.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

ServedResponse Refuse(absl::string_view why) {
  return JsonAnswer({{"error", std::string(why)}}, 400);
}

ServedResponse Done() { return JsonAnswer({{"ok", true}}); }

RequestMatcher MatcherOf(const Json& fault) {
  return [method = fault.value("method", ""), end = fault.value("path_end", ""),
          part = fault.value("body_contains", "")](const ServedRequest& request) {
    return (method.empty() || request.method == method) && absl::EndsWith(request.path, end) &&
           (part.empty() || absl::StrContains(request.body, part));
  };
}

ServedResponse ResponseOf(const Json& fault) {
  ServedResponse response{.status = fault.value("status", 502)};
  if (fault.contains("headers")) {
    for (const auto& [name, value] : fault["headers"].items()) {
      response.headers.emplace_back(name, value.get<std::string>());
    }
  }
  if (fault.contains("body")) {
    response.body =
        fault["body"].is_string() ? fault["body"].get<std::string>() : fault["body"].dump();
  }
  response.is_cut = fault.value("is_cut", false);
  return response;
}

void Describe(const Json& json, FakePullRequest& pull) {
  pull.number = json.value("number", pull.number);
  pull.title = json.value("title", pull.title);
  pull.body = json.value("body", pull.body);
  pull.author = json.value("author", pull.author);
  pull.fork = json.value("fork", pull.fork);
  pull.state = json.value("state", pull.state);
  pull.is_merged = json.value("is_merged", pull.is_merged);
  pull.is_draft = json.value("is_draft", pull.is_draft);
  pull.base_ref = json.value("base_ref", pull.base_ref);
  pull.head_ref = json.value("head_ref", pull.head_ref);
}

WebhookOptions WebhookOf(const Json& json, const GitHubServer::Options& server) {
  WebhookOptions options{.full_name = server.full_name, .repository_id = server.repository_id};
  options.installation_id = json.value("installation_id", options.installation_id);
  options.event = json.value("event", options.event);
  options.action = json.value("action", options.action);
  options.sender = json.value("sender", options.sender);
  options.before = json.value("before", options.before);
  options.comment_id = json.value("comment_id", options.comment_id);
  options.comment_body = json.value("comment_body", options.comment_body);
  options.check_run_id = json.value("check_run_id", options.check_run_id);
  options.external_id = json.value("external_id", options.external_id);
  options.identifier = json.value("identifier", options.identifier);
  options.secret = json.value("secret", options.secret);
  options.delivery = json.value("delivery", options.delivery);
  return options;
}

// False: no such action.
bool Act(const Json& json, FakeConversation& talk) {
  const std::string action = json.value("action", ""), user = json.value("user", "mara");
  const std::string body = json.value("body", "");
  const int64_t comment = json.value("comment_id", int64_t{0});
  if (action == "resolve") {
    ResolveThread(talk, comment, user);
  } else if (action == "unresolve") {
    UnresolveThread(talk, comment);
  } else if (action == "delete") {
    DeleteComment(talk, comment);
  } else if (action == "react") {
    React(talk, comment, user, body);
  } else if (action == "reply") {
    Reply(talk, comment, user, body);
  } else if (action == "say") {
    Say(talk, user, body);
  } else {
    return false;
  }
  return true;
}

}  // namespace

struct GitHubControl::State {
  GitHubServer* server;
  GitHubServer::Options options;
  std::mutex mutex;
  std::shared_ptr<Gate> gate = std::make_shared<Gate>();

  bool HasPull(int64_t number) const {
    const std::vector<int64_t> numbers = server->pull_requests();
    return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
  }

  ServedResponse Requests(const ServedRequest& request) const {
    Json list = Json::array();
    for (const ServedRequest& served : server->requests()) {
      if (absl::StartsWith(served.path, "/_fake/")) continue;
      list.push_back({{"method", served.method}, {"target", served.target()}});
      if (request.parameter("bodies") != "0") list.back()["body"] = served.body;
    }
    return JsonAnswer(list);
  }

  ServedResponse SetPull(const Json& json) {
    FakePullRequest pull;
    if (json.contains("repository")) {
      absl::StatusOr<FakePullRequest> loaded = LoadPullRequest(
          json["repository"], json.value("base", "HEAD~1"), json.value("head", "HEAD"));
      if (!loaded.ok()) return Refuse(loaded.status().message());
      pull = *std::move(loaded);
    } else if (!HasPull(json.value("number", int64_t{7}))) {
      return Refuse("there is no such pull request, and no repository to load it from");
    } else {
      pull = server->pull_request(json.value("number", int64_t{7}));
    }
    Describe(json, pull);
    server->SetPullRequest(pull);
    return JsonAnswer({{"number", pull.number},
                       {"head", pull.head_sha()},
                       {"base", pull.base_sha()},
                       {"merge_base", pull.merge_base_sha()}});
  }

  ServedResponse People(const Json& json) {
    if (json.value("action", "") == "permission") {
      server->SetPermission(json.value("user", ""), json.value("body", "read"));
      return Done();
    }
    const int64_t number = json.value("number", int64_t{7});
    if (!HasPull(number)) return Refuse("there is no such pull request");
    bool is_known = true;
    server->Edit(number, [&](FakeConversation& talk) { is_known = Act(json, talk); });
    return is_known ? Done() : Refuse("there is no such action");
  }

  ServedResponse AddFault(const Json& json) {
    std::shared_ptr<Gate> held;
    if (json.value("hold", false)) {
      std::lock_guard<std::mutex> lock(mutex);
      held = gate;
    }
    const bool is_usual = !json.contains("status") && held != nullptr;
    server->Inject({.matches = MatcherOf(json),
                    .skip = json.value("skip", 0),
                    .times = json.value("times", 1),
                    .respond = [held, is_usual, response = ResponseOf(json)](
                                   const ServedRequest&) -> std::optional<ServedResponse> {
                      if (held != nullptr) held->Wait();
                      if (is_usual) return std::nullopt;
                      return response;
                    },
                    .is_after = json.value("is_after", false)});
    return Done();
  }

  ServedResponse Release() {
    std::lock_guard<std::mutex> lock(mutex);
    gate->Open();
    gate = std::make_shared<Gate>();
    return Done();
  }

  ServedResponse Webhook(const Json& json) const {
    const int64_t number = json.value("number", int64_t{7});
    if (!HasPull(number)) return Refuse("there is no such pull request");
    WebhookOptions webhook = WebhookOf(json, options);
    WebhookDelivery delivery = MakeDelivery(server->pull_request(number), webhook);
    if (json.contains("payload")) {
      Json payload = Json::parse(delivery.body);
      payload.merge_patch(json["payload"]);
      delivery.body = payload.dump();
      if (!webhook.secret.empty()) delivery.signature = SignatureOf(webhook.secret, delivery.body);
    }
    if (json.contains("signature")) delivery.signature = json["signature"];
    absl::StatusOr<PostedAnswer> answer = Deliver(delivery, json.value("url", ""));
    if (!answer.ok()) return Refuse(answer.status().message());
    return JsonAnswer(
        {{"status", answer->status}, {"body", answer->body}, {"delivery", delivery.guid}});
  }

  ServedResponse Answer(const ServedRequest& request) {
    const bool is_post = request.method == "POST";
    Json json = Json::parse(request.body, nullptr, /*allow_exceptions=*/false);
    if (is_post && !json.is_object()) json = Json::object();
    if (request.path == "/_fake/state") return JsonAnswer(DumpState(*server));
    if (request.path == "/_fake/requests") return Requests(request);
    if (request.path == "/_fake/pulls" && is_post) return SetPull(json);
    if (request.path == "/_fake/people" && is_post) return People(json);
    if (request.path == "/_fake/faults" && is_post) return AddFault(json);
    if (request.path == "/_fake/webhook" && is_post) return Webhook(json);
    if (request.path == "/_fake/release" && is_post) return Release();
    if (request.path == "/_fake/faults" && request.method == "DELETE") {
      server->ForgetFaults();
      return Done();
    }
    if (request.path == "/_fake/denied" && is_post) {
      server->SetDenied(json.value("permissions", std::set<std::string>()));
      return Done();
    }
    return Refuse("there is no such control; see tests/fakes/github_control.h");
  }

  // A value of the wrong type is the test's mistake, and must not end the server.
  ServedResponse TryAnswer(const ServedRequest& request) {
    try {
      return Answer(request);
    } catch (const Json::exception& error) {
      return Refuse(error.what());
    }
  }
};

GitHubControl::GitHubControl(GitHubServer* server, GitHubServer::Options options)
    : state_(std::make_unique<State>()) {
  state_->server = server;
  state_->options = std::move(options);
  server->SetControl(
      [state = state_.get()](const ServedRequest& request) { return state->TryAnswer(request); });
}

GitHubControl::~GitHubControl() { state_->Release(); }

}  // namespace allreview::fakes

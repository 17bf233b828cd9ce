#include "tests/fakes/github_server.h"

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "nlohmann/json.hpp"
#include "tests/fakes/github_answers.h"
#include "tests/fakes/github_state.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxDiffFiles = 300;
constexpr int64_t kMaxDiffLines = 20'000;
constexpr size_t kMaxListedFiles = 3000;
constexpr size_t kMaxComparedFiles = 300;

Json RepositoryJson(const std::string& full_name, int64_t id) {
  return {{"id", id}, {"full_name", full_name}, {"private", false}};
}

Json PullJson(const FakePullRequest& pull, const std::string& full_name, int64_t id) {
  int64_t additions = 0, deletions = 0;
  std::vector<FakeChange> changes = Changes(pull);
  for (const FakeChange& change : changes) {
    additions += change.additions;
    deletions += change.deletions;
  }
  Json labels = Json::array();
  for (const std::string& label : pull.labels) labels.push_back({{"name", label}});
  Json head_repository =
      RepositoryJson(pull.fork.empty() ? full_name : pull.fork, pull.fork.empty() ? id : id + 1);
  if (pull.is_fork_gone) head_repository = nullptr;
  return {
      {"number", pull.number},
      {"title", pull.title},
      {"body", pull.body.empty() ? Json(nullptr) : Json(pull.body)},
      {"user", {{"login", pull.author}}},
      {"state", pull.state},
      {"draft", pull.is_draft},
      {"merged", pull.is_merged},
      {"labels", labels},
      {"html_url", absl::StrCat("https://github.example/", full_name, "/pull/", pull.number)},
      {"base",
       {{"ref", pull.base_ref}, {"sha", pull.base_sha()}, {"repo", RepositoryJson(full_name, id)}}},
      {"head", {{"ref", pull.head_ref}, {"sha", pull.head_sha()}, {"repo", head_repository}}},
      {"commits", pull.commit_messages.size()},
      {"changed_files", changes.size()},
      {"additions", additions},
      {"deletions", deletions}};
}

Json FileJson(const FakePullRequest& pull, const FakeChange& change) {
  Json json = {{"filename", change.path},
               {"status", change.status},
               {"sha", change.after ? change.after->id() : change.before->id()},
               {"additions", change.additions},
               {"deletions", change.deletions},
               {"changes", change.additions + change.deletions}};
  if (change.path != change.old_path) json["previous_filename"] = change.old_path;
  if (change.hunks.empty() || pull.without_patch.count(change.path)) return json;
  absl::string_view patch = absl::StripSuffix(change.hunks, "\n");
  auto limit = pull.patch_lines.find(change.path);
  auto override = pull.patch_override.find(change.path);
  if (override != pull.patch_override.end()) {
    json["patch"] = override->second;
  } else if (limit != pull.patch_lines.end()) {
    std::vector<absl::string_view> lines = absl::StrSplit(patch, '\n');
    lines.resize(std::min<size_t>(lines.size(), limit->second));
    json["patch"] = absl::StrJoin(lines, "\n");
  } else {
    json["patch"] = std::string(patch);
  }
  return json;
}

Json CommitJson(const std::string& sha, const std::string& tree, const std::string& message,
                const std::string& author) {
  return {{"sha", sha},
          {"author", {{"login", author}}},
          {"commit",
           {{"message", message},
            {"author", {{"name", "M. Author"}, {"email", "private@mail.example"}}},
            {"tree", {{"sha", tree}}}}}};
}

bool WantsDiff(const ServedRequest& request) {
  return absl::StrContains(request.header("accept"), "diff");
}

// Answered to a JSON web token, not to a token of an installation.
bool IsForApps(const ServedRequest& request) {
  return request.path == "/app" || absl::StartsWith(request.path, "/app/") ||
         absl::EndsWith(request.path, "/installation");
}

ServedResponse DiffAnswer(const FakePullRequest& pull) {
  std::vector<FakeChange> changes = Changes(pull);
  int64_t lines = 0;
  for (const FakeChange& change : changes) lines += change.additions + change.deletions;
  if (changes.size() > kMaxDiffFiles) {
    return TooLarge(406,
                    "Sorry, the diff exceeded the maximum number of files (300). Consider using "
                    "'List pull requests files' API or locally cloning the repository instead.");
  }
  if (lines > kMaxDiffLines) {
    return TooLarge(406, "Sorry, the diff exceeded the maximum number of lines (20000)");
  }
  return {.headers = {{"Content-Type", "application/vnd.github.diff; charset=utf-8"}},
          .body = DiffText(changes)};
}

}  // namespace

RequestMatcher Any() {
  return [](const ServedRequest&) { return true; };
}

RequestMatcher IsDiff() { return WantsDiff; }

RequestMatcher PathEndsWith(const std::string& end) {
  return [end](const ServedRequest& request) { return absl::EndsWith(request.path, end); };
}

Responder Always(const ServedResponse& response) {
  return [response](const ServedRequest&) { return response; };
}

GitHubServer::GitHubServer(Options options)
    : options_(std::move(options)), state_(std::make_unique<GitHubState>()) {
  http_ = std::make_unique<HttpServer>(
      [this](const ServedRequest& request) { return Handle(request); });
  http_->KeepRequests(options_.max_kept_requests);
}

GitHubServer::~GitHubServer() = default;

const GitHubServer::Listing& GitHubServer::AddTree(const FakeTree& tree) {
  auto [added, is_new] = trees_.emplace(FakeTreeId(tree), Listing());
  Listing& listing = added->second;
  if (!is_new) return listing;
  std::map<std::string, FakeTree> folders;
  for (const auto& [path, file] : tree) {
    listing.files[path] = {.mode = file.mode, .id = file.id(), .size = file.content.size()};
    if (file.mode != kSubmodule) blobs_[file.id()] = file.content;
    size_t slash = path.find('/');
    if (slash != std::string::npos) folders[path.substr(0, slash)][path.substr(slash + 1)] = file;
  }
  for (const auto& [name, folder] : folders) {
    listing.folders[name] = FakeTreeId(folder);
    for (const auto& [path, id] : AddTree(folder).folders) {
      listing.folders[absl::StrCat(name, "/", path)] = id;
    }
  }
  return listing;
}

void GitHubServer::SetPullRequest(const FakePullRequest& pull) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto version = std::make_shared<const FakePullRequest>(pull);
  FakePull& kept = state_->pulls[pull.number];
  if (kept.now != nullptr && kept.now->head_sha() != pull.head_sha()) {
    MoveComments(kept.talk, *kept.now, pull);
  }
  kept.now = version;
  kept.versions[pull.head_sha()] = version;
  comparisons_[absl::StrCat(pull.base_sha(), "...", pull.head_sha())] = version;
  commit_trees_[pull.head_sha()] = pull.after_tree();
  commit_trees_[pull.merge_base_sha()] = pull.before_tree();
  AddTree(pull.before);
  AddTree(pull.after);
}

void GitHubServer::Inject(Fault fault) {
  std::lock_guard<std::mutex> lock(mutex_);
  faults_.push_back(std::move(fault));
}

void GitHubServer::ForgetFaults() {
  std::lock_guard<std::mutex> lock(mutex_);
  faults_.clear();
}

int GitHubServer::faults_left() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<int>(std::count_if(faults_.begin(), faults_.end(),
                                        [](const Fault& fault) { return fault.times != 0; }));
}

int GitHubServer::CountRequests(const std::string& target_end) const {
  int count = 0;
  for (const ServedRequest& request : http_->requests()) {
    if (absl::EndsWith(request.target(), target_end)) ++count;
  }
  return count;
}

int GitHubServer::rate_used() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return used_;
}

std::optional<Fault> GitHubServer::TakeFault(const ServedRequest& request) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (Fault& fault : faults_) {
    if (fault.times == 0 || !fault.matches(request)) continue;
    if (fault.skip > 0) {
      --fault.skip;
      continue;
    }
    if (fault.times > 0) --fault.times;
    return fault;
  }
  return std::nullopt;
}

ServedResponse GitHubServer::Handle(const ServedRequest& as_sent) {
  ServedRequest request = as_sent;
  // GitHub Enterprise has its API at /api/v3 and /api/graphql.
  for (absl::string_view prefix : {"/api/v3", "/api"}) {
    if (absl::StartsWith(request.path, prefix)) {
      request.path.erase(0, prefix.size());
      break;
    }
  }
  if (control_ != nullptr && absl::StartsWith(request.path, "/_fake/")) return control_(request);
  std::optional<Fault> fault = TakeFault(request);
  if (fault.has_value() && !fault->is_after) {
    if (std::optional<ServedResponse> given = fault->respond(request)) return *std::move(given);
  }
  ServedResponse response = AnswerAndCount(request);
  if (fault.has_value() && fault->is_after) {
    if (std::optional<ServedResponse> given = fault->respond(request)) return *std::move(given);
  }
  return response;
}

ServedResponse GitHubServer::AnswerAndCount(const ServedRequest& request) {
  std::lock_guard<std::mutex> lock(mutex_);
  ServedResponse response = Answer(request);
  if (response.status == 200 && request.method == "GET") {
    std::string etag = absl::StrCat("W/\"", FakeId(response.body + request.header("accept")), "\"");
    if (request.header("if-none-match") == etag) response = {.status = 304};
    response.headers.emplace_back("ETag", etag);
  }
  if (response.status != 304) ++used_;
  response.headers.emplace_back("X-RateLimit-Limit", absl::StrCat(options_.rate_limit));
  response.headers.emplace_back("X-RateLimit-Remaining",
                                absl::StrCat(std::max(0, options_.rate_limit - used_)));
  response.headers.emplace_back("X-RateLimit-Used", absl::StrCat(used_));
  response.headers.emplace_back("X-RateLimit-Reset", absl::StrCat(options_.rate_reset));
  response.headers.emplace_back("X-RateLimit-Resource", "core");
  return response;
}

ServedResponse GitHubServer::Answer(const ServedRequest& request) {
  if (request.header("user-agent").empty()) {
    return ErrorAnswer(403, "Request forbidden by administrative rules.");
  }
  std::string version = request.header("x-github-api-version");
  if (!version.empty() && version != "2022-11-28" && version != "2026-03-10") {
    return ErrorAnswer(400, "Unsupported API version");
  }
  std::string authorization = request.header("authorization");
  if (IsForApps(request)) return AppRoute(request);
  bool has_token = authorization == "Bearer " + options_.token;
  if (!authorization.empty() && !options_.token.empty() && !has_token) {
    return ErrorAnswer(401, "Bad credentials");
  }
  if (options_.is_private && !has_token) return NotFoundAnswer();
  if (std::optional<ServedResponse> refusal = RefuseWrite(request)) return *refusal;
  if (request.path == "/graphql") return GraphQlAnswer(CallOf(request), *state_);
  if (request.path == "/user") return UserAnswer();
  absl::string_view rest = request.path;
  bool is_ours =
      absl::ConsumePrefix(&rest, absl::StrCat("/repos/", options_.full_name, "/")) ||
      absl::ConsumePrefix(&rest, absl::StrCat("/repositories/", options_.repository_id, "/"));
  if (!is_ours) return NotFoundAnswer();
  return Route(request, std::string(rest));
}

ServedResponse GitHubServer::Route(const ServedRequest& request, const std::string& path) {
  absl::string_view rest = path;
  if (std::optional<ServedResponse> answer = WriteSideRoute(request, path)) return *answer;
  if (absl::ConsumePrefix(&rest, "pulls/")) return PullRequestRoute(request, std::string(rest));
  if (absl::ConsumePrefix(&rest, "compare/")) return ComparePage(request, std::string(rest));
  if (absl::ConsumePrefix(&rest, "git/trees/")) return TreeAnswer(request, std::string(rest));
  if (absl::ConsumePrefix(&rest, "git/blobs/")) return BlobAnswer(request, std::string(rest));
  if (absl::ConsumePrefix(&rest, "git/commits/")) {
    auto found = commit_trees_.find(std::string(rest));
    if (found == commit_trees_.end()) return NotFoundAnswer();
    return JsonAnswer({{"sha", found->first}, {"tree", {{"sha", found->second}}}});
  }
  return NotFoundAnswer();
}

ServedResponse GitHubServer::PullRequestRoute(const ServedRequest& request,
                                              const std::string& rest) {
  std::pair<std::string, std::string> parts = absl::StrSplit(rest, absl::MaxSplits('/', 1));
  int64_t number = 0;
  const FakePullRequest* pull = absl::SimpleAtoi(parts.first, &number) ? Find(number) : nullptr;
  if (pull == nullptr) return NotFoundAnswer();
  if (parts.second == "files") return FilesPage(request, *pull);
  if (rest != parts.first) return NotFoundAnswer();
  if (WantsDiff(request)) return DiffAnswer(*pull);
  return JsonAnswer(PullJson(*pull, options_.full_name, options_.repository_id));
}

ServedResponse GitHubServer::FilesPage(const ServedRequest& request,
                                       const FakePullRequest& pull) const {
  std::vector<FakeChange> changes = Changes(pull);
  changes.resize(std::min(changes.size(), kMaxListedFiles));
  size_t per_page = Parameter(request, "per_page", 30, 100);
  size_t page = Parameter(request, "page", 1, 1000);
  Json files = Json::array();
  for (size_t i = (page - 1) * per_page; i < std::min(changes.size(), page * per_page); ++i) {
    files.push_back(FileJson(pull, changes[i]));
  }
  ServedResponse response = JsonAnswer(files);
  AddPaging(request, origin(), changes.size(), response);
  return response;
}

ServedResponse GitHubServer::ComparePage(const ServedRequest& request,
                                         const std::string& range) const {
  auto found = comparisons_.find(range);
  if (found == comparisons_.end()) return NotFoundAnswer();
  const FakePullRequest& pull = *found->second;
  size_t per_page = Parameter(request, "per_page", 30, 100);
  size_t page = Parameter(request, "page", 1, 1000);
  size_t total = pull.commit_messages.size();
  Json commits = Json::array();
  for (size_t i = (page - 1) * per_page; i < std::min(total, page * per_page); ++i) {
    bool is_last = i + 1 == total;
    commits.push_back(
        CommitJson(is_last ? pull.head_sha() : FakeId(absl::StrCat("commit ", i)),
                   is_last ? pull.after_tree() : FakeId(absl::StrCat("tree of commit ", i)),
                   pull.commit_messages[i], pull.author));
  }
  Json json = {{"status", "diverged"},
               {"total_commits", total},
               {"merge_base_commit",
                CommitJson(pull.merge_base_sha(), pull.before_tree(), "Base", "someone")},
               {"commits", commits}};
  if (page == 1) {
    std::vector<FakeChange> changes = Changes(pull);
    changes.resize(std::min(changes.size(), kMaxComparedFiles));
    json["files"] = Json::array();
    for (const FakeChange& change : changes) json["files"].push_back(FileJson(pull, change));
  }
  ServedResponse response = JsonAnswer(json);
  AddPaging(request, origin(), total, response);
  return response;
}

ServedResponse GitHubServer::TreeAnswer(const ServedRequest& request, const std::string& id) const {
  auto found = trees_.find(id);
  if (found == trees_.end()) return NotFoundAnswer();
  bool is_recursive = !request.parameter("recursive").empty();
  Json entries = Json::array();
  for (const auto& [path, file] : found->second.files) {
    if (!is_recursive && path.find('/') != std::string::npos) continue;
    bool is_submodule = file.mode == kSubmodule;
    Json entry = {{"path", path},
                  {"mode", absl::StrFormat("%06o", file.mode)},
                  {"type", is_submodule ? "commit" : "blob"},
                  {"sha", file.id}};
    if (!is_submodule) entry["size"] = file.size;
    entries.push_back(entry);
  }
  for (const auto& [path, folder] : found->second.folders) {
    if (!is_recursive && path.find('/') != std::string::npos) continue;
    entries.push_back({{"path", path}, {"mode", "040000"}, {"type", "tree"}, {"sha", folder}});
  }
  bool is_truncated = is_recursive && entries.size() > options_.max_tree_entries;
  if (is_truncated) entries.erase(entries.begin() + options_.max_tree_entries, entries.end());
  return JsonAnswer({{"sha", id}, {"tree", entries}, {"truncated", is_truncated}});
}

ServedResponse GitHubServer::BlobAnswer(const ServedRequest& request, const std::string& id) const {
  auto found = blobs_.find(id);
  if (found == blobs_.end()) return NotFoundAnswer();
  if (absl::StrContains(request.header("accept"), "raw")) {
    return {.headers = {{"Content-Type", "application/vnd.github.raw"}}, .body = found->second};
  }
  return JsonAnswer({{"sha", id},
                     {"size", found->second.size()},
                     {"encoding", "base64"},
                     {"content", absl::Base64Escape(found->second)}});
}

}  // namespace allreview::fakes

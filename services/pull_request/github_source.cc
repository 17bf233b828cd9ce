#include "services/pull_request/github_source.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "github/api.h"
#include "github/credentials.h"
#include "github/names.h"
#include "github/state.h"
#include "sentences/messages/explain.h"
#include "sentences/phrases/change_source.h"
#include "services/pull_request/github_api.h"
#include "services/pull_request/github_blobs.h"
#include "services/pull_request/github_change.h"
#include "services/pull_request/github_snapshot.h"
#include "services/pull_request/github_tree.h"

namespace allreview::pull_request {
namespace {

using change::v1::GitHubPullRequest;
using pull_request::v1::Done;

constexpr int kMaxSnapshots = 3;
constexpr int kFilesPerMessage = 1000;
constexpr size_t kChunkBytes = 1 << 20;

bool IsAnyOf(absl::string_view path, const std::vector<std::string>& suffixes) {
  return suffixes.empty() ||
         std::any_of(suffixes.begin(), suffixes.end(),
                     [&](const std::string& suffix) { return absl::EndsWith(path, suffix); });
}

class GitHubSource : public ChangeSource {
 public:
  GitHubSource(GitHubPullRequest ref, GitHubOptions options, PinnedTrees trees)
      : ref_(std::move(ref)), options_(std::move(options)), trees_(std::move(trees)) {}

  absl::Status Connect() {
    github::ApiState* state = options_.state;
    if (state == nullptr) {
      own_state_ = std::make_unique<github::ApiState>(options_.cache_dir);
      state = own_state_.get();
    }
    github::ApiOptions api_options{.api_base = options_.api_base,
                                   .timeouts = options_.timeouts,
                                   .control = options_.control,
                                   .max_attempts = options_.max_attempts,
                                   .max_wait = options_.max_wait,
                                   .observe = options_.observe,
                                   .now = options_.now,
                                   .sleep = options_.sleep,
                                   .random = options_.random};
    ASSIGN_OR_RETURN(api_options.credentials, github::StaticCredentials(options_.token));
    if (is_callers_token()) {
      api_options.credentials.identity = GitHubGrants::Identity(repository());
    }
    ASSIGN_OR_RETURN(client_, github::Api::Create(api_options, state));
    api_.emplace(client_.get(), repository());
    return absl::OkStatus();
  }

  absl::StatusOr<Done> Fetch(const FetchOptions& options, ChangeSink& sink) override {
    RETURN_IF_ERROR(ProveAccess());
    absl::StatusOr<std::pair<Snapshot, RawChange>> read = ReadConsistently();
    if (!read.ok()) return read.status();
    auto& [snapshot, raw] = *read;
    ASSIGN_OR_RETURN(GatheredChange change,
                     GatherChange(*api_, snapshot, std::move(raw),
                                  {.context_lines = options.context_lines,
                                   .concurrent_reads = options_.concurrent_reads,
                                   .max_blob_pairs = options_.max_blob_pairs,
                                   .max_blob_bytes = options_.max_blob_bytes,
                                   .control = options_.control}));
    trees_ = {.before = snapshot.before_tree, .after = snapshot.after_tree};
    RETURN_IF_ERROR(Send(snapshot, change, sink));
    Done done;
    done.set_rung(change.rung);
    done.set_requests(client_->requests());
    done.set_cached(client_->cached());
    return done;
  }

  absl::Status ReadBlobs(const std::vector<change::v1::BlobRef>& blobs, const ReadOptions& options,
                         const BlobReceiver& receive) override {
    RETURN_IF_ERROR(ProveAccess());
    std::vector<std::string> ids;
    for (const change::v1::BlobRef& blob : blobs) {
      ASSIGN_OR_RETURN(std::string id, IdOf(blob));
      ids.push_back(std::move(id));
    }
    return ReadBlobsInOrder(
        *api_, ids, {.max_bytes = options.max_blob_bytes, .concurrency = options_.concurrent_reads},
        [&](size_t i, absl::StatusOr<std::string> content) -> absl::Status {
          RETURN_IF_ERROR(options_.control.Check());
          if (!content.ok()) return receive(blobs[i], content.status());
          return receive(blobs[i], absl::string_view(*content));
        });
  }

  absl::StatusOr<std::vector<pull_request::v1::TreeEntry>> ListTree(
      change::v1::Side side, const std::vector<std::string>& suffixes) override {
    RETURN_IF_ERROR(ProveAccess());
    ASSIGN_OR_RETURN(const FileTree* tree, TreeOf(side));
    std::vector<pull_request::v1::TreeEntry> entries;
    for (const TreeFile& file : tree->files()) {
      if (!IsAnyOf(file.path, suffixes)) continue;
      pull_request::v1::TreeEntry& entry = entries.emplace_back();
      entry.set_path(ToPathText(file.path));
      entry.set_mode(file.mode);
      entry.set_blob_id(file.blob_id);
    }
    return entries;
  }

 private:
  std::string repository() const { return absl::StrCat(ref_.owner(), "/", ref_.repository()); }
  bool is_callers_token() const { return options_.grants != nullptr && !options_.token.empty(); }

  // Before what others have read of the repository may be used; see github_grants.h.
  absl::Status ProveAccess() {
    auto now = [this] { return options_.now ? options_.now() : absl::Now(); };
    if (!is_callers_token() || options_.grants->IsGranted(options_.token, repository(), now())) {
      return absl::OkStatus();
    }
    absl::StatusOr<github::ApiAnswer> answer = client_->Send(
        {.path_or_url = absl::StrCat("/repos/", repository(), "/pulls/", ref_.number()),
         .what = absl::StrCat("pull request ", ref_.number(), " of \"", repository(), "\""),
         .is_cached = false});
    if (!answer.ok()) return answer.status();
    options_.grants->Grant(options_.token, repository(), now());
    return absl::OkStatus();
  }

  absl::StatusOr<std::pair<Snapshot, RawChange>> ReadConsistently() {
    for (int i = 0; i < kMaxSnapshots; ++i) {
      absl::StatusOr<Snapshot> snapshot = TakeSnapshot(*api_, ref_.number());
      if (!snapshot.ok()) return Explained(snapshot.status());
      ASSIGN_OR_RETURN(RawChange raw, DownloadChange(*api_, ref_.number()));
      ASSIGN_OR_RETURN(PullRequestJson now, api_->PullRequest(ref_.number()));
      if (IsSameHead(*snapshot, now)) return std::make_pair(*std::move(snapshot), std::move(raw));
    }
    return absl::UnavailableError(absl::StrCat(
        "pull request ", ref_.number(), " of \"", api_->repository(), "\": its head moved ",
        kMaxSnapshots, " times while it was read; try again when nobody pushes to it"));
  }

  // A refusal may be due to the token that was kept back.
  absl::Status Explained(const absl::Status& status) const {
    bool is_refusal = absl::IsNotFound(status) || absl::IsPermissionDenied(status) ||
                      absl::IsUnauthenticated(status);
    if (!is_refusal || withheld_from_.empty()) return status;
    return absl::Status(
        status.code(), absl::StrCat(status.message(), "; the configured token was not sent to ",
                                    client_->api_base(), ", because it belongs to ", withheld_from_,
                                    ": set the API base to send it"));
  }

  absl::Status Send(const Snapshot& snapshot, const GatheredChange& change, ChangeSink& sink) {
    pull_request::v1::Opened opened;
    *opened.mutable_info() = ToChangeInfo(snapshot);
    *opened.mutable_pinned()->mutable_github() = PinnedRef();
    opened.set_before_tree(snapshot.before_tree);
    opened.set_after_tree(snapshot.after_tree);
    RETURN_IF_ERROR(sink.OnOpened(opened));
    for (size_t i = 0; i < change.files.size();) {
      pull_request::v1::FileList list;
      for (; i < change.files.size() && list.files_size() < kFilesPerMessage; ++i) {
        *list.add_files() = change.files[i];
      }
      RETURN_IF_ERROR(sink.OnFiles(list));
    }
    for (absl::string_view rest = change.diff; !rest.empty();) {
      absl::string_view chunk = rest.substr(0, kChunkBytes);
      RETURN_IF_ERROR(sink.OnDiff(chunk));
      rest.remove_prefix(chunk.size());
    }
    for (const change::v1::LedgerEntry& entry : change.ledger) {
      RETURN_IF_ERROR(sink.OnLedger(entry));
    }
    for (const change::v1::Diagnostic& diagnostic : change.diagnostics) {
      RETURN_IF_ERROR(sink.OnDiagnostic(diagnostic));
    }
    return SendSunset(sink);
  }

  absl::Status SendSunset(ChangeSink& sink) const {
    std::string sunset = client_->sunset();
    if (sunset.empty()) return absl::OkStatus();
    return sink.OnDiagnostic(
        ToDiagnostic({.code = "API_SUNSET",
                      .message = Sentence(phrases::kApiSunset,
                                          {{"version", github::kApiVersion}, {"date", sunset}}),
                      .hint = phrases::kUpdateBefore}));
  }

  GitHubPullRequest PinnedRef() const {
    GitHubPullRequest pinned = ref_;
    std::pair<std::string, std::string> names = absl::StrSplit(api_->repository(), '/');
    pinned.set_owner(names.first);
    pinned.set_repository(names.second);
    pinned.set_api_base(client_->api_base());
    return pinned;
  }

  absl::StatusOr<const FileTree*> TreeOf(change::v1::Side side) {
    if (trees_.before.empty() || trees_.after.empty()) {
      absl::StatusOr<Snapshot> snapshot = TakeSnapshot(*api_, ref_.number());
      if (!snapshot.ok()) return Explained(snapshot.status());
      trees_ = {.before = snapshot->before_tree, .after = snapshot->after_tree};
    }
    bool is_left = side == change::v1::SIDE_LEFT;
    std::optional<FileTree>& tree = is_left ? before_ : after_;
    if (!tree.has_value()) {
      ASSIGN_OR_RETURN(tree, ReadFileTree(*api_, is_left ? trees_.before : trees_.after));
    }
    return &*tree;
  }

  // Where only the path is known, its tree tells the id; empty when it does not.
  absl::StatusOr<std::string> IdOf(const change::v1::BlobRef& blob) {
    if (!blob.blob_id().empty() || blob.path().empty()) return blob.blob_id();
    ASSIGN_OR_RETURN(const FileTree* tree, TreeOf(blob.side()));
    const TreeFile* file = tree->Find(FromPathText(blob.path()));
    return file == nullptr ? "" : file->blob_id;
  }

 public:
  // Names the server that the kept back token belongs to.
  void set_withheld_from(const std::string& api_base) { withheld_from_ = api_base; }

 private:
  const GitHubPullRequest ref_;
  const GitHubOptions options_;
  PinnedTrees trees_;
  std::string withheld_from_;
  std::unique_ptr<github::ApiState> own_state_;
  std::unique_ptr<github::Api> client_;
  std::optional<GitHubApi> api_;
  std::optional<FileTree> before_, after_;
};

absl::Status CheckReference(const GitHubPullRequest& ref, const PinnedTrees& trees) {
  bool is_named = github::IsGitHubName(ref.owner()) && github::IsGitHubName(ref.repository()) &&
                  ref.number() > 0;
  if (!is_named) {
    return absl::InvalidArgumentError(
        absl::StrCat("pull request ", ref.number(), " of \"", ToDisplayText(ref.owner()), "/",
                     ToDisplayText(ref.repository()),
                     "\" cannot be; wanted an owner, a repository and a number"));
  }
  for (const std::string& tree : {trees.before, trees.after}) {
    if (!tree.empty() && !IsObjectId(tree)) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", ToDisplayText(tree),
                       "\" is not the id of a tree; wanted the one that opening gave"));
    }
  }
  return absl::OkStatus();
}

std::string WithoutSlash(absl::string_view api_base) {
  while (absl::ConsumeSuffix(&api_base, "/")) {
  }
  return std::string(api_base.empty() ? github::kPublicApi : api_base);
}

}  // namespace

absl::StatusOr<std::unique_ptr<ChangeSource>> NewGitHubSource(const GitHubPullRequest& ref,
                                                              const GitHubOptions& options,
                                                              const PinnedTrees& trees) {
  RETURN_IF_ERROR(CheckReference(ref, trees));
  GitHubOptions effective = options;
  std::string configured = WithoutSlash(options.api_base);
  std::string wanted = ref.api_base().empty() ? configured : WithoutSlash(ref.api_base());
  effective.api_base = wanted;
  std::string withheld_from;
  if (wanted != configured) {
    if (!options.is_other_server_allowed) {
      return absl::PermissionDeniedError(
          absl::StrCat("pull requests are read from ", configured, " here, not from ",
                       ToDisplayText(wanted), "; ask the operator to configure that server"));
    }
    if (!options.token.empty()) withheld_from = configured;
    effective.token.clear();
  }
  auto source = std::make_unique<GitHubSource>(ref, std::move(effective), trees);
  source->set_withheld_from(withheld_from);
  RETURN_IF_ERROR(source->Connect());
  return source;
}

}  // namespace allreview::pull_request

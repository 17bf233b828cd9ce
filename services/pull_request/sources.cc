#include "services/pull_request/sources.h"

#include <utility>

#include "base/status_macros.h"
#include "github/metrics.h"
#include "github/state.h"
#include "proto/change/v1/normal_ref.h"
#include "services/pull_request/directory_source.h"
#include "services/pull_request/git_source.h"
#include "services/pull_request/github_options.h"
#include "services/pull_request/github_source.h"
#include "services/pull_request/local_access.h"
#include "services/pull_request/patch_source.h"

namespace allreview::pull_request {

struct Sources::Shared {
  explicit Shared(PullRequestOptions given)
      : options(std::move(given)), access(options), github(options.cache_dir) {}

  const PullRequestOptions options;
  const LocalAccess access;
  GitPool git;
  github::ApiState github;
  GitHubGrants grants;
};

namespace {

using change::v1::ChangeRef;
using Result = absl::StatusOr<std::unique_ptr<ChangeSource>>;

struct Call {
  const ChangeRef& reference;
  const CallControl& control;
  const SourceExtras& extras;
};

Result OpenLocal(Sources::Shared& shared, const Call& call) {
  return NewGitSource(call.reference.local(), shared.access, call.control, &shared.git);
}

Result OpenPatch(Sources::Shared& shared, const Call& call) {
  return NewPatchSource(call.reference.patch(), shared.access, call.control);
}

Result OpenDirectories(Sources::Shared& shared, const Call& call) {
  return NewDirectorySource(call.reference.directories(), shared.access, call.control);
}

Result OpenGitHub(Sources::Shared& shared, const Call& call) {
  GitHubOptions options;
  options.api_base = shared.options.github_api_base;
  options.token = shared.options.github_token;
  if (!call.extras.forge_token.empty()) {
    options.token = call.extras.forge_token;
    options.grants = &shared.grants;
  }
  // Only the user of the command line may send this process to any address.
  options.is_other_server_allowed = shared.options.is_local_unrestricted;
  options.state = &shared.github;
  options.observe = github::CountInto(shared.options.metrics);
  options.control = call.control;
  return NewGitHubSource(call.reference.github(), options,
                         {.before = call.extras.before_tree, .after = call.extras.after_tree});
}

struct Row {
  ChangeRef::SourceCase kind;
  Result (*open)(Sources::Shared& shared, const Call& call);
};

constexpr Row kTable[] = {
    {ChangeRef::kLocal, OpenLocal},
    {ChangeRef::kPatch, OpenPatch},
    {ChangeRef::kDirectories, OpenDirectories},
    {ChangeRef::kGithub, OpenGitHub},
};

}  // namespace

Sources::Sources(PullRequestOptions options)
    : shared_(std::make_unique<Shared>(std::move(options))) {}

Sources::~Sources() = default;

Result Sources::Open(const ChangeRef& reference, const CallControl& control,
                     const SourceExtras& extras) {
  if (reference.has_pull_request()) {
    ASSIGN_OR_RETURN(const ChangeRef normal, change::v1::NormalRef(reference));
    return Open(normal, control, extras);
  }
  for (const Row& row : kTable) {
    if (row.kind != reference.source_case()) continue;
    return row.open(*shared_, {.reference = reference, .control = control, .extras = extras});
  }
  return absl::InvalidArgumentError(
      "the reference names no source; wanted a local repository, a patch, two directories or a "
      "pull request");
}

}  // namespace allreview::pull_request

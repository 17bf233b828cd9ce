#include "services/pull_request/github_fixture.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "services/pull_request/github_source.h"

namespace allreview::pull_request {
namespace {

namespace fs = std::filesystem;

void WriteTree(const GitFixture& repo, const fakes::FakeTree& tree) {
  for (const auto& [path, file] : tree) {
    if (file.mode == fakes::kSubmodule) continue;
    std::string full = absl::StrCat(repo.path(), "/", path);
    if (file.mode == fakes::kSymlink) {
      fs::create_directories(fs::path(full).parent_path());
      fs::create_symlink(file.content, full);
      continue;
    }
    repo.Write(path, file.content);
    CHECK(chmod(full.c_str(), file.mode & 0777) == 0) << full;
  }
}

fakes::FakeFile ReadBack(const fs::directory_entry& entry) {
  if (entry.is_symlink()) {
    return {.content = fs::read_symlink(entry.path()).string(), .mode = fakes::kSymlink};
  }
  absl::StatusOr<std::string> content = ReadFile(entry.path().string());
  CHECK(content.ok()) << content.status();
  bool is_executable =
      access(entry.path().c_str(), X_OK) == 0 &&
      (fs::status(entry.path()).permissions() & fs::perms::owner_exec) != fs::perms::none;
  return {.content = *content, .mode = is_executable ? fakes::kExecutable : fakes::kRegular};
}

}  // namespace

GitHubOptions OptionsFor(const fakes::GitHubServer& server, FakeClock& clock) {
  GitHubOptions options;
  options.api_base = server.api_base();
  options.now = [&clock] { return clock.Now(); };
  options.sleep = [&clock](absl::Duration duration) {
    clock.Sleep(duration);
    return absl::OkStatus();
  };
  options.random = [] { return 0.5; };
  return options;
}

change::v1::GitHubPullRequest PullRequestRef(const std::string& owner,
                                             const std::string& repository) {
  change::v1::GitHubPullRequest ref;
  ref.set_owner(owner);
  ref.set_repository(repository);
  ref.set_number(7);
  return ref;
}

absl::StatusOr<Fetched> FetchFrom(const GitHubOptions& options,
                                  const change::v1::GitHubPullRequest& ref) {
  ASSIGN_OR_RETURN(std::unique_ptr<ChangeSource> source, NewGitHubSource(ref, options));
  Fetched fetched;
  ASSIGN_OR_RETURN(fetched.done, source->Fetch({}, fetched.sink));
  return fetched;
}

fakes::FakeTree Apply(const fakes::FakeTree& before, const std::string& diff) {
  GitFixture repo;
  WriteTree(repo, before);
  repo.folder().Write("change.diff", diff);
  repo.Git({"apply", "--whitespace=nowarn", repo.folder().path() + "/change.diff"});
  fakes::FakeTree after;
  for (const auto& entry : fs::recursive_directory_iterator(repo.path())) {
    std::string path = fs::relative(entry.path(), repo.path()).string();
    bool is_file = entry.is_symlink() || entry.is_regular_file();
    if (is_file && path.rfind(".git/", 0) != 0) after[path] = ReadBack(entry);
  }
  return after;
}

std::vector<std::string> Describe(const std::vector<change::v1::LedgerEntry>& ledger) {
  std::vector<std::string> texts;
  for (const change::v1::LedgerEntry& entry : ledger) {
    CHECK(entry.state() == change::v1::LedgerEntry::STATE_NOT_FETCHED && entry.hunk() == -1 &&
          entry.stage() == "pull_request");
    texts.push_back(absl::StrCat(entry.path(), ": ", entry.reason()));
  }
  return texts;
}

std::vector<std::string> Describe(const std::vector<change::v1::Diagnostic>& diagnostics) {
  std::vector<std::string> texts;
  for (const change::v1::Diagnostic& diagnostic : diagnostics) {
    texts.push_back(absl::StrCat(diagnostic.code(), ": ", diagnostic.message()));
  }
  return texts;
}

}  // namespace allreview::pull_request

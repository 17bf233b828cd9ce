#include "services/pull_request/git_fixture.h"

#include <stdlib.h>

#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/check.h"
#include "base/file.h"
#include "base/subprocess.h"

namespace allreview::pull_request {
namespace {

const std::vector<std::string>& Environment() {
  static const auto& environment = *new std::vector<std::string>{
      "PATH=/usr/local/bin:/usr/bin:/bin",
      "HOME=/nonexistent",
      "LC_ALL=C.UTF-8",
      "GIT_CONFIG_NOSYSTEM=1",
      "GIT_CONFIG_GLOBAL=/dev/null",
      "GIT_AUTHOR_NAME=Ada Author",
      "GIT_AUTHOR_EMAIL=ada@example.com",
      "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
      "GIT_COMMITTER_NAME=Carl Committer",
      "GIT_COMMITTER_EMAIL=carl@example.com",
      "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
  };
  return environment;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string path = "/tmp/allreview-test-XXXXXX";
  CHECK(mkdtemp(path.data()) != nullptr);
  path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void TemporaryFolder::Write(const std::string& path, absl::string_view content) const {
  std::filesystem::path full = std::filesystem::path(path_) / path;
  std::filesystem::create_directories(full.parent_path());
  CHECK(WriteFile(full.string(), content).ok()) << full;
}

GitFixture::GitFixture(const std::vector<std::string>& init_arguments) {
  path_ = folder_.path() + "/work";
  std::filesystem::create_directory(path_);
  std::vector<std::string> arguments = {"init", "--quiet", "--initial-branch=main"};
  arguments.insert(arguments.end(), init_arguments.begin(), init_arguments.end());
  Git(arguments);
}

void GitFixture::Write(const std::string& path, absl::string_view content) const {
  folder_.Write("work/" + path, content);
}

void GitFixture::Remove(const std::string& path) const {
  std::filesystem::remove_all(path_ + "/" + path);
}

std::string GitFixture::Git(const std::vector<std::string>& arguments) const {
  SubprocessOptions options = {.argv = {"git"}, .environment = Environment(), .directory = path_};
  options.argv.insert(options.argv.end(), arguments.begin(), arguments.end());
  absl::StatusOr<CommandResult> result = RunCommand(options, {});
  CHECK(result.ok()) << result.status();
  CHECK(result->exit.ok()) << "git " << arguments[0] << ": " << result->error_text;
  return result->output;
}

std::string GitFixture::Commit(const std::string& message) const {
  Git({"add", "--all"});
  Git({"commit", "--quiet", "--allow-empty", "--message", message});
  return std::string(absl::StripAsciiWhitespace(Git({"rev-parse", "HEAD"})));
}

std::string GitFixture::Diff(const std::vector<std::string>& arguments) const {
  std::vector<std::string> all = {"-c",
                                  "core.quotepath=true",
                                  "diff",
                                  "--no-ext-diff",
                                  "--no-color",
                                  "--src-prefix=a/",
                                  "--dst-prefix=b/",
                                  "--diff-algorithm=myers",
                                  "--full-index",
                                  "-M"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return Git(all);
}

absl::Status RecordingSink::OnOpened(const v1::Opened& message) {
  opened = message;
  return absl::OkStatus();
}

absl::Status RecordingSink::OnFiles(const v1::FileList& message) {
  files.insert(files.end(), message.files().begin(), message.files().end());
  return absl::OkStatus();
}

absl::Status RecordingSink::OnDiff(absl::string_view chunk) {
  diff.append(chunk.data(), chunk.size());
  return absl::OkStatus();
}

absl::Status RecordingSink::OnLedger(const change::v1::LedgerEntry& entry) {
  ledger.push_back(entry);
  return absl::OkStatus();
}

absl::Status RecordingSink::OnDiagnostic(const change::v1::Diagnostic& diagnostic) {
  diagnostics.push_back(diagnostic);
  return absl::OkStatus();
}

std::vector<std::string> Describe(const std::vector<change::v1::FileEntry>& files) {
  std::vector<std::string> lines;
  for (const change::v1::FileEntry& file : files) {
    std::string line(1, "?AMDRCT"[file.status()]);
    if (file.similarity() > 0) absl::StrAppendFormat(&line, "%03d", file.similarity());
    absl::StrAppend(&line, " ", file.old_path());
    if (file.new_path() != file.old_path()) absl::StrAppend(&line, " -> ", file.new_path());
    if (file.new_mode() != 0 && file.new_mode() != 0100644) {
      absl::StrAppendFormat(&line, " %06o", file.new_mode());
    }
    lines.push_back(line);
  }
  return lines;
}

LocalAccess AllowAll() {
  PullRequestOptions options;
  options.is_local_unrestricted = true;
  return LocalAccess(options);
}

}  // namespace allreview::pull_request

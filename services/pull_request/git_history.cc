#include "services/pull_request/git_history.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

using change::v1::Commit;

// Id, author, subject, body: each but the last on one line.
constexpr char kFormat[] = "--format=tformat:%H%n%an%n%s%n%b";

Commit ParseRecord(absl::string_view record) {
  std::vector<absl::string_view> parts = absl::StrSplit(record, absl::MaxSplits('\n', 3));
  parts.resize(4);
  Commit commit;
  commit.set_id(std::string(parts[0]));
  commit.set_author(NameWithoutMail(parts[1]));
  commit.set_subject(ToDisplayText(parts[2]));
  commit.set_body(ToDisplayText(absl::StripTrailingAsciiWhitespace(parts[3])));
  return commit;
}

}  // namespace

std::string NameWithoutMail(absl::string_view name) {
  name = name.substr(0, name.find('<'));
  name = name.substr(0, name.find('@'));
  return ToDisplayText(absl::StripAsciiWhitespace(name));
}

std::optional<Commit> OnlyCommit(const GitCommit& before, const GitCommit& after) {
  if (after.parents.size() != 1 || after.parents[0] != before.id || !after.is_utf8) {
    return std::nullopt;
  }
  Commit commit;
  commit.set_id(after.id);
  commit.set_author(NameWithoutMail(after.author));
  // The first paragraph on one line; then the rest.
  std::string subject;
  absl::string_view rest = after.message;
  while (!rest.empty()) {
    size_t end = std::min(rest.find('\n'), rest.size() - 1);
    absl::string_view line = absl::StripTrailingAsciiWhitespace(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
    if (!line.empty()) absl::StrAppend(&subject, subject.empty() ? "" : " ", line);
    if (line.empty() && !subject.empty()) break;
  }
  commit.set_subject(ToDisplayText(subject));
  while (!rest.empty() && rest[0] == '\n') rest.remove_prefix(1);
  commit.set_body(ToDisplayText(absl::StripTrailingAsciiWhitespace(rest)));
  return commit;
}

absl::StatusOr<std::unique_ptr<GitHistory>> GitHistory::Start(GitRepository& git,
                                                              absl::string_view before,
                                                              absl::string_view after) {
  ASSIGN_OR_RETURN(std::unique_ptr<Subprocess> process,
                   git.Start({"log", "-z", "--topo-order", "--reverse", "--no-color", "--no-notes",
                              "--no-mailmap", "--no-decorate", "--no-show-signature",
                              "--encoding=UTF-8", kFormat, "--end-of-options", std::string(after),
                              absl::StrCat("^", before), "--"}));
  return std::unique_ptr<GitHistory>(new GitHistory(std::move(process)));
}

absl::StatusOr<std::unique_ptr<GitHistory>> GitHistory::StartLast(GitRepository& git,
                                                                  absl::string_view head,
                                                                  int count) {
  ASSIGN_OR_RETURN(std::unique_ptr<Subprocess> process,
                   git.Start({"log", "-z", "--first-parent", "--reverse", "--no-color",
                              "--no-notes", "--no-mailmap", "--no-decorate", "--no-show-signature",
                              "--encoding=UTF-8", absl::StrCat("--max-count=", count), kFormat,
                              "--end-of-options", std::string(head), "--"}));
  return std::unique_ptr<GitHistory>(new GitHistory(std::move(process)));
}

absl::StatusOr<std::vector<Commit>> GitHistory::Read(const CallControl& control) {
  std::vector<Commit> commits;
  std::string rest;
  for (;;) {
    ASSIGN_OR_RETURN(absl::string_view piece, process_->Read(control));
    if (piece.empty()) break;
    rest.append(piece.data(), piece.size());
    size_t at = 0;
    for (size_t end; (end = rest.find('\0', at)) != std::string::npos; at = end + 1) {
      commits.push_back(ParseRecord(absl::string_view(rest).substr(at, end - at)));
      if (commits.size() < kMaxCommits) continue;
      process_->Kill();
      return commits;
    }
    rest.erase(0, at);
  }
  ASSIGN_OR_RETURN(ExitStatus exit, process_->Wait(control));
  if (!exit.ok()) return GitError("the repository", "log", exit, process_->error_text());
  return commits;
}

}  // namespace allreview::pull_request

#include "tests/fakes/git_pull_request.h"

#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"
#include "base/subprocess.h"

namespace allreview::fakes {
namespace {

absl::StatusOr<std::string> Git(const std::string& repository,
                                const std::vector<std::string>& arguments,
                                const std::string& input = "") {
  SubprocessOptions options;
  options.argv = {"git", "-C", repository};
  options.argv.insert(options.argv.end(), arguments.begin(), arguments.end());
  const char* path = getenv("PATH");
  options.environment = {absl::StrCat("PATH=", path == nullptr ? "/usr/bin:/bin" : path),
                         "LC_ALL=C",
                         "HOME=/nonexistent",
                         "GIT_CONFIG_COUNT=1",
                         "GIT_CONFIG_KEY_0=safe.directory",
                         "GIT_CONFIG_VALUE_0=*"};
  options.has_input = !input.empty();
  ASSIGN_OR_RETURN(CommandResult result, RunCommand(options, {}, input));
  if (!result.exit.ok()) {
    return absl::InternalError(absl::StrCat("git ", arguments[0], ": ", result.error_text));
  }
  return result.output;
}

absl::StatusOr<std::string> CommitOf(const std::string& repository, const std::string& revision) {
  ASSIGN_OR_RETURN(std::string id, Git(repository, {"rev-parse", "--verify", "--end-of-options",
                                                    absl::StrCat(revision, "^{commit}")}));
  return id.substr(0, id.find('\n'));
}

// Contents in the order of `ids`.
absl::StatusOr<std::vector<std::string>> Contents(const std::string& repository,
                                                  const std::vector<std::string>& ids) {
  std::string input;
  for (const std::string& id : ids) absl::StrAppend(&input, id, "\n");
  std::vector<std::string> contents;
  if (ids.empty()) return contents;
  ASSIGN_OR_RETURN(std::string output, Git(repository, {"cat-file", "--batch"}, input));
  absl::string_view rest = output;
  for (const std::string& id : ids) {
    const size_t end = rest.find('\n');
    std::vector<absl::string_view> words = absl::StrSplit(rest.substr(0, end), ' ');
    size_t size = 0;
    if (end == absl::string_view::npos || words.size() != 3 || !absl::SimpleAtoi(words[2], &size)) {
      return absl::InternalError(absl::StrCat("git cat-file: no object \"", id, "\""));
    }
    contents.emplace_back(rest.substr(end + 1, size));
    rest.remove_prefix(end + 1 + size + 1);
  }
  return contents;
}

absl::StatusOr<FakeTree> TreeOf(const std::string& repository, const std::string& commit) {
  ASSIGN_OR_RETURN(std::string listing, Git(repository, {"ls-tree", "-r", "-z", commit}));
  FakeTree tree;
  std::vector<std::string> ids;
  std::vector<FakeFile*> files;
  for (absl::string_view entry : absl::StrSplit(listing, '\0', absl::SkipEmpty())) {
    std::pair<absl::string_view, absl::string_view> halves =
        absl::StrSplit(entry, absl::MaxSplits('\t', 1));
    std::vector<absl::string_view> words = absl::StrSplit(halves.first, ' ');
    FakeFile& file = tree[std::string(halves.second)];
    file.mode = static_cast<uint32_t>(strtoul(std::string(words[0]).c_str(), nullptr, 8));
    if (file.mode == kSubmodule) {
      file.content = std::string(words[2]);
      continue;
    }
    ids.emplace_back(words[2]);
    files.push_back(&file);
  }
  ASSIGN_OR_RETURN(std::vector<std::string> contents, Contents(repository, ids));
  for (size_t i = 0; i < files.size(); ++i) files[i]->content = std::move(contents[i]);
  return tree;
}

// From "diff --git" to the next; in the order of the raw listing.
std::vector<std::string> HunksByFile(absl::string_view diff) {
  std::vector<std::string> files;
  for (absl::string_view line : absl::StrSplit(diff, '\n')) {
    if (absl::StartsWith(line, "diff --git ")) {
      files.emplace_back();
    } else if (!files.empty() && (!files.back().empty() || absl::StartsWith(line, "@@ "))) {
      absl::StrAppend(&files.back(), line, "\n");
    }
  }
  // The split sees an empty line behind the last one.
  if (!files.empty() && absl::EndsWith(files.back(), "\n\n")) files.back().pop_back();
  return files;
}

absl::Status ReadChanges(const std::string& repository, FakePullRequest& pull) {
  const std::vector<std::string> range = {pull.merge_base_id, pull.head_id};
  std::vector<std::string> raw = {"diff", "--raw", "-z", "--find-renames", "--no-ext-diff"};
  std::vector<std::string> patch = {"diff",          "--find-renames", "--no-ext-diff",
                                    "--no-textconv", "--no-color",     "--unified=3"};
  raw.insert(raw.end(), range.begin(), range.end());
  patch.insert(patch.end(), range.begin(), range.end());
  ASSIGN_OR_RETURN(std::string listing, Git(repository, raw));
  ASSIGN_OR_RETURN(std::string diff, Git(repository, patch));
  const std::vector<std::string> hunks = HunksByFile(diff);
  std::vector<std::string> fields = absl::StrSplit(listing, '\0', absl::SkipEmpty());
  size_t file = 0;
  for (size_t i = 0; i + 1 < fields.size(); ++file) {
    std::vector<absl::string_view> words = absl::StrSplit(fields[i], ' ');
    const bool is_moved = words.size() == 5 && (words[4][0] == 'R' || words[4][0] == 'C');
    const std::string& path = fields[i + (is_moved ? 2 : 1)];
    if (is_moved && words[4][0] == 'R') pull.renames[path] = fields[i + 1];
    if (is_moved && words[4][0] == 'C') pull.copies[path] = fields[i + 1];
    if (file >= hunks.size()) return absl::InternalError("git diff: fewer patches than files");
    pull.hunks[path] = hunks[file];
    i += is_moved ? 3 : 2;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<FakePullRequest> LoadPullRequest(const std::string& repository,
                                                const std::string& base, const std::string& head) {
  FakePullRequest pull;
  ASSIGN_OR_RETURN(pull.base_id, CommitOf(repository, base));
  ASSIGN_OR_RETURN(pull.head_id, CommitOf(repository, head));
  ASSIGN_OR_RETURN(std::string merge_base,
                   Git(repository, {"merge-base", pull.base_id, pull.head_id}));
  pull.merge_base_id = merge_base.substr(0, merge_base.find('\n'));
  ASSIGN_OR_RETURN(pull.before, TreeOf(repository, pull.merge_base_id));
  ASSIGN_OR_RETURN(pull.after, TreeOf(repository, pull.head_id));
  RETURN_IF_ERROR(ReadChanges(repository, pull));
  ASSIGN_OR_RETURN(std::string log,
                   Git(repository, {"log", "--reverse", "-z", "--format=%B",
                                    absl::StrCat(pull.merge_base_id, "..", pull.head_id)}));
  pull.commit_messages = absl::StrSplit(log, '\0', absl::SkipEmpty());
  if (!pull.commit_messages.empty()) {
    const std::string& last = pull.commit_messages.back();
    pull.title = last.substr(0, last.find('\n'));
    pull.body = last.size() > pull.title.size() + 2 ? last.substr(pull.title.size() + 2) : "";
  }
  return pull;
}

}  // namespace allreview::fakes

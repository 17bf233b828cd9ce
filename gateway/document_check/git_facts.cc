#include "gateway/document_check/git_facts.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/subprocess.h"

namespace allreview::document_check {
namespace {

class Git {
 public:
  Git(std::string repository, CallControl control)
      : repository_(std::move(repository)), control_(std::move(control)) {}

  absl::StatusOr<std::string> Run(const std::vector<std::string>& arguments) const {
    std::vector<std::string> argv = {"git", "-C", repository_};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const char* path = std::getenv("PATH");
    ASSIGN_OR_RETURN(
        CommandResult result,
        RunCommand({.argv = argv,
                    .environment = {absl::StrCat("PATH=", path == nullptr ? "" : path), "LC_ALL=C",
                                    "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
                                    "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory",
                                    "GIT_CONFIG_VALUE_0=*"}},
                   control_));
    if (!result.exit.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("git ", arguments[0], ": ", absl::StripSuffix(result.error_text, "\n")));
    }
    return std::move(result.output);
  }

 private:
  const std::string repository_;
  const CallControl control_;
};

// Reads "1\t2\tpath\0" and, for renamed files, "1\t2\t\0old\0new\0".
absl::StatusOr<std::map<std::string, LineCounts>> ParseNumstat(absl::string_view text) {
  std::map<std::string, LineCounts> files;
  std::vector<absl::string_view> parts = absl::StrSplit(text, '\0');
  for (size_t i = 0; i < parts.size() && !parts[i].empty(); ++i) {
    const std::vector<absl::string_view> fields =
        absl::StrSplit(parts[i], absl::MaxSplits('\t', 2));
    LineCounts counts;
    counts.is_binary = fields[0] == "-";
    const bool is_well =
        fields.size() == 3 && (counts.is_binary || (absl::SimpleAtoi(fields[0], &counts.added) &&
                                                    absl::SimpleAtoi(fields[1], &counts.removed)));
    if (!is_well) return absl::InternalError("git diff --numstat: an answer that cannot be read");
    absl::string_view path = fields[2];
    if (path.empty() && i + 2 < parts.size()) path = parts[i += 2];
    files[std::string(path)] = counts;
  }
  return files;
}

// The changed lines of a diff without context.
void AddLinesOf(absl::string_view diff, ChangeFacts& facts) {
  bool is_in_hunk = false;
  for (absl::string_view line : absl::StrSplit(diff, '\n')) {
    if (absl::StartsWith(line, "diff --git ")) is_in_hunk = false;
    if (absl::StartsWith(line, "@@ ")) is_in_hunk = true;
    if (!is_in_hunk || line.empty()) continue;
    if (line[0] == '+') absl::StrAppend(&facts.added_lines, line.substr(1), "\n");
    if (line[0] == '-') absl::StrAppend(&facts.removed_lines, line.substr(1), "\n");
  }
}

// Reads files at the head, and counts their lines; those that are gone at the base.
class FileReader {
 public:
  FileReader(Git git, std::string base, std::string head)
      : git_(std::move(git)), base_(std::move(base)), head_(std::move(head)) {}

  std::optional<int> Count(const std::string& path) {
    const std::optional<int> lines = CountAt(head_, path);
    return lines ? lines : CountOld(path);
  }
  std::optional<int> CountOld(const std::string& path) { return CountAt(base_, path); }
  std::optional<std::string> ReadNew(const std::string& path) const { return Read(head_, path); }

 private:
  std::optional<int> CountAt(const std::string& revision, const std::string& path) {
    const auto [found, is_new] = known_.try_emplace({revision, path});
    if (!is_new) return found->second;
    if (const std::optional<std::string> text = Read(revision, path)) {
      const auto ends = std::count(text->begin(), text->end(), '\n');
      found->second = static_cast<int>(ends) + (!text->empty() && text->back() != '\n');
    }
    return found->second;
  }

  std::optional<std::string> Read(const std::string& revision, const std::string& path) const {
    absl::StatusOr<std::string> text =
        git_.Run({"cat-file", "blob", absl::StrCat(revision, ":", path)});
    return text.ok() ? std::optional(*std::move(text)) : std::nullopt;
  }

  const Git git_;
  const std::string base_, head_;
  std::map<std::pair<std::string, std::string>, std::optional<int>> known_;
};

}  // namespace

absl::StatusOr<ChangeFacts> ReadGitFacts(const GitChange& change, const CallControl& control) {
  const Git git(change.repository, control);
  std::string base = change.base;
  if (change.is_merge_base) {
    ASSIGN_OR_RETURN(base, git.Run({"merge-base", change.base, change.head}));
    base = std::string(absl::StripSuffix(base, "\n"));
  }
  ASSIGN_OR_RETURN(const std::string numbers,
                   git.Run({"diff", "--numstat", "-z", "-M", base, change.head, "--"}));
  ChangeFacts facts;
  ASSIGN_OR_RETURN(facts.files, ParseNumstat(numbers));
  const auto reader = std::make_shared<FileReader>(git, base, change.head);
  facts.count_lines = [reader](const std::string& path) { return reader->Count(path); };
  facts.count_old_lines = [reader](const std::string& path) { return reader->CountOld(path); };
  facts.read_file = [reader](const std::string& path) { return reader->ReadNew(path); };
  ASSIGN_OR_RETURN(const std::string diff, git.Run({"diff", "--no-color", "--no-ext-diff", "-U0",
                                                    "-M", base, change.head, "--"}));
  AddLinesOf(diff, facts);
  return facts;
}

}  // namespace allreview::document_check

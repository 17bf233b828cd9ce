#include "services/pull_request/git_lines.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "services/pull_request/git_log.h"
#include "services/pull_request/git_raw.h"

namespace allreview::pull_request {
namespace {

using change::v1::LineCommit;
using change::v1::LineEdit;

constexpr int kMaxCommits = 40;
constexpr int kMaxDays = 200;
constexpr int64_t kSecondsOfDay = 86400;
constexpr size_t kMaxFiles = 24;
constexpr size_t kMaxLogBytes = 4 << 20;
constexpr int kMaxEdits = 60;  // A commit with more did not come for any of them.
constexpr int kMaxLines = 80;  // Of an edit, on either side.
constexpr size_t kMaxPaths = 60;
constexpr size_t kMaxBody = 2000;
constexpr size_t kMaxLine = 400;

// Reads commits as "\1ID DATE TIME SUBJECT", the lines of the body, "\2", and a patch without
// context.
class LineReader {
 public:
  explicit LineReader(int64_t now) : now_(now) {}

  void AddLine(absl::string_view line) {
    if (absl::ConsumePrefix(&line, "\1")) return Begin(line);
    if (is_patch_) return AddPatchLine(line);
    if (line == "\2") {
      is_patch_ = true;
    } else if (commit_.body().size() < kMaxBody) {
      absl::StrAppend(commit_.mutable_body(), ToDisplayText(line.substr(0, kMaxLine)), "\n");
    }
  }

  std::vector<LineCommit> Take() && {
    End();
    return std::move(commits_);
  }

 private:
  void Begin(absl::string_view header) {
    End();
    const std::vector<absl::string_view> parts = absl::StrSplit(header, absl::MaxSplits(' ', 3));
    int64_t time = 0;
    // What a message says in the same way is no commit.
    if (parts.size() < 4 || !IsFullObjectId(parts[0]) || !absl::SimpleAtoi(parts[2], &time)) return;
    if (parts[1].find_first_not_of("0123456789-") != absl::string_view::npos) return;
    commit_.set_id(std::string(parts[0]));
    commit_.set_date(std::string(parts[1]));
    commit_.set_days(static_cast<int>(std::max<int64_t>(0, now_ - time) / kSecondsOfDay));
    commit_.set_subject(ToDisplayText(parts[3].substr(0, kMaxLine)));
  }

  void AddPatchLine(absl::string_view line) {
    if (absl::ConsumePrefix(&line, "+++ ")) {
      path_ = absl::ConsumePrefix(&line, "b/") ? std::string(line) : "";
    } else if (absl::StartsWith(line, "@@ ")) {
      if (commit_.edits_size() <= kMaxEdits) commit_.add_edits()->set_path(path_);
    } else if (commit_.edits_size() > 0 && !absl::StartsWith(line, "--- ")) {
      LineEdit& edit = *commit_.mutable_edits(commit_.edits_size() - 1);
      if (absl::ConsumePrefix(&line, "+")) Note(line, *edit.mutable_added());
      if (absl::ConsumePrefix(&line, "-")) Note(line, *edit.mutable_removed());
    }
  }

  // One more than are told, to know that there are more.
  static void Note(absl::string_view line, google::protobuf::RepeatedPtrField<std::string>& lines) {
    if (lines.size() <= kMaxLines) *lines.Add() = ToDisplayText(line.substr(0, kMaxLine));
  }

  void End() {
    auto& edits = *commit_.mutable_edits();
    if (edits.size() > kMaxEdits) edits.Clear();
    const auto is_long = [](const LineEdit& edit) {
      return edit.path().empty() || edit.removed_size() > kMaxLines ||
             edit.added_size() > kMaxLines;
    };
    edits.erase(std::remove_if(edits.begin(), edits.end(), is_long), edits.end());
    if (!commit_.id().empty()) commits_.push_back(std::move(commit_));
    commit_ = LineCommit();
    path_.clear();
    is_patch_ = false;
  }

  const int64_t now_;
  LineCommit commit_;
  std::vector<LineCommit> commits_;
  std::string path_;
  bool is_patch_ = false;
};

LogRequest RequestOf(const GitCommit& before, std::string format, std::vector<std::string> output,
                     const std::vector<std::string>& patterns) {
  output.push_back(absl::StrCat("--since=", before.time - kMaxDays * kSecondsOfDay));
  return {.head = before.id,
          .format = std::move(format),
          .max_commits = kMaxCommits,
          .output = std::move(output),
          .paths = patterns};
}

// What else the commits changed, by id.
absl::StatusOr<std::map<std::string, std::vector<std::string>>> ReadPaths(
    Subprocess& process, const CallControl& control) {
  std::map<std::string, std::vector<std::string>> paths;
  std::vector<std::string>* of_commit = nullptr;
  RETURN_IF_ERROR(ForEachLine(process, control, kMaxLogBytes, [&](absl::string_view line) {
    if (absl::ConsumePrefix(&line, "\1")) {
      of_commit = &paths[std::string(line)];
    } else if (of_commit != nullptr && !line.empty() && of_commit->size() <= kMaxPaths) {
      of_commit->push_back(ToDisplayText(line));
    }
  }));
  return paths;
}

absl::StatusOr<std::vector<LineCommit>> Read(GitRepository& git, const GitCommit& before,
                                             const std::vector<std::string>& patterns,
                                             const CallControl& control) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Subprocess> log,
                   git.Start(LogArguments(RequestOf(before, "%x01%H %as %at %s%n%b%n%x02",
                                                    {"--patch", "--unified=0"}, patterns))));
  ASSIGN_OR_RETURN(const std::unique_ptr<Subprocess> names,
                   git.Start(LogArguments(
                       RequestOf(before, "%x01%H", {"--name-only", "--full-diff"}, patterns))));
  LineReader reader(before.time);
  RETURN_IF_ERROR(ForEachLine(*log, control, kMaxLogBytes,
                              [&](absl::string_view line) { reader.AddLine(line); }));
  std::vector<LineCommit> commits = std::move(reader).Take();
  ASSIGN_OR_RETURN(const auto paths, ReadPaths(*names, control));
  for (LineCommit& commit : commits) {
    const auto found = paths.find(commit.id());
    if (found == paths.end() || found->second.size() > kMaxPaths) continue;
    commit.mutable_paths()->Add(found->second.begin(), found->second.end());
  }
  return commits;
}

}  // namespace

std::vector<LineCommit> ReadLines(GitRepository& git, const GitCommit& before,
                                  const std::set<std::string>& paths, const CallControl& control) {
  std::vector<std::string> patterns;
  for (const std::string& path : paths) {
    if (patterns.size() == kMaxFiles) break;
    if (absl::EndsWith(path, ".py") && IsValidUtf8(path)) {
      patterns.push_back(absl::StrCat(":(literal)", path));
    }
  }
  if (patterns.empty() || before.time == 0) return {};
  absl::StatusOr<std::vector<LineCommit>> read = Read(git, before, patterns, control);
  return read.ok() ? *std::move(read) : std::vector<LineCommit>();
}

}  // namespace allreview::pull_request

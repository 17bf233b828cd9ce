#include "services/pull_request/git_past.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/names.h"
#include "base/status_macros.h"
#include "base/subprocess.h"
#include "base/utf8.h"
#include "services/pull_request/git_log.h"

namespace allreview::pull_request {
namespace {

using change::v1::AddedOption;
using change::v1::PastCommit;

constexpr size_t kMaxListBytes = 8 << 20;
constexpr size_t kMaxPatchBytes = 24 << 20;
// A commit that touches more says nothing of what belongs together.
constexpr int kMaxPaths = 60;

LogRequest RequestOf(absl::string_view head, std::vector<std::string> output,
                     std::vector<std::string> paths) {
  return {.head = head, .format = "%x01%H", .output = std::move(output), .paths = std::move(paths)};
}

struct Past {
  std::vector<PastCommit> commits;
  std::map<std::string, size_t> by_id;
};

void AddPath(absl::string_view line, PastCommit* commit) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(line, absl::MaxSplits('\t', 1));
  const absl::string_view path = parts.second;
  // A quoted path is none that people name.
  if (path.empty() || path[0] == '"' || !IsValidUtf8(path)) return;
  if (parts.first == "A") commit->add_added(std::string(path));
  if (parts.first == "M") commit->add_changed(std::string(path));
}

absl::StatusOr<Past> ReadPaths(GitRepository& git, absl::string_view head,
                               const CallControl& control) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Subprocess> process,
                   git.Start(LogArguments(RequestOf(head, {"--name-status"}, {}))));
  Past past;
  RETURN_IF_ERROR(ForEachLine(*process, control, kMaxListBytes, [&](absl::string_view line) {
    if (absl::ConsumePrefix(&line, "\1")) {
      past.by_id.emplace(std::string(line), past.commits.size());
      past.commits.emplace_back();
    } else if (!past.commits.empty()) {
      PastCommit& commit = past.commits.back();
      if (commit.added_size() + commit.changed_size() <= kMaxPaths) AddPath(line, &commit);
    }
  }));
  return past;
}

// Reads patches without context, in the order of their lines.
class OptionReader {
 public:
  explicit OptionReader(Past* past) : past_(past) {}

  void AddLine(absl::string_view line) {
    if (absl::ConsumePrefix(&line, "\1")) {
      Flush();
      const auto found = past_->by_id.find(std::string(line));
      commit_ = found == past_->by_id.end() ? nullptr : &past_->commits[found->second];
    } else if (absl::ConsumePrefix(&line, "+++ b/")) {
      path_ = std::string(line);
    } else if (absl::StartsWith(line, "@@ ")) {
      SetOwner(line);
    } else if (absl::ConsumePrefix(&line, "+")) {
      Note(line, added_);
    } else if (absl::ConsumePrefix(&line, "-")) {
      Note(line, removed_);
    }
  }

  // What is removed and added was only changed.
  void Flush() {
    for (const auto& option : added_) {
      if (commit_ == nullptr || removed_.count(option) > 0) continue;
      const auto& [path, owner, name] = option;
      AddedOption& out = *commit_->add_options();
      out.set_path(ToDisplayText(path));
      out.set_owner(ToDisplayText(owner));
      out.set_name(ToDisplayText(name));
    }
    added_.clear();
    removed_.clear();
  }

 private:
  using Option = std::tuple<std::string, std::string, std::string>;

  // "@@ -1,0 +2 @@ class Config(Base):" says which class the lines are in.
  void SetOwner(absl::string_view line) {
    owner_.clear();
    const size_t end = line.find(" @@ class ");
    if (end == absl::string_view::npos) return;
    line.remove_prefix(end + 10);
    size_t length = 0;
    while (length < line.size() && IsNameByte(line[length])) ++length;
    owner_ = std::string(line.substr(0, length));
  }

  void Note(absl::string_view line, std::set<Option>& options) {
    constexpr size_t kMost = 400;  // Of one commit.
    if (options.size() >= kMost) return;
    if (const std::string flag = FlagOfLine(line); !flag.empty()) {
      options.insert({path_, "", flag});
    } else if (const std::string field = FieldOfLine(line); !field.empty() && !owner_.empty()) {
      options.insert({path_, owner_, field});
    }
  }

  Past* const past_;
  PastCommit* commit_ = nullptr;
  std::string path_, owner_;
  std::set<Option> added_, removed_;
};

absl::Status ReadOptions(GitRepository& git, absl::string_view head, const CallControl& control,
                         Past* past) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Subprocess> process,
                   git.Start(LogArguments(RequestOf(head, {"--patch", "--unified=0"},
                                                    {"*config*.py", "*arg*.py", "*option*.py"}))));
  OptionReader reader(past);
  RETURN_IF_ERROR(ForEachLine(*process, control, kMaxPatchBytes,
                              [&](absl::string_view line) { reader.AddLine(line); }));
  reader.Flush();
  return absl::OkStatus();
}

}  // namespace

std::string FieldOfLine(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "    ") || line.empty() || !IsNameByte(line[0])) return "";
  size_t end = 0;
  while (end < line.size() && IsNameByte(line[end])) ++end;
  const absl::string_view name = line.substr(0, end);
  if (!absl::StartsWith(line.substr(end), ": ")) return "";
  absl::string_view type = line.substr(end + 2);
  type = absl::StripAsciiWhitespace(type.substr(0, type.find_first_of("=#")));
  // Words of a docstring are no type.
  int depth = 0;
  for (size_t i = 0; i < type.size(); ++i) {
    const char c = type[i];
    if (c == '[') ++depth;
    if (c == ']') --depth;
    const bool is_union =
        c == '|' || (c == ' ' && i + 1 < type.size() && (type[i + 1] == '|' || type[i - 1] == '|'));
    if (!IsNameByte(c) && c != '.' && c != '[' && c != ']' && !is_union &&
        !(depth > 0 && absl::StrContains(", \"'", c))) {
      return "";
    }
  }
  return type.empty() || name == "else" ? "" : std::string(name);
}

std::string FlagOfLine(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  const size_t call = line.find("add_argument(");
  if (call != absl::string_view::npos) line.remove_prefix(call + 13);
  if (line.size() < 5 || (line[0] != '"' && line[0] != '\'')) return "";
  const size_t close = line.find(line[0], 1);
  if (close == absl::string_view::npos) return "";
  const absl::string_view flag = line.substr(1, close - 1);
  const bool is_flag =
      absl::StartsWith(flag, "--") && flag.size() > 3 &&
      std::all_of(flag.begin(), flag.end(), [](char c) { return IsNameByte(c) || c == '-'; });
  return is_flag ? std::string(flag) : "";
}

std::vector<PastCommit> ReadPast(GitRepository& git, absl::string_view head,
                                 const CallControl& control) {
  absl::StatusOr<Past> past = ReadPaths(git, head, control);
  if (!past.ok()) return {};
  // Without them the paths still say something.
  ReadOptions(git, head, control, &*past).IgnoreError();
  return std::move(past->commits);
}

}  // namespace allreview::pull_request

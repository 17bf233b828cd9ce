#include "services/pull_request/git_repository.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "services/pull_request/git_links.h"

namespace allreview::pull_request {
namespace {

constexpr size_t kMaxRevision = 1000;
constexpr int64_t kMaxCommitBytes = 16 << 20;

std::vector<std::string> WithDiffFlags(std::vector<std::string> command, int context_lines) {
  for (const char* flag :
       {"--raw", "-z", "--patch", "--no-ext-diff", "--no-textconv", "--no-color", "--src-prefix=a/",
        "--dst-prefix=b/", "--diff-algorithm=myers", "--full-index", "--no-abbrev", "-M",
        "--no-relative", "--ignore-submodules=dirty", "--submodule=short"}) {
    command.push_back(flag);
  }
  command.push_back(absl::StrCat("--unified=", context_lines));
  return command;
}

// Of "Ada <ada@example.org> 1700000000 +0100"; 0: it has none.
int64_t TimeOf(absl::string_view author) {
  const std::vector<absl::string_view> words = absl::StrSplit(author, ' ');
  int64_t time = 0;
  const bool has_time = words.size() > 2 && absl::SimpleAtoi(words[words.size() - 2], &time);
  return has_time && time > 0 ? time : 0;
}

// Header lines, an empty line, the message.
absl::StatusOr<GitCommit> ParseCommit(const GitObject& object) {
  GitCommit commit;
  commit.id = object.id;
  for (absl::string_view rest = object.content; !rest.empty();) {
    size_t end = std::min(rest.find('\n'), rest.size() - 1);
    absl::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (line.empty()) {
      commit.message = std::string(rest);
      break;
    }
    if (absl::ConsumePrefix(&line, "tree ")) commit.tree = std::string(line);
    if (absl::ConsumePrefix(&line, "parent ")) commit.parents.emplace_back(line);
    if (absl::ConsumePrefix(&line, "author ")) {
      commit.author = std::string(line);
      commit.time = TimeOf(line);
    }
    if (absl::ConsumePrefix(&line, "encoding ")) {
      commit.is_utf8 = absl::EqualsIgnoreCase(line, "utf-8");
    }
  }
  commit.author.resize(std::min(commit.author.find(" <"), commit.author.size()));
  if (object.type != "commit" || commit.tree.empty()) {
    return absl::DataLossError(absl::StrCat("git object ", object.id, " is no readable commit"));
  }
  return commit;
}

// Tells one state of a file from another.
std::string StampOf(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return "none";
  return absl::StrCat(info.st_dev, " ", info.st_ino, " ", info.st_size, " ", info.st_mtim.tv_sec,
                      ".", info.st_mtim.tv_nsec);
}

// Everything that a scratch folder is made from, and what a git process reads only once: which
// commits have no parents, and whose objects are borrowed. References and packs it looks for again.
std::string PoolKey(const GitLayout& layout) {
  return absl::StrCat(layout.git_dir, "\n", layout.common_dir, "\n", layout.head, "\n",
                      StampOf(layout.common_dir + "/shallow"), "\n",
                      StampOf(layout.common_dir + "/objects/info/alternates"), "\n",
                      FormatGitConfig(SafePartOf(layout.config)));
}

}  // namespace

absl::Status CheckRevision(absl::string_view revision) {
  absl::string_view problem;
  if (revision.empty()) problem = "is empty";
  if (revision.size() > kMaxRevision) problem = "is longer than 1000 bytes";
  if (absl::StartsWith(revision, "-")) problem = "begins with '-', as only an option does";
  for (unsigned char c : revision) {
    if (c < 0x20 || c == 0x7F) problem = "contains a control character";
  }
  if (problem.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("revision \"",
                                                 ToDisplayText(revision.substr(0, 100)), "\" ",
                                                 problem, "; name a branch, a tag or a commit"));
}

absl::Status GitError(absl::string_view repository, absl::string_view command,
                      const ExitStatus& exit, absl::string_view error_text) {
  std::string words = ToDisplayText(absl::StripAsciiWhitespace(error_text.substr(0, 2000)));
  std::string text = absl::StrCat("git ", command, " in \"", repository, "\" failed");
  if (exit.signal != 0) {
    absl::StrAppend(&text, " by signal ", exit.signal);
  } else {
    absl::StrAppend(&text, " with exit code ", exit.code);
  }
  if (!words.empty()) absl::StrAppend(&text, ": ", words);
  for (absl::string_view sign :
       {"bad object", "unable to read", "missing blob", "missing tree", "could not fetch",
        "promisor", "Could not read", "Failed to traverse", "not a tree object"}) {
    if (!absl::StrContains(words, sign)) continue;
    return absl::FailedPreconditionError(
        absl::StrCat(text,
                     "; the repository lacks objects of this change, as a shallow or partial "
                     "clone does: run `git fetch --unshallow` or `git fetch --refetch "
                     "--no-filter` in it"));
  }
  return absl::FailedPreconditionError(text);
}

absl::StatusOr<RawDiffSplitter*> GitDiff::ReadFiles() {
  while (!splitter_.is_list_complete()) {
    ASSIGN_OR_RETURN(absl::string_view piece, process_->Read(control_));
    if (piece.empty()) {
      ASSIGN_OR_RETURN(ExitStatus exit, process_->Wait(control_));
      if (!exit.ok()) return GitError(repository_, "diff", exit, process_->error_text());
      RETURN_IF_ERROR(splitter_.Finish());
      break;
    }
    ASSIGN_OR_RETURN(first_piece_, splitter_.Feed(piece));
  }
  return &splitter_;
}

absl::Status GitDiff::ReadPatch(
    const std::function<absl::Status(absl::string_view piece)>& receive) {
  if (!first_piece_.empty()) RETURN_IF_ERROR(receive(first_piece_));
  for (;;) {
    ASSIGN_OR_RETURN(absl::string_view piece, process_->Read(control_));
    if (piece.empty()) break;
    RETURN_IF_ERROR(receive(piece));
  }
  ASSIGN_OR_RETURN(ExitStatus exit, process_->Wait(control_));
  if (!exit.ok()) return GitError(repository_, "diff", exit, process_->error_text());
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<GitRepository>> GitRepository::Open(absl::string_view path,
                                                                   const LocalAccess& access,
                                                                   const CallControl& control,
                                                                   GitPool* pool) {
  auto git = std::unique_ptr<GitRepository>(new GitRepository(control, access));
  ASSIGN_OR_RETURN(git->layout_, FindGitLayout(path, access));
  git->shown_path_ = ToDisplayText(path);
  // Landlock holds for a folder that is used again, a look at the links does not.
  const bool is_pooled = pool != nullptr && host::LandlockRules::Version() > 0;
  if (!is_pooled) RETURN_IF_ERROR(CheckLinks(git->layout_, access));
  const auto make = [&]() -> absl::StatusOr<std::unique_ptr<GitScratch>> {
    if (is_pooled) RETURN_IF_ERROR(CheckLinks(git->layout_, access));
    return GitScratch::Make(git->layout_, access);
  };
  if (pool != nullptr) {
    ASSIGN_OR_RETURN(GitPool::Lease lease, pool->Borrow(PoolKey(git->layout_), make));
    git->lease_.emplace(std::move(lease));
  } else {
    ASSIGN_OR_RETURN(git->scratch_, make());
  }
  return git;
}

GitRepository::~GitRepository() { ReleaseObjects(); }

void GitRepository::ReleaseObjects() {
  if (!lease_ || objects_ == nullptr || !objects_->is_idle()) return;
  // The call that it obeyed is over.
  objects_->set_control(CallControl());
  lease_->GiveObjects(std::move(objects_));
}

absl::StatusOr<std::unique_ptr<GitRepository>> GitRepository::MakeEmpty(
    const CallControl& control) {
  auto git = std::unique_ptr<GitRepository>(new GitRepository(control, LocalAccess({})));
  git->shown_path_ = "a temporary repository";
  ASSIGN_OR_RETURN(git->scratch_, GitScratch::MakeEmpty());
  return git;
}

absl::Status GitRepository::UseIndex(bool with_work_tree) {
  if (with_work_tree && layout_.work_tree.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "\"", shown_path_, "\" has no work tree to compare with; name a range such as main..HEAD"));
  }
  GitLayout layout = layout_;
  if (!with_work_tree) layout.work_tree.clear();
  CHECK(!lease_) << "what sees an index is not what others expect";
  return scratch_->UseIndex(layout, access_);
}

SubprocessOptions GitRepository::Command(std::vector<std::string> arguments) const {
  SubprocessOptions options = scratch().Command(std::move(arguments));
  options.max_cpu_seconds = kGitCpuSeconds;
  return options;
}

absl::StatusOr<std::unique_ptr<Subprocess>> GitRepository::Start(std::vector<std::string> arguments,
                                                                 bool has_input) {
  SubprocessOptions options = Command(std::move(arguments));
  options.has_input = has_input;
  return Subprocess::Start(options);
}

absl::StatusOr<std::string> GitRepository::Run(std::vector<std::string> arguments,
                                               absl::string_view input) {
  std::string command = arguments[0];
  ASSIGN_OR_RETURN(CommandResult result,
                   RunCommand(Command(std::move(arguments)), control_, input));
  if (result.exit.ok()) return std::move(result.output);
  return GitError(shown_path_, command, result.exit, result.error_text);
}

absl::StatusOr<GitObjects*> GitRepository::Objects() {
  if (objects_ == nullptr && lease_) {
    objects_ = lease_->TakeObjects();
    if (objects_ != nullptr) objects_->set_control(control_);
    are_objects_reused_ = objects_ != nullptr;
  }
  if (objects_ == nullptr) {
    ASSIGN_OR_RETURN(objects_, GitObjects::Start(scratch(), control_));
  }
  return objects_.get();
}

absl::StatusOr<std::vector<GitCommit>> GitRepository::ResolveCommits(
    const std::vector<std::string>& revisions) {
  std::vector<std::string> names;
  for (const std::string& revision : revisions) {
    RETURN_IF_ERROR(CheckRevision(revision));
    names.push_back(revision + "^{commit}");
  }
  absl::StatusOr<std::vector<GitCommit>> commits = ReadCommits(revisions, names);
  if (!absl::IsNotFound(commits.status()) || !are_objects_reused_) return commits;
  // A process that has run for a while may not know what came since: a new one has the last word.
  objects_.reset();
  ASSIGN_OR_RETURN(objects_, GitObjects::Start(scratch(), control_));
  are_objects_reused_ = false;
  return ReadCommits(revisions, names);
}

absl::StatusOr<std::vector<GitCommit>> GitRepository::ReadCommits(
    const std::vector<std::string>& revisions, const std::vector<std::string>& names) {
  ASSIGN_OR_RETURN(GitObjects * objects, Objects());
  std::vector<GitCommit> commits;
  absl::Status wrong;
  auto receive = [&](size_t i, absl::StatusOr<GitObject> object) -> absl::Status {
    // The other answers are to be read, too.
    if (!wrong.ok()) return absl::OkStatus();
    if (absl::IsNotFound(object.status())) {
      const bool is_ambiguous = absl::StrContains(object.status().message(), "more than one");
      wrong = NoCommit(revisions[i], is_ambiguous);
      return absl::OkStatus();
    }
    absl::StatusOr<GitCommit> commit = object.ok() ? ParseCommit(*object) : object.status();
    wrong = commit.status();
    if (commit.ok()) commits.push_back(*std::move(commit));
    return absl::OkStatus();
  };
  RETURN_IF_ERROR(objects->Read(names, kMaxCommitBytes, receive));
  RETURN_IF_ERROR(wrong);
  return commits;
}

absl::Status GitRepository::NoCommit(absl::string_view revision, bool is_ambiguous) const {
  const bool is_shallow = StampOf(layout_.common_dir + "/shallow") != "none";
  return absl::NotFoundError(absl::StrCat(
      "revision \"", ToDisplayText(revision), "\" ",
      is_ambiguous ? "is ambiguous in \"" : "is no commit of \"", shown_path_,
      is_ambiguous ? "\"; give more digits of its id"
      : is_shallow ? "\", which is a shallow clone; run `git fetch --unshallow` in it, "
                     "or check the spelling"
                   : "\"; check its spelling, or fetch it first"));
}

absl::StatusOr<std::string> GitRepository::MergeBase(absl::string_view a, absl::string_view b) {
  ASSIGN_OR_RETURN(CommandResult result,
                   RunCommand(Command({"merge-base", std::string(a), std::string(b)}), control_));
  std::string id(absl::StripAsciiWhitespace(result.output));
  if (result.exit.ok() && IsFullObjectId(id)) return id;
  if (result.exit.code == 1) {
    return absl::FailedPreconditionError(absl::StrCat(
        "\"", shown_path_, "\" has no common ancestor of ", a, " and ", b,
        "; fetch more history, or compare the two trees with BASE..HEAD instead of BASE...HEAD"));
  }
  return GitError(shown_path_, "merge-base", result.exit, result.error_text);
}

std::vector<std::string> GitRepository::TreeDiff(absl::string_view before, absl::string_view after,
                                                 int context_lines,
                                                 const std::vector<std::string>& patterns) {
  std::vector<std::string> arguments = WithDiffFlags({"diff-tree", "-r"}, context_lines);
  arguments.insert(arguments.end(),
                   {"--end-of-options", std::string(before), std::string(after), "--"});
  arguments.insert(arguments.end(), patterns.begin(), patterns.end());
  return arguments;
}

std::vector<std::string> GitRepository::IndexDiff(absl::string_view before, int context_lines) {
  std::vector<std::string> arguments = WithDiffFlags({"diff", "--cached"}, context_lines);
  arguments.insert(arguments.end(), {"--end-of-options", std::string(before), "--"});
  return arguments;
}

std::vector<std::string> GitRepository::WorkTreeDiff(absl::string_view before, int context_lines) {
  std::vector<std::string> arguments = WithDiffFlags({"diff"}, context_lines);
  arguments.insert(arguments.end(), {"--end-of-options", std::string(before), "--"});
  return arguments;
}

absl::StatusOr<std::unique_ptr<GitDiff>> GitRepository::StartDiff(
    std::vector<std::string> arguments) {
  ASSIGN_OR_RETURN(std::unique_ptr<Subprocess> process, Start(std::move(arguments)));
  return std::make_unique<GitDiff>(std::move(process), control_, shown_path_);
}

}  // namespace allreview::pull_request

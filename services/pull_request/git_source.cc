#include "services/pull_request/git_source.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "sentences/messages/explain.h"
#include "sentences/phrases/change_source.h"
#include "services/pull_request/folder.h"
#include "services/pull_request/git_gaps.h"
#include "services/pull_request/git_history.h"
#include "services/pull_request/git_lines.h"
#include "services/pull_request/git_past.h"
#include "services/pull_request/git_repository.h"
#include "services/pull_request/git_send.h"
#include "services/pull_request/git_tree_walk.h"
#include "services/pull_request/git_trees.h"
#include "services/pull_request/git_untracked.h"

namespace allreview::pull_request {
namespace {

using change::v1::BlobRef;
using change::v1::FileEntry;
using change::v1::LocalRepository;

constexpr int kLastCommits = 50;
constexpr char kNoName[] = "0000000000000000000000000000000000000000";  // Of no object.

bool IsCommitRange(const LocalRepository& reference) {
  return reference.mode() == LocalRepository::MODE_RANGE ||
         reference.mode() == LocalRepository::MODE_MERGE_BASE;
}

bool IsTree(const LocalRepository& reference) {
  return reference.mode() == LocalRepository::MODE_TREE;
}

// No path ends like that: the tree is wanted for itself, none of its files as new.
bool IsTreeOnly(const LocalRepository& reference) {
  return IsTree(reference) && reference.suffixes_size() == 1 && reference.suffixes(0) == "/";
}

// What git calls the tree without files, for ids of this length; it need not be stored.
std::string EmptyTree(const std::string& id_of_this_length) {
  return id_of_this_length.size() == 40
             ? "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
             : "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";
}

// A path in a pattern, where some characters would mean more than themselves.
std::string EscapeGlob(absl::string_view path) {
  std::string escaped;
  for (char c : path) {
    if (absl::string_view("*?[\\").find(c) != absl::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// "/a.py" is that file in any folder, "/a/" the Python of a folder of that name.
bool IsWholeName(absl::string_view suffix) {
  return suffix.size() > 1 && absl::StartsWith(suffix, "/");
}

// Names of modules and packages stand for no tests, unless they are those of tests.
bool LeavesTestsOut(const LocalRepository& reference) {
  const auto& suffixes = reference.suffixes();
  return std::any_of(suffixes.begin(), suffixes.end(), IsWholeName) &&
         std::none_of(suffixes.begin(), suffixes.end(),
                      [](const std::string& suffix) { return absl::StrContains(suffix, "test"); });
}

// Patterns for the files that a scan asks for. A path is matched as it is, a folder with all below.
std::vector<std::string> PathPatterns(const LocalRepository& reference) {
  std::vector<std::string> patterns;
  for (const std::string& suffix : reference.suffixes()) {
    if (IsWholeName(suffix)) {
      const absl::string_view below = absl::EndsWith(suffix, "/") ? "**/*.py" : "";
      patterns.push_back(absl::StrCat(":(glob)**", EscapeGlob(suffix), below));
      continue;
    }
    if (reference.paths().empty()) patterns.push_back(absl::StrCat(":(glob)**/*", suffix));
    for (const std::string& path : reference.paths()) {
      if (absl::EndsWith(path, suffix)) patterns.push_back(absl::StrCat(":(literal)", path));
      patterns.push_back(absl::StrCat(":(glob)", EscapeGlob(path), "/**/*", suffix));
    }
  }
  if (LeavesTestsOut(reference)) {
    for (absl::string_view tests : {"tests/**", "test_*.py", "*_test.py"}) {
      patterns.push_back(absl::StrCat(":(exclude,glob)**/", tests));
    }
  }
  if (!patterns.empty()) return patterns;
  for (const std::string& path : reference.paths()) {
    patterns.push_back(absl::StrCat(":(literal)", path));
  }
  return patterns;
}

// What the patterns say, of one path.
bool IsWanted(const LocalRepository& reference, absl::string_view path) {
  const auto is_at = [&](const std::string& wanted) {
    return path == wanted || absl::StartsWith(path, absl::StrCat(wanted, "/"));
  };
  const auto ends_in = [&](const std::string& suffix) {
    if (!IsWholeName(suffix)) return absl::EndsWith(path, suffix);
    const std::string rooted = absl::StrCat("/", path);
    if (!absl::EndsWith(suffix, "/")) return absl::EndsWith(rooted, suffix);
    return absl::EndsWith(path, ".py") && absl::StrContains(rooted, suffix);
  };
  if (LeavesTestsOut(reference) && paths::IsTestPath(path)) return false;
  const auto& paths = reference.paths();
  const auto& suffixes = reference.suffixes();
  return (paths.empty() || std::any_of(paths.begin(), paths.end(), is_at)) &&
         (suffixes.empty() || std::any_of(suffixes.begin(), suffixes.end(), ends_in));
}

std::string BlobId(absl::string_view content, size_t id_size) {
  if (id_size == 40) return GitBlobId(content);
  Sha256 hash;
  hash.Update(absl::StrCat("blob ", content.size()));
  hash.Update(absl::string_view("\0", 1));
  hash.Update(content);
  return hash.Finish();
}

// Git leaves the ids of files on disk open in its list; in the patch it has computed them.
absl::Status FillInIds(const std::vector<std::string>& ids, std::vector<FileEntry>& files) {
  size_t at = 0;
  for (FileEntry& file : files) {
    // A changed type is two files of the patch: the old one deleted, the new one added.
    at += file.status() == change::v1::FILE_STATUS_TYPE_CHANGED ? 2 : 1;
    if (at > ids.size()) return absl::InternalError("git diff: its list and its patch differ");
    if (file.status() == change::v1::FILE_STATUS_DELETED || !file.new_blob_id().empty()) continue;
    // Without an index line the content is the same, and only mode or name have changed.
    file.set_new_blob_id(ids[at - 1].empty() ? file.old_blob_id() : ids[at - 1]);
  }
  if (at != ids.size()) return absl::InternalError("git diff: its list and its patch differ");
  return absl::OkStatus();
}

struct WorkTreeChanges {
  std::vector<FileEntry> files;
  std::vector<std::string> unmerged;
  std::string patch;
  std::vector<GitGap> gaps;  // Their files are not among `files`.
};

absl::StatusOr<WorkTreeChanges> ReadReadable(GitRepository& git, absl::string_view before,
                                             int context_lines) {
  ASSIGN_OR_RETURN(std::unique_ptr<GitDiff> diff,
                   git.StartDiff(GitRepository::WorkTreeDiff(before, context_lines)));
  ASSIGN_OR_RETURN(RawDiffSplitter * list, diff->ReadFiles());
  WorkTreeChanges changes;
  RETURN_IF_ERROR(diff->ReadPatch([&](absl::string_view piece) {
    changes.patch.append(piece.data(), piece.size());
    return absl::OkStatus();
  }));
  changes.files = std::move(list->files());
  changes.unmerged = list->unmerged();
  RETURN_IF_ERROR(FillInIds(NewIdsOfPatch(changes.patch), changes.files));
  return changes;
}

// Changed files of the work tree with an object that git cannot read. A list by the plumbing
// command and without renames needs none of their contents.
absl::StatusOr<std::vector<GitGap>> FindWorkTreeGaps(GitRepository& git, const std::string& before,
                                                     absl::string_view git_error) {
  ASSIGN_OR_RETURN(const std::string output,
                   git.Run({"diff-index", "--raw", "-z", "--no-renames", "--no-abbrev",
                            "--ignore-submodules=dirty", "--end-of-options", before, "--"}));
  RawDiffSplitter list;
  RETURN_IF_ERROR(list.Feed(output).status());
  RETURN_IF_ERROR(list.Finish());
  ASSIGN_OR_RETURN(GitObjects * objects, git.Objects());
  return FindGapsOf(*objects, list.files(), git_error);
}

absl::StatusOr<WorkTreeChanges> ReadWorkTree(GitRepository& git, const std::string& before,
                                             int context_lines) {
  absl::StatusOr<WorkTreeChanges> all = ReadReadable(git, before, context_lines);
  if (!absl::IsFailedPrecondition(all.status())) return all;
  absl::StatusOr<std::vector<GitGap>> gaps = FindWorkTreeGaps(git, before, all.status().message());
  if (!gaps.ok() || gaps->empty()) return all;
  std::set<std::string> paths;
  std::string records;
  for (const GitGap& gap : *gaps) {
    paths.insert(gap.path);
    absl::StrAppend(&records, gap.path, absl::string_view("\0", 1));
  }
  ASSIGN_OR_RETURN(const std::string rest, TreeWithout(git, before, paths));
  RETURN_IF_ERROR(git.Run({"update-index", "--force-remove", "-z", "--stdin"}, records).status());
  ASSIGN_OR_RETURN(WorkTreeChanges changes, ReadReadable(git, rest, context_lines));
  changes.gaps = *std::move(gaps);
  return changes;
}

// A commit between the two ends is missing: the change itself can still be reviewed.
change::v1::Diagnostic HistoryUnread(const absl::Status& status) {
  return ToDiagnostic(
      {.code = "HISTORY_UNREAD", .message = phrases::kHistoryUnread, .hint = status.message()});
}

class GitSource : public ChangeSource {
 public:
  GitSource(LocalRepository reference, LocalAccess access, CallControl control, GitPool* pool)
      : reference_(std::move(reference)),
        access_(std::move(access)),
        control_(std::move(control)),
        pool_(pool) {}

  absl::StatusOr<v1::Done> Fetch(const FetchOptions& options, ChangeSink& sink) override {
    RETURN_IF_ERROR(Open());
    v1::Done done;
    RETURN_IF_ERROR(IsTree(reference_)          ? FetchTree(options, sink)
                    : IsCommitRange(reference_) ? FetchCommits(options, sink, done)
                                                : FetchUncommitted(options, sink));
    done.set_rung("git");
    return done;
  }

  absl::Status ReadBlobs(const std::vector<BlobRef>& blobs, const ReadOptions& options,
                         const BlobReceiver& receive) override;

  absl::StatusOr<std::vector<v1::TreeEntry>> ListTree(
      change::v1::Side side, const std::vector<std::string>& suffixes) override;

 private:
  absl::Status Open();
  absl::Status FetchCommits(const FetchOptions& options, ChangeSink& sink, v1::Done& done);
  absl::Status FetchTree(const FetchOptions& options, ChangeSink& sink);
  absl::Status FetchUncommitted(const FetchOptions& options, ChangeSink& sink);
  absl::StatusOr<GitCommit> FindBefore(const GitCommit& base, const GitCommit& head);
  absl::Status DescribeCommits(const GitCommit& before, const GitCommit& after,
                               change::v1::ChangeInfo* info);
  v1::Opened NewOpened() const;
  std::string NameOf(const BlobRef& blob) const;
  absl::StatusOr<std::string> ReadFromDisk(const BlobRef& blob, int64_t max_bytes);
  absl::StatusOr<std::string> FindTree(change::v1::Side side);
  absl::StatusOr<std::vector<v1::TreeEntry>> ListCommit(const std::string& commit,
                                                        const std::vector<std::string>& suffixes);

  LocalRepository reference_;
  LocalAccess access_;
  CallControl control_;
  GitPool* const pool_;
  std::unique_ptr<GitRepository> git_;
};

absl::Status GitSource::Open() {
  if (git_ != nullptr) return absl::OkStatus();
  if (reference_.head().empty()) reference_.set_head("HEAD");
  if (IsTree(reference_)) reference_.set_base(reference_.head());
  if (reference_.base().empty() && !IsCommitRange(reference_)) reference_.set_base("HEAD");
  RETURN_IF_ERROR(CheckRevision(reference_.base()));
  RETURN_IF_ERROR(CheckRevision(reference_.head()));
  const bool is_committed = IsCommitRange(reference_) || IsTree(reference_);
  ASSIGN_OR_RETURN(git_, GitRepository::Open(reference_.path(), access_, control_,
                                             is_committed ? pool_ : nullptr));
  if (is_committed) return absl::OkStatus();
  return git_->UseIndex(reference_.mode() == LocalRepository::MODE_WORKING_TREE);
}

v1::Opened GitSource::NewOpened() const {
  v1::Opened opened;
  change::v1::ChangeInfo* info = opened.mutable_info();
  info->set_repository(git_->layout().Name());
  info->set_base_ref(ToDisplayText(reference_.base()));
  if (IsCommitRange(reference_)) info->set_head_ref(ToDisplayText(reference_.head()));
  info->set_has_content(true);
  LocalRepository* pinned = opened.mutable_pinned()->mutable_local();
  *pinned = reference_;
  pinned->clear_head();
  const GitLayout& layout = git_->layout();
  pinned->set_path(layout.work_tree.empty() ? layout.git_dir : layout.work_tree);
  return opened;
}

absl::Status GitSource::DescribeCommits(const GitCommit& before, const GitCommit& after,
                                        change::v1::ChangeInfo* info) {
  if (before.id == after.id) return absl::OkStatus();
  std::vector<change::v1::Commit> commits;
  if (std::optional<change::v1::Commit> only = OnlyCommit(before, after); only.has_value()) {
    commits.push_back(*std::move(only));
  } else {
    ASSIGN_OR_RETURN(std::unique_ptr<GitHistory> history,
                     GitHistory::Start(*git_, before.id, after.id));
    ASSIGN_OR_RETURN(commits, history->Read(control_));
  }
  for (const change::v1::Commit& commit : commits) *info->add_commits() = commit;
  if (commits.empty()) return absl::OkStatus();
  info->set_author(commits.back().author());
  if (commits.size() > 1) return absl::OkStatus();
  info->set_title(commits[0].subject());
  info->set_body(commits[0].body());
  return absl::OkStatus();
}

// The commit whose tree is the "before" side.
absl::StatusOr<GitCommit> GitSource::FindBefore(const GitCommit& base, const GitCommit& head) {
  if (reference_.mode() != LocalRepository::MODE_MERGE_BASE) return base;
  for (const std::string& parent : head.parents) {
    if (parent == base.id) return base;
  }
  ASSIGN_OR_RETURN(std::string id, git_->MergeBase(base.id, head.id));
  ASSIGN_OR_RETURN(std::vector<GitCommit> commits, git_->ResolveCommits({id}));
  return commits[0];
}

absl::Status GitSource::FetchCommits(const FetchOptions& options, ChangeSink& sink,
                                     v1::Done& done) {
  RETURN_IF_ERROR(git_->Objects().status());
  std::unique_ptr<GitDiff> diff;
  auto start = [&](const std::string& before, const std::string& after) -> absl::Status {
    ASSIGN_OR_RETURN(
        diff, git_->StartDiff(GitRepository::TreeDiff(before, after, options.context_lines)));
    return absl::OkStatus();
  };
  // Ids need no look-up before the slow part starts.
  if (reference_.mode() == LocalRepository::MODE_RANGE && IsFullObjectId(reference_.base()) &&
      IsFullObjectId(reference_.head())) {
    RETURN_IF_ERROR(start(reference_.base(), reference_.head()));
  }
  ASSIGN_OR_RETURN(std::vector<GitCommit> ends,
                   git_->ResolveCommits({reference_.base(), reference_.head()}));
  ASSIGN_OR_RETURN(GitCommit before, FindBefore(ends[0], ends[1]));
  const GitCommit& after = ends[1];
  if (diff == nullptr) RETURN_IF_ERROR(start(before.id, after.id));

  v1::Opened opened = NewOpened();
  opened.set_before_tree(before.tree);
  opened.set_after_tree(after.tree);
  LocalRepository* pinned = opened.mutable_pinned()->mutable_local();
  pinned->set_mode(LocalRepository::MODE_RANGE);
  pinned->set_base(before.id);
  pinned->set_head(after.id);
  change::v1::ChangeInfo* info = opened.mutable_info();
  info->set_base_commit(ends[0].id);
  info->set_head_commit(after.id);
  info->set_merge_base_commit(before.id);
  const absl::Status described = DescribeCommits(before, after, info);
  if (!absl::IsFailedPrecondition(described)) RETURN_IF_ERROR(described);
  // Who has been told of the change reads files of it while the diff is on its way.
  git_->ReleaseObjects();
  RETURN_IF_ERROR(sink.OnOpened(opened));
  if (!described.ok()) RETURN_IF_ERROR(sink.OnDiagnostic(HistoryUnread(described)));
  DiffSender sender(sink);
  const absl::Status sent = sender.Send(*diff);
  if (sent.ok() && options.wants_lines) {
    for (change::v1::LineCommit& commit : ReadLines(*git_, before, sender.Finished(), control_)) {
      done.add_lines()->Swap(&commit);
    }
  }
  return sent.ok() ? sent
                   : SendReadable(*git_,
                                  {.before = before.tree,
                                   .after = after.tree,
                                   .context_lines = options.context_lines},
                                  sent, sender, sink);
}

absl::Status GitSource::FetchTree(const FetchOptions& options, ChangeSink& sink) {
  RETURN_IF_ERROR(git_->Objects().status());
  ASSIGN_OR_RETURN(std::vector<GitCommit> commits, git_->ResolveCommits({reference_.head()}));
  const GitCommit& head = commits[0];
  for (const std::string& path : reference_.paths()) {
    if (git_->Run({"rev-parse", "--verify", "--quiet", "--end-of-options",
                   absl::StrCat(head.id, ":", path)})
            .ok()) {
      continue;
    }
    return absl::NotFoundError(absl::StrCat("commit ", head.id.substr(0, 12), " has no file \"",
                                            ToDisplayText(path),
                                            "\"; paths start at the repository's root"));
  }
  ASSIGN_OR_RETURN(
      std::unique_ptr<GitDiff> diff,
      git_->StartDiff(GitRepository::TreeDiff(EmptyTree(head.tree), head.id, options.context_lines,
                                              PathPatterns(reference_))));
  v1::Opened opened = NewOpened();
  opened.set_after_tree(head.tree);
  LocalRepository* pinned = opened.mutable_pinned()->mutable_local();
  pinned->set_base(head.id);  // Where the repository's policy is read.
  pinned->set_head(head.id);
  change::v1::ChangeInfo* info = opened.mutable_info();
  info->clear_base_ref();
  info->set_head_ref(ToDisplayText(reference_.head()));
  info->set_head_commit(head.id);
  if (IsTreeOnly(reference_)) {
    // How commits are written is part of what a repository is.
    ASSIGN_OR_RETURN(std::unique_ptr<GitHistory> history,
                     GitHistory::StartLast(*git_, head.id, kLastCommits));
    ASSIGN_OR_RETURN(const std::vector<change::v1::Commit> last, history->Read(control_));
    for (const change::v1::Commit& commit : last) *info->add_commits() = commit;
    for (change::v1::PastCommit& commit : ReadPast(*git_, head.id, control_)) {
      opened.add_history()->Swap(&commit);
    }
  } else {
    info->set_title(absl::StrCat("Scan of ", head.id.substr(0, 12)));
  }
  RETURN_IF_ERROR(sink.OnOpened(opened));
  DiffSender sender(sink);
  absl::Status sent = sender.Send(*diff);
  if (sent.ok()) return sent;
  const auto is_wanted = [this](absl::string_view path) { return IsWanted(reference_, path); };
  return SendReadable(*git_,
                      {.before = EmptyTree(head.tree),
                       .after = head.tree,
                       .context_lines = options.context_lines,
                       .patterns = PathPatterns(reference_),
                       .is_wanted = is_wanted},
                      sent, sender, sink);
}

absl::Status GitSource::FetchUncommitted(const FetchOptions& options, ChangeSink& sink) {
  ASSIGN_OR_RETURN(std::vector<GitCommit> base, git_->ResolveCommits({reference_.base()}));
  v1::Opened opened = NewOpened();
  opened.set_before_tree(base[0].tree);
  opened.mutable_pinned()->mutable_local()->set_base(base[0].id);
  opened.mutable_info()->set_base_commit(base[0].id);
  opened.mutable_info()->set_merge_base_commit(base[0].id);
  RETURN_IF_ERROR(sink.OnOpened(opened));
  if (reference_.mode() == LocalRepository::MODE_WORKING_TREE) {
    ASSIGN_OR_RETURN(WorkTreeChanges changes,
                     ReadWorkTree(*git_, base[0].id, options.context_lines));
    for (const GitGap& gap : changes.gaps) changes.files.push_back(gap.file);
    RETURN_IF_ERROR(SendFiles(changes.files, sink));
    RETURN_IF_ERROR(sink.OnDiff(changes.patch));
    RETURN_IF_ERROR(SendUnmerged(changes.unmerged, sink));
    RETURN_IF_ERROR(SendGaps(changes.gaps, sink));
    ASSIGN_OR_RETURN(const auto untracked, FindUntrackedSource(*git_));
    for (const change::v1::LedgerEntry& entry : untracked) {
      // The index has lost a file whose old version is not there; it has its entry.
      const bool is_told =
          std::any_of(changes.gaps.begin(), changes.gaps.end(),
                      [&entry](const GitGap& gap) { return gap.file.new_path() == entry.path(); });
      if (!is_told) RETURN_IF_ERROR(sink.OnLedger(entry));
    }
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(std::unique_ptr<GitDiff> diff,
                   git_->StartDiff(GitRepository::IndexDiff(base[0].id, options.context_lines)));
  DiffSender sender(sink);
  absl::Status sent = sender.Send(*diff);
  if (!absl::IsFailedPrecondition(sent)) return sent;
  // With merge conflicts the index is no tree.
  const absl::StatusOr<std::string> tree = git_->Run({"write-tree", "--missing-ok"});
  if (!tree.ok()) return sent;
  return SendReadable(*git_,
                      {.before = base[0].tree,
                       .after = tree->substr(0, tree->find('\n')),
                       .context_lines = options.context_lines},
                      sent, sender, sink);
}

absl::Status GitSource::ReadBlobs(const std::vector<BlobRef>& blobs, const ReadOptions& options,
                                  const BlobReceiver& receive) {
  RETURN_IF_ERROR(Open());
  std::vector<std::string> names;
  for (const BlobRef& blob : blobs) names.push_back(NameOf(blob));
  ASSIGN_OR_RETURN(GitObjects * objects, git_->Objects());
  return objects->Read(
      names, options.max_blob_bytes, [&](size_t i, absl::StatusOr<GitObject> object) {
        bool may_be_on_disk = reference_.mode() == LocalRepository::MODE_WORKING_TREE &&
                              blobs[i].side() != change::v1::SIDE_LEFT;
        if (names[i] == kNoName) {
          return receive(blobs[i], absl::InvalidArgumentError(absl::StrCat(
                                       "\"", ToDisplayText(blobs[i].blob_id().substr(0, 100)),
                                       "\" is no git object id in full")));
        }
        if (absl::IsNotFound(object.status()) && may_be_on_disk) {
          absl::StatusOr<std::string> content = ReadFromDisk(blobs[i], options.max_blob_bytes);
          if (!content.ok()) return receive(blobs[i], content.status());
          return receive(blobs[i], absl::string_view(*content));
        }
        if (!object.ok()) return receive(blobs[i], object.status());
        if (object->type != "blob") {
          return receive(blobs[i], absl::InvalidArgumentError(absl::StrCat(
                                       object->id, " is a ", object->type, ", not a file")));
        }
        return receive(blobs[i], object->content);
      });
}

// What git is asked for; kNoName: nothing that it could know.
std::string GitSource::NameOf(const BlobRef& blob) const {
  if (IsFullObjectId(blob.blob_id())) return blob.blob_id();
  const std::string path = FromPathText(blob.path());
  const bool is_at_path = blob.blob_id().empty() && !path.empty() &&
                          blob.side() == change::v1::SIDE_LEFT &&
                          path.find('\n') == std::string::npos && IsFullObjectId(reference_.base());
  // Without an id: what stands at that path before the change.
  return is_at_path ? absl::StrCat(reference_.base(), ":", path) : kNoName;
}

absl::StatusOr<std::string> GitSource::ReadFromDisk(const BlobRef& blob, int64_t max_bytes) {
  std::string path = FromPathText(blob.path());
  ASSIGN_OR_RETURN(Folder folder, Folder::Open(git_->layout().work_tree));
  ASSIGN_OR_RETURN(std::string content, folder.Read(path, max_bytes));
  if (BlobId(content, blob.blob_id().size()) == blob.blob_id()) return content;
  // Git may keep it in another form (line ends, encoding): let it convert, into our own store.
  ASSIGN_OR_RETURN(std::string answer,
                   git_->Run({"hash-object", "-w", "--stdin", "--path=" + path}, content));
  std::string id = answer.substr(0, answer.find('\n'));
  if (id != blob.blob_id()) {
    return absl::AbortedError(absl::StrCat("\"", blob.path(),
                                           "\" has changed on disk since the change was read; "
                                           "start again"));
  }
  return git_->Run({"cat-file", "blob", id});
}

// A commit with the tree of one side; of uncommitted changes, always that before them.
absl::StatusOr<std::string> GitSource::FindTree(change::v1::Side side) {
  bool is_base =
      side == change::v1::SIDE_LEFT || (!IsCommitRange(reference_) && !IsTree(reference_));
  const std::string& named = is_base ? reference_.base() : reference_.head();
  bool is_merge_base = is_base && reference_.mode() == LocalRepository::MODE_MERGE_BASE;
  if (IsFullObjectId(named) && !is_merge_base) return named;
  ASSIGN_OR_RETURN(std::vector<GitCommit> ends,
                   git_->ResolveCommits({reference_.base(), reference_.head()}));
  if (!is_base) return ends[1].id;
  ASSIGN_OR_RETURN(GitCommit before, FindBefore(ends[0], ends[1]));
  return before.id;
}

absl::StatusOr<std::vector<v1::TreeEntry>> GitSource::ListTree(
    change::v1::Side side, const std::vector<std::string>& suffixes) {
  RETURN_IF_ERROR(Open());
  bool is_before = side == change::v1::SIDE_LEFT;
  if (IsTree(reference_) && is_before) return std::vector<v1::TreeEntry>();
  if (reference_.mode() == LocalRepository::MODE_INDEX && !is_before) {
    ASSIGN_OR_RETURN(std::string list, git_->Run({"ls-files", "--stage", "-z"}));
    ASSIGN_OR_RETURN(std::vector<v1::TreeEntry> entries, ParseTreeList(list));
    return FilterTree(std::move(entries), suffixes);
  }
  ASSIGN_OR_RETURN(std::string commit, FindTree(side));
  if (reference_.mode() != LocalRepository::MODE_WORKING_TREE || is_before) {
    ASSIGN_OR_RETURN(std::vector<v1::TreeEntry> entries, ListCommit(commit, suffixes));
    return FilterTree(std::move(entries), {});
  }
  ASSIGN_OR_RETURN(std::vector<v1::TreeEntry> entries, ListCommit(commit, {}));
  ASSIGN_OR_RETURN(WorkTreeChanges changes, ReadWorkTree(*git_, commit, 0));
  return FilterTree(ApplyChanges(std::move(entries), changes.files), suffixes);
}

absl::StatusOr<std::vector<v1::TreeEntry>> GitSource::ListCommit(
    const std::string& commit, const std::vector<std::string>& suffixes) {
  GitTreeCache own;
  ASSIGN_OR_RETURN(GitObjects * objects, git_->Objects());
  absl::StatusOr<std::vector<v1::TreeEntry>> walked =
      WalkTree(*objects, pool_ != nullptr ? pool_->trees() : own, commit, suffixes);
  if (absl::IsNotFound(walked.status()) || absl::IsDataLoss(walked.status())) {
    return absl::FailedPreconditionError(
        absl::StrCat("the tree of commit ", commit, ": ", English(GapReason(walked.status()))));
  }
  return walked;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ChangeSource>> NewGitSource(const LocalRepository& reference,
                                                           const LocalAccess& access,
                                                           const CallControl& control,
                                                           GitPool* pool) {
  if (!IsCommitRange(reference) && !IsTree(reference) &&
      reference.mode() != LocalRepository::MODE_WORKING_TREE &&
      reference.mode() != LocalRepository::MODE_INDEX) {
    return absl::InvalidArgumentError(
        "a local repository needs a mode: range, merge base, working tree, index or tree");
  }
  return std::make_unique<GitSource>(reference, access, control, pool);
}

}  // namespace allreview::pull_request

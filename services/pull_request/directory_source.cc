#include "services/pull_request/directory_source.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "sentences/messages/explain.h"
#include "sentences/phrases/coverage.h"
#include "services/pull_request/folder.h"
#include "services/pull_request/git_repository.h"
#include "services/pull_request/git_send.h"
#include "services/pull_request/git_trees.h"

namespace allreview::pull_request {
namespace {

using change::v1::BlobRef;

// A larger file is not compared and stands in the ledger as such.
constexpr int64_t kMaxFileBytes = 256 << 20;
constexpr char kBefore[] = "refs/heads/before";
constexpr char kAfter[] = "refs/heads/after";

std::string Quoted(absl::string_view path) {
  std::string quoted = "\"";
  for (unsigned char c : path) {
    if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\') {
      quoted += static_cast<char>(c);
    } else {
      absl::StrAppendFormat(&quoted, "\\%03o", c);
    }
  }
  return quoted + "\"";
}

// A commit of the changed files of one side, in the language of git fast-import.
class CommitWriter {
 public:
  CommitWriter(Subprocess& process, const CallControl& control)
      : process_(process), control_(control) {}

  absl::Status Begin(absl::string_view ref) {
    return process_.Write(absl::StrCat("commit ", ref, "\ncommitter - <-> 0 +0000\ndata 0\n"),
                          control_);
  }

  absl::Status Add(const FolderEntry& file, absl::string_view content) {
    RETURN_IF_ERROR(process_.Write(absl::StrFormat("M %06o inline %s\ndata %d\n", file.mode,
                                                   Quoted(file.path), content.size()),
                                   control_));
    RETURN_IF_ERROR(process_.Write(content, control_));
    return process_.Write("\n", control_);
  }

 private:
  Subprocess& process_;
  const CallControl& control_;
};

class DirectorySource : public ChangeSource {
 public:
  DirectorySource(change::v1::DirectoryPair pair, Folder before, Folder after, CallControl control)
      : pair_(std::move(pair)),
        before_(std::move(before)),
        after_(std::move(after)),
        control_(std::move(control)) {}

  absl::StatusOr<v1::Done> Fetch(const FetchOptions& options, ChangeSink& sink) override;

  absl::Status ReadBlobs(const std::vector<BlobRef>& blobs, const ReadOptions& options,
                         const BlobReceiver& receive) override;

  absl::StatusOr<std::vector<v1::TreeEntry>> ListTree(
      change::v1::Side side, const std::vector<std::string>& suffixes) override;

 private:
  struct Changed {
    std::vector<FolderEntry> before;
    std::vector<FolderEntry> after;
    std::vector<std::string> too_large;
  };
  absl::StatusOr<Changed> FindChanged() const;
  absl::StatusOr<bool> IsSame(const FolderEntry& before, const FolderEntry& after) const;
  absl::Status Import(const Changed& changed, GitRepository& git) const;
  absl::StatusOr<std::string> ReadPinned(const BlobRef& blob, int64_t max_bytes) const;

  change::v1::DirectoryPair pair_;
  Folder before_;
  Folder after_;
  CallControl control_;
};

absl::StatusOr<bool> DirectorySource::IsSame(const FolderEntry& before,
                                             const FolderEntry& after) const {
  if (before.mode != after.mode || before.size != after.size) return false;
  ASSIGN_OR_RETURN(std::string old_content, before_.Read(before.path, kMaxFileBytes));
  ASSIGN_OR_RETURN(std::string new_content, after_.Read(after.path, kMaxFileBytes));
  return old_content == new_content;
}

absl::StatusOr<DirectorySource::Changed> DirectorySource::FindChanged() const {
  ASSIGN_OR_RETURN(std::vector<FolderEntry> before, before_.List(control_));
  ASSIGN_OR_RETURN(std::vector<FolderEntry> after, after_.List(control_));
  Changed changed;
  auto keep = [&changed](const FolderEntry& file, std::vector<FolderEntry>& side) {
    if (file.size <= kMaxFileBytes) {
      side.push_back(file);
    } else if (changed.too_large.empty() || changed.too_large.back() != file.path) {
      changed.too_large.push_back(file.path);
    }
  };
  for (size_t b = 0, a = 0; b < before.size() || a < after.size();) {
    RETURN_IF_ERROR(control_.Check());
    if (a == after.size() || (b < before.size() && before[b].path < after[a].path)) {
      keep(before[b++], changed.before);
    } else if (b == before.size() || after[a].path < before[b].path) {
      keep(after[a++], changed.after);
    } else {
      const FolderEntry& old_file = before[b++];
      const FolderEntry& new_file = after[a++];
      bool is_too_large = old_file.size > kMaxFileBytes || new_file.size > kMaxFileBytes;
      if (!is_too_large) {
        ASSIGN_OR_RETURN(bool is_same, IsSame(old_file, new_file));
        if (is_same) continue;
        changed.before.push_back(old_file);
        changed.after.push_back(new_file);
      } else {
        changed.too_large.push_back(new_file.path);
      }
    }
  }
  return changed;
}

absl::Status DirectorySource::Import(const Changed& changed, GitRepository& git) const {
  ASSIGN_OR_RETURN(std::unique_ptr<Subprocess> process,
                   git.Start({"fast-import", "--quiet", "--done"}, /*has_input=*/true));
  CommitWriter writer(*process, control_);
  auto write = [&](const char* ref, const Folder& folder,
                   const std::vector<FolderEntry>& files) -> absl::Status {
    RETURN_IF_ERROR(writer.Begin(ref));
    for (const FolderEntry& file : files) {
      ASSIGN_OR_RETURN(std::string content, folder.Read(file.path, kMaxFileBytes));
      RETURN_IF_ERROR(writer.Add(file, content));
    }
    return absl::OkStatus();
  };
  absl::Status status = write(kBefore, before_, changed.before);
  if (status.ok()) status = write(kAfter, after_, changed.after);
  if (status.ok()) status = process->Write("done\n", control_);
  // When git has stopped reading, its own words say more than our failed write does.
  if (!status.ok() && !absl::IsUnavailable(status)) return status;
  ASSIGN_OR_RETURN(ExitStatus exit, process->Wait(control_));
  if (exit.ok()) return status;
  return GitError("a temporary repository", "fast-import", exit, process->error_text());
}

absl::StatusOr<v1::Done> DirectorySource::Fetch(const FetchOptions& options, ChangeSink& sink) {
  v1::Opened opened;
  *opened.mutable_pinned()->mutable_directories() = pair_;
  change::v1::ChangeInfo* info = opened.mutable_info();
  absl::string_view folder = pair_.after();
  info->set_repository(ToDisplayText(folder.substr(folder.rfind('/') + 1)));
  info->set_base_ref(ToDisplayText(pair_.before()));
  info->set_head_ref(ToDisplayText(pair_.after()));
  info->set_has_content(true);
  RETURN_IF_ERROR(sink.OnOpened(opened));

  ASSIGN_OR_RETURN(Changed changed, FindChanged());
  if (!changed.before.empty() || !changed.after.empty()) {
    ASSIGN_OR_RETURN(std::unique_ptr<GitRepository> git, GitRepository::MakeEmpty(control_));
    RETURN_IF_ERROR(Import(changed, *git));
    ASSIGN_OR_RETURN(std::unique_ptr<GitDiff> diff, git->StartDiff(GitRepository::TreeDiff(
                                                        kBefore, kAfter, options.context_lines)));
    RETURN_IF_ERROR(DiffSender(sink).Send(*diff));
  }
  for (const std::string& path : changed.too_large) {
    change::v1::LedgerEntry entry;
    entry.set_path(ToPathText(path));
    entry.set_hunk(-1);
    entry.set_state(change::v1::LedgerEntry::STATE_NOT_FETCHED);
    SetReason(Sentence(phrases::kLargerThan, {{"size", absl::StrCat(kMaxFileBytes >> 20)}}), entry);
    entry.set_stage("pull_request");
    RETURN_IF_ERROR(sink.OnLedger(entry));
  }
  v1::Done done;
  done.set_rung("directories");
  return done;
}

absl::StatusOr<std::string> DirectorySource::ReadPinned(const BlobRef& blob,
                                                        int64_t max_bytes) const {
  const Folder& folder = blob.side() == change::v1::SIDE_LEFT ? before_ : after_;
  ASSIGN_OR_RETURN(std::string content, folder.Read(FromPathText(blob.path()), max_bytes));
  // Without an id: whatever stands at that path.
  if (blob.blob_id().empty() || GitBlobId(content) == blob.blob_id()) return content;
  return absl::AbortedError(absl::StrCat(
      "\"", blob.path(), "\" has changed on disk since the change was read; start again"));
}

absl::Status DirectorySource::ReadBlobs(const std::vector<BlobRef>& blobs,
                                        const ReadOptions& options, const BlobReceiver& receive) {
  for (const BlobRef& blob : blobs) {
    RETURN_IF_ERROR(control_.Check());
    absl::StatusOr<std::string> content = ReadPinned(blob, options.max_blob_bytes);
    if (content.ok()) {
      RETURN_IF_ERROR(receive(blob, absl::string_view(*content)));
    } else {
      RETURN_IF_ERROR(receive(blob, content.status()));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<v1::TreeEntry>> DirectorySource::ListTree(
    change::v1::Side side, const std::vector<std::string>& suffixes) {
  const Folder& folder = side == change::v1::SIDE_LEFT ? before_ : after_;
  ASSIGN_OR_RETURN(std::vector<FolderEntry> files, folder.List(control_));
  std::vector<v1::TreeEntry> entries;
  for (const FolderEntry& file : files) {
    bool is_wanted = suffixes.empty();
    for (const std::string& suffix : suffixes) {
      is_wanted = is_wanted || absl::EndsWith(file.path, suffix);
    }
    if (!is_wanted || file.size > kMaxFileBytes) continue;
    RETURN_IF_ERROR(control_.Check());
    ASSIGN_OR_RETURN(std::string content, folder.Read(file.path, kMaxFileBytes));
    v1::TreeEntry entry;
    entry.set_path(ToPathText(file.path));
    entry.set_mode(file.mode);
    entry.set_blob_id(GitBlobId(content));
    entries.push_back(std::move(entry));
  }
  return FilterTree(std::move(entries), {});
}

}  // namespace

absl::StatusOr<std::unique_ptr<ChangeSource>> NewDirectorySource(
    const change::v1::DirectoryPair& pair, const LocalAccess& access, const CallControl& control) {
  change::v1::DirectoryPair resolved;
  ASSIGN_OR_RETURN(*resolved.mutable_before(), access.Resolve(pair.before()));
  ASSIGN_OR_RETURN(*resolved.mutable_after(), access.Resolve(pair.after()));
  ASSIGN_OR_RETURN(Folder before, Folder::Open(resolved.before()));
  ASSIGN_OR_RETURN(Folder after, Folder::Open(resolved.after()));
  return std::make_unique<DirectorySource>(std::move(resolved), std::move(before), std::move(after),
                                           control);
}

}  // namespace allreview::pull_request

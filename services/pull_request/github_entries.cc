#include "services/pull_request/github_entries.h"

#include <set>

#include "absl/strings/match.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;
using change::v1::FileStatus;

constexpr uint32_t kTypeBits = 0170000;

FileStatus StatusOf(absl::string_view status) {
  if (status == "added") return change::v1::FILE_STATUS_ADDED;
  if (status == "removed") return change::v1::FILE_STATUS_DELETED;
  if (status == "renamed") return change::v1::FILE_STATUS_RENAMED;
  if (status == "copied") return change::v1::FILE_STATUS_COPIED;
  return change::v1::FILE_STATUS_MODIFIED;
}

FileStatus StatusOf(diff::Status status) {
  switch (status) {
    case diff::Status::kAdded:
      return change::v1::FILE_STATUS_ADDED;
    case diff::Status::kDeleted:
      return change::v1::FILE_STATUS_DELETED;
    case diff::Status::kRenamed:
      return change::v1::FILE_STATUS_RENAMED;
    case diff::Status::kCopied:
      return change::v1::FILE_STATUS_COPIED;
    case diff::Status::kModified:
      break;
  }
  return change::v1::FILE_STATUS_MODIFIED;
}

void SetBefore(const TreeFile* file, FileEntry& entry) {
  if (file == nullptr) return;
  entry.set_old_mode(file->mode);
  entry.set_old_blob_id(file->blob_id);
}

void SetAfter(const TreeFile* file, FileEntry& entry) {
  if (file == nullptr) return;
  entry.set_new_mode(file->mode);
  entry.set_new_blob_id(file->blob_id);
}

void CompleteFromTrees(const Snapshot& snapshot, FileEntry& entry) {
  if (!snapshot.before.has_value()) return;
  if (HasBefore(entry)) SetBefore(snapshot.before->Find(FromPathText(entry.old_path())), entry);
  if (HasAfter(entry)) SetAfter(snapshot.after->Find(FromPathText(entry.new_path())), entry);
  bool is_other_type = entry.old_mode() != 0 && entry.new_mode() != 0 &&
                       (entry.old_mode() & kTypeBits) != (entry.new_mode() & kTypeBits);
  if (is_other_type && entry.status() == change::v1::FILE_STATUS_MODIFIED) {
    entry.set_status(change::v1::FILE_STATUS_TYPE_CHANGED);
  }
}

FileEntry EntryOfParsed(const diff::File& file) {
  FileEntry entry;
  entry.set_status(StatusOf(file.status));
  entry.set_old_path(ToPathText(file.old_path));
  entry.set_new_path(ToPathText(file.new_path));
  entry.set_old_mode(file.old_mode);
  entry.set_new_mode(file.new_mode);
  entry.set_similarity(file.similarity);
  if (HasBefore(entry) && IsObjectId(file.old_blob_id)) {
    entry.set_old_blob_id(std::string(file.old_blob_id));
  }
  if (HasAfter(entry) && IsObjectId(file.new_blob_id)) {
    entry.set_new_blob_id(std::string(file.new_blob_id));
  }
  return entry;
}

bool IsTypeChange(const FileEntry& deleted, const FileEntry& added) {
  return deleted.status() == change::v1::FILE_STATUS_DELETED &&
         added.status() == change::v1::FILE_STATUS_ADDED && deleted.old_path() == added.new_path();
}

}  // namespace

bool HasBefore(const FileEntry& entry) { return entry.status() != change::v1::FILE_STATUS_ADDED; }
bool HasAfter(const FileEntry& entry) { return entry.status() != change::v1::FILE_STATUS_DELETED; }

FileEntry EntryOfListed(const FileJson& file, const Snapshot& snapshot) {
  FileEntry entry;
  entry.set_status(StatusOf(file.status));
  bool is_moved = entry.status() == change::v1::FILE_STATUS_RENAMED ||
                  entry.status() == change::v1::FILE_STATUS_COPIED;
  entry.set_new_path(ToPathText(file.path));
  entry.set_old_path(ToPathText(is_moved ? file.previous_path : file.path));
  if (HasAfter(entry)) {
    entry.set_new_blob_id(file.sha);
  } else {
    entry.set_old_blob_id(file.sha);
  }
  CompleteFromTrees(snapshot, entry);
  return entry;
}

FileEntry EntryOfPath(const std::string& path, const Snapshot& snapshot) {
  FileEntry entry;
  entry.set_old_path(ToPathText(path));
  entry.set_new_path(ToPathText(path));
  entry.set_status(change::v1::FILE_STATUS_MODIFIED);
  if (snapshot.before->Find(path) == nullptr) entry.set_status(change::v1::FILE_STATUS_ADDED);
  if (snapshot.after->Find(path) == nullptr) entry.set_status(change::v1::FILE_STATUS_DELETED);
  CompleteFromTrees(snapshot, entry);
  return entry;
}

DiffEntries EntriesOfDiff(const diff::Diff& diff, const Snapshot& snapshot) {
  DiffEntries result;
  for (const diff::File& file : diff.files()) {
    FileEntry entry = EntryOfParsed(file);
    std::string given_old_id(HasBefore(entry) ? file.old_blob_id : "");
    if (!result.files.empty() && IsTypeChange(result.files.back(), entry)) {
      result.files.pop_back();
      entry.set_status(change::v1::FILE_STATUS_MODIFIED);
    }
    CompleteFromTrees(snapshot, entry);
    if (!absl::StartsWith(entry.old_blob_id(), given_old_id)) {
      entry.clear_old_blob_id();
      result.contradicting.push_back(entry.old_path());
    }
    result.files.push_back(std::move(entry));
  }
  return result;
}

std::vector<std::string> UnmentionedPaths(const std::vector<FileEntry>& files,
                                          const Snapshot& snapshot) {
  if (!snapshot.before.has_value()) return {};
  std::set<std::string> mentioned;
  for (const FileEntry& file : files) {
    mentioned.insert(FromPathText(file.new_path()));
    if (file.status() == change::v1::FILE_STATUS_RENAMED) {
      mentioned.insert(FromPathText(file.old_path()));
    }
  }
  std::vector<std::string> unmentioned;
  for (std::string& path : ChangedPaths(*snapshot.before, *snapshot.after)) {
    if (!mentioned.count(path)) unmentioned.push_back(std::move(path));
  }
  return unmentioned;
}

}  // namespace allreview::pull_request

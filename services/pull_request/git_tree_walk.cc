#include "services/pull_request/git_tree_walk.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

constexpr int64_t kMaxTreeBytes = 16 << 20;
constexpr size_t kMaxFiles = 1'000'000;
constexpr size_t kMaxPath = 4096;

absl::Status NoTree() {
  return absl::InternalError("a tree of the repository is not as git makes them");
}

absl::StatusOr<GitTree> TreeOf(const absl::StatusOr<GitObject>& object) {
  if (!object.ok()) return object.status();
  if (absl::string_view(object->type) != "tree") {
    return absl::InternalError(absl::StrCat("the object ", object->id, " is no tree"));
  }
  return ParseTree(object->content, object->id.size() / 2);
}

bool IsWanted(absl::string_view path, const std::vector<std::string>& suffixes) {
  return suffixes.empty() ||
         std::any_of(suffixes.begin(), suffixes.end(),
                     [&](const std::string& suffix) { return absl::EndsWith(path, suffix); });
}

// Folders of one level of the tree, and the files found so far.
class Walk {
 public:
  Walk(GitObjects& objects, GitTreeCache& cache, const std::vector<std::string>& suffixes)
      : objects_(objects), cache_(cache), suffixes_(suffixes) {}

  absl::StatusOr<std::vector<v1::TreeEntry>> Run(const std::string& revision) {
    std::vector<Folder> level = {{"", absl::StrCat(revision, "^{tree}")}};
    while (!level.empty()) {
      RETURN_IF_ERROR(ReadMissing(&level));
      std::vector<Folder> next;
      for (const Folder& folder : level) {
        ASSIGN_OR_RETURN(std::vector<Folder> inner, Visit(folder));
        std::move(inner.begin(), inner.end(), std::back_inserter(next));
      }
      level = std::move(next);
    }
    return std::move(files_);
  }

 private:
  struct Folder {
    std::string path;  // With '/' at the end; empty: the root.
    std::string id;
    std::shared_ptr<const GitTree> tree = nullptr;
  };

  // A folder whose list cannot be read keeps no tree. Fails when that is the root.
  absl::Status ReadMissing(std::vector<Folder>* level) {
    std::vector<Folder*> missing;
    std::vector<std::string> ids;
    for (Folder& folder : *level) {
      folder.tree = cache_.Find(folder.id);
      if (folder.tree != nullptr) continue;
      missing.push_back(&folder);
      ids.push_back(folder.id);
    }
    absl::Status wrong;
    RETURN_IF_ERROR(objects_.Read(
        ids, kMaxTreeBytes, [&](size_t i, absl::StatusOr<GitObject> object) -> absl::Status {
          absl::StatusOr<GitTree> tree = TreeOf(object);
          if (tree.ok()) {
            missing[i]->tree = cache_.Keep(object->id, *std::move(tree));
          } else if (missing[i]->path.empty()) {
            wrong = tree.status();
          }
          return absl::OkStatus();  // The other answers are to be read, too.
        }));
    return wrong;
  }

  // The folders in it.
  absl::StatusOr<std::vector<Folder>> Visit(const Folder& folder) {
    std::vector<Folder> inner;
    if (folder.tree == nullptr) {
      v1::TreeEntry& unlisted = files_.emplace_back();
      unlisted.set_mode(GitTree::kFolderMode);
      unlisted.set_blob_id(folder.id);
      unlisted.set_path(ToPathText(folder.path));
      return inner;
    }
    for (const GitTree::Entry& entry : folder.tree->entries) {
      std::string path = absl::StrCat(folder.path, entry.name);
      if (++visited_ > kMaxFiles || path.size() > kMaxPath) {
        return absl::ResourceExhaustedError("the tree has too many files or too long paths");
      }
      if (entry.IsFolder()) {
        inner.push_back({absl::StrCat(path, "/"), entry.id});
      } else if (IsWanted(path, suffixes_)) {
        v1::TreeEntry& file = files_.emplace_back();
        file.set_mode(entry.mode);
        file.set_blob_id(entry.id);
        file.set_path(ToPathText(path));
      }
    }
    return inner;
  }

  GitObjects& objects_;
  GitTreeCache& cache_;
  const std::vector<std::string>& suffixes_;
  std::vector<v1::TreeEntry> files_;
  size_t visited_ = 0;
};

}  // namespace

absl::StatusOr<GitTree> ParseTree(absl::string_view content, size_t id_bytes) {
  // MODE ' ' NAME '\0' ID, again and again.
  GitTree tree;
  while (!content.empty()) {
    GitTree::Entry entry;
    const size_t blank = content.find(' '), end = content.find('\0');
    if (blank == absl::string_view::npos || end == absl::string_view::npos || blank > end ||
        content.size() - end - 1 < id_bytes) {
      return NoTree();
    }
    for (char digit : content.substr(0, blank)) {
      if (digit < '0' || digit > '7') return NoTree();
      entry.mode = entry.mode * 8 + static_cast<uint32_t>(digit - '0');
    }
    entry.name = std::string(content.substr(blank + 1, end - blank - 1));
    entry.id = absl::BytesToHexString(content.substr(end + 1, id_bytes));
    content.remove_prefix(end + 1 + id_bytes);
    tree.entries.push_back(std::move(entry));
  }
  return tree;
}

std::shared_ptr<const GitTree> GitTreeCache::Find(const std::string& id) const {
  const MutexLock lock(mutex_);
  const auto found = trees_.find(id);
  return found == trees_.end() ? nullptr : found->second;
}

std::shared_ptr<const GitTree> GitTreeCache::Keep(const std::string& id, GitTree tree) {
  auto kept = std::make_shared<const GitTree>(std::move(tree));
  const MutexLock lock(mutex_);
  if (entries_ + kept->entries.size() > kMaxEntries) {
    trees_.clear();
    entries_ = 0;
  }
  if (trees_.emplace(id, kept).second) entries_ += kept->entries.size();
  return kept;
}

absl::StatusOr<std::vector<v1::TreeEntry>> WalkTree(GitObjects& objects, GitTreeCache& cache,
                                                    const std::string& revision,
                                                    const std::vector<std::string>& suffixes) {
  return Walk(objects, cache, suffixes).Run(revision);
}

}  // namespace allreview::pull_request

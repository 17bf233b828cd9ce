#include "services/pull_request/git_gaps.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "sentences/phrases/change_source.h"
#include "services/pull_request/git_raw.h"
#include "services/pull_request/git_tree_walk.h"

namespace allreview::pull_request {
namespace {

using change::v1::FileEntry;

constexpr int64_t kMaxTreeBytes = 16 << 20;
constexpr size_t kMaxEntries = 1'000'000;
constexpr uint32_t kTypeMask = 0170000;
constexpr uint32_t kSubmodule = 0160000;

// The trees of these ids, in their order; each with its own status. An empty id is an empty tree.
absl::StatusOr<std::vector<absl::StatusOr<GitTree>>> ReadTrees(
    GitObjects& objects, const std::vector<std::string>& ids) {
  std::vector<absl::StatusOr<GitTree>> trees(ids.size(), GitTree());
  std::vector<std::string> names;
  std::vector<size_t> places;
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i].empty()) continue;
    names.push_back(absl::StrCat(ids[i], "^{tree}"));
    places.push_back(i);
  }
  RETURN_IF_ERROR(
      objects.Read(names, kMaxTreeBytes, [&](size_t i, const absl::StatusOr<GitObject>& object) {
        trees[places[i]] = object.ok() ? ParseTree(object->content, object->id.size() / 2)
                                       : absl::StatusOr<GitTree>(object.status());
        return absl::OkStatus();
      }));
  return trees;
}

// Object ids in what git says.
std::set<std::string> IdsIn(absl::string_view text) {
  std::set<std::string> ids;
  const auto is_separator = [](char c) { return !absl::ascii_isxdigit(c); };
  while (!text.empty()) {
    const auto end = std::find_if(text.begin(), text.end(), is_separator);
    const absl::string_view word = text.substr(0, end - text.begin());
    if (IsFullObjectId(word)) ids.emplace(word);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return ids;
}

class Search {
 public:
  Search(GitObjects& objects, const GapSearch& search) : objects_(objects), search_(search) {}

  absl::StatusOr<std::vector<GitGap>> Run() {
    std::vector<Folder> level = {{.path = "", .before = search_.before, .after = search_.after}};
    while (!level.empty()) {
      ASSIGN_OR_RETURN(level, Descend(level));
    }
    ASSIGN_OR_RETURN(std::vector<GitGap> files, FindGapsOf(objects_, files_, search_.git_error));
    std::move(files.begin(), files.end(), std::back_inserter(gaps_));
    return std::move(gaps_);
  }

 private:
  struct Folder {
    std::string path;           // With '/' at the end; empty: the root.
    std::string before, after;  // Empty: not there.
  };
  struct Sides {
    const GitTree::Entry* before = nullptr;
    const GitTree::Entry* after = nullptr;
  };

  absl::StatusOr<std::vector<Folder>> Descend(const std::vector<Folder>& level) {
    std::vector<std::string> ids;
    for (const Folder& folder : level) {
      ids.push_back(folder.before);
      ids.push_back(folder.after);
    }
    ASSIGN_OR_RETURN(std::vector<absl::StatusOr<GitTree>> trees, ReadTrees(objects_, ids));
    std::vector<Folder> next;
    for (size_t i = 0; i < level.size(); ++i) {
      const absl::StatusOr<GitTree>& before = trees[2 * i];
      const absl::StatusOr<GitTree>& after = trees[2 * i + 1];
      absl::Status status = before.ok() ? after.status() : before.status();
      if (status.ok()) {
        RETURN_IF_ERROR(Compare(level[i].path, *before, *after, next));
      } else if (level[i].path.empty()) {
        return status;
      } else {
        gaps_.push_back({.path = level[i].path, .reason = GapReason(status)});
      }
    }
    return next;
  }

  absl::Status Compare(const std::string& path, const GitTree& before, const GitTree& after,
                       std::vector<Folder>& next) {
    std::map<absl::string_view, Sides> names;
    for (const GitTree::Entry& entry : before.entries) names[entry.name].before = &entry;
    for (const GitTree::Entry& entry : after.entries) names[entry.name].after = &entry;
    entries_ += names.size();
    if (entries_ > kMaxEntries) {
      return absl::ResourceExhaustedError("the trees of the change have too many files");
    }
    for (const auto& [name, sides] : names) {
      const GitTree::Entry* left = sides.before;
      const GitTree::Entry* right = sides.after;
      if (left && right && left->id == right->id && left->mode == right->mode) continue;
      const bool was_folder = left != nullptr && left->IsFolder();
      const bool is_folder = right != nullptr && right->IsFolder();
      const std::string full = absl::StrCat(path, name);
      if (was_folder || is_folder) {
        next.push_back(
            {absl::StrCat(full, "/"), was_folder ? left->id : "", is_folder ? right->id : ""});
      }
      AddFile(full, was_folder ? nullptr : left, is_folder ? nullptr : right);
    }
    return absl::OkStatus();
  }

  void AddFile(const std::string& path, const GitTree::Entry* before, const GitTree::Entry* after) {
    if (before == nullptr && after == nullptr) return;
    if (search_.is_wanted && !search_.is_wanted(path)) return;
    FileEntry& entry = files_.emplace_back();
    entry.set_old_path(ToPathText(path));
    entry.set_new_path(entry.old_path());
    if (before != nullptr) {
      entry.set_old_mode(before->mode);
      entry.set_old_blob_id(before->id);
    }
    if (after != nullptr) {
      entry.set_new_mode(after->mode);
      entry.set_new_blob_id(after->id);
    }
    const bool is_same_type = before != nullptr && after != nullptr &&
                              (before->mode & kTypeMask) == (after->mode & kTypeMask);
    entry.set_status(before == nullptr  ? change::v1::FILE_STATUS_ADDED
                     : after == nullptr ? change::v1::FILE_STATUS_DELETED
                     : is_same_type     ? change::v1::FILE_STATUS_MODIFIED
                                        : change::v1::FILE_STATUS_TYPE_CHANGED);
  }

  GitObjects& objects_;
  const GapSearch& search_;
  std::vector<FileEntry> files_;  // Changed ones.
  std::vector<GitGap> gaps_;      // Folders.
  size_t entries_ = 0;
};

// Rewrites the folders on the way to the paths, the deepest first.
class Pruner {
 public:
  Pruner(GitRepository& git, const std::set<std::string>& paths) : git_(git), paths_(paths) {}

  absl::StatusOr<std::string> Run(const std::string& root) {
    std::vector<std::vector<Node>> levels = {{{.path = "", .id = root}}};
    while (!levels.back().empty()) {
      ASSIGN_OR_RETURN(std::vector<Node> next, Read(levels.back()));
      levels.push_back(std::move(next));
    }
    for (; !levels.empty(); levels.pop_back()) RETURN_IF_ERROR(Write(levels.back()));
    return written_[""];
  }

 private:
  struct Node {
    std::string path;  // With '/' at the end; empty: the root.
    std::string id;
    GitTree tree = {};
  };

  bool IsAbove(const std::string& folder) const {
    const auto below = paths_.upper_bound(folder);
    return below != paths_.end() && absl::StartsWith(*below, folder);
  }

  absl::StatusOr<std::vector<Node>> Read(std::vector<Node>& level) {
    std::vector<std::string> ids;
    for (const Node& node : level) ids.push_back(node.id);
    ASSIGN_OR_RETURN(GitObjects * objects, git_.Objects());
    ASSIGN_OR_RETURN(std::vector<absl::StatusOr<GitTree>> trees, ReadTrees(*objects, ids));
    std::vector<Node> next;
    for (size_t i = 0; i < level.size(); ++i) {
      ASSIGN_OR_RETURN(level[i].tree, std::move(trees[i]));
      for (const GitTree::Entry& entry : level[i].tree.entries) {
        std::string path = absl::StrCat(level[i].path, entry.name, "/");
        if (!entry.IsFolder() || paths_.count(path) > 0 || !IsAbove(path)) continue;
        next.push_back({.path = std::move(path), .id = entry.id});
      }
    }
    return next;
  }

  // As `git mktree` wants it: records, then an empty one.
  std::string Records(const Node& node) const {
    std::string records;
    for (const GitTree::Entry& entry : node.tree.entries) {
      const std::string path = absl::StrCat(node.path, entry.name, entry.IsFolder() ? "/" : "");
      if (paths_.count(path) > 0) continue;
      const auto rewritten = written_.find(path);
      const char* type = entry.IsFolder()                         ? "tree"
                         : (entry.mode & kTypeMask) == kSubmodule ? "commit"
                                                                  : "blob";
      absl::StrAppendFormat(&records, "%06o %s %s\t", entry.mode, type,
                            rewritten == written_.end() ? entry.id : rewritten->second);
      absl::StrAppend(&records, entry.name, absl::string_view("\0", 1));
    }
    return absl::StrCat(records, absl::string_view("\0", 1));
  }

  absl::Status Write(const std::vector<Node>& level) {
    if (level.empty()) return absl::OkStatus();
    std::string input;
    for (const Node& node : level) input += Records(node);
    ASSIGN_OR_RETURN(const std::string output,
                     git_.Run({"mktree", "-z", "--missing", "--batch"}, input));
    const std::vector<std::string> ids = absl::StrSplit(output, '\n', absl::SkipEmpty());
    if (ids.size() != level.size()) {
      return absl::InternalError("git mktree: it wrote another number of trees than asked for");
    }
    for (size_t i = 0; i < level.size(); ++i) written_[level[i].path] = ids[i];
    return absl::OkStatus();
  }

  GitRepository& git_;
  const std::set<std::string>& paths_;
  std::map<std::string, std::string> written_;  // Ids by path.
};

}  // namespace

Words GapReason(const absl::Status& status) {
  return Sentence(phrases::kObjectsMissing, {{"why", status.message()}});
}

absl::StatusOr<std::vector<GitGap>> FindGaps(GitObjects& objects, const GapSearch& search) {
  return Search(objects, search).Run();
}

absl::StatusOr<std::vector<GitGap>> FindGapsOf(GitObjects& objects,
                                               const std::vector<FileEntry>& changes,
                                               absl::string_view git_error) {
  const std::set<std::string> named = IdsIn(git_error);
  std::vector<Words> reasons(changes.size());
  std::vector<std::string> ids;
  std::vector<size_t> owners;
  for (size_t i = 0; i < changes.size(); ++i) {
    const auto add = [&](uint32_t mode, const std::string& id) {
      if (id.empty() || (mode & kTypeMask) == kSubmodule) return;
      if (named.count(id) > 0) reasons[i] = GapReason(absl::DataLossError(git_error));
      ids.push_back(id);
      owners.push_back(i);
    };
    add(changes[i].old_mode(), changes[i].old_blob_id());
    add(changes[i].new_mode(), changes[i].new_blob_id());
  }
  // Nothing of the content is kept.
  RETURN_IF_ERROR(objects.Read(ids, 0, [&](size_t i, const absl::StatusOr<GitObject>& object) {
    const bool is_readable = object.ok() || absl::IsResourceExhausted(object.status());
    if (!is_readable) reasons[owners[i]] = GapReason(object.status());
    return absl::OkStatus();
  }));
  std::vector<GitGap> gaps;
  for (size_t i = 0; i < changes.size(); ++i) {
    if (reasons[i].is_empty()) continue;
    const bool is_deleted = changes[i].status() == change::v1::FILE_STATUS_DELETED;
    gaps.push_back(
        {.path = FromPathText(is_deleted ? changes[i].old_path() : changes[i].new_path()),
         .file = changes[i],
         .reason = std::move(reasons[i])});
  }
  return gaps;
}

absl::StatusOr<std::string> TreeWithout(GitRepository& git, const std::string& tree,
                                        const std::set<std::string>& paths) {
  return Pruner(git, paths).Run(tree);
}

}  // namespace allreview::pull_request

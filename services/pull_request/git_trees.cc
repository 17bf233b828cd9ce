#include "services/pull_request/git_trees.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/utf8.h"
#include "services/pull_request/git_raw.h"
#include "services/pull_request/git_tree_walk.h"

namespace allreview::pull_request {
namespace {

uint32_t ReadOctal(absl::string_view digits) {
  uint32_t value = 0;
  for (char c : digits) value = value * 8 + (c - '0');
  return value;
}

bool IsOurs(absl::string_view stage) { return stage == "0" || stage == "2"; }

}  // namespace

absl::StatusOr<std::vector<v1::TreeEntry>> ParseTreeList(absl::string_view output) {
  std::vector<v1::TreeEntry> entries;
  for (absl::string_view record : absl::StrSplit(output, '\0', absl::SkipEmpty())) {
    size_t tab = record.find('\t');
    std::vector<absl::string_view> fields = absl::StrSplit(record.substr(0, tab), ' ');
    // ls-tree: mode, type, id. ls-files: mode, id, stage.
    bool is_index = fields.size() == 3 && IsFullObjectId(fields[1]);
    if (tab == absl::string_view::npos || fields.size() != 3 ||
        (!is_index && !IsFullObjectId(fields[2]))) {
      return absl::InternalError(absl::StrCat("git: expected a line of a list of files, found \"",
                                              ToDisplayText(record.substr(0, 80)), "\""));
    }
    if (is_index && !IsOurs(fields[2])) continue;
    v1::TreeEntry entry;
    entry.set_mode(ReadOctal(fields[0]));
    entry.set_blob_id(std::string(fields[is_index ? 1 : 2]));
    entry.set_path(ToPathText(record.substr(tab + 1)));
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<v1::TreeEntry> ApplyChanges(std::vector<v1::TreeEntry> entries,
                                        const std::vector<change::v1::FileEntry>& changes) {
  std::map<std::string, v1::TreeEntry> by_path;
  for (v1::TreeEntry& entry : entries) by_path[entry.path()] = std::move(entry);
  for (const change::v1::FileEntry& file : changes) {
    if (file.status() == change::v1::FILE_STATUS_DELETED ||
        file.status() == change::v1::FILE_STATUS_RENAMED) {
      by_path.erase(file.old_path());
    }
    if (file.status() == change::v1::FILE_STATUS_DELETED) continue;
    v1::TreeEntry& entry = by_path[file.new_path()];
    entry.set_path(file.new_path());
    entry.set_mode(file.new_mode());
    entry.set_blob_id(file.new_blob_id());
  }
  std::vector<v1::TreeEntry> result;
  for (auto& [path, entry] : by_path) result.push_back(std::move(entry));
  return result;
}

std::vector<v1::TreeEntry> FilterTree(std::vector<v1::TreeEntry> entries,
                                      const std::vector<std::string>& suffixes) {
  const bool is_all_wanted =
      suffixes.empty() || std::find(suffixes.begin(), suffixes.end(), "") != suffixes.end();
  auto is_unwanted = [&](const v1::TreeEntry& entry) {
    // There may be anything in a folder whose list could not be read.
    if (entry.mode() == GitTree::kFolderMode) return false;
    // The suffix is one of the path, not of its quoted form.
    std::string path = FromPathText(entry.path());
    return std::none_of(suffixes.begin(), suffixes.end(),
                        [&](const std::string& suffix) { return absl::EndsWith(path, suffix); });
  };
  if (!is_all_wanted) {
    entries.erase(std::remove_if(entries.begin(), entries.end(), is_unwanted), entries.end());
  }
  const auto by_path = [](const v1::TreeEntry& a, const v1::TreeEntry& b) {
    return a.path() < b.path();
  };
  // As git tells them, unless some path had to be quoted.
  if (!std::is_sorted(entries.begin(), entries.end(), by_path)) {
    std::sort(entries.begin(), entries.end(), by_path);
  }
  return entries;
}

}  // namespace allreview::pull_request

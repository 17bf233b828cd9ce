#include "analyzers/rules/configuration/files_after.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"

namespace allreview::rules::configuration {

FilesAfter::FilesAfter(ChangeContext& change, const std::vector<std::string>& suffixes) {
  for (const change::TreeFile& file : change.texts().List(Side::kRight, suffixes)) {
    by_name_[std::string(paths::BaseName(file.path))].push_back(file.path);
    by_folder_[std::string(paths::FolderOf(file.path))].push_back(file.path);
  }
  for (const ChangedFile& file : change.changed_files()) {
    if (file.is_deleted) {
      gone_.emplace(file.path, "");
    } else if (!file.is_added && !file.old_path.empty() && file.old_path != file.path) {
      gone_.emplace(file.old_path, file.path);
    }
  }
}

const std::vector<std::string>& FilesAfter::ListOf(const Lists& lists, absl::string_view key) {
  static const auto* const kNone = new std::vector<std::string>();
  const auto found = lists.find(key);
  return found == lists.end() ? *kNone : found->second;
}

const std::vector<std::string>& FilesAfter::Namesakes(absl::string_view path) const {
  return ListOf(by_name_, paths::BaseName(path));
}

const std::vector<std::string>& FilesAfter::Beside(absl::string_view path) const {
  return ListOf(by_folder_, paths::FolderOf(path));
}

bool FilesAfter::Has(absl::string_view path) const {
  return absl::c_any_of(Namesakes(path), [&](const std::string& file) {
    return file == path || absl::EndsWith(file, absl::StrCat("/", path));
  });
}

bool FilesAfter::LeadsInside(absl::string_view path) const {
  const size_t slash = path.find('/');
  if (slash == absl::string_view::npos) return false;
  const absl::string_view first = path.substr(0, slash);
  return absl::c_any_of(by_folder_, [&](const auto& folder) {
    return absl::string_view(folder.first).substr(0, folder.first.find('/')) == first;
  });
}

const std::string* FilesAfter::GoneTo(absl::string_view path) const {
  const auto found = gone_.find(path);
  return found == gone_.end() ? nullptr : &found->second;
}

}  // namespace allreview::rules::configuration

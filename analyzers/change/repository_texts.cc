#include "analyzers/change/repository_texts.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/mutex.h"

namespace allreview::change {

namespace {

std::vector<TreeFile> WithoutDoubles(std::vector<TreeFile> files) {
  std::set<std::string> paths;
  for (const TreeFile& file : files) paths.insert(file.path);
  std::erase_if(files, [&](const TreeFile& file) { return paths.count(file.target) > 0; });
  return files;
}

}  // namespace

const std::vector<TreeFile>& RepositoryTexts::List(Side side,
                                                   const std::vector<std::string>& suffixes) {
  const MutexLock lock(mutex_);
  const auto [it, is_new] = lists_.try_emplace({side, suffixes});
  if (!is_new) return it->second;
  if (reader_ == nullptr) {
    is_complete_ = false;
    return it->second;
  }
  absl::StatusOr<std::vector<TreeFile>> files = reader_->ListFiles(side, suffixes);
  if (files.ok()) {
    it->second = WithoutDoubles(*std::move(files));
  } else {
    is_complete_ = false;
  }
  return it->second;
}

void RepositoryTexts::Fetch(Side side, const std::vector<TreeFile>& files) {
  if (reader_ == nullptr) return;
  const MutexLock lock(mutex_);
  std::vector<TreeFile> missing;
  for (const TreeFile& file : files) {
    if (contents_.try_emplace(file.blob_id).second) missing.push_back(file);
  }
  if (missing.empty()) return;
  const absl::Status status =
      reader_->Read(side, missing,
                    [&](const TreeFile& file, absl::StatusOr<std::string> content)
                        ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
                          if (content.ok()) {
                            contents_[file.blob_id] = *std::move(content);
                          } else {
                            is_complete_ = false;
                          }
                        });
  if (!status.ok()) is_complete_ = false;
}

const std::string* RepositoryTexts::Read(Side side, const TreeFile& file) {
  Fetch(side, {file});
  const MutexLock lock(mutex_);
  const auto found = contents_.find(file.blob_id);
  return found == contents_.end() || !found->second ? nullptr : &*found->second;
}

const std::string* RepositoryTexts::Read(Side side, absl::string_view path) {
  for (const TreeFile& file : List(side, {std::string(path)})) {
    if (file.path == path) return Read(side, file);
  }
  return nullptr;
}

}  // namespace allreview::change

#include "analyzers/house/house_of_change.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "analyzers/house/read_policy.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/repository/style_facts.h"

namespace allreview::house {
namespace {

using change::Side;
using change::TreeFile;

constexpr size_t kMaxFiles = 300;
constexpr size_t kMaxBytes = 512 * 1024;  // Of one file.

}  // namespace

std::vector<File> HouseOfChange::ReadFiles() {
  Side side = Side::kLeft;
  const std::vector<std::string> suffixes = PolicyFileSuffixes();
  // A scan has no left side: everything is new, the rules too.
  if (change_.texts().List(side, suffixes).empty()) side = Side::kRight;
  std::vector<TreeFile> wanted;
  for (const TreeFile& file : change_.texts().List(side, suffixes)) {
    if (wanted.size() < kMaxFiles && IsPolicyFile(file.path)) wanted.push_back(file);
  }
  change_.texts().Fetch(side, wanted);
  std::vector<File> files;
  for (const TreeFile& file : wanted) {
    const std::string* text = change_.texts().Read(side, file);
    if (text != nullptr && text->size() <= kMaxBytes) files.push_back({file.path, *text});
  }
  return files;
}

const Policy& HouseOfChange::policy() {
  std::call_once(has_policy_, [this] {
    policy_ = ReadPolicy(ReadFiles());
    if (!policy_.entries.empty()) ApplyNorms(habits(), &policy_);
  });
  return policy_;
}

const std::vector<FileHabits>& HouseOfChange::habits() {
  std::call_once(has_habits_, [this] { habits_ = CollectHabits(); });
  return habits_;
}

std::vector<FileHabits> HouseOfChange::CollectHabits() {
  std::vector<FileHabits> habits;
  std::set<absl::string_view> changed;
  for (const change::ChangedFile& file : change_.changed_files()) changed.insert(file.path);
  for (const repository::IndexedFile* file : change_.index().AllFiles()) {
    if (changed.count(file->path()) > 0 || !file->is_known()) continue;
    habits.push_back({file->path(), repository::UnpackStyle(
                                        repository::PackedStyleOfFacts(file->encoded_facts()))});
  }
  return habits;
}

}  // namespace allreview::house

#include "analyzers/playbook/recipes.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::playbook {
namespace {

using Deed = Recipe::Deed;

constexpr int kMinCases = 10;
constexpr int kMinPercent = 70;
constexpr size_t kMaxRecipes = 8;
constexpr size_t kMaxOfDeed = 2;    // Targets of one deed.
constexpr size_t kMaxOfKind = 4;    // Recipes of one kind of deed.
constexpr size_t kMaxPaths = 60;    // A commit with more says nothing of what belongs together.
constexpr size_t kMaxDeeds = 4000;  // Kinds of edits that are counted.

using Key = std::pair<Deed, std::string>;

// "pkg/ops/" of "pkg/ops/a.py"; empty at the root.
absl::string_view FolderOf(absl::string_view path) {
  return path.substr(0, path.rfind('/') + 1);  // npos + 1 is 0.
}

// The folder and those around it but the outermost, which nearly every commit touches.
std::vector<absl::string_view> FoldersOf(absl::string_view path) {
  std::vector<absl::string_view> folders;
  for (absl::string_view folder = FolderOf(path); std::count(folder.begin(), folder.end(), '/') > 1;
       folder = FolderOf(folder.substr(0, folder.size() - 1))) {
    folders.push_back(folder);
  }
  return folders;
}

bool IsCode(absl::string_view path) {
  return absl::EndsWith(path, ".py") || absl::EndsWith(path, ".cu") ||
         absl::EndsWith(path, ".cpp") || absl::EndsWith(path, ".h");
}

bool IsTest(absl::string_view path) {
  return absl::StartsWith(path, "tests/") || absl::StartsWith(path, "test/") ||
         absl::StrContains(path, "/tests/") || absl::StrContains(path, "/test/");
}

bool IsAside(absl::string_view path) {
  return absl::StrContains(path, "experiment") || absl::StrContains(path, "example");
}

std::set<Key> DeedsOf(const PastCommit& commit) {
  std::set<Key> deeds;
  for (const PastCommit::Option& option : commit.options) {
    if (option.owner.empty()) {
      deeds.emplace(Deed::kAddFlag, option.path);
    } else {
      deeds.emplace(Deed::kAddField, absl::StrCat(option.owner, "\n", option.path));
    }
  }
  for (const std::string& path : commit.added) {
    if (!IsCode(path) || IsTest(path) || absl::EndsWith(path, "__init__.py")) continue;
    for (absl::string_view folder : FoldersOf(path)) deeds.emplace(Deed::kAddFile, folder);
  }
  for (const std::string& path : commit.changed) {
    if (IsCode(path) && !IsTest(path) && !IsAside(path)) deeds.emplace(Deed::kEdit, path);
  }
  return deeds;
}

// Where the deed itself takes place, which is no news.
absl::string_view PlaceOf(const Key& deed) {
  const absl::string_view name = deed.second;
  const size_t end = name.find('\n');
  return end == absl::string_view::npos ? name : name.substr(end + 1);
}

struct Target {
  std::string path;
  int count = 0;
};

bool IsBelow(absl::string_view path, absl::string_view folder) {
  return absl::EndsWith(folder, "/") && absl::StartsWith(path, folder);
}

// How many of the commits touch each file and folder.
std::map<std::string, int> CountTouched(const Key& deed,
                                        const std::vector<const PastCommit*>& commits) {
  std::map<std::string, int> counts;
  for (const PastCommit* commit : commits) {
    std::set<std::string> touched;
    for (const std::vector<std::string>* paths : {&commit->added, &commit->changed}) {
      for (const std::string& path : *paths) {
        if (path == PlaceOf(deed)) continue;
        touched.insert(path);
        for (absl::string_view folder : FoldersOf(path)) touched.emplace(folder);
        if (IsTest(path)) touched.emplace(path.substr(0, path.find('/') + 1));
      }
    }
    for (const std::string& path : touched) ++counts[path];
  }
  return counts;
}

// Files and folders that most of the commits touch; a file before the folder around it.
std::vector<Target> TargetsOf(const Key& deed, const std::vector<const PastCommit*>& commits,
                              const std::function<bool(absl::string_view)>& exists) {
  std::vector<Target> targets;
  for (const auto& [path, count] : CountTouched(deed, commits)) {
    if (count * 100 < static_cast<int>(commits.size()) * kMinPercent || count < kMinCases) continue;
    // The folder of the deed, and those around it, are touched by the deed.
    if (IsBelow(PlaceOf(deed), path) || path == PlaceOf(deed) || IsBelow(path, PlaceOf(deed))) {
      continue;
    }
    // "Look at the tests" is no news for whoever edits a file.
    const bool is_vague = deed.first == Deed::kEdit && absl::EndsWith(path, "/") &&
                          std::count(path.begin(), path.end(), '/') < 4;
    if (!is_vague && exists(path)) targets.push_back({path, count});
  }
  std::stable_sort(targets.begin(), targets.end(), [](const Target& a, const Target& b) {
    const auto key = [](const Target& target) {
      // Deeper is more exact.
      const auto depth = std::count(target.path.begin(), target.path.end(), '/');
      return std::make_tuple(absl::EndsWith(target.path, "/"), -depth, -target.count);
    };
    return key(a) < key(b);
  });
  std::vector<Target> chosen;
  for (Target& target : targets) {
    const bool is_said = std::any_of(chosen.begin(), chosen.end(), [&](const Target& other) {
      return IsBelow(other.path, target.path);
    });
    if (!is_said && chosen.size() < kMaxOfDeed) chosen.push_back(std::move(target));
  }
  return chosen;
}

}  // namespace

std::vector<Recipe> RecipesOf(const std::vector<PastCommit>& past,
                              const std::function<bool(absl::string_view path)>& exists) {
  std::map<Key, std::vector<const PastCommit*>> commits;
  for (const PastCommit& commit : past) {
    if (commit.added.size() + commit.changed.size() > kMaxPaths) continue;
    for (const Key& deed : DeedsOf(commit)) {
      if (commits.size() < kMaxDeeds || commits.count(deed) > 0) commits[deed].push_back(&commit);
    }
  }
  std::vector<Recipe> all;
  for (const auto& [deed, cases] : commits) {
    if (static_cast<int>(cases.size()) < kMinCases || !exists(PlaceOf(deed))) continue;
    const std::string name = deed.second.substr(0, deed.second.find('\n'));
    for (const Target& target : TargetsOf(deed, cases, exists)) {
      all.push_back({deed.first, name, target.path, target.count, static_cast<int>(cases.size())});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Recipe& a, const Recipe& b) {
    return a.deed != b.deed ? a.deed < b.deed : a.count > b.count;
  });
  std::map<Deed, size_t> of_kind;
  std::set<std::pair<std::string, std::string>> said;
  std::vector<Recipe> recipes;
  for (Recipe& recipe : all) {
    if (recipes.size() == kMaxRecipes || of_kind[recipe.deed] == kMaxOfKind) continue;
    // "a with b" and "b with a" are one.
    const auto [first, second] = std::minmax(recipe.name, recipe.target);
    if (!said.emplace(first, second).second) continue;
    // What holds for a folder holds for those in it.
    const bool is_covered = std::any_of(recipes.begin(), recipes.end(), [&](const Recipe& other) {
      return other.deed == recipe.deed && other.target == recipe.target &&
             IsBelow(recipe.name, other.name);
    });
    if (is_covered) continue;
    ++of_kind[recipe.deed];
    recipes.push_back(std::move(recipe));
  }
  return recipes;
}

}  // namespace allreview::playbook

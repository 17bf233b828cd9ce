#include "tools/debug/tree_on_disk.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace allreview::debug {
namespace {

namespace fs = std::filesystem;
using File = repository::Source::File;

// Paths below the folder that `wants` them, sorted.
absl::StatusOr<std::vector<std::string>> List(
    const fs::path& root, const std::function<bool(const std::string& path)>& wants) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::recursive_directory_iterator at(root, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (at->is_directory(error)) {
      if (name.size() > 1 && name[0] == '.') at.disable_recursion_pending();
      continue;
    }
    std::string path = at->path().lexically_relative(root).string();
    if (wants(path) && at->is_regular_file(error)) paths.push_back(std::move(path));
  }
  if (error) return absl::UnavailableError(error.message());
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool IsRecipe(const std::string& path) {
  for (absl::string_view suffix : {".yaml", ".yml", ".sh", ".toml"}) {
    if (absl::EndsWith(path, suffix)) return reach::MayBeTestRecipe(path);
  }
  return false;
}

}  // namespace

repository::Source SourceOfTree(const std::string& root) {
  repository::Source source;
  source.list = [root]() -> absl::StatusOr<std::vector<File>> {
    ASSIGN_OR_RETURN(const std::vector<std::string> paths, List(root, [](const std::string& path) {
                       return absl::EndsWith(path, ".py");
                     }));
    std::vector<File> files;
    for (const std::string& path : paths) files.emplace_back(path, path);
    return files;
  };
  source.read = [root](const std::vector<File>& files, const auto& receive) -> absl::Status {
    for (const File& file : files) receive(file, ReadFile((fs::path(root) / file.first).string()));
    return absl::OkStatus();
  };
  return source;
}

RecipesOfTree::RecipesOfTree(const std::string& root) {
  const absl::StatusOr<std::vector<std::string>> paths = List(root, IsRecipe);
  if (!paths.ok()) return;
  for (const std::string& path : *paths) {
    texts_[path] = ReadFile((fs::path(root) / path).string()).value_or("");
  }
}

std::vector<reach::Recipe> RecipesOfTree::all() const {
  std::vector<reach::Recipe> recipes;
  for (const auto& [path, text] : texts_) recipes.push_back({path, &text});
  return recipes;
}

std::string RootAround(absl::string_view path) {
  std::error_code error;
  fs::path folder = fs::weakly_canonical(fs::path(std::string(path)), error).parent_path();
  for (; !error && !folder.empty(); folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", error)) return folder.string();
    if (folder == folder.parent_path()) break;
  }
  return "";
}

std::string PathBelow(absl::string_view root, absl::string_view path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::path(std::string(path)), error);
  return whole.lexically_relative(std::string(root)).string();
}

}  // namespace allreview::debug

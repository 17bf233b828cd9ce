#include "tools/debug/tree_on_disk.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "analyzers/repository/links.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/status_macros.h"

namespace allreview::debug {
namespace {

namespace fs = std::filesystem;
using change::TreeFile;

struct Listing {
  std::vector<std::string> paths;            // Sorted.
  std::map<std::string, std::string> links;  // What is written in symbolic links, by path.
};

absl::StatusOr<Listing> List(const fs::path& root) {
  Listing listing;
  std::error_code error;
  for (fs::recursive_directory_iterator at(root, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::string path = at->path().lexically_relative(root).string();
    if (at->is_symlink(error)) {
      listing.links[std::move(path)] = fs::read_symlink(at->path(), error).string();
    } else if (at->is_directory(error)) {
      if (name.size() > 1 && name[0] == '.') at.disable_recursion_pending();
    } else if (at->is_regular_file(error)) {
      listing.paths.push_back(std::move(path));
    }
  }
  if (error) return absl::UnavailableError(error.message());
  std::sort(listing.paths.begin(), listing.paths.end());
  return listing;
}

// The nearest of the folders that has one of these; empty: none has.
fs::path NearestWith(fs::path folder, std::initializer_list<const char*> names) {
  std::error_code error;
  for (; !folder.empty(); folder = folder.parent_path()) {
    for (const char* name : names) {
      if (fs::exists(folder / name, error)) return folder;
    }
    if (folder == folder.parent_path()) break;
  }
  return {};
}

// The folder that holds the outermost package around it; empty: it is no package.
fs::path AroundPackage(fs::path folder) {
  std::error_code error;
  const fs::path start = folder;
  while (fs::exists(folder / "__init__.py", error)) folder = folder.parent_path();
  return folder == start ? fs::path() : folder;
}

}  // namespace

TreeOnDisk::TreeOnDisk(std::string root) : root_(std::move(root)) {}

absl::StatusOr<std::vector<TreeFile>> TreeOnDisk::ListFiles(
    change::Side, const std::vector<std::string>& suffixes) {
  ASSIGN_OR_RETURN(const Listing listing, List(root_));
  std::vector<TreeFile> files;
  const auto add = [&](const std::string& path, const std::string& target) {
    const bool is_wanted =
        std::any_of(suffixes.begin(), suffixes.end(),
                    [&](const std::string& suffix) { return absl::EndsWith(path, suffix); });
    if (!is_wanted) return;
    const std::string& read = target.empty() ? path : target;
    const absl::StatusOr<std::string> content = ReadFile((fs::path(root_) / read).string());
    if (content.ok()) files.push_back({path, GitBlobId(*content), target});
  };
  for (const std::string& path : listing.paths) add(path, "");
  for (const repository::Link& link : repository::FollowLinks(listing.paths, listing.links)) {
    add(link.path, link.target);
  }
  std::sort(files.begin(), files.end(),
            [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
  return files;
}

absl::Status TreeOnDisk::Read(change::Side, const std::vector<TreeFile>& files,
                              const Receiver& receive) {
  for (const TreeFile& file : files) {
    const std::string& path = file.target.empty() ? file.path : file.target;
    receive(file, ReadFile((fs::path(root_) / path).string()));
  }
  return absl::OkStatus();
}

std::string RootAround(absl::string_view path) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(fs::path(std::string(path)), error).parent_path();
  if (error) return "";
  fs::path root = NearestWith(folder, {".git"});
  if (root.empty()) root = NearestWith(folder, {"pyproject.toml", "setup.py", "setup.cfg"});
  if (root.empty()) root = AroundPackage(folder);
  return root.string();
}

std::string PathBelow(absl::string_view root, absl::string_view path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::path(std::string(path)), error);
  return whole.lexically_relative(std::string(root)).string();
}

}  // namespace allreview::debug

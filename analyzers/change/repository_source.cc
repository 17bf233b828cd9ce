#include "analyzers/change/repository_source.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "analyzers/change/parse_file.h"
#include "analyzers/repository/links.h"

namespace allreview::change {
namespace {

// The Python files after the change and the links among them, listed once.
class PythonTree {
 public:
  explicit PythonTree(RepositoryReader& reader) : reader_(reader) {}

  absl::StatusOr<std::vector<repository::Source::File>> Files() {
    std::call_once(is_listed_, [&] { List(); });
    if (!status_.ok()) return status_;
    return files_;
  }
  std::vector<repository::Link> Links() {
    std::call_once(is_listed_, [&] { List(); });
    return links_;
  }

 private:
  void List() {
    absl::StatusOr<std::vector<TreeFile>> list = reader_.ListFiles(Side::kRight, {".py"});
    status_ = list.status();
    if (!list.ok()) return;
    for (TreeFile& file : *list) {
      if (file.target.empty()) {
        files_.emplace_back(std::move(file.path), std::move(file.blob_id));
      } else {
        links_.push_back({std::move(file.path), std::move(file.target)});
      }
    }
  }

  RepositoryReader& reader_;
  std::once_flag is_listed_;
  absl::Status status_;
  std::vector<repository::Source::File> files_;
  std::vector<repository::Link> links_;
};

}  // namespace

repository::Source SourceOf(const ChangeInput& input, RepositoryReader* reader) {
  repository::Source source;
  source.threads = input.threads;
  source.limits = ParseLimitsOf(input.limits);
  if (reader != nullptr) {
    const auto tree = std::make_shared<PythonTree>(*reader);
    source.list = [tree] { return tree->Files(); };
    source.links = [tree] { return tree->Links(); };
    source.read = [reader](const std::vector<repository::Source::File>& files,
                           const auto& receive) {
      std::vector<TreeFile> wanted;
      for (const auto& [path, blob_id] : files) wanted.push_back({path, blob_id});
      return reader->Read(Side::kRight, wanted,
                          [&](const TreeFile& file, absl::StatusOr<std::string> content) {
                            receive({file.path, file.blob_id}, std::move(content));
                          });
    };
  }
  if (FactsCache* cache = input.cache) {
    source.get = [cache](const std::vector<std::string>& ids) { return cache->Get(ids); };
    source.put = [cache](const auto& facts) { cache->Put(facts); };
  }
  if (input.on_progress) {
    source.on_progress = [&input](int64_t done, int64_t total) {
      input.on_progress("indexing the repository", done, total);
    };
  }
  return source;
}

std::vector<reach::Recipe> RecipesIn(RepositoryTexts& texts) {
  const std::vector<TreeFile> files = texts.List(Side::kRight, reach::SuffixesOfRecipes());
  texts.Fetch(Side::kRight, files);
  std::vector<reach::Recipe> recipes;
  for (const TreeFile& file : files) {
    recipes.push_back({.path = file.path, .text = texts.Read(Side::kRight, file)});
  }
  return recipes;
}

}  // namespace allreview::change

#include "analyzers/playbook/examples.h"

#include <algorithm>
#include <utility>

#include "analyzers/paths/paths.h"

namespace allreview::playbook {
namespace {

constexpr size_t kOfEachKind = 8;

}  // namespace

bool MayNeedRanks(const repository::IndexedFile& file) {
  for (absl::string_view word : {"initialize_model_parallel", "init_process_group",
                                 "initialize_distributed", "world_size", "get_world_size"}) {
    if (file.HasIdentifier(word)) return true;
  }
  return false;
}

std::vector<std::string> ExampleTests(repository::RepositoryIndex& index) {
  // Short ones are the better examples; the size of the facts stands for that of the text.
  std::vector<std::pair<size_t, std::string>> several, single;
  for (const repository::IndexedFile* file : index.AllFiles()) {
    if (!file->is_known() || !paths::IsTestModule(file->path())) continue;
    (MayNeedRanks(*file) ? several : single)
        .emplace_back(file->encoded_facts().size(), file->path());
  }
  std::vector<std::string> paths;
  for (auto* kind : {&several, &single}) {
    std::sort(kind->begin(), kind->end());
    // From the middle, where a file is neither a stub nor a monster.
    const size_t from = kind->size() > 2 * kOfEachKind ? kind->size() / 3 : 0;
    for (size_t i = from; i < kind->size() && i < from + kOfEachKind; ++i) {
      paths.push_back((*kind)[i].second);
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace allreview::playbook

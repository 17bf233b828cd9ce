#include "analyzers/playbook/examples.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"

namespace allreview::playbook {
namespace {

using repository::IndexedFile;

constexpr size_t kOfEachKind = 8;
constexpr size_t kSmallFacts = 40'000;  // Bytes; a longer file is no example.

bool IsAside(absl::string_view path) {
  for (absl::string_view part : {"experiment", "example", "benchmark", "script", "functional",
                                 "integration", "tools/", "deprecated", "legacy"}) {
    if (absl::StrContains(path, part)) return true;
  }
  return absl::StartsWith(path, ".") || absl::StrContains(path, "/.");
}

absl::string_view StemOf(absl::string_view path) {
  return absl::StripSuffix(paths::BaseName(path), ".py");
}

// "moe" of "pkg/moe/router.py".
absl::string_view FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? "" : paths::BaseName(path.substr(0, slash));
}

}  // namespace

bool MayNeedRanks(const IndexedFile& file) {
  for (absl::string_view word :
       {"initialize_model_parallel", "init_process_group", "initialize_distributed",
        "init_distributed", "world_size", "get_world_size", "DTensorTestBase",
        "MultiProcessTestCase", "FSDPTest", "DistributedTest", "spawn"}) {
    if (file.HasIdentifier(word)) return true;
  }
  return false;
}

bool MayNeedGpu(const IndexedFile& file) {
  return file.HasIdentifier("cuda") || file.HasWordAnywhere("cuda") || file.HasIdentifier("triton");
}

std::vector<std::pair<int, const IndexedFile*>> TestsByDomain(repository::RepositoryIndex& index) {
  // Product modules by the names of their file and its folder.
  std::map<std::pair<absl::string_view, absl::string_view>, int> weights;
  std::map<absl::string_view, int> by_name;
  std::vector<const IndexedFile*> tests;
  for (const IndexedFile* file : index.AllFiles()) {
    if (!file->is_known() || !absl::EndsWith(file->path(), ".py")) continue;
    if (paths::IsTestModule(file->path())) {
      tests.push_back(file);
    } else if (paths::IsProductSource(file->path()) && !IsAside(file->path())) {
      const int weight = static_cast<int>(file->encoded_facts().size() / 1024) + 1;
      const absl::string_view name = StemOf(file->path());
      int& best = weights[{name, FolderOf(file->path())}];
      best = std::max(best, weight);
      by_name[name] = std::max(by_name[name], weight);
    }
  }
  std::vector<std::pair<int, const IndexedFile*>> found;
  for (const IndexedFile* test : tests) {
    absl::string_view name = StemOf(test->path());
    absl::ConsumePrefix(&name, "test_");
    const absl::string_view folder = FolderOf(test->path());
    const auto module = weights.find({name, folder});
    const bool is_flat = folder == "tests" || folder == "unit_tests" || folder == "unit";
    int weight = module == weights.end() ? 0 : 2 * module->second;
    if (weight == 0 && is_flat && by_name.count(name) > 0) weight = by_name[name];
    found.emplace_back(IsAside(test->path()) ? 0 : weight, test);
  }
  return found;
}

std::vector<std::string> ExampleTests(repository::RepositoryIndex& index) {
  using Key = std::tuple<bool, bool, bool, int, size_t, std::string>;
  std::vector<Key> several, single;
  for (const auto& [weight, file] : TestsByDomain(index)) {
    const size_t size = file->encoded_facts().size();
    (MayNeedRanks(*file) ? several : single)
        .push_back({IsAside(file->path()), MayNeedGpu(*file), size > kSmallFacts, -weight, size,
                    file->path()});
  }
  std::vector<std::string> paths;
  for (auto* kind : {&several, &single}) {
    std::sort(kind->begin(), kind->end());
    for (size_t i = 0; i < kind->size() && i < kOfEachKind; ++i) {
      paths.push_back(std::get<5>((*kind)[i]));
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace allreview::playbook

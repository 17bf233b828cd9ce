#include "analyzers/rules/configuration/import_graph.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "base/poll.h"

namespace allreview::rules::configuration {
namespace {

using repository::ImportFacts;
using repository::IndexedFile;

bool IsCertain(const ImportFacts& import) { return import.is_module_level && !import.is_guarded; }

bool IsBelow(absl::string_view module, absl::string_view package) {
  return module == package || absl::StartsWith(module, absl::StrCat(package, "."));
}

}  // namespace

bool ImportsForCertain(const IndexedFile& file, absl::string_view package) {
  const std::vector<ImportFacts>& imports = file.facts().imports;
  return std::any_of(imports.begin(), imports.end(), [&](const ImportFacts& import) {
    return IsCertain(import) && IsBelow(import.target, package);
  });
}

ImportGraph::ImportGraph(repository::RepositoryIndex& index, absl::string_view top)
    : index_(index) {
  for (const IndexedFile* file : index_.AllFiles()) {
    if (!IsBelow(file->module(), top) || paths::IsTestPath(file->path())) continue;
    files_.push_back(file);
    AddEdges(*file);
  }
}

std::vector<const IndexedFile*> ImportGraph::RunByImportOf(absl::string_view name) const {
  std::vector<const IndexedFile*> run;
  for (absl::string_view rest = name; !rest.empty();) {
    if (const IndexedFile* const file = index_.FindModule(rest)) run.push_back(file);
    const size_t dot = rest.rfind('.');
    rest = dot == absl::string_view::npos ? "" : rest.substr(0, dot);
  }
  return run;
}

void ImportGraph::AddEdges(const IndexedFile& file) {
  Poll(static_cast<int>(file.facts().imports.size()) + 1);
  std::set<const IndexedFile*> run;
  for (const IndexedFile* around : RunByImportOf(file.module())) run.insert(around);
  for (const ImportFacts& import : file.facts().imports) {
    if (!IsCertain(import)) continue;
    for (const IndexedFile* it : RunByImportOf(file.Absolute(import.target))) run.insert(it);
  }
  for (const std::string& module : file.facts().star_imports) {  // Hardly ever in a try.
    for (const IndexedFile* it : RunByImportOf(file.Absolute(module))) run.insert(it);
  }
  run.erase(&file);
  for (const IndexedFile* it : run) {
    runs_[&file].push_back(it);
    run_by_[it].push_back(&file);
  }
}

std::vector<const IndexedFile*> ImportGraph::Closure(std::vector<const IndexedFile*> from,
                                                     const Edges& edges) {
  std::set<const IndexedFile*> seen(from.begin(), from.end());
  while (!from.empty()) {
    Poll();
    const auto next = edges.find(from.back());
    from.pop_back();
    if (next == edges.end()) continue;
    for (const IndexedFile* file : next->second) {
      if (seen.insert(file).second) from.push_back(file);
    }
  }
  std::vector<const IndexedFile*> closure(seen.begin(), seen.end());
  std::sort(closure.begin(), closure.end(),
            [](const IndexedFile* a, const IndexedFile* b) { return a->path() < b->path(); });
  return closure;
}

double ImportGraph::ShareThatRuns(const std::string& module) const {
  const IndexedFile* const file = index_.FindModule(module);
  if (file == nullptr || files_.empty()) return 0;
  return static_cast<double>(Closure({file}, run_by_).size()) / static_cast<double>(files_.size());
}

std::vector<const IndexedFile*> ImportGraph::RunBefore(const std::string& module) const {
  std::vector<const IndexedFile*> packages = RunByImportOf(module);
  std::erase_if(packages, [&](const IndexedFile* file) { return file->module() == module; });
  return Closure(std::move(packages), runs_);
}

}  // namespace allreview::rules::configuration

#include "analyzers/reach/dead_code.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using repository::Found;
using repository::IndexedFile;

// Ways to load a module whose name no text has.
constexpr absl::string_view kLoaders[] = {"__import__", "import_module", "iter_modules",
                                          "spec_from_file_location", "walk_packages"};

}  // namespace

bool DeadCode::IsUnused(const Found& a_class) {
  return a_class && a_class.definition->kind == python::Definition::Kind::kClass &&
         a_class.definition->decorators.empty() &&
         IsElsewhere(repository::LastPart(a_class.file->module()), *a_class.file) &&
         !IsElsewhere(repository::SimpleName(a_class.name), *a_class.file) &&
         callers_.WhyOpen(a_class).empty() && callers_.WhyNamedElsewhere(a_class).empty();
}

bool DeadCode::IsUnloaded(const IndexedFile& file) {
  const std::string& module = file.module();
  const absl::string_view name = repository::LastPart(module);
  const absl::string_view package = repository::OwnerOf(module);
  if (!index_.is_complete() || file.is_package() || paths::IsTestPath(file.path()) ||
      absl::StartsWith(name, "_")) {
    return false;
  }
  const IndexedFile* const around = package.empty() ? nullptr : index_.FindModule(package);
  if (around == nullptr || !around->is_package()) return false;
  for (const IndexedFile* other : index_.FilesWithWord("__main__")) {
    if (other == &file) return false;
  }
  if (IsElsewhere(name, file) || !HasUsedNeighbours(file)) return false;
  for (absl::string_view outer = package; !outer.empty(); outer = repository::OwnerOf(outer)) {
    if (LoadsModules(outer)) return false;
  }
  const std::vector<Recipe>* const recipes = recipes_.all();
  return recipes != nullptr &&
         std::none_of(recipes->begin(), recipes->end(), [&](const Recipe& recipe) {
           return recipe.text == nullptr || absl::StrContains(*recipe.text, name);
         });
}

bool DeadCode::IsElsewhere(absl::string_view word, const IndexedFile& file) {
  const std::vector<IndexedFile*> files = index_.FilesWithWord(word);
  return std::any_of(files.begin(), files.end(),
                     [&](const IndexedFile* other) { return other != &file; });
}

bool DeadCode::HasUsedNeighbours(const IndexedFile& file) {
  constexpr int kEnough = 2, kMaxAsked = 20;
  int used = 0, asked = 0;
  for (const IndexedFile* other : index_.AllFiles()) {
    if (other == &file || other->is_package() ||
        repository::OwnerOf(other->module()) != repository::OwnerOf(file.module())) {
      continue;
    }
    used += IsElsewhere(repository::LastPart(other->module()), *other);
    if (used == kEnough) return true;
    if (++asked == kMaxAsked) break;
  }
  return false;
}

// Code of the package itself, not of those in it.
bool DeadCode::LoadsModules(absl::string_view package) {
  for (absl::string_view loader : kLoaders) {
    for (const IndexedFile* file : index_.FilesWithIdentifier(loader)) {
      const bool is_there =
          file->module() == package || repository::OwnerOf(file->module()) == package;
      if (is_there) return true;
    }
  }
  return false;
}

}  // namespace allreview::reach

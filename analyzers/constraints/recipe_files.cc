// Which file declares the options of a recipe.

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/constraints/recipes.h"
#include "analyzers/paths/paths.h"

namespace allreview::constraints {
namespace {

using repository::IndexedFile;

constexpr size_t kMinOptions = 5;  // Fewer say nothing of the program.

std::string Normal(absl::string_view option) { return absl::StrReplaceAll(option, {{"_", "-"}}); }

absl::string_view NameOf(absl::string_view path) { return path.substr(path.rfind('/') + 1); }

// "tools/x.py" of "${ROOT}/tools/x.py" and "./tools/x.py".
absl::string_view WithoutVariable(absl::string_view script) {
  if (absl::StartsWith(script, "$") || absl::StartsWith(script, "./")) {
    script.remove_prefix(std::min(script.find('/'), script.size() - 1) + 1);
  }
  return script;
}

}  // namespace

const std::vector<RecipeChecks::Declared>& RecipeChecks::Files() {
  if (declared_) return *declared_;
  declared_.emplace();
  for (IndexedFile* file : index_.FilesWithIdentifier("add_argument")) {
    if (paths::IsTestPath(file->path())) continue;
    Declared declared = {.file = file};
    for (const repository::FlagFacts& flag : file->facts().flags) {
      declared.options.insert(Normal(flag.option));
    }
    all_options_.insert(declared.options.begin(), declared.options.end());
    if (!declared.options.empty()) declared_->push_back(std::move(declared));
  }
  return *declared_;
}

// Files of the repository with the name of that path, whatever their folder.
const std::vector<const IndexedFile*>& RecipeChecks::Namesakes(absl::string_view path) {
  if (by_name_.empty()) {
    for (const IndexedFile* file : index_.AllFiles()) {
      by_name_[std::string(NameOf(file->path()))].push_back(file);
    }
  }
  return by_name_[std::string(NameOf(path))];
}

const IndexedFile* RecipeChecks::FileAt(absl::string_view path) {
  for (const IndexedFile* file : Namesakes(path)) {
    if (file->path() == path) return file;
  }
  return nullptr;
}

// The file of the repository that the recipe starts: beside it, or the only one of that name, or
// the only one whose path ends so. Null: nobody can tell.
const IndexedFile* RecipeChecks::ScriptOf(absl::string_view path, absl::string_view script) {
  const std::string beside = absl::StrCat(path.substr(0, path.rfind('/') + 1), script);
  if (const IndexedFile* file = FileAt(beside)) return file;
  const std::vector<const IndexedFile*>& files = Namesakes(script);
  if (files.size() == 1) return files.front();
  const absl::string_view end = WithoutVariable(script);
  if (const IndexedFile* file = FileAt(end)) return file;
  const IndexedFile* found = nullptr;
  for (const IndexedFile* file : files) {
    if (!absl::EndsWith(file->path(), absl::StrCat("/", end))) continue;
    if (found != nullptr) return nullptr;
    found = file;
  }
  return found;
}

// The file, and what it imports directly or through others.
const std::set<std::string>& RecipeChecks::ImportedBy(const IndexedFile& script) {
  constexpr size_t kMaxFiles = 2'000;
  const auto [at, is_new] = imported_.try_emplace(script.path());
  std::set<std::string>& seen = at->second;
  if (!is_new) return seen;
  std::vector<const IndexedFile*> open = {&script};
  seen.insert(script.path());
  while (!open.empty() && seen.size() < kMaxFiles) {
    const IndexedFile* file = open.back();
    open.pop_back();
    for (const repository::ImportFacts& import : file->facts().imports) {
      std::string target = file->Absolute(import.target);
      const IndexedFile* next = index_.FindModule(target);
      if (next == nullptr && import.is_from) {
        next = index_.FindModule(target.substr(0, target.rfind('.')));
      }
      // A script beside it, by its name alone.
      const std::string folder = file->path().substr(0, file->path().rfind('/') + 1);
      if (next == nullptr)
        next = FileAt(absl::StrCat(folder, target.substr(0, target.find('.')), ".py"));
      if (next != nullptr && seen.insert(next->path()).second) open.push_back(next);
    }
  }
  return seen;
}

// The script when it declares options itself, else who declares most of those that are given: of
// what the script imports, when it is known.
const IndexedFile* RecipeChecks::FileFor(absl::string_view path, const CommandLine& line) {
  const IndexedFile* script = nullptr;
  if (!line.script.empty()) {
    script = ScriptOf(path, line.script);
    if (script == nullptr) return nullptr;
  }
  const IndexedFile* best = nullptr;
  size_t most = kMinOptions - 1;
  std::vector<std::string> options;
  for (const Setting& setting : line.settings) options.push_back(Normal(setting.option));
  const std::set<std::string> none;
  const std::set<std::string>& reachable = script == nullptr ? none : ImportedBy(*script);
  for (const Declared& declared : Files()) {
    if (declared.file == script) return script;
    if (script != nullptr && reachable.count(declared.file->path()) == 0) continue;
    const size_t count = absl::c_count_if(
        options, [&](const std::string& option) { return declared.options.count(option) > 0; });
    if (count <= most) continue;
    most = count;
    best = declared.file;
  }
  return best;
}

bool RecipeChecks::IsDeclared(absl::string_view option) {
  Files();
  return all_options_.count(Normal(option)) > 0;
}

}  // namespace allreview::constraints

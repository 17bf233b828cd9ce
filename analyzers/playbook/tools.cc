// Section 6: optional libraries and tools around the repository.

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/guards.h"
#include "analyzers/playbook/own_scripts.h"
#include "analyzers/playbook/versions.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxGuards = 6;
constexpr int kMinTests = 3;

struct Found {
  std::map<std::string, int> libraries;
  Provenance first;
  int files = 0;
};

// Files that import the library without a guard: where there are more of these, it is always there.
int UnguardedUsers(const View& view, absl::string_view library) {
  return static_cast<int>(std::count_if(
      view.product.begin(), view.product.end(), [&](const repository::IndexedFile* file) {
        const auto& imports = file->facts().imports;
        return std::any_of(imports.begin(), imports.end(), [&](const auto& import) {
          return !import.is_guarded && import.is_module_level &&
                 import.target.substr(0, import.target.find('.')) == library;
        });
      }));
}

void AddGuards(const View& view, Writer& say) {
  std::map<std::string, Found> flags;
  std::map<std::string, int> guarded;
  for (const house::File& file : view.input.python) {
    for (const Guard& guard : GuardsIn(file.content)) {
      // "HAS_BIAS" is no library's, and one try statement may need several; parts of torch and of
      // this project are no libraries.
      const std::string library = guard.library.substr(0, guard.library.find('.'));
      if (library.empty() || library == "torch" || library == BaseName(view.package)) continue;
      Found& found = flags[guard.flag];
      if (found.files++ == 0) found.first = At(file.path, guard.line);
      ++found.libraries[library];
      ++guarded[library];
    }
  }
  for (const auto& [library, count] : guarded) {
    if (UnguardedUsers(view, library) <= count) continue;
    for (auto& [flag, found] : flags) found.libraries.erase(library);
  }
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [flag, found] : flags) {
    if (!found.libraries.empty()) order.emplace_back(-found.files, flag);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> lines;
  for (size_t i = 0; i < order.size() && i < kMaxGuards; ++i) {
    std::string library;
    const Found& found = flags[order[i].second];
    for (const auto& [name, count] : found.libraries) {
      if (library.empty() || count > found.libraries.at(library)) library = name;
    }
    lines.push_back(absl::StrCat(order[i].second, "\t", library));
  }
  if (!lines.empty()) {
    say.Add("guards", "optional", {{"counted", Lines(lines)}}, {flags[order[0].second].first});
  }
}

bool IsStandard(absl::string_view library) {
  static constexpr absl::string_view kStandard[] = {"abc",      "argparse",    "ast",
                                                    "asyncio",  "collections", "contextlib",
                                                    "copy",     "ctypes",      "dataclasses",
                                                    "datetime", "enum",        "functools",
                                                    "gc",       "importlib",   "inspect",
                                                    "io",       "itertools",   "json",
                                                    "logging",  "math",        "multiprocessing",
                                                    "os",       "pathlib",     "pickle",
                                                    "queue",    "random",      "re",
                                                    "shutil",   "signal",      "socket",
                                                    "string",   "struct",      "subprocess",
                                                    "sys",      "tempfile",    "threading",
                                                    "time",     "tomllib",     "traceback",
                                                    "types",    "typing",      "unittest",
                                                    "urllib",   "uuid",        "warnings",
                                                    "weakref",  "zlib",        "__future__"};
  return std::find(std::begin(kStandard), std::end(kStandard), library) != std::end(kStandard);
}

// Libraries that are always there: the package depends on them, or imports them without a guard.
std::set<std::string> Required(const View& view) {
  std::set<std::string> required;
  for (const std::string& item : view.project.List("project.dependencies")) {
    required.insert(absl::StrReplaceAll(PackageOfRequirement(item), {{"-", "_"}}));
  }
  for (const repository::IndexedFile* file : view.product) {
    for (const repository::ImportFacts& import : file->facts().imports) {
      if (import.is_guarded || !import.is_module_level) continue;
      required.insert(import.target.substr(0, import.target.find('.')));
    }
  }
  return required;
}

// Without flags: modules that are imported in try statements.
void AddGuardedImports(const View& view, Writer& say) {
  std::map<std::string, std::set<std::string>> libraries;
  std::map<std::string, Provenance> first;
  std::set<std::string> own = Required(view);
  for (const repository::IndexedFile* file : view.code) {
    own.insert(file->module().substr(0, file->module().find('.')));
  }
  for (const repository::IndexedFile* file : view.product) {
    if (!file->HasIdentifier("ImportError") && !file->HasIdentifier("ModuleNotFoundError")) {
      continue;
    }
    for (const repository::ImportFacts& import : file->facts().imports) {
      if (!import.is_guarded || absl::StartsWith(import.target, ".")) continue;
      std::string library = import.target.substr(0, import.target.find('.'));
      if (own.count(library) > 0 || library == "torch" || IsStandard(library)) continue;
      first.try_emplace(library, At(file->path(), import.place.line));
      libraries[library].insert(file->path());
    }
  }
  if (libraries.empty()) return;
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [library, files] : libraries) {
    order.emplace_back(-static_cast<int>(files.size()), library);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> names;
  for (const auto& [count, library] : order) names.push_back(library);
  say.Add("guarded-imports", "optional", {{"names", Lines(names, 8)}}, {first[order[0].second]});
}

void AddSubmodules(const View& view, Writer& say) {
  if (view.submodules.empty()) return;
  say.Add("submodules", "services", {{"paths", Lines(view.submodules)}}, {At(".gitmodules")});
  for (const OwnScript& script : OwnScriptsOf(view)) {
    if (!IsForSubmodule(view, script)) continue;
    say.Add(script.purpose.empty() ? "own-script" : "own-script-for", "services",
            {{"command", script.command}, {"quote", script.purpose}}, {script.place});
  }
}

// `is_kernels_available()` and the like: tests that the repository has of its own.
bool AddAvailability(const View& view, Writer& say) {
  std::map<std::string, Provenance> found;
  for (const repository::IndexedFile* file : view.product) {
    for (const repository::DefinitionFacts& definition : file->facts().definitions) {
      const absl::string_view name = definition.name;
      if (!absl::StartsWith(name, "is_") || !absl::EndsWith(name, "_available")) continue;
      found.try_emplace(definition.name, At(file->path(), definition.place.line));
    }
  }
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [name, place] : found) order.emplace_back(-view.CountFiles(name), name);
  std::sort(order.begin(), order.end());
  if (static_cast<int>(order.size()) < kMinTests || -order[0].first < kMinTests) return false;
  std::vector<std::string> names;
  for (const auto& [count, name] : order) names.push_back(name);
  say.Add("availability", "optional", {{"names", Lines(names, 4)}}, {found[order[0].second]});
  return true;
}

}  // namespace

void AddTools(const View& view, Writer& say) {
  if (!AddAvailability(view, say)) AddGuards(view, say);
  if (say.empty()) AddGuardedImports(view, say);
  AddSubmodules(view, say);
}

}  // namespace allreview::playbook

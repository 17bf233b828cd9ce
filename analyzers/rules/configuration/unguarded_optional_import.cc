// The library imports a package at module level that its installation does not bring.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/declared_packages.h"
#include "analyzers/rules/configuration/import_graph.h"
#include "analyzers/rules/configuration/manifest.h"
#include "analyzers/rules/configuration/usage.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Module;
using repository::IndexedFile;

constexpr Phrase kNoDependency("no-dependency", "not a dependency of the project",
                               "不在项目依赖之中");
constexpr Phrase kOnlyInExtra("only-in-extra", "only in the extra `{extra}`",
                              "只在 extra `{extra}` 中");
constexpr Phrase kImportsItToo("imports-it-too", "imports it, too", "也导入了它");
constexpr Phrase kPhrases[] = {kNoDependency, kOnlyInExtra, kImportsItToo};

// How many importers up somebody may be ready.
constexpr int kDepth = 3;

struct Import {
  std::string package;  // Top-level module.
  Node statement;
};

std::vector<Import> ImportsBy(Node statement) {
  std::vector<Import> imports;
  const auto add = [&](Node name) {
    if (!name.Is(NodeKind::kDottedName)) return;
    imports.push_back({std::string(name.named_child(0).text()), statement});
  };
  if (statement.Is(NodeKind::kImportFromStatement)) add(statement.child(Field::kModuleName));
  if (!statement.Is(NodeKind::kImportStatement)) return imports;
  for (Node name : statement.children()) {
    add(name.Is(NodeKind::kAliasedImport) ? name.child(Field::kName) : name);
  }
  return imports;
}

// The module leaves when something is missing: `if not HAVE_X: raise ImportError`.
bool IsGate(Node statement) {
  if (!statement.Is(NodeKind::kIfStatement)) return false;
  for (Node node : statement.descendants()) {
    if (node.Is(NodeKind::kRaiseStatement)) return true;
  }
  return false;
}

// Imports that run whenever the module is imported, up to a gate.
std::vector<Import> CertainImports(const Module& module) {
  std::vector<Import> imports;
  for (Node statement : module.tree().root().children()) {
    if (IsGate(statement)) break;
    for (Import& import : ImportsBy(statement)) imports.push_back(std::move(import));
  }
  return imports;
}

bool IsFirstParty(ChangeContext& change, const std::string& package) {
  const std::string prefix = absl::StrCat(package, ".");
  for (const IndexedFile* file : change.index().AllFiles()) {
    if (file->module() == package || absl::StartsWith(file->module(), prefix)) return true;
    // Modules beside a script.
    const std::string name = absl::StrCat("/", package);
    if (absl::EndsWith(file->path(), absl::StrCat(name, ".py")) ||
        absl::StrContains(file->path(), absl::StrCat(name, "/"))) {
      return true;
    }
  }
  return false;
}

// Everybody who imports the module is ready for its absence, or is a module of which the same is
// true: the __init__ of a package that is loaded late.
bool IsImportedUnderGuardOnly(ChangeContext& change, const std::string& module, int depth) {
  int importers = 0;
  for (const IndexedFile* file : change.index().FilesNaming(module)) {
    const bool is_inside =
        absl::StartsWith(absl::StrCat(file->module(), "."), absl::StrCat(module, "."));
    if (is_inside || paths::IsTestPath(file->path())) continue;
    for (const repository::ImportFacts& import : file->facts().imports) {
      const std::string target = file->Absolute(import.target);
      if (target != module && !absl::StartsWith(target, absl::StrCat(module, "."))) continue;
      const bool is_certain = !import.is_guarded && import.is_module_level;
      if (is_certain &&
          (depth == 0 || !IsImportedUnderGuardOnly(change, file->module(), depth - 1))) {
        return false;
      }
      ++importers;
    }
  }
  return importers > 0;
}

bool IsLibrary(const AnalysedFile& file) {
  if (file.after == nullptr || file.changed->role == FileRole::kTest) return false;
  const std::string& path = file.changed->path;
  return !IsOutsideLibrary(path) && !paths::IsTestPath(path) && !file.after->name().empty() &&
         absl::StrContains(path, "/");
}

std::vector<Import> NewImports(const AnalysedFile& file) {
  std::set<std::string> known;
  if (file.before != nullptr) {
    for (const Import& import : CertainImports(*file.before)) known.insert(import.package);
  }
  std::vector<Import> added;
  for (Import& import : CertainImports(*file.after)) {
    if (IsStandardModule(import.package) || !file.lines.Touches(import.statement)) continue;
    if (known.insert(import.package).second) added.push_back(std::move(import));
  }
  return added;
}

// Of a library's modules, how many must import a module before it is one that nobody can do
// without.
constexpr double kCoreShare = 0.25;
// How many must import a package before it is there wherever the library is.
constexpr double kUsualShare = 0.5;

constexpr size_t kMaxRelated = 20;

// What modules of one library need, and what is there.
class Library {
 public:
  Library(ChangeContext& change, absl::string_view top) : graph_(change.index(), top) {
    for (const AnalysedFile& file : change.files()) {
      if (file.after == nullptr) continue;
      std::set<std::string>& packages = before_[file.changed->path];
      if (file.before == nullptr) continue;
      for (const Import& import : CertainImports(*file.before)) packages.insert(import.package);
    }
  }

  double ShareThatRuns(const std::string& module) const { return graph_.ShareThatRuns(module); }
  // Before the change: the packages around the module, or most modules, imported it.
  bool IsUsual(const std::string& module, const std::string& package) const {
    for (const IndexedFile* file : graph_.RunBefore(module)) {
      if (Imported(*file, package)) return true;
    }
    const auto importers =
        std::count_if(graph_.files().begin(), graph_.files().end(),
                      [&](const IndexedFile* file) { return Imported(*file, package); });
    return static_cast<double>(importers) >
           kUsualShare * static_cast<double>(graph_.files().size());
  }

 private:
  bool Imported(const IndexedFile& file, const std::string& package) const {
    const auto changed = before_.find(file.path());
    return changed == before_.end() ? ImportsForCertain(file, package)
                                    : changed->second.contains(package);
  }

  ImportGraph graph_;
  std::map<std::string, std::set<std::string>> before_;  // Of changed files, by path.
};

// One package that a change needs, wherever.
struct Needed {
  struct By {
    const AnalysedFile* file;
    Node statement;
  };
  std::vector<By> by;
  bool is_missing = false;  // For some of them.
  std::string extra;
};

class Search {
 public:
  explicit Search(ChangeContext& change) : change_(change), declared_(change) {}

  void Look(const AnalysedFile& file) {
    const std::vector<Import> imports = NewImports(file);
    if (imports.empty()) return;
    const std::vector<const Manifest*> manifests = declared_.ManifestsFor(file.changed->path);
    if (manifests.empty()) return;
    for (const Import& import : imports) {
      const auto provides = [&](const Manifest* manifest) {
        return manifest->Provides(import.package) || !manifest->Installs(file.after->name());
      };
      if (std::any_of(manifests.begin(), manifests.end(), provides)) continue;
      if (IsFirstParty(change_, import.package)) continue;
      Needed& needed = needed_[import.package];
      needed.by.push_back({&file, import.statement});
      needed.is_missing = needed.is_missing || !IsThere(file, import.package);
      needed.extra = manifests.back()->ExtraOf(import.package);
    }
  }

  // One finding for a package, at the module that most others need.
  void Report() {
    for (auto& [package, needed] : needed_) {
      if (!needed.is_missing) continue;
      const auto share = [&](const Needed::By& by) {
        return LibraryOf(*by.file).ShareThatRuns(by.file->after->name());
      };
      std::stable_sort(
          needed.by.begin(), needed.by.end(),
          [&](const Needed::By& a, const Needed::By& b) { return share(a) > share(b); });
      const auto& [file, statement] = needed.by.front();
      Observation observation = {
          .at = statement,
          .params = {
              {"package", package},
              {"module", file->after->name()},
              {"where", needed.extra.empty() ? kNoDependency
                                             : Sentence(kOnlyInExtra, {{"extra", needed.extra}})},
              {"flag", absl::StrCat("HAVE_", absl::AsciiStrToUpper(package))}}};
      for (size_t i = 1; i < std::min(needed.by.size(), kMaxRelated); ++i) {
        const auto& [other, at] = needed.by[i];
        observation.related.push_back({kImportsItToo, RangeOf(*other->after, at)});
      }
      change_.Report(*file, std::move(observation));
    }
  }

 private:
  bool IsThere(const AnalysedFile& file, const std::string& package) {
    const std::string& module = file.after->name();
    if (IsImportedUnderGuardOnly(change_, module, kDepth)) return true;
    const Library& library = LibraryOf(file);
    if (library.IsUsual(module, package)) return true;
    // What everybody imports must come with the library itself.
    return library.ShareThatRuns(module) < kCoreShare &&
           declared_.DocumentedFor(file.changed->path).Bring(package);
  }

  const Library& LibraryOf(const AnalysedFile& file) {
    const std::string& module = file.after->name();
    const std::string top = module.substr(0, module.find('.'));
    return libraries_.try_emplace(top, change_, top).first->second;
  }

  ChangeContext& change_;
  DeclaredPackages declared_;
  std::map<std::string, Library> libraries_;  // By their top-level package.
  std::map<std::string, Needed> needed_;      // By package.
};

void CheckChange(ChangeContext& change) {
  Search search(change);
  for (const AnalysedFile& file : change.files()) {
    if (IsLibrary(file)) search.Look(file);
  }
  search.Report();
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUnguardedOptionalImport = {
    .info = {.id = "unguarded-optional-import",
             .title = {"Import of a package that the installation does not include",
                       "导入了安装时不会带上的包"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{module}` imports `{package}` unconditionally, which is {where}",
                         "`{module}` 无条件导入 `{package}`，而它{where}"},
             .consequence =
                 {"Where `{package}` is not installed, importing `{module}` fails, and so does "
                  "every module that imports it",
                  "在没有安装 `{package}` 的环境里，导入 `{module}` 以及所有导入它的模块都会失败"},
             .advice = {"Import `{package}` in `try: ... except ImportError:` and set `{flag}`, or "
                        "declare it in pyproject.toml",
                        "用 `try: ... except ImportError:` 导入 `{package}` 并设置 "
                        "`{flag}`，或者在 pyproject.toml 中声明该依赖"},
             .phrases = configuration::kPhrases,
             .why = "A library promises to work with its declared dependencies. Imports inside "
                    "functions, try statements and conditions are not reported, nor are modules "
                    "that are themselves imported only under such a guard. A package is there "
                    "when a dependency brings it, when the packages around the module or most "
                    "modules of the library import it already, or, for a module that few others "
                    "import, when a requirement file beside it or an installation command in the "
                    "documentation names it.",
             .fix = "Guard the import, or declare the dependency.",
             .bad = R"py(
# --- pyproject.toml unchanged
[project]
name = "pkg"
dependencies = ["torch>=2.6"]
# --- pkg/tracking.py
import torch
import wandb
)py",
             .good = R"py(
# --- pyproject.toml unchanged
[project]
name = "pkg"
dependencies = ["torch>=2.6"]
# --- pkg/tracking.py
import torch

try:
    import wandb

    HAVE_WANDB = True
except ImportError:
    HAVE_WANDB = False
)py",
             .version = 2},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules

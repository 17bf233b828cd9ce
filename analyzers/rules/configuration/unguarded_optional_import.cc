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
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/command_line.h"
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
constexpr Phrase kPhrases[] = {kNoDependency, kOnlyInExtra};

// How many importers up somebody may be ready.
constexpr int kDepth = 3;

constexpr absl::string_view kManifest = "pyproject.toml";

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

// Manifests that have been parsed, by their text; none: it is not one. Many files have the same.
using ParsedManifests = std::map<const std::string*, std::optional<Manifest>>;

// Manifests of both sides, by folder: what the change itself declares is declared. In `parsed`.
std::vector<const Manifest*> ManifestsFor(ChangeContext& change, absl::string_view path,
                                          ParsedManifests& parsed) {
  std::vector<const Manifest*> manifests;
  for (Side side : {Side::kLeft, Side::kRight}) {
    const change::TreeFile* nearest = nullptr;
    for (const change::TreeFile& file : change.texts().List(side, {std::string(kManifest)})) {
      const absl::string_view folder =
          absl::string_view(file.path).substr(0, file.path.size() - kManifest.size());
      if (!folder.empty() && folder.back() != '/') continue;  // Another name that ends so.
      if (!absl::StartsWith(path, folder)) continue;
      if (nearest == nullptr || file.path.size() > nearest->path.size()) nearest = &file;
    }
    const std::string* text = nearest ? change.texts().Read(side, *nearest) : nullptr;
    if (text == nullptr) continue;
    auto known = parsed.find(text);
    if (known == parsed.end()) known = parsed.emplace(text, Manifest::Parse(*text)).first;
    if (known->second.has_value()) manifests.push_back(&*known->second);
  }
  return manifests;
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

void CheckFile(ChangeContext& change, const AnalysedFile& file, ParsedManifests& parsed) {
  const std::vector<Import> imports = NewImports(file);
  if (imports.empty()) return;
  const std::vector<const Manifest*> manifests = ManifestsFor(change, file.changed->path, parsed);
  if (manifests.empty()) return;
  const std::string& module = file.after->name();
  for (const Import& import : imports) {
    const auto provides = [&](const Manifest* manifest) {
      return manifest->Provides(import.package) || !manifest->Installs(module);
    };
    if (std::any_of(manifests.begin(), manifests.end(), provides)) continue;
    if (IsFirstParty(change, import.package)) continue;
    if (IsImportedUnderGuardOnly(change, module, kDepth)) continue;
    const std::string extra = manifests.back()->ExtraOf(import.package);
    change.Report(
        file, {.at = import.statement,
               .params = {{"package", import.package},
                          {"module", module},
                          {"where", extra.empty() ? kNoDependency
                                                  : Sentence(kOnlyInExtra, {{"extra", extra}})},
                          {"flag", absl::StrCat("HAVE_", absl::AsciiStrToUpper(import.package))}}});
  }
}

void CheckChange(ChangeContext& change) {
  ParsedManifests parsed;
  for (const AnalysedFile& file : change.files()) {
    if (IsLibrary(file)) CheckFile(change, file, parsed);
  }
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
                    "that are themselves imported only under such a guard.",
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
)py"},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules

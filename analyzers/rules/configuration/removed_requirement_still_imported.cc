// A change takes a package out of a list of requirements that code still imports.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/build_files/requirements.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/manifest.h"
#include "analyzers/rules/configuration/requirements_of_tree.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/rules/text_observation.h"
#include "base/poll.h"

namespace allreview::rules {

extern const Rule kRemovedRequirementStillImported;

namespace configuration {
namespace {

using build_files::Requirement;
using repository::IndexedFile;

constexpr size_t kMaxTexts = 500;

constexpr Phrase kAndOthers("and-others", " (and {count} more files)", "（另有 {count} 个文件）");
constexpr Phrase kPhrases[] = {kAndOthers};

struct Removed {
  const ChangedFile* file = nullptr;
  const std::string* before = nullptr;
  Requirement requirement;
};

// Packages that a list asked for and no list asks for any more.
std::vector<Removed> RemovedBy(ChangeContext& change, const RequirementsOfTree& after) {
  std::set<absl::string_view> wanted;
  for (const auto& [path, list] : after.lists()) {
    for (const Requirement& one : list.requirements) wanted.insert(one.name);
  }
  std::vector<Removed> removed;
  for (const ChangedFile& file : change.changed_files()) {
    if (file.is_added || !build_files::IsRequirementsPath(file.old_path)) continue;
    const std::string* const before = TextOf(change, file, Side::kLeft);
    if (before == nullptr) continue;
    for (Requirement& one : build_files::ReadRequirements(file.old_path, *before).requirements) {
      if (!wanted.contains(one.name)) removed.push_back({&file, before, std::move(one)});
    }
  }
  return removed;
}

bool MayInstall(absl::string_view path) {
  const absl::string_view name = paths::BaseName(path);
  return name == "setup.py" || name == "setup.cfg" || name == "Pipfile" || name == "Makefile" ||
         absl::StrContains(name, "Dockerfile") || absl::EndsWith(name, ".sh") ||
         absl::StrContains(name, "environment") || absl::EndsWith(name, ".toml") ||
         absl::EndsWith(name, ".lock") || absl::StrContains(name, "conda") || IsWorkflowPath(path);
}

// Texts that may install packages in their own ways, as one.
class OtherInstallers {
 public:
  explicit OtherInstallers(ChangeContext& change) {
    std::vector<change::TreeFile> files;
    for (const change::TreeFile& file : change.texts().List(Side::kRight, {""})) {
      if (MayInstall(file.path) && files.size() < kMaxTexts) files.push_back(file);
    }
    change.texts().Fetch(Side::kRight, files);
    for (const change::TreeFile& file : files) {
      const std::string* const text = change.texts().Read(Side::kRight, file);
      if (text != nullptr) texts_.push_back(build_files::NormalisedDistribution(*text));
    }
  }

  bool Name(absl::string_view package) const {
    return absl::c_any_of(
        texts_, [&](const std::string& text) { return absl::StrContains(text, package); });
  }

 private:
  std::vector<std::string> texts_;
};

struct Importer {
  const IndexedFile* file = nullptr;
  int line = 0;
};
using Importers = std::map<std::string, std::vector<Importer>>;

// By top-level module, what code imports whenever it is imported itself, but for what a file or
// folder of the repository may answer to.
Importers CertainImports(ChangeContext& change) {
  std::set<std::string> own;
  for (const IndexedFile* file : change.index().AllFiles()) {
    for (absl::string_view part : absl::StrSplit(file->path(), '/')) {
      own.emplace(absl::StripSuffix(part, ".py"));
    }
  }
  Importers importers;
  for (const IndexedFile* file : change.index().AllFiles()) {
    Poll();
    if (paths::IsTestPath(file->path())) continue;
    std::set<std::string> seen;
    for (const repository::ImportFacts& one : file->facts().imports) {
      const bool is_certain = !one.is_guarded && one.is_module_level;
      if (!is_certain || absl::StartsWith(one.target, ".")) continue;
      std::string top = one.target.substr(0, one.target.find('.'));
      if (own.contains(top) || !seen.insert(top).second) continue;
      importers[top].push_back({file, one.place.line});
    }
  }
  return importers;
}

void CheckRemoved(const Removed& removed, const Importers& importers,
                  const Distributions& still_installed) {
  Distributions own;
  own.Add(removed.requirement.name);
  for (const auto& [module, places] : importers) {
    if (!own.Have(module) || still_installed.Bring(module)) continue;
    std::vector<const Importer*> affected;
    for (const Importer& one : places) {
      if (build_files::IsListFor(removed.file->old_path, one.file->path()))
        affected.push_back(&one);
    }
    if (affected.empty()) continue;
    Words others;
    if (affected.size() > 1) {
      others = Sentence(kAndOthers, {{"count", absl::StrCat(affected.size() - 1)}});
    }
    ReportInText(
        kRemovedRequirementStillImported.info, *removed.file, *removed.before,
        {.side = Side::kLeft,
         .line = removed.requirement.line,
         .params = {{"package", removed.requirement.name},
                    {"module", module},
                    {"place", absl::StrCat(affected[0]->file->path(), ":", affected[0]->line)},
                    {"others", std::move(others)}}});
    return;
  }
}

void CheckFiles(ChangeContext& change) {
  const bool may_remove = absl::c_any_of(change.changed_files(), [](const ChangedFile& file) {
    return !file.is_added && build_files::IsRequirementsPath(file.old_path);
  });
  if (!may_remove) return;
  const RequirementsOfTree after(change, Side::kRight);
  std::vector<Removed> removed = RemovedBy(change, after);
  if (removed.empty()) return;
  const OtherInstallers others(change);
  std::erase_if(removed, [&](const Removed& one) { return others.Name(one.requirement.name); });
  if (removed.empty() || !change.texts().is_complete()) return;
  Distributions still_installed;
  for (const auto& [path, list] : after.lists()) {
    for (const Requirement& one : list.requirements) still_installed.Add(one.name);
  }
  const Importers importers = CertainImports(change);
  for (const Removed& one : removed) CheckRemoved(one, importers, still_installed);
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kRemovedRequirementStillImported = {
    .info =
        {.id = "removed-requirement-still-imported",
         .title = {"Removed requirement is still imported", "已移除的依赖仍被导入"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{package}` is no longer required, but {place}{others} imports `{module}`",
                     "`{package}` 已不在依赖之中，但 {place}{others}仍导入 `{module}`"},
         .consequence = {"Where only what is required is installed the import raises "
                         "ModuleNotFoundError",
                         "在只安装所列依赖的环境中，该导入会抛出 ModuleNotFoundError"},
         .advice = {"Keep the requirement, or take the imports out, too",
                    "保留该依赖，或同时去掉这些导入"},
         .phrases = configuration::kPhrases,
         .why = "Told of packages that no list of requirements, manifest, Dockerfile, workflow or "
                "script of the repository names any more, that no remaining requirement is known "
                "to bring, and of imports at module level without a try around them.",
         .fix = "Remove requirement and imports together.",
         .bad = R"py(
# --- requirements.txt before
einops>=0.8
torch>=2.9
# --- requirements.txt after
torch>=2.9
# --- trainer/attention.py unchanged
from einops import rearrange
)py",
         .good = R"py(
# --- requirements.txt before
einops>=0.8
torch>=2.9
# --- requirements.txt after
torch>=2.9
# --- trainer/attention.py before
from einops import rearrange
# --- trainer/attention.py after
import torch
)py"},
    .check_change = configuration::CheckFiles};

}  // namespace allreview::rules

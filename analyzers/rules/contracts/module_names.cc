#include "analyzers/rules/contracts/module_names.h"

#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/phrases.h"
#include "base/edit_distance.h"

namespace allreview::rules::contracts {
namespace {

using python::Binding;
using python::Module;
using repository::IndexedFile;

// Names of the module's place after the change. nullopt: it cannot be told.
std::optional<std::set<std::string>> NamesAfter(ChangeContext& change, const AnalysedFile& file) {
  const std::string& module = file.before->name();
  const bool is_renamed = file.changed->old_path != file.changed->path;
  if (file.after != nullptr && !is_renamed) {
    if (IsOpen(*file.after)) return std::nullopt;
    return NamesOf(*file.after);
  }
  if (file.after == nullptr && !file.changed->is_deleted) return std::nullopt;
  // Gone, but perhaps something else has its name now: a package for a module.
  IndexedFile* const successor = change.index().FindModule(module);
  if (successor == nullptr) return std::set<std::string>();
  const repository::FileFacts& facts = successor->facts();
  if (!successor->is_known() || facts.has_getattr || facts.has_errors ||
      !facts.star_imports.empty()) {
    return std::nullopt;
  }
  std::set<std::string> names;
  for (const repository::NameFacts& name : facts.names) names.insert(name.name);
  return names;
}

// Module of the change that now binds the name and did not before. Empty: none, or several.
std::string NewHomeOf(const ChangeContext& change, const std::string& name) {
  std::string home;
  for (const AnalysedFile& file : change.python_files()) {
    const auto bindings = file.after->scopes().BindingsOf(0, name);
    if (bindings.empty() || bindings.begin()->kind == Binding::Kind::kImport) continue;
    const bool is_new = file.before == nullptr || file.before->name() != file.after->name() ||
                        file.before->scopes().BindingsOf(0, name).empty();
    if (!is_new) continue;
    if (!home.empty()) return "";
    home = file.after->name();
  }
  return home;
}

// Names that no other file will import, so that a change that only drops them need not ask the
// whole repository: tests, and what a module imported from another project for itself.
bool IsOfNoInterest(const AnalysedFile& file, const Binding& binding) {
  const absl::string_view name = binding.name;
  if (file.changed->role == FileRole::kTest &&
      (absl::StartsWith(name, "test") || absl::StartsWith(name, "Test"))) {
    return true;
  }
  if (binding.kind != Binding::Kind::kImport || file.before->is_package()) return false;
  const std::string& module = file.before->name();
  const std::string own_project = absl::StrCat(module.substr(0, module.find('.')), ".");
  return !absl::StartsWith(absl::StrCat(file.before->Absolute(binding.imported), "."), own_project);
}

// Some name of interest is not in `after`.
bool HasRemovedName(const AnalysedFile& file, const std::set<std::string>& after) {
  for (const Binding& binding : file.before->scopes().bindings()) {
    if (binding.scope != 0) break;
    if (!after.count(std::string(binding.name)) && !IsOfNoInterest(file, binding)) return true;
  }
  return false;
}

}  // namespace

std::set<std::string> NamesOf(const Module& module) {
  std::set<std::string> names;
  for (const Binding& binding : module.scopes().bindings()) {
    if (binding.scope == 0) names.insert(std::string(binding.name));
  }
  return names;
}

bool IsOpen(const Module& module) {
  return !module.scopes().star_imports().empty() || module.tree().error_count() > 0 ||
         !module.scopes().BindingsOf(0, "__getattr__").empty() ||
         absl::StrContains(module.source(), "globals()") ||
         absl::StrContains(module.source(), "sys.modules");
}

namespace {

// `legacy.pkg.a` imports `pkg.b`, and there is a `legacy.pkg.b`: folders like `legacy` are roots of
// their own.
bool HasModuleOfItsOwn(ChangeContext& change, absl::string_view user, absl::string_view module) {
  for (size_t dot = user.find('.'); dot != absl::string_view::npos; dot = user.find('.', dot + 1)) {
    const std::string own = absl::StrCat(user.substr(0, dot), ".", module);
    if (change.index().FindModule(own) != nullptr) return true;
  }
  return false;
}

}  // namespace

std::vector<Related> FindUses(ChangeContext& change, const std::string& module,
                              const std::string& name) {
  std::vector<Related> uses;
  const std::string wanted = absl::StrCat(module, ".", name);
  if (change.index().FindModule(wanted) != nullptr) return uses;  // It is a submodule now.
  for (IndexedFile* file : change.index().FilesNaming(wanted)) {
    if (file->module() == module || HasModuleOfItsOwn(change, file->module(), module)) continue;
    bool is_imported = false;
    for (const repository::ImportFacts& import : file->facts().imports) {
      if (!import.is_from || file->Absolute(import.target) != wanted) continue;
      is_imported = true;  // Guarded or not, the calls then say nothing new.
      if (import.is_guarded) continue;
      uses.push_back(
          {Sentence(phrases::kImportsName, {{"name", name}}), RangeOf(file->path(), import.place)});
    }
    if (is_imported) continue;
    for (const repository::CallFacts& call : file->facts().calls) {
      if (call.is_guarded || file->Absolute(call.callee) != wanted) continue;
      uses.push_back(
          {Sentence(phrases::kCallsName, {{"name", name}}), RangeOf(file->path(), call.place)});
    }
  }
  return uses;
}

Cause CauseOfRemoved(const AnalysedFile& file, int old_line) {
  Cause cause{.kind = Cause::Kind::kRemovedLine,
              .path = file.changed->path,
              .first_line = old_line,
              .end_line = old_line + 1};
  for (size_t i = 0; i < file.changed->hunks.size(); ++i) {
    const change::ChangedHunk& hunk = file.changed->hunks[i];
    if (old_line >= hunk.old_start && old_line < hunk.old_start + hunk.old_lines) {
      cause.hunk = static_cast<int>(i);
    }
  }
  return cause;
}

std::vector<const Binding*> RemovedNames(ChangeContext& change, const AnalysedFile& file) {
  std::vector<const Binding*> removed;
  if (file.before == nullptr) return removed;
  // Cheap answer first: most changes remove no name.
  if (file.after != nullptr && file.changed->old_path == file.changed->path) {
    if (!HasRemovedName(file, NamesOf(*file.after))) return removed;
  }
  const std::optional<std::set<std::string>> after = NamesAfter(change, file);
  if (!after) return removed;
  for (const Binding& binding : file.before->scopes().bindings()) {
    if (binding.scope != 0) break;
    if (after->count(std::string(binding.name)) || IsOfNoInterest(file, binding)) continue;
    if (!removed.empty() && removed.back()->name == binding.name) continue;
    removed.push_back(&binding);
  }
  return removed;
}

std::string HomeOf(ChangeContext& change, const std::string& name) {
  std::string home = NewHomeOf(change, name);
  if (!home.empty()) return home;
  const repository::Found found = change.project().FindUnique(name);
  if (!found || found.definition->kind == python::Definition::Kind::kMethod) return "";
  home = std::string(repository::OwnerOf(found.name));
  return change.project().FindModule(home) == nullptr ? "" : home;
}

MissingName::MissingName(ChangeContext& change, const std::string& module, const std::string& name)
    : home_(HomeOf(change, name)), module_(module) {
  const repository::ModuleFacts* const facts = change.project().FindModule(module);
  if (facts == nullptr || !home_.empty()) return;
  std::vector<std::string> names;
  for (const repository::NameFacts& one : *facts->names) names.push_back(one.name);
  nearest_ = Nearest(name, names);
}

Words MissingName::Remedy() const {
  if (!home_.empty()) return Sentence(phrases::kUseFromThere, {{"module", home_}});
  if (!nearest_.empty()) return Sentence(phrases::kDidYouMean, {{"name", nearest_}});
  return Sentence(phrases::kDefineThere, {{"module", module_}});
}

}  // namespace allreview::rules::contracts

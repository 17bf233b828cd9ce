// The change removes a name of a module; other files still import it.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Binding;
using python::Module;
using repository::IndexedFile;

constexpr size_t kMaxRelated = 20;

std::set<std::string> NamesOf(const Module& module) {
  std::set<std::string> names;
  for (const Binding& binding : module.scopes().bindings()) {
    if (binding.scope == 0) names.insert(std::string(binding.name));
  }
  return names;
}

// What the module offers cannot be told from its text.
bool IsOpen(const Module& module) {
  return !module.scopes().star_imports().empty() || module.tree().error_count() > 0 ||
         !module.scopes().BindingsOf(0, "__getattr__").empty() ||
         absl::StrContains(module.source(), "globals()") ||
         absl::StrContains(module.source(), "sys.modules");
}

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

// Places that import `name` of `module`, or call it through the module.
std::vector<Related> FindUses(ChangeContext& change, const std::string& module,
                              const std::string& name) {
  std::vector<Related> uses;
  const std::string wanted = absl::StrCat(module, ".", name);
  if (change.index().FindModule(wanted) != nullptr) return uses;  // It is a submodule now.
  for (IndexedFile* file : change.index().FilesNaming(wanted)) {
    if (file->module() == module) continue;
    bool is_imported = false;
    for (const repository::ImportFacts& import : file->facts().imports) {
      if (!import.is_from || file->Absolute(import.target) != wanted) continue;
      is_imported = true;  // Guarded or not, the calls then say nothing new.
      if (import.is_guarded) continue;
      uses.push_back({absl::StrCat("imports `", name, "`"), RangeOf(file->path(), import.place)});
    }
    if (is_imported) continue;
    for (const repository::CallFacts& call : file->facts().calls) {
      if (call.is_guarded || file->Absolute(call.callee) != wanted) continue;
      uses.push_back({absl::StrCat("calls `", name, "`"), RangeOf(file->path(), call.place)});
    }
  }
  return uses;
}

// Module of the change that now binds the name and did not before. Empty: none, or several.
std::string NewHomeOf(const ChangeContext& change, const std::string& name) {
  std::string home;
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr) continue;
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

Cause CauseOf(const AnalysedFile& file, int old_line) {
  Cause cause{.kind = Cause::Kind::kRemovedLine,
              .path = file.changed->path,
              .first_line = old_line,
              .end_line = old_line + 1};
  for (size_t i = 0; i < file.changed->hunks.size(); ++i) {
    const ChangedHunk& hunk = file.changed->hunks[i];
    if (old_line >= hunk.old_start && old_line < hunk.old_start + hunk.old_lines) {
      cause.hunk = static_cast<int>(i);
    }
  }
  return cause;
}

void ReportRemoved(ChangeContext& change, const AnalysedFile& file, const Binding& binding) {
  const std::string name(binding.name);
  std::vector<Related> uses = FindUses(change, file.before->name(), name);
  if (uses.empty()) return;
  const std::string home = NewHomeOf(change, name);
  Observation observation{
      .at = binding.node,
      .params = {{"name", name},
                 {"module", file.before->name()},
                 {"count", absl::StrCat(uses.size())},
                 {"places", uses.size() == 1 ? "place still uses" : "places still use"},
                 {"example", uses[0].range.path},
                 {"line", absl::StrCat(uses[0].range.first_line)},
                 {"remedy", home.empty() ? "keep the name, or change these places"
                                         : absl::StrCat("import it from `", home, "` there")}},
      .cause = CauseOf(file, binding.node.first_line())};
  DeltaEvidence delta;
  delta.what = "definition";
  delta.before = name;
  delta.before_range = rules::RangeOf(*file.before, binding.node, Side::kLeft);
  observation.evidence.push_back(std::move(delta));
  if (uses.size() > kMaxRelated) uses.resize(kMaxRelated);
  observation.related = std::move(uses);
  change.ReportBefore(file, std::move(observation));
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

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr) continue;
    // Cheap answer first: most changes remove no name.
    if (file.after != nullptr && file.changed->old_path == file.changed->path) {
      if (!HasRemovedName(file, NamesOf(*file.after))) continue;
    }
    const std::optional<std::set<std::string>> after = NamesAfter(change, file);
    if (!after) continue;
    absl::string_view last;
    for (const Binding& binding : file.before->scopes().bindings()) {
      if (binding.scope != 0) break;
      if (binding.name == last || after->count(std::string(binding.name))) continue;
      last = binding.name;
      if (IsOfNoInterest(file, binding)) continue;
      ReportRemoved(change, file, binding);
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kImportOfRemovedName = {
    .info = {.id = "import-of-removed-name",
             .title = "Removed name is still used elsewhere",
             .category = "contracts",
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{name}` is no longer in `{module}`, but {count} {places} it, for example "
                        "{example}:{line}",
             .consequence = "Importing these files raises ImportError, or the call AttributeError",
             .advice = "For `{name}`: {remedy}",
             .why = "A file that imports a name which is gone fails as a whole when it is "
                    "imported. Imports in try statements and under TYPE_CHECKING are left out, as "
                    "are modules that make their names at run time.",
             .fix = "Change every importer in the same change, or keep an alias under the old "
                    "name.",
             .bad = "# --- pkg/ops.py before\n"
                    "def scale(x):\n"
                    "    return 2 * x\n"
                    "# --- pkg/ops.py after\n"
                    "def double(x):\n"
                    "    return 2 * x\n"
                    "# --- pkg/use.py unchanged\n"
                    "from pkg.ops import scale\n",
             .good = "# --- pkg/ops.py before\n"
                     "def scale(x):\n"
                     "    return 2 * x\n"
                     "# --- pkg/ops.py after\n"
                     "def double(x):\n"
                     "    return 2 * x\n"
                     "\n"
                     "scale = double\n"
                     "# --- pkg/use.py unchanged\n"
                     "from pkg.ops import scale\n",
             .references = {"pylint E0611, E1101"}},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules

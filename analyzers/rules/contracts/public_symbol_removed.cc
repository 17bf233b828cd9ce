// A public function, class, method or re-export goes away at once.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/api_surface.h"
#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Binding;
using python::Definition;
using repository::IndexedFile;
using repository::MethodCallFacts;

constexpr Phrase kChangePlaces("change-places",
                               "Change {place} and the other places, or keep the old name",
                               "修改 {place} 及其他位置，或者保留旧名称");
constexpr Phrase kImportItHere(
    "import-it-here",
    "Import it from `{module}` here, so that the old import keeps working for one release",
    "在这里从 `{module}` 导入它，让旧的 import 在一个版本内继续可用");
constexpr Phrase kKeepShim("keep-shim",
                           "Keep it for one release as a shim that warns and names the version of "
                           "its removal and its replacement",
                           "在一个版本内保留为会告警的垫片，并注明移除版本和替代方案");
constexpr Phrase kWasHere("was-here", "`{name}` was here", "`{name}` 原来在这里");
constexpr Phrase kStillUsed("still-used", ", which {place} still uses", "，而 {place} 仍在使用它");
constexpr Phrase kAndMoreNames("and-more-names", "and {count} more", "另有 {count} 个");
constexpr Phrase kPhrases[] = {kChangePlaces, kImportItHere, kKeepShim,
                               kWasHere,      kStillUsed,    kAndMoreNames};

constexpr size_t kMaxSingle = 3;  // More in one file are one finding.
constexpr size_t kMaxNamed = 4;
constexpr size_t kMaxRelated = 30;

struct Removed {
  Node at;  // In the old version.
  std::string name;
  std::vector<Related> uses;  // Left in the repository.
};

bool IsBoundInClass(const python::Module& module, const Definition& a_class,
                    absl::string_view name) {
  const std::vector<python::Scope>& scopes = module.scopes().scopes();
  for (uint32_t i = 0; i < scopes.size(); ++i) {
    if (scopes[i].owner == a_class.node) return !module.scopes().BindingsOf(i, name).empty();
  }
  return false;
}

// Objects of the class may still have it.
bool StillHas(ChangeContext& change, const AnalysedFile& file, const Definition& a_class,
              absl::string_view method) {
  const std::string name = repository::Join(file.after->name(), a_class.name);
  const absl::string_view body = a_class.body.text();
  return IsBoundInClass(*file.after, a_class, method) || absl::StrContains(body, "__getattr__") ||
         change.project().IsSubclass(name, "no.such.Class") != repository::Answer::kNo ||
         change.project().FindMethod(name, method) || change.project().ClassStores(name, method);
}

// The class of whose object the file calls a method. Empty: nobody knows.
std::string ReceiverOf(const IndexedFile& file, const MethodCallFacts& call) {
  if (call.kind == MethodCallFacts::Receiver::kClass) return file.Absolute(call.receiver);
  if (call.kind != MethodCallFacts::Receiver::kSelf) return "";
  const repository::DefinitionFacts* definition =
      file.FindDefinition(repository::OwnerOf(call.symbol));
  const bool is_class = definition != nullptr && definition->kind == Definition::Kind::kClass;
  return is_class ? repository::Join(file.module(), definition->name) : "";
}

std::vector<Related> FindMethodUses(ChangeContext& change, const std::string& class_name,
                                    const std::string& method) {
  std::vector<Related> uses;
  const auto lacks_it = [&](const std::string& receiver) {
    return !receiver.empty() &&
           change.project().IsSubclass(receiver, class_name) == repository::Answer::kYes &&
           !change.project().FindMethod(receiver, method) &&
           !change.project().ClassStores(receiver, method);
  };
  for (IndexedFile* file : change.index().FilesMentioning(method)) {
    for (const repository::CallFacts& call : file->facts().calls) {
      if (call.is_guarded || repository::LastPart(call.callee) != method) continue;
      const std::string callee = change.project().Canonical(file->Absolute(call.callee));
      if (!lacks_it(std::string(repository::OwnerOf(callee)))) continue;
      uses.push_back({absl::StrCat("calls `", method, "`"), RangeOf(file->path(), call.place)});
    }
    for (const MethodCallFacts& call : file->facts().method_calls) {
      if (call.is_guarded || call.method != method) continue;
      if (!lacks_it(change.project().Canonical(ReceiverOf(*file, call)))) continue;
      uses.push_back({absl::StrCat("calls `", method, "`"), RangeOf(file->path(), call.place)});
    }
  }
  return uses;
}

std::vector<Removed> RemovedMethods(ChangeContext& change, const AnalysedFile& file) {
  std::vector<Removed> removed;
  for (const Definition& definition : file.before->definitions()) {
    if (definition.kind != Definition::Kind::kMethod || definition.parent < 0 ||
        absl::StartsWith(definition.simple_name, "__") || !IsPublic(*file.before, definition)) {
      continue;
    }
    const Definition& owner = file.before->definitions()[definition.parent];
    const Definition* a_class = OnlyDefinition(*file.after, owner.name);
    if (a_class == nullptr || a_class->kind != Definition::Kind::kClass ||
        file.after->FindDefinition(definition.name) != nullptr ||
        StillHas(change, file, *a_class, definition.simple_name)) {
      continue;
    }
    if (!removed.empty() && removed.back().name == definition.name) continue;  // Its setter.
    removed.push_back({definition.node.child(Field::kName), definition.name,
                       FindMethodUses(change, repository::Join(file.after->name(), a_class->name),
                                      std::string(definition.simple_name))});
  }
  return removed;
}

// Public definitions, and what a package passes on.
bool IsPublicBinding(ChangeContext& change, const AnalysedFile& file, const Binding& binding) {
  if (!IsPublicName(binding.name) || absl::StartsWith(binding.name, "__")) return false;
  if (binding.kind == Binding::Kind::kDefinition) {
    const Definition* definition = file.before->FindDefinition(binding.name);
    return definition != nullptr && IsPublic(*file.before, *definition);
  }
  if (binding.kind != Binding::Kind::kImport || !file.before->is_package() ||
      !binding.value.Is(NodeKind::kImportFromStatement)) {
    return false;
  }
  // With the definition gone, that is what there is to say.
  const std::string source = file.before->Absolute(binding.imported);
  return static_cast<bool>(change.project().FindDefinition(source));
}

std::vector<Removed> RemovedFromModule(ChangeContext& change, const AnalysedFile& file) {
  std::vector<Removed> removed;
  for (const Binding* binding : RemovedNames(change, file)) {
    if (!IsPublicBinding(change, file, *binding)) continue;
    const std::string name(binding->name);
    // import-of-removed-name reports those.
    if (!FindUses(change, file.before->name(), name).empty()) continue;
    if (change.index().FindModule(repository::Join(file.before->name(), name)) != nullptr) continue;
    removed.push_back({binding->node, name, {}});
  }
  return removed;
}

std::string PlaceText(const Range& range) {
  return absl::StrCat(range.path, ":", range.first_line);
}

Words RemedyFor(ChangeContext& change, const std::vector<Removed>& removed) {
  if (!removed[0].uses.empty()) {
    return Sentence(kChangePlaces, {{"place", PlaceText(removed[0].uses[0].range)}});
  }
  const std::string home =
      removed.size() == 1 ? HomeOf(change, std::string(repository::LastPart(removed[0].name))) : "";
  if (!home.empty()) {
    return Sentence(kImportItHere, {{"module", home}});
  }
  return kKeepShim;
}

void Report(ChangeContext& change, const AnalysedFile& file, const std::vector<Removed>& removed) {
  WordList names;
  std::vector<Related> related;
  for (const Removed& symbol : removed) {
    if (names.items.size() < kMaxNamed) names.items.push_back(absl::StrCat("`", symbol.name, "`"));
    if (removed.size() > 1) {
      related.push_back({Sentence(kWasHere, {{"name", symbol.name}}),
                         RangeOf(*file.before, symbol.at, Side::kLeft)});
    }
    related.insert(related.end(), symbol.uses.begin(), symbol.uses.end());
  }
  if (removed.size() > kMaxNamed) {
    names.items.back() =
        Sentence(kAndMoreNames, {{"count", absl::StrCat(removed.size() - kMaxNamed + 1)}});
  }
  if (related.size() > kMaxRelated) related.resize(kMaxRelated);
  const bool is_used = !removed[0].uses.empty();
  Observation observation{
      .at = removed[0].at,
      .params = {{"names", std::move(names)},
                 {"module", file.before->name()},
                 {"uses", is_used
                              ? Words(Sentence(kStillUsed,
                                               {{"place", PlaceText(removed[0].uses[0].range)}}))
                              : Words()},
                 {"remedy", RemedyFor(change, removed)}},
      .related = std::move(related),
      .cause = CauseOfRemoved(file, removed[0].at.first_line())};
  if (is_used) {
    observation.severity = Severity::kP0;
    observation.impact = Impact::kCritical;
  } else if (AnnouncesRemoval(change.description())) {
    observation.severity = Severity::kP2;
    observation.impact = Impact::kMedium;
  }
  change.ReportBefore(file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || file.changed->role == FileRole::kTest) continue;
    std::vector<Removed> removed = RemovedFromModule(change, file);
    if (file.after != nullptr && file.changed->old_path == file.changed->path) {
      for (Removed& method : RemovedMethods(change, file)) removed.push_back(std::move(method));
    }
    if (removed.empty() || !IsPublicPath(change, file)) continue;
    // Those with users are worse than the rest.
    std::stable_partition(removed.begin(), removed.end(),
                          [](const Removed& symbol) { return !symbol.uses.empty(); });
    size_t unused = 0;
    while (unused < removed.size() && !removed[unused].uses.empty()) {
      Report(change, file, {removed[unused++]});
    }
    removed.erase(removed.begin(), removed.begin() + static_cast<long>(unused));
    if (removed.size() > kMaxSingle) {
      Report(change, file, removed);
    } else {
      for (const Removed& symbol : removed) Report(change, file, {symbol});
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kPublicSymbolRemoved = {
    .info =
        {.id = "public-symbol-removed",
         .title = {"Public name removed without deprecation", "公开符号未经弃用就被移除"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .pillar = Pillar::kMaintainability,
         .confidence = Confidence::kMedium,
         .message = {"The change removes the public {names} of `{module}`{uses}",
                     "本次变更移除了 `{module}` 的公开符号 {names}{uses}"},
         .consequence = {"Code that uses the name fails after the upgrade; other repositories had "
                         "no release in which to change it",
                         "使用它的代码升级后会失败；其他仓库没有任何一个过渡版本可以用来迁移"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = contracts::kPhrases,
         .why = "Other repositories, which the tests of this one do not cover, use what a package "
                "offers. A release in which the old name still works and warns lets them migrate. "
                "Names marked as internal, experimental or deprecated are not reported.",
         .fix = "Keep the name as an alias or a shim that warns, and remove it one release later.",
         .bad = R"py(
# --- pkg/masks.py before
def causal_mask(n):
    return n

def window_mask(n):
    return n
# --- pkg/masks.py after
def window_mask(n):
    return n
)py",
         .good = R"py(
# --- pkg/masks.py before
def causal_mask(n):
    return n
# --- pkg/masks.py after
def make_mask(n):
    return n

causal_mask = make_mask
)py",
         .references = {"griffe ObjectRemovedBreakage"},
         .tier = Tier::kHint},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules

#include "analyzers/rules/contracts/signature_changes.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::rules::contracts {
namespace {

using python::Definition;
using python::Module;
using repository::CallFacts;
using repository::IndexedFile;
using repository::MethodCallFacts;

constexpr int kMaxReexports = 3;

bool IsClass(const Definition& definition) { return definition.kind == Definition::Kind::kClass; }

std::string Texts(const std::vector<Node>& nodes) {
  std::string text;
  for (Node node : nodes) absl::StrAppend(&text, node.text(), ";");
  return text;
}

bool HaveSameParameters(const Definition& a, const Definition& b) {
  return std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(),
                    [](const python::Parameter& left, const python::Parameter& right) {
                      return left.name == right.name && left.kind == right.kind &&
                             static_cast<bool>(left.default_value) ==
                                 static_cast<bool>(right.default_value);
                    }) &&
         Texts(a.decorators) == Texts(b.decorators);
}

// The constructor may be another one, though no __init__ of the class says so.
bool MayHaveOtherConstructor(const Module& before, const Definition& old, const Module& after,
                             const Definition& current) {
  const std::string decorators = Texts(old.decorators) + Texts(current.decorators);
  if (absl::StrContains(decorators, "dataclass") && old.body.text() != current.body.text()) {
    return true;
  }
  const std::string init = absl::StrCat(current.name, ".__init__");
  return Texts(old.bases) != Texts(current.bases) ||
         Texts(old.decorators) != Texts(current.decorators) ||
         (before.FindDefinition(init) == nullptr) != (after.FindDefinition(init) == nullptr);
}

bool IsNested(const Module& module, const Definition& definition) {
  const Definition* around = &definition;
  while (around->parent >= 0) {
    around = &module.definitions()[around->parent];
    if (!IsClass(*around)) return true;
  }
  return false;
}

void AddChanges(const AnalysedFile& file, std::vector<SignatureChange>* changes) {
  for (const Definition& definition : file.after->definitions()) {
    if (IsNested(*file.after, definition)) continue;
    const Definition* old = OnlyDefinition(*file.before, definition.name);
    if (old == nullptr || old->kind != definition.kind) continue;
    if (OnlyDefinition(*file.after, definition.name) == nullptr) continue;
    const bool is_changed =
        IsClass(definition) ? MayHaveOtherConstructor(*file.before, *old, *file.after, definition)
                            : !HaveSameParameters(*old, definition);
    if (is_changed) changes->push_back({&file, old, &definition});
  }
}

std::string AbsoluteName(const SignatureChange& changed) {
  return absl::StrCat(changed.file->after->name(), ".", changed.after->name);
}

// Simple names by which calls may reach the definition.
std::set<std::string> CalledAs(ChangeContext& change, const SignatureChange& changed) {
  const std::string name = AbsoluteName(changed);
  std::set<std::string> roots = {name};
  const bool is_init = changed.after->simple_name == "__init__";
  if (changed.after->kind == Definition::Kind::kMethod && !is_init) {
    return {std::string(changed.after->simple_name)};
  }
  if (is_init || IsClass(*changed.after)) {
    const std::string a_class = is_init ? std::string(repository::OwnerOf(name)) : name;
    roots = {a_class};
    for (const std::string& subclass : change.project().SubclassesOf(a_class)) {
      roots.insert(subclass);
    }
  }
  std::set<std::string> names;
  for (const std::string& root : roots) {
    for (const std::string& alias : ReexportsOf(change.index(), root)) {
      names.insert(std::string(repository::LastPart(alias)));
    }
  }
  return names;
}

bool EndsWithName(absl::string_view callee, absl::string_view name) {
  // Most differ in the last character, which costs less to see.
  if (callee.empty() || callee.back() != name.back() || !absl::EndsWith(callee, name)) return false;
  if (callee.size() == name.size()) return true;
  const char before = callee[callee.size() - name.size() - 1];
  return before == '.' || before == ':';
}

// Asked for each call of a file and each changed signature.
bool EndsWithOneOf(absl::string_view callee, const std::set<std::string>& names) {
  constexpr size_t kFew = 4;
  if (names.size() <= kFew) {
    return EndsWithName(callee, "__init__") ||
           std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return EndsWithName(callee, name); });
  }
  const absl::string_view last = repository::LastPart(callee);
  return last == "__init__" || names.count(std::string(last)) > 0;
}

// No other definition of the file has the same qualified name.
bool IsOnly(const Module& module, const Definition& definition) {
  const python::Scopes& scopes = module.scopes();
  const auto bindings = scopes.BindingsOf(scopes.ScopeOf(definition.node), definition.simple_name);
  const auto others = std::count_if(bindings.begin(), bindings.end(), [](const auto& binding) {
    return binding.kind == python::Binding::Kind::kDefinition;
  });
  if (others > 1) return false;
  if (definition.parent < 0) return true;
  if (IsOnly(module, module.definitions()[definition.parent])) return true;
  // Another parent of the same name may have one.
  const std::vector<Definition>& all = module.definitions();
  return std::none_of(all.begin(), all.end(), [&](const Definition& other) {
    return &other != &definition && other.name == definition.name;
  });
}

}  // namespace

const Definition* OnlyDefinition(const Module& module, absl::string_view name) {
  const Definition* const only = module.FindDefinition(name);
  const bool is_only = only != nullptr && !only->is_conditional && IsOnly(module, *only);
  return is_only ? only : nullptr;
}

std::set<std::string> ReexportsOf(repository::RepositoryIndex& index, const std::string& name) {
  std::set<std::string> names = {name};
  std::vector<std::string> unfollowed = {name};
  for (int round = 0; round < kMaxReexports && !unfollowed.empty(); ++round) {
    std::vector<std::string> found;
    for (const std::string& known : unfollowed) {
      for (IndexedFile* file : index.FilesNaming(known)) {
        for (const repository::NameFacts& bound : file->facts().names) {
          if (bound.imported.empty() || file->Absolute(bound.imported) != known) continue;
          const std::string alias = absl::StrCat(file->module(), ".", bound.name);
          if (names.insert(alias).second) found.push_back(alias);
        }
      }
    }
    unfollowed = std::move(found);
  }
  return names;
}

SignatureChanges::SignatureChanges(ChangeContext& change)
    : change_(change), after_(change.project()), before_(change.project(), &files_before_) {
  for (const AnalysedFile& file : change.files()) {
    if (file.before != nullptr && file.after != nullptr) AddChanges(file, &all_);
  }
  if (all_.empty()) return;
  for (const SignatureChange& changed : all_) names_.insert(AbsoluteName(changed));
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr) continue;
    files_before_.try_emplace(file.changed->path, file.changed->path,
                              repository::FactsOf(*file.before));
  }
}

template <typename Call>
void SignatureChanges::Visit(const IndexedFile& file, const Call& call, const std::string& origin,
                             const std::function<void(const CallSite&)>& visit) {
  if (call.is_guarded) return;
  const CallableRef callee = after_.Of(file, call);
  if (callee == nullptr ||
      std::find(callee->origins.begin(), callee->origins.end(), origin) == callee->origins.end()) {
    return;
  }
  std::optional<Misfit> misfit = FindMisfit(call, callee->parameters);
  if (misfit) {  // What never fitted is not this change's doing.
    const CallableRef old = before_.Of(file, call);
    if (old == nullptr || FindMisfit(call, old->parameters)) misfit.reset();
  }
  visit({file, call, call.symbol, call.place, *callee, std::move(misfit)});
}

void SignatureChanges::ForEachCall(const SignatureChange& changed,
                                   const std::function<void(const CallSite&)>& visit) {
  const std::string origin = AbsoluteName(changed);
  const std::set<std::string> names = CalledAs(change_, changed);
  std::set<const IndexedFile*> files;
  for (const std::string& name : names) {
    for (const IndexedFile* file : change_.index().FilesMentioning(name)) files.insert(file);
  }
  for (const IndexedFile* file : files) {
    for (const CallFacts& call : file->facts().calls) {
      if (EndsWithOneOf(call.callee, names)) Visit(*file, call, origin, visit);
    }
    for (const MethodCallFacts& call : file->facts().method_calls) {
      if (EndsWithOneOf(call.method, names)) Visit(*file, call, origin, visit);
    }
  }
}

std::vector<BrokenCall> SignatureChanges::BrokenBy(const SignatureChange& changed) {
  std::vector<BrokenCall> broken;
  ForEachCall(changed, [&](const CallSite& call) {
    if (!call.misfit) return;
    if (!taken_.emplace(call.file.path(), call.place.first_byte).second) return;
    broken.push_back(
        {call.file.path(), call.symbol, call.place, call.callee.name, call.misfit->why});
  });
  std::sort(broken.begin(), broken.end(), [](const BrokenCall& a, const BrokenCall& b) {
    return std::tie(a.path, a.place.first_byte) < std::tie(b.path, b.place.first_byte);
  });
  return broken;
}

Node PlaceOfChange(const AnalysedFile& file, const Definition& definition) {
  for (const python::Parameter& parameter : definition.parameters) {
    if (file.lines.Touches(parameter.node)) return parameter.node;
  }
  return definition.node.child(Field::kName);
}

Cause CauseInHeader(const AnalysedFile& file, const Definition& definition) {
  const int last = python::HeaderLastLine(definition.outer);
  Cause cause = file.lines.CauseIn(*file.changed, definition.first_line, last);
  cause.kind = Cause::Kind::kBrokenElsewhere;
  if (cause.first_line != 0) return cause;
  for (size_t i = 0; i < file.changed->hunks.size(); ++i) {  // Parameters only went away.
    const ChangedHunk& hunk = file.changed->hunks[i];
    if (hunk.new_start <= last + 1 && hunk.new_start + hunk.new_lines >= definition.first_line) {
      cause.hunk = static_cast<int>(i);
      break;
    }
  }
  cause.first_line = definition.first_line;
  cause.end_line = last + 1;
  return cause;
}

Evidence SignatureDelta(const SignatureChange& changed) {
  DeltaEvidence delta;
  delta.what = "signature";
  delta.before = std::string(changed.before->node.child(Field::kParameters).text());
  delta.after = std::string(changed.after->node.child(Field::kParameters).text());
  delta.before_range =
      RangeOf(*changed.file->before, changed.before->node.child(Field::kName), Side::kLeft);
  delta.after_range = RangeOf(*changed.file->after, changed.after->node.child(Field::kName));
  return delta;
}

}  // namespace allreview::rules::contracts

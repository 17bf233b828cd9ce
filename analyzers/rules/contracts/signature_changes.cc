#include "analyzers/rules/contracts/signature_changes.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/phrases.h"
#include "analyzers/values/values_of_change.h"
#include "base/poll.h"

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
  // Around the parser's errors parameters may be others than were read.
  if (file.after->tree().error_count() > 0) return;
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

bool MayBeReplaced(ChangeContext& change, const Callable& callee) {
  bool is_replaced = false;
  values::UnderstoodRepository& after = change.values_of_change().side(Side::kRight);
  after.Ask([&](understanding::Knowledge&) {
    is_replaced =
        std::any_of(callee.origins.begin(), callee.origins.end(), [&](const std::string& origin) {
          const repository::Found found = change.project().FindDefinition(origin);
          return found && found.definition->kind == Definition::Kind::kMethod &&
                 after.program().IsStoredBeside(repository::LastPart(origin),
                                                repository::LastPart(repository::OwnerOf(origin)));
        });
  });
  return is_replaced;
}

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
    if (old == nullptr || FindMisfit(call, old->parameters) || MayBeReplaced(change_, *callee)) {
      misfit.reset();
    }
  }
  visit({file, call, call.symbol, call.place, *callee, std::move(misfit)});
}

template <typename Call>
void SignatureChanges::Add(const IndexedFile& file, const Call& call, absl::string_view called,
                           uint32_t number, CallsOfFile* calls) {
  Poll();
  if (call.is_guarded) return;
  const absl::string_view name = repository::LastPart(called);
  if (name != "__init__") {
    calls->by_name[name].push_back(number);
    return;
  }
  const CallableRef callee = after_.Of(file, call);
  if (callee == nullptr) return;
  for (const std::string& origin : callee->origins) {
    calls->inits_by_origin[origin].push_back(number);
  }
}

const SignatureChanges::CallsOfFile& SignatureChanges::CallsOf(const IndexedFile& file) {
  const auto known = calls_.find(&file);
  if (known != calls_.end()) return known->second;
  const repository::FileFacts& facts = file.facts();
  CallsOfFile calls;
  uint32_t number = 0;
  for (const CallFacts& call : facts.calls) Add(file, call, call.callee, number++, &calls);
  for (const MethodCallFacts& call : facts.method_calls) {
    Add(file, call, call.method, number++, &calls);
  }
  return calls_.emplace(&file, std::move(calls)).first->second;
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
    const CallsOfFile& calls = CallsOf(*file);
    std::vector<uint32_t> wanted;
    const auto add = [&](const auto& numbers, const std::string& key) {
      const auto found = numbers.find(key);
      if (found == numbers.end()) return;
      wanted.insert(wanted.end(), found->second.begin(), found->second.end());
    };
    for (const std::string& name : names) add(calls.by_name, name);
    add(calls.inits_by_origin, origin);
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    const repository::FileFacts& facts = file->facts();
    for (const uint32_t number : wanted) {
      Poll();
      if (number < facts.calls.size()) {
        Visit(*file, facts.calls[number], origin, visit);
      } else {
        Visit(*file, facts.method_calls[number - facts.calls.size()], origin, visit);
      }
    }
  }
}

std::vector<Range> SignatureChanges::UntouchedCalls(
    const SignatureChange& changed, const std::function<bool(const CallSite&)>& is_meant) {
  const auto is_new = [&](const CallSite& call) {
    for (const AnalysedFile& file : change_.files()) {
      if (file.changed->path != call.file.path()) continue;
      return file.lines.HasAdded(call.place.line, call.place.end_line - 1);
    }
    return false;
  };
  std::vector<Range> calls;
  ForEachCall(changed, [&](const CallSite& call) {
    if (is_meant(call) && !is_new(call)) calls.push_back(RangeOf(call.file.path(), call.place));
  });
  std::sort(calls.begin(), calls.end(), [](const Range& a, const Range& b) {
    return std::tie(a.path, a.first_byte) < std::tie(b.path, b.first_byte);
  });
  return calls;
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

Sentence CallsText(const std::vector<Range>& calls) {
  return Counted(std::ssize(calls), phrases::kOneCall, phrases::kManyCalls,
                 {{"place", absl::StrCat(calls[0].path, ":", calls[0].first_line)}});
}

Node PlaceOfChange(const AnalysedFile& file, const Definition& definition) {
  for (const python::Parameter& parameter : definition.parameters) {
    if (file.lines.Touches(parameter.node)) return parameter.node;
  }
  return definition.node.child(Field::kName);
}

Cause CauseInHeader(const AnalysedFile& file, const Definition& definition) {
  const int last = python::HeaderLastLine(definition.outer);
  Cause cause = CauseIn(file, definition.first_line, last);
  cause.kind = Cause::Kind::kBrokenElsewhere;
  if (cause.first_line != 0) return cause;
  for (size_t i = 0; i < file.changed->hunks.size(); ++i) {  // Parameters only went away.
    const change::ChangedHunk& hunk = file.changed->hunks[i];
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

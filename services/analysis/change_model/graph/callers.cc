#include "services/analysis/change_model/graph/callers.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/observation.h"
#include "services/analysis/change_model/graph/calls.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Field;
using python::Module;
using python::Node;
using repository::Confidence;
using repository::Found;
using repository::OwnerOf;
using repository::ReferenceFacts;
using repository::SimpleName;
using v1::ChangedSymbol;

bool IsFunction(const Found& found) {
  return found && found.definition->kind != Definition::Kind::kClass;
}

auto Preference(const Caller& caller) {
  return std::make_tuple(caller.is_test_code, caller.is_delegation, caller.confidence,
                         caller.is_reference, caller.is_cold, std::cref(caller.range.path),
                         caller.range.first_byte);
}

// The best call of each caller.
std::vector<Caller> Sorted(std::vector<Caller> callers) {
  std::sort(callers.begin(), callers.end(),
            [](const Caller& a, const Caller& b) { return Preference(a) < Preference(b); });
  std::map<std::string, size_t> seen;
  std::vector<Caller> kept;
  for (Caller& caller : callers) {
    const auto [place, is_new] = seen.emplace(caller.id, kept.size());
    if (is_new) {
      kept.push_back(std::move(caller));
    } else {
      // Who makes a hook is called where what it makes is registered.
      kept[place->second].is_hook |= caller.is_hook;
    }
  }
  if (kept.size() > CallerMap::kMaxCallers) kept.resize(CallerMap::kMaxCallers);
  return kept;
}

// A method of an object of which nobody knows the class, or whose class is another project's: that
// only one method of the repository has its name does not make it that one.
bool IsByNameOnly(const repository::Call& call) {
  return call.confidence == Confidence::kLow && !call.is_reference;
}

// What Python calls itself when an instance is made or used in a `with` statement is called by whom
// names the class.
std::vector<repository::Call> CallsOf(repository::Project& project, const std::string& name) {
  constexpr absl::string_view kByClass[] = {"__post_init__", "__new__", "__enter__", "__exit__"};
  std::vector<repository::Call> calls = project.CallersOf(name);
  if (std::find(std::begin(kByClass), std::end(kByClass), SimpleName(name)) != std::end(kByClass)) {
    for (repository::Call& call : project.CallersOf(OwnerOf(name))) {
      call.confidence = std::max(call.confidence, Confidence::kMedium);
      calls.push_back(std::move(call));
    }
  }
  return calls;
}

// The outermost function around the node, else the class. Null: neither.
const Definition* OutermostDefinition(const Module& module, Node node) {
  const Definition* definition = module.EnclosingDefinition(node);
  if (definition == nullptr) return nullptr;
  for (int i = definition->parent; i >= 0; i = module.definitions()[i].parent) {
    if (module.definitions()[i].kind == Definition::Kind::kClass) break;
    definition = &module.definitions()[i];
  }
  return definition;
}

}  // namespace

CallerMap::CallerMap(const change::AnalysedChange& change,
                     const std::vector<ChangedSymbol>& symbols)
    : change_(change) {
  for (const ChangedSymbol& symbol : symbols) {
    if (symbol.status() != ChangedSymbol::STATUS_REMOVED) continue;
    removed_.insert(AbsoluteNameOf(symbol));
    const absl::string_view simple = SimpleName(symbol.name());
    removed_simple_names_.emplace(simple == "__init__" ? SimpleName(OwnerOf(symbol.name()))
                                                       : simple);
  }
}

const std::vector<Caller>& CallerMap::Of(absl::string_view absolute_function) {
  const auto known = callers_.find(absolute_function);
  if (known != callers_.end()) return known->second;
  std::string name(absolute_function);
  std::vector<Caller> callers = removed_.count(name) ? FindBefore(name) : FindAfter(name);
  return callers_.emplace(std::move(name), Sorted(std::move(callers))).first->second;
}

Found CallerMap::OutermostFunction(absl::string_view absolute_name) {
  Found found = change_.project().FindDefinition(absolute_name);
  while (IsFunction(found)) {
    Found outer = change_.project().FindDefinition(OwnerOf(found.name));
    if (!IsFunction(outer)) break;
    found = std::move(outer);
  }
  return found;
}

std::vector<Caller> CallerMap::FindAfter(const std::string& name) {
  std::vector<Caller> callers;
  std::vector<repository::Call> calls = CallsOf(change_.project(), name);
  AddChainedCalls(name, &calls);
  for (const repository::Call& call : calls) {
    if (IsByNameOnly(call)) continue;
    const Found around = OutermostFunction(call.caller);
    Caller caller = {.name = around ? around.name : call.caller,
                     .range = rules::RangeOf(call.path, call.place),
                     .is_function = IsFunction(around),
                     .is_test_code = IsTestPath(call.path),
                     .is_cold = call.is_cold,
                     .is_reference = call.is_reference,
                     .confidence = call.confidence};
    if (caller.name == name) continue;
    caller.is_script = !around && IsScript(call.path);
    caller.is_delegation = IsDelegation(call, SimpleName(name));
    caller.is_hook = call.is_reference && IsHook(call);
    caller.id = IdOfAbsolute(call.path, caller.name);
    callers.push_back(std::move(caller));
  }
  return callers;
}

void CallerMap::AddChainedCalls(const std::string& name, std::vector<repository::Call>* calls) {
  const Found method = change_.project().FindDefinition(name);
  if (!method || method.definition->kind != Definition::Kind::kMethod) return;
  const absl::string_view owner = OwnerOf(name), simple = SimpleName(name);
  for (const repository::IndexedFile* file : change_.index().FilesMentioning(simple)) {
    if (!file->Mentions(SimpleName(owner))) continue;
    const CallsOfFile& of_file = CallsIn(*file);
    const auto methods = of_file.methods.find(simple);
    if (methods == of_file.methods.end()) continue;
    for (const repository::MethodCallFacts* method_call : methods->second) {
      const repository::MethodCallFacts& call = *method_call;
      if (call.kind != repository::MethodCallFacts::Receiver::kOther) continue;
      const auto [first, last] = of_file.calls.equal_range(call.place.first_byte);
      const bool is_own = std::any_of(first, last, [&](const auto& inner) {
        return change_.project().Canonical(OwnerOf(file->Absolute(inner.second->callee))) == owner;
      });
      if (!is_own) continue;
      calls->push_back({.caller = repository::Join(file->module(), call.symbol),
                        .path = file->path(),
                        .place = call.place,
                        .confidence = Confidence::kMedium,
                        .is_cold = call.is_cold});
    }
  }
}

bool CallerMap::IsScript(absl::string_view path) {
  const repository::IndexedFile* file = FindFile(path);
  return file != nullptr && file->HasWordAnywhere("__main__");
}

bool CallerMap::IsHook(const repository::Call& reference) {
  const repository::IndexedFile* file = FindFile(reference.path);
  if (file == nullptr) return false;
  const auto [first, last] = CallsIn(*file).references.equal_range(reference.place.first_byte);
  return std::any_of(first, last, [](const auto& at) {
    return at.second->kind == ReferenceFacts::Kind::kHook ||
           at.second->kind == ReferenceFacts::Kind::kHookMaker;
  });
}

// Not self.part(), which calls the `forward` of something else.
bool CallerMap::IsDelegation(const repository::Call& call, absl::string_view method) {
  if (SimpleName(call.caller) != method) return false;
  const repository::IndexedFile* file = FindFile(call.path);
  if (file == nullptr) return false;
  const auto [first, last] = CallsIn(*file).method_calls.equal_range(call.place.first_byte);
  return std::any_of(first, last, [&](const auto& at) { return at.second->method == method; });
}

const CallerMap::CallsOfFile& CallerMap::CallsIn(const repository::IndexedFile& file) {
  const auto [known, is_new] = calls_.try_emplace(&file);
  CallsOfFile& of_file = known->second;
  if (!is_new) return of_file;
  for (const repository::CallFacts& call : file.facts().calls) {
    of_file.calls.emplace(call.place.first_byte, &call);
  }
  for (const repository::MethodCallFacts& call : file.facts().method_calls) {
    of_file.method_calls.emplace(call.place.first_byte, &call);
    of_file.methods[call.method].push_back(&call);
  }
  for (const ReferenceFacts& reference : file.facts().references) {
    of_file.references.emplace(reference.place.first_byte, &reference);
  }
  return of_file;
}

const repository::IndexedFile* CallerMap::FindFile(absl::string_view path) {
  const repository::IndexedFile* file = change_.index().FindModule(python::ModuleNameOf(path));
  return file != nullptr && file->path() == path ? file : nullptr;
}

std::vector<Caller> CallerMap::FindBefore(const std::string& name) {
  if (!std::exchange(has_removed_calls_, true)) CollectRemovedCalls();
  return removed_calls_[name];
}

void CallerMap::CollectRemovedCalls() {
  for (const change::AnalysedFile& file : change_.files()) {
    if (file.before != nullptr) CollectRemovedCalls(file);
  }
}

void CallerMap::CollectRemovedCalls(const change::AnalysedFile& file) {
  const Module& module = *file.before;
  for (Node node : module.tree().root().descendants(python::Kind::kCall)) {
    const Node function = FunctionOf(node);
    // An identifier may be an alias.
    if (function.Is(python::Kind::kAttribute) &&
        !removed_simple_names_.contains(function.child(Field::kAttribute).text())) {
      continue;
    }
    std::string callee = module.Resolve(function);
    if (!removed_.count(callee)) callee += ".__init__";
    if (!removed_.count(callee)) continue;
    const Definition* around = OutermostDefinition(module, node);
    const absl::string_view own_name = around == nullptr ? absl::string_view() : around->name;
    const bool is_still_there =
        file.after != nullptr &&
        (around == nullptr || file.after->FindDefinition(own_name) != nullptr);
    const std::string& path = is_still_there ? file.changed->path : module.path();
    Caller caller = {.name = AbsoluteNameOf(path, own_name),
                     .id = IdOf(path, own_name),
                     .range = rules::RangeOf(module, node, change::Side::kLeft),
                     .is_function = around != nullptr && around->kind != Definition::Kind::kClass,
                     .is_test_code = IsTestPath(path),
                     .is_before_only = true};
    if (caller.name != callee) removed_calls_[callee].push_back(std::move(caller));
  }
}

}  // namespace allreview::analysis

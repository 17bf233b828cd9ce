#include "services/analysis/change_model/symbols/bound_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "services/analysis/change_model/symbols/symbol_writer.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Kind;
using python::Module;
using python::Node;
using v1::ChangedSymbol;

// What binds a name of the module itself; null: nothing.
Node GlobalIn(const Module& module, absl::string_view name) {
  Node last;
  for (const python::Binding& binding : module.scopes().BindingsOf(0, name)) {
    if (binding.kind != python::Binding::Kind::kDelete) last = binding.node;
  }
  return last;
}

// One of the changed files has a name that the module takes over with all others: `from x import
// *`.
bool IsBoundByStar(const Module& module, const std::string& name,
                   const std::map<std::string, const Module*>& changed) {
  const std::vector<std::string>& stars = module.scopes().star_imports();
  return std::any_of(stars.begin(), stars.end(), [&](const std::string& star) {
    const auto from = changed.find(module.Absolute(star));
    return from != changed.end() && GlobalIn(*from->second, name);
  });
}

// An import binds the name in the module, as it did before: `try: from x import C`, with a class of
// that name for when it fails.
bool IsImportedAsBefore(const Module& before, const Module& after, absl::string_view name) {
  const auto imports = [&](const Module& module) {
    std::set<std::string> all;
    for (const python::Binding& binding : module.scopes().BindingsOf(0, name)) {
      if (binding.kind == python::Binding::Kind::kImport) all.insert(binding.imported);
    }
    return all;
  };
  const std::set<std::string> now = imports(after);
  return !now.empty() && now == imports(before);
}

// What is a function or class now is told as that.
bool IsDefinitionNow(Node code) {
  return !code.Is(Kind::kExpressionStatement) && code.child(python::Field::kBody);
}

// What a removed symbol is a member of: "C" of "C.Inner.f"; "" for others.
std::string OutermostOwner(const ChangedSymbol& symbol) {
  const size_t dot = symbol.name().find('.');
  const bool is_member = symbol.kind() != v1::SYMBOL_KIND_FLAG && dot != std::string::npos;
  return is_member ? symbol.name().substr(0, dot) : "";
}

// Members of a class whose name an import or assignment binds now: what is bound has its own. A
// field that is a property or another definition now is told as that.
void DropBoundMembers(const std::map<const Module*, const AnalysedFile*>& by_module,
                      const moves::Moves& moves, std::vector<SymbolChange>& changes) {
  for (SymbolChange& change : changes) {
    if (change.symbol.status() != ChangedSymbol::STATUS_REMOVED || !change.before) continue;
    const Module* const now = by_module.at(change.module_before)->after;
    const std::string owner = OutermostOwner(change.symbol);
    if (now == nullptr || owner.empty()) continue;
    const Definition* const a_class = change.module_before->FindDefinition(owner);
    const bool is_bound = a_class != nullptr && now->FindDefinition(owner) == nullptr &&
                          moves.WhereTo(*a_class) == nullptr && moves.BindingAfter(*a_class);
    const bool is_other_member =
        IsSetting(change.before->kind) && now->FindDefinition(change.before->name) != nullptr;
    if (is_bound || is_other_member) change.symbol.set_status(ChangedSymbol::STATUS_UNSPECIFIED);
  }
}

}  // namespace

void KeepBoundNames(const std::vector<AnalysedFile>& files, const moves::Moves& moves,
                    std::vector<SymbolChange>& changes) {
  std::map<const Module*, const AnalysedFile*> by_module;
  std::map<std::string, const Module*> after;
  for (const AnalysedFile& file : files) {
    by_module[file.before] = &file;
    if (file.after != nullptr) after[file.after->name()] = file.after;
  }
  DropBoundMembers(by_module, moves, changes);
  for (SymbolChange& change : changes) {
    if (change.symbol.status() != ChangedSymbol::STATUS_REMOVED || !change.before) continue;
    const SideSymbol& before = *change.before;
    const Module* const now = by_module.at(change.module_before)->after;
    if (now == nullptr || before.kind == v1::SYMBOL_KIND_FLAG) continue;
    const Node binding = before.definition != nullptr ? moves.BindingAfter(*before.definition)
                         : before.kind == v1::SYMBOL_KIND_CONSTANT ? GlobalIn(*now, before.name)
                                                                   : Node();
    if (!binding && IsBoundByStar(*now, before.name, after)) {
      change.symbol.set_status(ChangedSymbol::STATUS_UNSPECIFIED);
    }
    if (!binding) continue;
    Node code = python::StatementOf(binding);
    if (IsImportedAsBefore(*change.module_before, *now, before.name) ||
        (before.definition == nullptr && IsDefinitionNow(code))) {
      change.symbol.set_status(ChangedSymbol::STATUS_UNSPECIFIED);
      continue;
    }
    if (code.Is(Kind::kExpressionStatement)) code = code.named_child(0);
    const AnalysedFile& file = *by_module.at(change.module_before);
    change.after = SideSymbol{.name = before.name,
                              .kind = v1::SYMBOL_KIND_CONSTANT,
                              .code = code,
                              .first_line = code.first_line(),
                              .end_line = code.last_line() + 1};
    change.module_after = file.after;
    change.symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
    DescribeSides(file, change);
  }
}

}  // namespace allreview::analysis

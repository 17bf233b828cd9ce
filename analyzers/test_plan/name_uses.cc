#include "analyzers/test_plan/name_uses.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::test_plan {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using repository::FileFacts;
using repository::IndexedFile;

// A name that is bound, not used: of imports, definitions and keyword arguments.
bool IsOnlyBound(Node identifier) {
  const Node parent = identifier.parent();
  if (parent.Is(Kind::kDottedName) || parent.Is(Kind::kAliasedImport)) return true;
  if (identifier.field() != Field::kName) return false;
  return parent.Is(Kind::kFunctionDefinition) || parent.Is(Kind::kClassDefinition) ||
         parent.Is(Kind::kKeywordArgument);
}

bool IsInAll(Node string) {
  for (Node node = string.parent(); node; node = node.parent()) {
    if (node.Is(Kind::kAssignment) || node.Is(Kind::kAugmentedAssignment)) {
      return node.child(Field::kLeft).text() == "__all__";
    }
    if (node.Is(Kind::kBlock)) return false;
  }
  return false;
}

// The function whose call runs the node; null: import does.
const Definition* RunnerOf(const Module& module, Node node) {
  const Definition* runner = nullptr;
  for (const Definition* d = module.EnclosingDefinition(node); d != nullptr;
       d = d->parent < 0 ? nullptr : &module.definitions()[d->parent]) {
    if (d->kind != Definition::Kind::kClass && d->body.Contains(node)) runner = d;
  }
  return runner;
}

// "f" of "f.inner", "C.m" of "C.m.inner"; "" for a class.
std::string OutermostFunction(const IndexedFile& file, const std::string& symbol) {
  for (size_t dot = symbol.find('.');; dot = symbol.find('.', dot + 1)) {
    std::string prefix = symbol.substr(0, dot);
    const repository::DefinitionFacts* definition = file.FindDefinition(prefix);
    if (definition != nullptr && definition->kind != Definition::Kind::kClass) return prefix;
    if (dot == std::string::npos) return "";
  }
}

// A package's __init__ that only passes the name on.
bool OnlyReexports(const IndexedFile& file, absl::string_view name) {
  if (!file.is_package()) return false;
  const auto& names = file.facts().names;
  return std::any_of(names.begin(), names.end(), [&](const repository::NameFacts& facts) {
    return !facts.imported.empty() &&
           (facts.name == name || repository::LastPart(facts.imported) == name);
  });
}

}  // namespace

NameUses::NameUses(const Module& module) {
  const python::SyntaxTree& tree = module.tree();
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    absl::string_view name;
    if (node.Is(Kind::kIdentifier)) {
      if (IsOnlyBound(node)) continue;
      name = node.text();
    } else if (node.Is(Kind::kStringContent)) {
      name = node.text();
      if (name.size() > 80 || absl::StrContains(name, ' ') || IsInAll(node)) continue;
    } else {
      continue;
    }
    const Definition* runner = RunnerOf(module, node);
    users_[name].insert(runner == nullptr ? "" : runner->name);
  }
  // `from x import f as g`: who uses g uses f.
  std::map<absl::string_view, std::set<std::string>> by_alias;
  for (const python::Binding& binding : module.scopes().bindings()) {
    if (binding.kind != python::Binding::Kind::kImport) continue;
    const absl::string_view imported = repository::LastPart(binding.imported);
    const auto users = users_.find(binding.name);
    if (imported == binding.name || users == users_.end()) continue;
    by_alias[imported].insert(users->second.begin(), users->second.end());
  }
  for (auto& [name, users] : by_alias) users_[name].merge(users);
}

const std::set<std::string>& NameUses::Of(absl::string_view name) const {
  static const std::set<std::string>* const kNobody = new std::set<std::string>();
  const auto found = users_.find(name);
  return found == users_.end() ? *kNobody : found->second;
}

std::set<std::string> UsersByFacts(const IndexedFile& file, absl::string_view name) {
  std::set<std::string> users;
  const FileFacts& facts = file.facts();
  const auto add = [&](absl::string_view used, const std::string& symbol) {
    if (repository::LastPart(used) == name) users.insert(OutermostFunction(file, symbol));
  };
  for (const repository::CallFacts& call : facts.calls) add(call.callee, call.symbol);
  for (const repository::MethodCallFacts& call : facts.method_calls) {
    add(call.method, call.symbol);
    add(call.receiver, call.symbol);
  }
  for (const repository::ReferenceFacts& reference : facts.references) {
    add(reference.target, reference.symbol);
  }
  if (users.empty() && file.HasWordAnywhere(name) && !OnlyReexports(file, name)) users.insert("");
  return users;
}

}  // namespace allreview::test_plan

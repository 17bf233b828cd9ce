#include "analyzers/repository/facts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::repository {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

Place PlaceOf(Node node) {
  const python::SyntaxTree& tree = *node.tree();
  Place place;
  place.first_byte = node.first_byte();
  place.end_byte = node.end_byte();
  place.line = node.first_line();
  place.end_line = node.last_line() + 1;
  place.column = tree.ColumnOf(place.first_byte);
  place.end_column = static_cast<int>(place.end_byte - tree.LineStart(place.end_line - 1));
  return place;
}

std::string SymbolAt(const Module& module, Node node) {
  const Definition* definition = module.EnclosingDefinition(node);
  return definition == nullptr ? "" : definition->name;
}

// A failure here is expected: `try`, `with pytest.raises(...)`, or never runs: TYPE_CHECKING.
bool IsGuarded(Node node) {
  for (Node around = node.parent(); around; around = around.parent()) {
    if (around.Is(Kind::kTryStatement)) return true;
    if (around.Is(Kind::kWithStatement) &&
        absl::StrContains(around.child(Kind::kWithClause).text(), "aises")) {
      return true;
    }
    if (around.Is(Kind::kIfStatement) &&
        absl::StrContains(around.child(Field::kCondition).text(), "TYPE_CHECKING")) {
      return true;
    }
  }
  return false;
}

std::string NameOrText(const Module& module, Node expression) {
  const Node function =
      expression.Is(Kind::kCall) ? expression.child(Field::kFunction) : expression;
  const std::string name = module.ResolveAsWritten(function);
  return name.empty() ? std::string(function.text()) : name;
}

DefinitionFacts MakeDefinition(const Module& module, const Definition& definition) {
  DefinitionFacts facts;
  facts.name = definition.name;
  facts.kind = definition.kind;
  facts.is_conditional = definition.is_conditional;
  facts.place = PlaceOf(definition.node);
  for (const python::Parameter& parameter : definition.parameters) {
    facts.parameters.push_back(
        {std::string(parameter.name), parameter.kind, static_cast<bool>(parameter.default_value)});
  }
  for (Node decorator : definition.decorators) {
    facts.decorators.push_back(NameOrText(module, decorator));
  }
  for (Node base : definition.bases) facts.bases.push_back(NameOrText(module, base));
  facts.has_keywords = !definition.class_keywords.empty();
  return facts;
}

std::vector<DefinitionFacts> CollectDefinitions(const Module& module) {
  std::vector<DefinitionFacts> all;
  std::map<std::string, int> seen;
  for (const Definition& definition : module.definitions()) ++seen[definition.name];
  for (const Definition& definition : module.definitions()) {
    DefinitionFacts facts = MakeDefinition(module, definition);
    facts.is_conditional |= seen[definition.name] > 1;
    all.push_back(std::move(facts));
  }
  return all;
}

std::vector<NameFacts> CollectNames(const Module& module) {
  std::vector<NameFacts> names;
  for (const python::Binding& binding : module.scopes().bindings()) {
    if (binding.scope != 0) break;  // Sorted by scope.
    if (binding.kind == python::Binding::Kind::kDelete) continue;
    if (names.empty() || names.back().name != binding.name) {
      names.push_back({std::string(binding.name), binding.imported});
    } else if (names.back().imported != binding.imported) {
      names.back().imported.clear();
    }
  }
  return names;
}

std::vector<ImportFacts> CollectImports(const Module& module) {
  std::vector<ImportFacts> imports;
  for (const python::Binding& binding : module.scopes().bindings()) {
    if (binding.kind != python::Binding::Kind::kImport) continue;
    ImportFacts facts;
    facts.is_from = binding.value.Is(Kind::kImportFromStatement);
    facts.target = binding.imported;
    if (!facts.is_from) {  // `import a.b` binds `a`, but needs a.b.
      const Node dotted = binding.node.parent();
      if (dotted.Is(Kind::kDottedName)) facts.target = std::string(dotted.text());
    }
    facts.is_guarded = IsGuarded(binding.value);
    facts.is_module_level = binding.scope == 0;
    facts.symbol = SymbolAt(module, binding.node);
    facts.place = PlaceOf(binding.node);
    imports.push_back(std::move(facts));
  }
  std::stable_sort(imports.begin(), imports.end(), [](const ImportFacts& a, const ImportFacts& b) {
    return a.place.first_byte < b.place.first_byte;
  });
  return imports;
}

std::vector<CallFacts> CollectCalls(const Module& module) {
  std::vector<CallFacts> calls;
  const python::SyntaxTree& tree = module.tree();
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    if (!node.Is(Kind::kCall)) continue;
    CallFacts facts;
    facts.callee = module.ResolveAsWritten(node.child(Field::kFunction));
    if (facts.callee.empty() || absl::StartsWith(facts.callee, "builtins.")) continue;
    const python::Arguments arguments = python::ArgumentsOf(node);
    facts.positional = static_cast<int>(arguments.positional.size());
    for (Node keyword : arguments.keywords) {
      facts.keywords.emplace_back(keyword.child(Field::kName).text());
    }
    facts.has_star = arguments.has_star;
    facts.has_double_star = arguments.has_double_star;
    facts.is_guarded = node.HasError() || IsGuarded(node);
    facts.symbol = SymbolAt(module, node);
    facts.place = PlaceOf(node);
    calls.push_back(std::move(facts));
  }
  return calls;
}

}  // namespace

FileFacts FactsOf(const Module& module) {
  FileFacts facts;
  facts.definitions = CollectDefinitions(module);
  facts.names = CollectNames(module);
  facts.imports = CollectImports(module);
  facts.calls = CollectCalls(module);
  facts.star_imports = module.scopes().star_imports();
  facts.has_errors = module.tree().error_count() > 0;
  for (const NameFacts& name : facts.names) facts.has_getattr |= name.name == "__getattr__";
  return facts;
}

}  // namespace allreview::repository

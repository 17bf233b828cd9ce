// Functions, methods and classes, and where their failure is expected.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/repository/facts_collectors.h"

namespace allreview::repository {
namespace {

using python::Binding;
using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// A text is put on one line.
std::string NameOrText(const Module& module, Node expression) {
  const Node function =
      expression.Is(Kind::kCall) ? expression.child(Field::kFunction) : expression;
  std::string name = module.ResolveAsWritten(function);
  if (!name.empty()) return name;
  name = std::string(function.text());
  std::replace(name.begin(), name.end(), '\n', ' ');
  return name;
}

bool IsGiven(Node call, absl::string_view keyword, Kind value) {
  return call.Is(Kind::kCall) && python::KeywordArgument(call, keyword).Is(value);
}

void AddDecorator(const Module& module, Node decorator, DefinitionFacts* facts) {
  facts->decorators.push_back(NameOrText(module, decorator));
  if (facts->kind != Definition::Kind::kClass ||
      facts->decorators.back() != "dataclasses.dataclass") {
    return;
  }
  facts->is_dataclass = true;
  facts->has_generated_init = !IsGiven(decorator, "init", Kind::kFalse);
  facts->has_keyword_only_init = IsGiven(decorator, "kw_only", Kind::kTrue);
}

// What makes attributes: a word of the file, and the text in the class.
struct Way {
  absl::string_view word, text;
};
constexpr Way kWays[] = {
    {"__dict__", "__dict__"}, {"__slots__", "__slots__"}, {"vars", "vars(self)"}};

DefinitionFacts MakeDefinition(const Module& module, const Definition& definition) {
  DefinitionFacts facts;
  facts.name = definition.name;
  facts.kind = definition.kind;
  facts.is_conditional = definition.is_conditional;
  facts.place = PlaceOf(definition.node);
  for (const python::Parameter& parameter : definition.parameters) {
    ParameterFacts& copy = facts.parameters.emplace_back();
    copy.name = std::string(parameter.name);
    copy.kind = parameter.kind;
    copy.has_default = static_cast<bool>(parameter.default_value);
    if (copy.has_default && MayHoldGroup(parameter.name)) {
      copy.default_text = ShortText(parameter.default_value);
      copy.falls_back = FallsBackToGlobal(definition.body.text(), parameter.name);
    }
  }
  for (Node decorator : definition.decorators) AddDecorator(module, decorator, &facts);
  for (Node base : definition.bases) {
    if (base.Is(Kind::kSubscript)) base = base.child(Field::kValue);  // Generic[T]
    facts.bases.push_back(NameOrText(module, base));
  }
  facts.has_keywords = !definition.class_keywords.empty();
  return facts;
}

// Names bound in the body of each class, by the index of its node.
std::map<uint32_t, std::vector<std::string>> NamesOfClasses(const Module& module) {
  std::map<uint32_t, std::vector<std::string>> names;
  for (const Binding& binding : module.scopes().bindings()) {  // Sorted by scope and name.
    const python::Scope& scope = module.scopes().scopes()[binding.scope];
    if (scope.kind != python::Scope::Kind::kClass) continue;
    std::vector<std::string>& own = names[scope.owner.index()];
    if (own.empty() || own.back() != binding.name) own.emplace_back(binding.name);
  }
  return names;
}

// The name is bound by something else, too: `f = wrap(f)`.
bool IsRebound(const Module& module, const Definition& definition) {
  const uint32_t scope = module.scopes().ScopeOf(definition.outer);
  return module.scopes().BindingsOf(scope, definition.simple_name).size() > 1;
}

// Names of functions that the node calls.
std::set<absl::string_view> CalleesIn(Node node) {
  std::set<absl::string_view> callees;
  for (Node call : node.descendants(Kind::kCall)) {
    callees.insert(call.child(Field::kFunction).text());
  }
  return callees;
}

// What the handler catches: "TypeError as e". Empty: everything.
absl::string_view CaughtBy(Node handler) {
  for (Node child : handler.children()) {
    if (child.IsNamed() && !child.Is(Kind::kBlock) && !child.Is(Kind::kComment) &&
        !child.Is(Kind::kLineContinuation)) {
      return child.text();
    }
  }
  return "";
}

// Some handler catches wrong calls by name, or catches everything and calls the same in another
// way.
bool IsReadyForWrongCalls(Node try_statement) {
  for (Node handler : try_statement.children()) {
    if (!handler.Is(Kind::kExceptClause)) continue;
    const absl::string_view caught = CaughtBy(handler);
    if (absl::StrContains(caught, "TypeError") || absl::StrContains(caught, "AttributeError")) {
      return true;
    }
    if (!caught.empty() && !absl::StrContains(caught, "Exception")) continue;
    const std::set<absl::string_view> tried = CalleesIn(try_statement.child(Field::kBody));
    for (absl::string_view callee : CalleesIn(handler)) {
      if (tried.count(callee) && callee != "print" && !absl::StrContains(callee, "log")) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::vector<DefinitionFacts> CollectDefinitions(const Module& module) {
  std::vector<DefinitionFacts> all;
  std::map<absl::string_view, int> seen;
  for (const Definition& definition : module.definitions()) ++seen[definition.name];
  std::map<uint32_t, std::vector<std::string>> names = NamesOfClasses(module);
  for (const Definition& definition : module.definitions()) {
    DefinitionFacts facts = MakeDefinition(module, definition);
    facts.is_conditional |= seen[definition.name] > 1 || IsRebound(module, definition);
    if (definition.kind == Definition::Kind::kClass) {
      facts.own_names = std::move(names[definition.node.index()]);
    }
    all.push_back(std::move(facts));
  }
  return all;
}

void NoteMadeAttributes(const Module& module, FileFacts* facts) {
  for (const Way& way : kWays) {
    if (!HasWord(facts->identifiers, way.word) && !HasWord(facts->string_words, way.word)) continue;
    for (size_t i = 0; i < facts->definitions.size(); ++i) {
      DefinitionFacts& definition = facts->definitions[i];
      if (definition.kind != Definition::Kind::kClass) continue;
      definition.sets_any_attribute |=
          absl::StrContains(module.definitions()[i].body.text(), way.text);
    }
  }
}

bool ExpectsFailure(Node node) {
  if (node.Is(Kind::kBlock) && node.field() == Field::kBody &&
      node.parent().Is(Kind::kTryStatement)) {
    return IsReadyForWrongCalls(node.parent());
  }
  if (node.Is(Kind::kWithStatement)) {
    return absl::StrContains(node.child(Kind::kWithClause).text(), "aises");
  }
  if (!node.Is(Kind::kIfStatement)) return false;
  const absl::string_view condition = node.child(Field::kCondition).text();
  const size_t parameters = condition.find(".parameters");
  return absl::StrContains(condition, "TYPE_CHECKING") ||
         absl::StrContains(condition, "signature") ||
         absl::StrContains(condition, "getfullargspec") ||
         (parameters != absl::string_view::npos &&
          !absl::StartsWith(condition.substr(parameters), ".parameters("));
}

}  // namespace allreview::repository

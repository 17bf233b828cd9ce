#include "analyzers/cpp/unit.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/cpp/declarators.h"
#include "analyzers/cpp/expressions.h"
#include "base/poll.h"
#include "base/status_macros.h"

namespace allreview::cpp {
namespace {

constexpr size_t kMaxOfOneName = 256;
constexpr int kMaxAliases = 4;  // Of one type, one after the other.

// By simple or qualified name, the outer parts left out or not.
bool IsNamed(absl::string_view simple_name, absl::string_view qualified, absl::string_view name) {
  if (simple_name == name || qualified == name) return true;
  return absl::EndsWith(qualified, name) &&
         absl::EndsWith(qualified.substr(0, qualified.size() - name.size()), "::");
}

absl::string_view LastPart(absl::string_view name) {
  return absl::StrContains(name, "operator") ? name : name.substr(name.rfind(':') + 1);
}

absl::Span<const NameIndex::Entry> Last(absl::Span<const NameIndex::Entry> found) {
  return found.size() > kMaxOfOneName ? found.subspan(found.size() - kMaxOfOneName) : found;
}

// "A" of `const ns::A<T> &`.
absl::string_view ClassNameIn(absl::string_view text) {
  text = text.substr(0, text.find('<'));
  while (!text.empty() && (text.back() == '&' || text.back() == '*' || text.back() == ' ')) {
    text.remove_suffix(1);
  }
  return text.substr(text.find_last_of(": ") + 1);
}

// The last word of a type without template arguments: what may be an alias.
absl::string_view AliasNameIn(absl::string_view text) {
  return absl::StrContains(text, "<") ? "" : ClassNameIn(text);
}

bool HasTypeParameter(const std::vector<TemplateParameter>& parameters, absl::string_view name) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const TemplateParameter& p) { return p.is_type && p.name == name; });
}

// The function around each, -1: none. They are sorted by where they begin.
std::vector<int> OuterFunctions(const std::vector<Function>& functions) {
  std::vector<int> result(functions.size(), -1);
  std::vector<int> open;
  for (size_t i = 0; i < functions.size(); ++i) {
    while (!open.empty() && !functions[open.back()].outer.Contains(functions[i].node)) {
      open.pop_back();
    }
    if (!open.empty()) result[i] = open.back();
    open.push_back(static_cast<int>(i));
  }
  return result;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Unit>> Unit::Parse(absl::string_view path, std::string source,
                                                  const ParseLimits& limits,
                                                  VersionedParse* versions) {
  std::unique_ptr<Unit> unit(new Unit);
  unit->path_ = std::string(path);
  unit->source_ = std::move(source);
  ASSIGN_OR_RETURN(unit->tree_, SyntaxTree::Parse(unit->source_, limits, versions));
  unit->declarations_ = DeclarationsOf(unit->tree_);
  unit->outer_functions_ = OuterFunctions(unit->functions());
  const auto simple_name = [](const auto& declared) { return declared.simple_name; };
  const auto name = [](const auto& declared) { return declared.name; };
  unit->functions_by_name_ = NameIndex::Of(unit->functions(), simple_name);
  unit->classes_by_name_ = NameIndex::Of(unit->classes(), simple_name);
  unit->macros_by_name_ = NameIndex::Of(unit->macros(), name);
  unit->aliases_by_name_ = NameIndex::Of(unit->declarations_.aliases, name);
  unit->variables_ = VariablesOf(unit->tree_);
  unit->calls_ = cpp::CallsOf(unit->tree_);
  unit->bindings_ = BindingsOf(unit->tree_);
  return unit;
}

const Names& Unit::names() const {
  std::call_once(are_names_known_, [this] { names_.emplace(tree_, variables_); });
  return *names_;
}

const Function* Unit::EnclosingFunction(Node node) const {
  const auto after = std::upper_bound(
      functions().begin(), functions().end(), node.index(),
      [](uint32_t index, const Function& function) { return index < function.outer.index(); });
  int at = static_cast<int>(after - functions().begin()) - 1;
  while (at >= 0 && !(functions()[at].body && functions()[at].outer.Contains(node))) {
    Poll();
    at = outer_functions_[at];
  }
  return at < 0 ? nullptr : &functions()[at];
}

const Function* Unit::FindFunction(absl::string_view name) const {
  const Function* result = nullptr;
  for (const Function* function : FunctionsNamed(LastPart(name))) {
    if (!IsNamed(function->simple_name, function->name, name)) continue;
    if (result == nullptr || function->body || !result->body) result = function;
  }
  return result;
}

const Class* Unit::FindClass(absl::string_view name) const {
  const Class* result = nullptr;
  for (const auto& [simple_name, i] : Last(classes_by_name_.Named(LastPart(name)))) {
    if (IsNamed(simple_name, classes()[i].name, name)) result = &classes()[i];
  }
  return result;
}

const Macro* Unit::FindMacro(absl::string_view name) const {
  const absl::Span<const NameIndex::Entry> found = macros_by_name_.Named(name);
  return found.empty() ? nullptr : &macros()[found.back().second];
}

std::vector<const Function*> Unit::FunctionsNamed(absl::string_view simple_name) const {
  std::vector<const Function*> result;
  const absl::Span<const NameIndex::Entry> found = functions_by_name_.Named(simple_name);
  if (found.size() > kMaxOfOneName) return result;
  for (const auto& [name, i] : found) result.push_back(&functions()[i]);
  return result;
}

std::vector<const Macro*> Unit::MacrosNamed(absl::string_view name) const {
  std::vector<const Macro*> result;
  const absl::Span<const NameIndex::Entry> found = macros_by_name_.Named(name);
  if (found.size() > kMaxOfOneName) return result;
  for (const auto& [macro, i] : found) result.push_back(&macros()[i]);
  return result;
}

const Variable* Unit::MemberOfType(const Type& type, absl::string_view name) const {
  const Class* a_class = type.text.empty() ? nullptr : FindClass(ClassNameIn(type.text));
  return a_class == nullptr ? nullptr : names().MemberOf(a_class->body, name);
}

const Variable* Unit::MemberAt(Node at, absl::string_view name) const {
  const Function* function = EnclosingFunction(at);
  if (function == nullptr) return nullptr;
  if (function->class_index >= 0) {
    return names().MemberOf(classes()[function->class_index].body, name);
  }
  // Defined outside of its class: "ns::A::f".
  const absl::string_view qualified = function->name;
  if (qualified.size() < function->simple_name.size() + 2) return nullptr;
  const Class* a_class =
      FindClass(qualified.substr(0, qualified.size() - function->simple_name.size() - 2));
  return a_class == nullptr ? nullptr : names().MemberOf(a_class->body, name);
}

const Variable* Unit::DeclarationOf(Node identifier) const {
  if (const Variable* variable = names().DeclarationOf(identifier)) return variable;
  if (!identifier.Is(Kind::kIdentifier)) return nullptr;
  return MemberAt(identifier, identifier.text());
}

std::vector<Node> Unit::UsesOf(const Variable& variable) const { return names().UsesOf(variable); }

Type Unit::Resolved(Type type, Node at) const {
  for (int i = 0; i < kMaxAliases && type.kind == TypeKind::kUnknown && !type.is_auto; ++i) {
    const absl::string_view name = AliasNameIn(type.text);
    if (name.empty()) break;
    const Alias* found = nullptr;
    for (const auto& [alias_name, position] : Last(aliases_by_name_.Named(name))) {
      const Alias& alias = declarations_.aliases[position];
      if (alias.node.index() < at.index() && alias.node.parent().Contains(at)) found = &alias;
    }
    if (found == nullptr) {
      for (const Function* function = EnclosingFunction(at); function != nullptr;) {
        if (HasTypeParameter(function->template_parameters, name)) type.kind = TypeKind::kTemplate;
        const int outer = outer_functions_[function - functions().data()];
        function = outer < 0 ? nullptr : &functions()[outer];
      }
      break;
    }
    Type aliased = found->type;
    aliased.pointers += type.pointers;
    aliased.is_reference |= type.is_reference;
    aliased.is_array |= type.is_array;
    aliased.is_const |= type.is_const;
    type = std::move(aliased);
  }
  return type;
}

Type Unit::TypeOf(Node expression) const { return TypeOfExpression(*this, expression); }
Type Unit::TypeOf(const Variable& variable) const { return TypeOfVariable(*this, variable); }

std::optional<int64_t> Unit::ConstantOf(Node expression) const {
  return cpp::ConstantOf(*this, expression);
}

std::vector<Node> Unit::CallsOf(std::initializer_list<absl::string_view> names) const {
  std::vector<Node> result;
  for (Node call : tree_.root().descendants(Kind::kCallExpression)) {
    const absl::string_view callee = CalleeName(call);
    if (std::find(names.begin(), names.end(), callee) != names.end()) result.push_back(call);
  }
  return result;
}

}  // namespace allreview::cpp

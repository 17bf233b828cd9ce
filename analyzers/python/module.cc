#include "analyzers/python/module.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/python/definitions.h"
#include "base/status_macros.h"

namespace allreview::python {
namespace {

constexpr int kMaxAliasDepth = 4;
constexpr size_t kMaxAlternatives = 32;

bool IsBlock(Node node) { return node.Is(Kind::kBlock) || node.Is(Kind::kModule); }

bool IsConstantPlaceholder(Node value) {
  return value.Is(Kind::kNone) || value.Is(Kind::kFalse) || value.Is(Kind::kTrue);
}

// An import's name, when all bindings of the name are imports or what an except clause offers in
// their stead.
const Binding* OnlyImport(Scopes::BindingRange bindings) {
  if (bindings.size() > kMaxAlternatives) return nullptr;
  const Binding* import = nullptr;
  for (const Binding& binding : bindings) {
    if (binding.kind == Binding::Kind::kImport) {
      if (import == nullptr) import = &binding;
    } else if (!binding.is_in_handler && !IsConstantPlaceholder(binding.value)) {
      return nullptr;
    }
  }
  return import;
}

bool IsBuiltin(absl::string_view name) {
  static constexpr absl::string_view kNames[] = {"ArithmeticError",
                                                 "AssertionError",
                                                 "AttributeError",
                                                 "BaseException",
                                                 "Exception",
                                                 "FileNotFoundError",
                                                 "ImportError",
                                                 "IndexError",
                                                 "KeyError",
                                                 "KeyboardInterrupt",
                                                 "ModuleNotFoundError",
                                                 "NotImplementedError",
                                                 "OSError",
                                                 "RuntimeError",
                                                 "StopIteration",
                                                 "TypeError",
                                                 "ValueError",
                                                 "__import__",
                                                 "abs",
                                                 "all",
                                                 "any",
                                                 "bool",
                                                 "bytearray",
                                                 "bytes",
                                                 "callable",
                                                 "chr",
                                                 "classmethod",
                                                 "compile",
                                                 "delattr",
                                                 "dict",
                                                 "dir",
                                                 "divmod",
                                                 "enumerate",
                                                 "eval",
                                                 "exec",
                                                 "filter",
                                                 "float",
                                                 "format",
                                                 "frozenset",
                                                 "getattr",
                                                 "globals",
                                                 "hasattr",
                                                 "hash",
                                                 "id",
                                                 "input",
                                                 "int",
                                                 "isinstance",
                                                 "issubclass",
                                                 "iter",
                                                 "len",
                                                 "list",
                                                 "locals",
                                                 "map",
                                                 "max",
                                                 "min",
                                                 "next",
                                                 "object",
                                                 "open",
                                                 "ord",
                                                 "pow",
                                                 "print",
                                                 "property",
                                                 "range",
                                                 "repr",
                                                 "reversed",
                                                 "round",
                                                 "set",
                                                 "setattr",
                                                 "slice",
                                                 "sorted",
                                                 "staticmethod",
                                                 "str",
                                                 "sum",
                                                 "super",
                                                 "tuple",
                                                 "type",
                                                 "vars",
                                                 "zip"};
  return std::binary_search(std::begin(kNames), std::end(kNames), name);
}

// The assignment that binds `target` has `use` on its right side.
bool AssignsFrom(Node target, Node use) {
  for (Node around = target.parent(); around && !IsBlock(around); around = around.parent()) {
    if (around.Is(Kind::kAssignment) || around.Is(Kind::kAugmentedAssignment)) {
      return around.child(Field::kRight).Contains(use);
    }
  }
  return false;
}

// First binding at that node or after it.
const Binding* FirstFrom(Scopes::BindingRange bindings, uint32_t index) {
  return std::lower_bound(
      bindings.begin(), bindings.end(), index,
      [](const Binding& binding, uint32_t value) { return binding.node.index() < value; });
}

// The call of what ends in the identifier. Null: it is not called.
Node CallNamed(Node identifier) {
  Node callee = identifier;
  if (callee.field() == Field::kAttribute) callee = callee.parent();
  while (callee.parent().Is(Kind::kParenthesizedExpression)) callee = callee.parent();
  const Node call = callee.parent();
  return callee.field() == Field::kFunction && call.Is(Kind::kCall) ? call : Node();
}

absl::string_view LastPart(absl::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == absl::string_view::npos ? dotted : dotted.substr(dot + 1);
}

// Most names are absolute as they are.
std::string ToAbsolute(const Module& module, std::string as_written) {
  const bool is_own = absl::StartsWith(as_written, ".") || absl::StartsWith(as_written, ":");
  return is_own ? module.Absolute(as_written) : std::move(as_written);
}

// Many rules in turn resolve the same node; each thread remembers the latest. Another tree may come
// to lie where one was, but not without a parse.
struct ResolvedName {
  const SyntaxTree* tree = nullptr;
  uint32_t node = 0;
  uint64_t parses = 0;
  std::string name;
};
constexpr size_t kResolvedNames = 2048;
std::atomic<uint64_t> parse_count = 0;

ResolvedName* ResolvedNames() {
  thread_local const auto names = std::make_unique<ResolvedName[]>(kResolvedNames);
  return names.get();
}

}  // namespace

std::string ModuleNameOf(absl::string_view path) {
  if (!absl::ConsumeSuffix(&path, ".py")) return "";
  absl::ConsumeSuffix(&path, "/__init__");
  absl::ConsumePrefix(&path, "src/");
  if (path == "__init__") return "";
  return absl::StrReplaceAll(path, {{"/", "."}});
}

std::string AbsoluteName(absl::string_view as_written, absl::string_view module, bool is_package) {
  if (absl::StartsWith(as_written, ":")) return absl::StrCat(module, ".", as_written.substr(1));
  size_t dots = 0;
  while (dots < as_written.size() && as_written[dots] == '.') ++dots;
  if (dots == 0) return std::string(as_written);
  // One dot is the package: the module itself, or what is before its last dot.
  absl::string_view package = module;
  for (size_t up = is_package ? 1 : 0; up < dots; ++up) {
    if (package.empty()) return std::string(as_written);
    const size_t dot = package.rfind('.');
    package = dot == absl::string_view::npos ? absl::string_view() : package.substr(0, dot);
  }
  const absl::string_view rest = as_written.substr(dots);
  if (package.empty() || rest.empty()) return absl::StrCat(package, rest);
  return absl::StrCat(package, ".", rest);
}

absl::StatusOr<std::unique_ptr<Module>> Module::Parse(absl::string_view path, std::string source,
                                                      const ParseLimits& limits,
                                                      VersionedParse* versions) {
  std::unique_ptr<Module> module(new Module);
  module->path_ = std::string(path);
  module->name_ = ModuleNameOf(path);
  module->is_package_ = path == "__init__.py" || absl::EndsWith(path, "/__init__.py");
  module->source_ = std::move(source);
  ASSIGN_OR_RETURN(module->tree_, SyntaxTree::Parse(module->source_, limits, versions));
  module->scopes_ = Scopes(module->tree_);
  module->definitions_ = CollectDefinitions(module->tree_);
  module->IndexDefinitions();
  module->CollectSelfAttributes();
  parse_count.fetch_add(1, std::memory_order_relaxed);
  return module;
}

void Module::IndexDefinitions() {
  for (const Definition& definition : definitions_) {
    definition_starts_.push_back(definition.outer.index());
    definitions_by_name_.push_back(static_cast<uint32_t>(definitions_by_name_.size()));
  }
  std::stable_sort(
      definitions_by_name_.begin(), definitions_by_name_.end(),
      [&](uint32_t a, uint32_t b) { return definitions_[a].name < definitions_[b].name; });
}

const Definition* Module::EnclosingDefinition(Node node) const {
  // Definitions are in source order and nested, so the last one that starts before the node is it
  // or is inside it or is a finished neighbour; its ancestors are few.
  const auto after =
      std::upper_bound(definition_starts_.begin(), definition_starts_.end(), node.index());
  int i = static_cast<int>(after - definition_starts_.begin()) - 1;
  while (i >= 0 && !definitions_[i].outer.Contains(node)) i = definitions_[i].parent;
  return i < 0 ? nullptr : &definitions_[i];
}

const Definition* Module::EnclosingFunction(Node node) const {
  const Definition* definition = EnclosingDefinition(node);
  while (definition != nullptr && definition->kind == Definition::Kind::kClass) {
    definition = definition->parent < 0 ? nullptr : &definitions_[definition->parent];
  }
  return definition;
}

const Definition* Module::EnclosingClass(Node node) const {
  const Definition* definition = EnclosingDefinition(node);
  while (definition != nullptr &&
         (definition->kind != Definition::Kind::kClass || !definition->body.Contains(node))) {
    definition = definition->parent < 0 ? nullptr : &definitions_[definition->parent];
  }
  return definition;
}

const Definition* Module::FindDefinition(absl::string_view name) const {
  const auto after = std::upper_bound(
      definitions_by_name_.begin(), definitions_by_name_.end(), name,
      [&](absl::string_view wanted, uint32_t i) { return wanted < definitions_[i].name; });
  if (after == definitions_by_name_.begin()) return nullptr;
  const Definition& last = definitions_[*std::prev(after)];
  return last.name == name ? &last : nullptr;
}

std::string Module::Absolute(absl::string_view as_written) const {
  return AbsoluteName(as_written, name_, is_package_);
}

std::string Module::Resolve(Node expression) const {
  if (!expression.Is(Kind::kIdentifier) && !expression.Is(Kind::kAttribute)) {
    return ToAbsolute(*this, ResolveExpression(expression, 0));
  }
  ResolvedName& known = ResolvedNames()[expression.index() % kResolvedNames];
  const uint64_t now = parse_count.load(std::memory_order_relaxed);
  if (known.tree != expression.tree() || known.node != expression.index() || known.parses != now) {
    known = {expression.tree(), expression.index(), now,
             ToAbsolute(*this, ResolveExpression(expression, 0))};
  }
  return known.name;
}

std::string Module::ResolveExpression(Node expression, int depth) const {
  // Attributes from the outside in, without recursion: a.b.c is ((a).b).c.
  std::vector<absl::string_view> attributes;
  Node base = WithoutParentheses(expression);
  while (base.Is(Kind::kAttribute)) {
    attributes.push_back(base.child(Field::kAttribute).text());
    base = WithoutParentheses(base.child(Field::kObject));
  }
  if (!base.Is(Kind::kIdentifier)) return "";
  std::string name;
  if (attributes.size() == 1 && (base.text() == "self" || base.text() == "cls")) {
    const Definition* a_class = EnclosingClass(base);
    if (a_class == nullptr) return "";
    const std::string method = absl::StrCat(a_class->name, ".", attributes[0]);
    return FindDefinition(method) == nullptr ? "" : absl::StrCat(":", method);
  }
  name = ResolveIdentifier(base, depth);
  if (name.empty()) return "";
  for (auto it = attributes.rbegin(); it != attributes.rend(); ++it) {
    absl::StrAppend(&name, ".", *it);
  }
  return name;
}

std::string Module::ResolveIdentifier(Node identifier, int depth) const {
  const absl::string_view name = identifier.text();
  const Scopes::Meaning meaning = scopes_.MeaningOf(identifier, name);
  if (meaning.scope < 0) return IsBuiltin(name) ? absl::StrCat("builtins.", name) : "";
  const Scopes::BindingRange& bindings = meaning.bindings;
  if (const Binding* import = OnlyImport(bindings)) return import->imported;
  if (bindings.size() == 1 && bindings.begin()->kind == Binding::Kind::kDefinition) {
    const Definition* definition = EnclosingDefinition(bindings.begin()->node);
    return definition == nullptr ? "" : absl::StrCat(":", definition->name);
  }
  if (depth < kMaxAliasDepth) {
    // At module level the name may be used before its assignment in the text, but not in time.
    Node value = ReachingValue(identifier, meaning);
    if (!value && meaning.scope == 0 && bindings.size() == 1 && meaning.use_scope != 0) {
      value = bindings.begin()->value;
    }
    if (value.Is(Kind::kIdentifier) || value.Is(Kind::kAttribute)) {
      return ResolveExpression(value, depth + 1);
    }
  }
  return meaning.scope == 0 ? absl::StrCat(":", name) : "";
}

bool Module::Calls(Node call, absl::string_view dotted_name) const {
  const Node function = WithoutParentheses(call.child(Field::kFunction));
  if (function.Is(Kind::kAttribute) &&
      function.child(Field::kAttribute).text() != LastPart(dotted_name)) {
    return false;
  }
  return Resolve(function) == dotted_name;
}

Node Module::ReachingValue(Node identifier) const {
  if (!identifier.Is(Kind::kIdentifier)) return Node();
  return ReachingValue(identifier, scopes_.MeaningOf(identifier, identifier.text()));
}

Node Module::ReachingValue(Node identifier, const Scopes::Meaning& meaning) const {
  if (meaning.scope < 0) return Node();
  const uint32_t scope = static_cast<uint32_t>(meaning.scope);
  // From an inner scope nobody knows when the code runs.
  uint32_t use_scope = meaning.use_scope;
  while (use_scope != scope && scopes_.scopes()[use_scope].kind == Scope::Kind::kComprehension) {
    use_scope = scopes_.scopes()[use_scope].parent;
  }
  if (use_scope != scope) return Node();

  // Backwards from the use: `x = f(x)` reads before it binds; any other binding in the statement of
  // the use leaves it open which one comes first.
  const Scopes::BindingRange& bindings = meaning.bindings;
  const Binding* nearest = FirstFrom(bindings, identifier.index());
  do {
    if (nearest == bindings.begin()) return Node();
    --nearest;
  } while (AssignsFrom(nearest->node, identifier));
  if (nearest->kind != Binding::Kind::kAssignment || !nearest->value) return Node();
  const Node statement = StatementOf(nearest->node);
  const Node block = statement.parent();
  if (statement.Contains(identifier) || !block.Contains(identifier)) return Node();
  // A loop between the block and the use may bring a later binding around.
  for (Node around = identifier.parent(); around && around != block; around = around.parent()) {
    if (!around.Is(Kind::kForStatement) && !around.Is(Kind::kWhileStatement)) continue;
    const Binding* inside = FirstFrom(bindings, around.index());
    if (inside != bindings.end() && around.Contains(inside->node)) return Node();
  }
  return nearest->value;
}

Node Module::Dereference(Node expression, int depth) const {
  expression = WithoutParentheses(expression);
  while (depth-- > 0 && expression.Is(Kind::kIdentifier)) {
    const Node value = WithoutParentheses(ReachingValue(expression));
    if (!value) break;
    expression = value;
  }
  return expression;
}

void Module::CollectSelfAttributes() {
  for (Node node : tree_.root().descendants(Kind::kAssignment)) {
    const Node left = node.child(Field::kLeft);
    if (!left.Is(Kind::kAttribute) || left.child(Field::kObject).text() != "self") continue;
    const Node value = node.child(Field::kRight);
    const Definition* a_class = EnclosingClass(node);
    if (!value || a_class == nullptr) continue;
    self_attributes_.push_back({static_cast<int>(a_class - definitions_.data()),
                                left.child(Field::kAttribute).text(), value});
  }
  std::stable_sort(self_attributes_.begin(), self_attributes_.end());
}

std::vector<Node> Module::CallsOf(std::initializer_list<absl::string_view> names) const {
  std::vector<Node> calls;
  for (Node name : identifiers().Of(names)) {
    if (const Node call = CallNamed(name)) calls.push_back(call);
  }
  std::sort(calls.begin(), calls.end(),
            [](const Node& a, const Node& b) { return a.index() < b.index(); });
  return calls;
}

const Identifiers& Module::identifiers() const {
  std::call_once(are_identifiers_known_, [this] { identifiers_.emplace(tree_); });
  return *identifiers_;
}

std::vector<Node> Module::SelfAttributeValues(const Definition& a_class,
                                              absl::string_view name) const {
  const SelfAttribute wanted = {static_cast<int>(&a_class - definitions_.data()), name, Node()};
  const auto [first, last] =
      std::equal_range(self_attributes_.begin(), self_attributes_.end(), wanted);
  std::vector<Node> values;
  for (auto it = first; it != last; ++it) values.push_back(it->value);
  return values;
}

}  // namespace allreview::python

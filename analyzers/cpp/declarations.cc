#include "analyzers/cpp/declarations.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/cpp/declarators.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

std::vector<TemplateParameter> TemplateParametersOf(Node list) {
  std::vector<TemplateParameter> result;
  for (Node node : list.named_children()) {
    TemplateParameter parameter{.node = node};
    switch (node.kind()) {
      case Kind::kTypeParameterDeclaration:
      case Kind::kVariadicTypeParameterDeclaration:
        parameter.name = node.child(Kind::kTypeIdentifier).text();
        parameter.is_pack = node.Is(Kind::kVariadicTypeParameterDeclaration);
        break;
      case Kind::kOptionalTypeParameterDeclaration:
        parameter.name = node.child(Field::kName).text();
        parameter.default_value = node.child(Field::kDefaultType);
        break;
      case Kind::kTemplateTemplateParameterDeclaration:
        break;
      default: {
        const Declarator declarator = DeclaratorOf(node.child(Field::kDeclarator));
        parameter.name = declarator.name.text();
        parameter.is_type = false;
        parameter.is_pack = node.Is(Kind::kVariadicParameterDeclaration);
        parameter.type = DeclaredType(node, declarator);
        parameter.default_value = node.child(Field::kDefaultValue);
      }
    }
    result.push_back(std::move(parameter));
  }
  return result;
}

void ReadSpecifiers(Function* function) {
  bool has_host = false;
  for (Node child : function->node.children()) {
    if (child.field() == Field::kDeclarator) break;
    if (child.field() == Field::kType) continue;
    if (child.Is(Kind::kLaunchBounds)) function->launch_bounds = child;
    const absl::string_view word = child.text();
    if (word == "__global__") function->is_kernel = true;
    if (word == "__device__") function->is_device = true;
    if (word == "__host__") has_host = true;
    if (word == "static") function->is_static = true;
    if (word == "inline" || word == "__forceinline__") function->is_inline = true;
    if (word == "constexpr") function->is_constexpr = true;
    if (word == "virtual") function->is_virtual = true;
  }
  function->is_host = !function->is_kernel && (!function->is_device || has_host);
}

bool IsVariadic(Node parameter_list) {
  for (Node node : parameter_list.children()) {
    if (node.text() == "...") return true;
  }
  return false;
}

// One walk over the tree, in source order, with what is open around the current node.
class Collector {
 public:
  explicit Collector(const SyntaxTree& tree) : tree_(tree) {}

  Declarations Collect() {
    for (uint32_t i = 0; i < tree_.size(); ++i) {
      Poll();
      while (!open_.empty() && open_.back().end <= i) Close();
      Visit(tree_.node(i));
    }
    return std::move(result_);
  }

 private:
  struct Open {
    uint32_t end;        // Index of the first node after it.
    size_t prefix_size;  // Of the names around it.
    int class_index = -1;
    bool is_body = false;
    Node templated = {};  // A template_declaration.
  };

  void Close() {
    prefix_.resize(open_.back().prefix_size);
    open_.pop_back();
  }

  Open& Push(Node node) {
    open_.push_back({.end = node.subtree_end(), .prefix_size = prefix_.size()});
    return open_.back();
  }

  void Visit(Node node) {
    switch (node.kind()) {
      case Kind::kNamespaceDefinition:
        Push(node);
        if (Node name = node.child(Field::kName)) absl::StrAppend(&prefix_, name.text(), "::");
        return;
      case Kind::kTemplateDeclaration:
        Push(node).templated = node;
        return;
      case Kind::kClassSpecifier:
        return AddClass(node, Class::Kind::kClass);
      case Kind::kStructSpecifier:
        return AddClass(node, Class::Kind::kStruct);
      case Kind::kUnionSpecifier:
        return AddClass(node, Class::Kind::kUnion);
      case Kind::kEnumSpecifier:
        return AddClass(node, Class::Kind::kEnum);
      case Kind::kFunctionDefinition:
        if (!AddFunction(node, node.child(Field::kDeclarator))) Push(node).is_body = true;
        return;
      case Kind::kDeclaration:
      case Kind::kFieldDeclaration:
        return AddDeclared(node);
      case Kind::kEnumerator:
        return AddEnumerator(node);
      case Kind::kAliasDeclaration:
      case Kind::kTypeDefinition:
        return AddAlias(node);
      case Kind::kPreprocInclude:
        return AddInclude(node);
      case Kind::kPreprocDef:
      case Kind::kPreprocFunctionDef:
        return AddMacro(node);
      default:
        return;
    }
  }

  Class* InnermostClass() {
    for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
      if (open->is_body) return nullptr;
      if (open->class_index >= 0) return &result_.classes[open->class_index];
    }
    return nullptr;
  }

  bool IsInBody() const { return !open_.empty() && open_.back().is_body; }

  // The template around `node`, when that is what it declares.
  Node TemplateOf(Node node) const {
    if (open_.empty() || !open_.back().templated) return Node();
    return node.parent() == open_.back().templated ? open_.back().templated : Node();
  }

  void AddClass(Node node, Class::Kind kind) {
    const Node body = node.child(Field::kBody);
    if (!body) return;  // `struct A` as a type, or declared only.
    Node outer = node;
    if (Node templated = TemplateOf(node)) outer = templated;
    Class a_class{.kind = kind,
                  .node = node,
                  .body = body,
                  .simple_name = LastName(node.child(Field::kName)),
                  .first_line = outer.first_line(),
                  .end_line = outer.last_line() + 1};
    a_class.name = absl::StrCat(prefix_, a_class.simple_name);
    if (outer != node) {
      a_class.template_parameters = TemplateParametersOf(outer.child(Field::kParameters));
    }
    for (Node base : node.child(Kind::kBaseClassClause).named_children()) {
      if (!base.Is(Kind::kAccessSpecifier)) a_class.bases.push_back(base.text());
    }
    Open& open = Push(node);
    open.class_index = static_cast<int>(result_.classes.size());
    absl::StrAppend(&prefix_, a_class.simple_name, a_class.simple_name.empty() ? "" : "::");
    result_.classes.push_back(std::move(a_class));
  }

  void AddDeclared(Node node) {
    Class* const owner = InnermostClass();
    for (Node part : DeclaratorsOf(node)) {
      const Declarator declarator = DeclaratorOf(part);
      if (declarator.function) {
        // In a body it is a variable whose constructor's arguments look like types.
        if (!IsInBody()) AddFunction(node, part);
        continue;
      }
      if (owner == nullptr || !node.Is(Kind::kFieldDeclaration)) continue;
      owner->members.push_back({.name = declarator.name.text(),
                                .type = DeclaredType(node, declarator),
                                .node = node,
                                .default_value = node.child(Field::kDefaultValue)});
    }
  }

  // False: it declares none.
  bool AddFunction(Node node, Node declarator_node) {
    const Declarator declarator = DeclaratorOf(declarator_node);
    if (!declarator.function || !declarator.name) return false;
    Function function{.node = node, .outer = node, .declarator = declarator.function};
    function.body = node.child(Field::kBody);
    function.simple_name = LastName(declarator.name);
    function.name = absl::StrCat(prefix_, declarator.name.text());
    if (Node templated = TemplateOf(node)) {
      function.outer = templated;
      function.template_parameters = TemplateParametersOf(templated.child(Field::kParameters));
    }
    function.first_line = function.outer.first_line();
    function.end_line = function.outer.last_line() + 1;
    Declarator returned = declarator;
    returned.is_array = false;
    function.return_type = DeclaredType(node, returned);
    ReadSpecifiers(&function);
    const Node parameters = declarator.function.child(Field::kParameters);
    function.parameters = ParametersOf(parameters);
    function.is_variadic = IsVariadic(parameters);
    for (Node child : declarator.function.children()) {
      if (child.Is(Kind::kTypeQualifier) && child.text() == "const") function.is_const = true;
    }
    if (const Class* owner = InnermostClass()) {
      function.class_index = static_cast<int>(owner - result_.classes.data());
    }
    function.is_method = function.class_index >= 0;
    if (node.Is(Kind::kFunctionDefinition)) {
      Open& open = Push(node);
      open.is_body = true;
      absl::StrAppend(&prefix_, declarator.name.text(), "::");
    }
    result_.functions.push_back(std::move(function));
    return true;
  }

  void AddEnumerator(Node node) {
    Class* const owner = InnermostClass();
    if (owner == nullptr) return;
    owner->members.push_back({.name = node.child(Field::kName).text(),
                              .node = node,
                              .default_value = node.child(Field::kValue)});
  }

  void AddAlias(Node node) {
    Alias alias{.node = node};
    if (node.Is(Kind::kAliasDeclaration)) {
      alias.name = node.child(Field::kName).text();
      alias.type = TypeOf(node.child(Field::kType).text());
    } else {
      const Declarator declarator = DeclaratorOf(node.child(Field::kDeclarator));
      alias.name = declarator.name.text();
      alias.type = DeclaredType(node, declarator);
    }
    result_.aliases.push_back(std::move(alias));
  }

  void AddInclude(Node node) {
    const Node path = node.child(Field::kPath);
    absl::string_view text = path.text();
    const bool is_quoted = path.Is(Kind::kStringLiteral);
    if (text.size() >= 2) text = text.substr(1, text.size() - 2);
    result_.includes.push_back({.node = node, .path = text, .is_quoted = is_quoted});
  }

  void AddMacro(Node node) {
    Macro macro{.node = node,
                .name = node.child(Field::kName).text(),
                .value = absl::StripAsciiWhitespace(node.child(Field::kValue).text()),
                .is_function = node.Is(Kind::kPreprocFunctionDef)};
    for (Node parameter : node.child(Field::kParameters).named_children()) {
      macro.parameters.push_back(parameter.text());
    }
    result_.macros.push_back(std::move(macro));
  }

  const SyntaxTree& tree_;
  std::vector<Open> open_;
  std::string prefix_;
  Declarations result_;
};

}  // namespace

std::vector<Parameter> ParametersOf(Node parameter_list) {
  std::vector<Parameter> parameters;
  for (Node node : parameter_list.children()) {
    if (!node.Is(Kind::kParameterDeclaration) && !node.Is(Kind::kOptionalParameterDeclaration) &&
        !node.Is(Kind::kVariadicParameterDeclaration)) {
      continue;
    }
    const Declarator declarator = DeclaratorOf(node.child(Field::kDeclarator));
    const Type type = DeclaredType(node, declarator);
    if (type.kind == TypeKind::kVoid && type.pointers == 0) continue;  // f(void)
    parameters.push_back({.name = declarator.name.text(),
                          .type = type,
                          .node = node,
                          .default_value = node.child(Field::kDefaultValue)});
  }
  return parameters;
}

Declarations DeclarationsOf(const SyntaxTree& tree) { return Collector(tree).Collect(); }

}  // namespace allreview::cpp

#include "analyzers/cpp/variables.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/cpp/declarators.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

bool IsScope(Kind kind) {
  switch (kind) {
    case Kind::kCompoundStatement:
    case Kind::kForStatement:
    case Kind::kForRangeLoop:
    case Kind::kIfStatement:
    case Kind::kWhileStatement:
    case Kind::kSwitchStatement:
    case Kind::kLambdaExpression:
    case Kind::kCatchClause:
    case Kind::kFunctionDefinition:
    case Kind::kTemplateDeclaration:
    case Kind::kFieldDeclarationList:
    case Kind::kDeclarationList:
    case Kind::kRequiresExpression:
    case Kind::kTranslationUnit:
      return true;
    default:
      return false;
  }
}

Node ScopeOf(Node node) {
  Node scope = node.parent();
  while (scope && !IsScope(scope.kind())) {
    Poll();
    scope = scope.parent();
  }
  return scope;
}

// The scope of a parameter: its function or lambda. Of a prototype or a function pointer, its list.
Node ScopeOfParameter(Node parameter) {
  Node at = parameter.parent();
  const Node list = at;
  while (at) {
    Poll();
    if (at.Is(Kind::kFunctionDefinition) || at.Is(Kind::kLambdaExpression)) return at;
    if (at.Is(Kind::kParameterList) && at != list) return list;
    if (at.Is(Kind::kDeclaration) || at.Is(Kind::kFieldDeclaration) ||
        at.Is(Kind::kCompoundStatement)) {
      return list;
    }
    at = at.parent();
  }
  return list;
}

std::vector<Node> ExtentsOf(Node declarator) {
  std::vector<Node> extents;
  while (declarator) {
    Poll();
    if (declarator.Is(Kind::kArrayDeclarator)) extents.push_back(declarator.child(Field::kSize));
    Node inner = declarator.child(Field::kDeclarator);
    if (declarator.Is(Kind::kParenthesizedDeclarator)) inner = declarator.named_child(0);
    declarator = inner;
  }
  std::reverse(extents.begin(), extents.end());  // The outermost stands innermost.
  return extents;
}

class VariableCollector {
 public:
  explicit VariableCollector(const SyntaxTree& tree) : tree_(tree) {}

  std::vector<Variable> Collect() {
    const Node root = tree_.root();
    for (Node node : root.descendants(Kind::kDeclaration)) AddDeclaration(node);
    for (Node node : root.descendants(Kind::kFieldDeclaration)) AddDeclaration(node);
    for (Node node : root.descendants(Kind::kParameterDeclaration)) AddParameter(node);
    for (Node node : root.descendants(Kind::kOptionalParameterDeclaration)) AddParameter(node);
    for (Node node : root.descendants(Kind::kVariadicParameterDeclaration)) AddParameter(node);
    for (Node node : root.descendants(Kind::kForRangeLoop)) AddRangeLoop(node);
    for (Node node : root.descendants(Kind::kLambdaCaptureInitializer)) AddCapture(node);
    for (Node node : root.descendants(Kind::kEnumerator)) AddEnumerator(node);
    std::sort(result_.begin(), result_.end(), [](const Variable& a, const Variable& b) {
      return a.name_node.index() < b.name_node.index();
    });
    return std::move(result_);
  }

 private:
  void Add(Variable variable) {
    if (!variable.name_node) return;
    variable.name = LastName(variable.name_node);
    if (!variable.name.empty()) result_.push_back(std::move(variable));
  }

  // With its words before the name.
  Variable Declared(Node declaration, Node declarator_node, const Declarator& declarator) {
    Variable variable;
    variable.name_node = declarator.name;
    variable.declaration = declaration;
    variable.type = DeclaredType(declaration, declarator);
    variable.is_shared = HasSpecifier(declaration, "__shared__");
    variable.is_constexpr = HasSpecifier(declaration, "constexpr");
    variable.is_constant =
        variable.is_constexpr || (variable.type.is_const && variable.type.pointers == 0);
    variable.is_static = HasSpecifier(declaration, "static");
    variable.is_extern = HasSpecifier(declaration, "extern");
    variable.is_reference = declarator.is_reference;
    if (declarator.is_array) variable.extents = ExtentsOf(declarator_node);
    return variable;
  }

  void AddBindings(const Variable& pattern, Node bindings) {
    for (Node name : bindings.named_children()) {
      Variable variable = pattern;
      variable.name_node = name;
      variable.is_element = true;
      Add(std::move(variable));
    }
  }

  void AddDeclaration(Node declaration) {
    const Node scope = ScopeOf(declaration);
    for (Node part : DeclaratorsOf(declaration)) {
      const Declarator declarator = DeclaratorOf(part);
      const bool is_in_body = scope.Is(Kind::kCompoundStatement);
      if (declarator.function && !is_in_body) continue;  // A function, not a variable.
      Variable variable = Declared(declaration, part, declarator);
      variable.scope = scope;
      variable.kind = scope.Is(Kind::kFieldDeclarationList) ? Variable::Kind::kMember
                      : scope.Is(Kind::kTranslationUnit) || scope.Is(Kind::kDeclarationList)
                          ? Variable::Kind::kGlobal
                          : Variable::Kind::kLocal;
      variable.initializer = part.child(Field::kValue);
      if (!variable.initializer) variable.initializer = declaration.child(Field::kValue);
      if (!variable.initializer) variable.initializer = declaration.child(Field::kDefaultValue);
      if (declarator.function) {  // dim3 grid(x, y): arguments that look like types.
        variable.initializer = declarator.function.child(Field::kParameters);
      }
      if (declarator.bindings) AddBindings(variable, declarator.bindings);
      Add(std::move(variable));
    }
  }

  void AddParameter(Node node) {
    const Declarator declarator = DeclaratorOf(node.child(Field::kDeclarator));
    if (!declarator.name) return;
    Variable variable = Declared(node, node.child(Field::kDeclarator), declarator);
    const bool is_of_template = node.parent().Is(Kind::kTemplateParameterList);
    variable.kind =
        is_of_template ? Variable::Kind::kTemplateParameter : Variable::Kind::kParameter;
    variable.is_constant = variable.is_constant || is_of_template;
    variable.scope = is_of_template ? ScopeOf(node) : ScopeOfParameter(node);
    variable.initializer = node.child(Field::kDefaultValue);
    Add(std::move(variable));
  }

  void AddRangeLoop(Node loop) {
    const Node part = loop.child(Field::kDeclarator);
    const Declarator declarator = DeclaratorOf(part);
    Variable variable = Declared(loop, part, declarator);
    // The reference_declarator's name stands without a field.
    if (!declarator.name && part.Is(Kind::kIdentifier)) variable.name_node = part;
    variable.scope = loop;
    variable.initializer = loop.child(Field::kRight);
    variable.is_element = true;
    if (declarator.bindings) AddBindings(variable, declarator.bindings);
    Add(std::move(variable));
  }

  void AddCapture(Node capture) {
    Variable variable;
    variable.name_node = capture.child(Field::kLeft);
    variable.declaration = capture;
    variable.type.is_auto = true;
    variable.scope = ScopeOf(capture);
    variable.initializer = capture.child(Field::kRight);
    Add(std::move(variable));
  }

  void AddEnumerator(Node node) {
    Variable variable;
    variable.kind = Variable::Kind::kEnumerator;
    variable.name_node = node.child(Field::kName);
    variable.declaration = node;
    variable.type = TypeOf("int");
    variable.is_constant = variable.is_constexpr = true;
    variable.initializer = node.child(Field::kValue);
    variable.scope = ScopeOf(node);
    Add(std::move(variable));
  }

  const SyntaxTree& tree_;
  std::vector<Variable> result_;
};

}  // namespace

std::vector<Variable> VariablesOf(const SyntaxTree& tree) {
  return VariableCollector(tree).Collect();
}

}  // namespace allreview::cpp

#include "analyzers/cpp/declarators.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

bool IsName(Kind kind) {
  switch (kind) {
    case Kind::kIdentifier:
    case Kind::kFieldIdentifier:
    case Kind::kTypeIdentifier:
    case Kind::kQualifiedIdentifier:
    case Kind::kDestructorName:
    case Kind::kOperatorName:
    case Kind::kOperatorCast:
    case Kind::kTemplateFunction:
    case Kind::kTemplateMethod:
      return true;
    default:
      return false;
  }
}

// Those of a declaration's parts that are its type.
bool IsOfType(Node part) {
  if (part.field() == Field::kType) return true;
  const absl::string_view word = part.text();
  return part.Is(Kind::kTypeQualifier) && word != "constexpr" &&
         !absl::StartsWith(word, "__");  // __shared__ and its kin.
}

// The words of a text, one blank between them.
std::string Words(absl::string_view text) {
  PollBytes(text.size());
  return absl::StrJoin(absl::StrSplit(text, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty()), " ");
}

// One step inwards, from a declarator to what it is made of. Null: it is the innermost.
Node InnerOf(Node declarator) {
  switch (declarator.kind()) {
    case Kind::kReferenceDeclarator:
    case Kind::kAbstractReferenceDeclarator:
    case Kind::kParenthesizedDeclarator:
    case Kind::kAttributedDeclarator:
    case Kind::kVariadicDeclarator:
      return declarator.named_child(0);
    default:
      return declarator.child(Field::kDeclarator);
  }
}

}  // namespace

Declarator DeclaratorOf(Node declarator) {
  Declarator result;
  bool is_in_parentheses = false;
  for (Node at = declarator; at; at = InnerOf(at)) {
    Poll();
    switch (at.kind()) {
      case Kind::kPointerDeclarator:
      case Kind::kAbstractPointerDeclarator:
        ++result.pointers;
        if (is_in_parentheses) result.function = Node();  // A pointer to a function.
        break;
      case Kind::kArrayDeclarator:
      case Kind::kAbstractArrayDeclarator:
        ++result.pointers;
        result.is_array = true;
        break;
      case Kind::kReferenceDeclarator:
      case Kind::kAbstractReferenceDeclarator:
        result.is_reference = true;
        break;
      case Kind::kFunctionDeclarator:
        result.function = at;
        break;
      case Kind::kParenthesizedDeclarator:
        is_in_parentheses = true;
        break;
      case Kind::kStructuredBindingDeclarator:
        result.bindings = at;
        return result;
      default:
        if (!IsName(at.kind())) break;
        result.name = at;
        return result;
    }
  }
  return result;
}

std::vector<Node> DeclaratorsOf(Node declaration) {
  std::vector<Node> result;
  for (Node child : declaration.children()) {
    if (child.field() == Field::kDeclarator) result.push_back(child);
  }
  return result;
}

Type DeclaredType(Node declaration, const Declarator& declarator) {
  std::string text;
  for (Node child : declaration.children()) {
    if (child.field() == Field::kDeclarator) break;
    if (IsOfType(child)) absl::StrAppend(&text, text.empty() ? "" : " ", Words(child.text()));
  }
  if (declarator.pointers > 0) {
    absl::StrAppend(&text, " ", std::string(declarator.pointers, '*'));
  }
  if (declarator.is_reference) absl::StrAppend(&text, " &");
  Type type = TypeOf(text);
  type.is_array = declarator.is_array;
  type.is_const |= HasSpecifier(declaration, "constexpr");
  return type;
}

bool HasSpecifier(Node declaration, absl::string_view word) {
  for (Node child : declaration.children()) {
    if (child.field() == Field::kDeclarator) return false;
    if (child.field() != Field::kType && child.text() == word) return true;
  }
  return false;
}

absl::string_view LastName(Node name) {
  while (name) {
    Poll();
    Node inner;
    switch (name.kind()) {
      case Kind::kQualifiedIdentifier:
      case Kind::kTemplateFunction:
      case Kind::kTemplateMethod:
      case Kind::kTemplateType:
        inner = name.child(Field::kName);
        break;
      case Kind::kFieldExpression:
        inner = name.child(Field::kField);
        break;
      case Kind::kDependentName:
      case Kind::kParenthesizedExpression:
        inner = name.named_child(0);
        break;
      case Kind::kPointerExpression:
        inner = name.child(Field::kArgument);
        break;
      case Kind::kIdentifier:
      case Kind::kFieldIdentifier:
      case Kind::kTypeIdentifier:
      case Kind::kNamespaceIdentifier:
      case Kind::kDestructorName:
      case Kind::kOperatorName:
      case Kind::kOperatorCast:
        return name.text();
      default:
        return "";
    }
    name = inner;
  }
  return "";
}

}  // namespace allreview::cpp

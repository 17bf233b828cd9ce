#include "analyzers/rules/cpp_statements.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace allreview::rules {
namespace {

using cpp::Field;

// What statements stand in, one after the other.
bool HoldsStatements(cpp::Kind kind) {
  switch (kind) {
    case cpp::Kind::kTranslationUnit:
    case cpp::Kind::kCompoundStatement:
    case cpp::Kind::kDeclarationList:
    case cpp::Kind::kFieldDeclarationList:
    case cpp::Kind::kCaseStatement:
    case cpp::Kind::kPreprocIf:
    case cpp::Kind::kPreprocIfdef:
    case cpp::Kind::kPreprocElif:
    case cpp::Kind::kPreprocElifdef:
    case cpp::Kind::kPreprocElse:
      return true;
    default:
      return false;
  }
}

// `f();` of `if (x) f();`.
bool IsAloneBelow(cpp::Node node) {
  const cpp::Kind parent = node.parent().kind();
  const bool is_branch = parent == cpp::Kind::kIfStatement || parent == cpp::Kind::kElseClause ||
                         parent == cpp::Kind::kForStatement || parent == cpp::Kind::kForRangeLoop ||
                         parent == cpp::Kind::kWhileStatement || parent == cpp::Kind::kDoStatement;
  if (!is_branch || IsBlock(node.kind())) return false;
  return parent == cpp::Kind::kElseClause || node.field() == Field::kConsequence ||
         node.field() == Field::kBody;
}

}  // namespace

bool IsBlock(cpp::Kind kind) {
  return kind == cpp::Kind::kCompoundStatement || kind == cpp::Kind::kDeclarationList ||
         kind == cpp::Kind::kFieldDeclarationList;
}

cpp::Node StatementAround(cpp::Node node) {
  for (; node && node.parent(); node = node.parent()) {
    if (IsBlock(node.kind())) continue;  // Of a statement around it.
    if (HoldsStatements(node.parent().kind()) || IsAloneBelow(node)) return node;
  }
  return cpp::Node();
}

int HeaderLastLine(cpp::Node statement) {
  const cpp::SyntaxTree& tree = *statement.tree();
  for (cpp::Node node : statement.descendants()) {
    if (!IsBlock(node.kind())) continue;
    const absl::string_view header =
        tree.source().substr(statement.first_byte(), node.first_byte() - statement.first_byte());
    const size_t last = header.find_last_not_of(" \t\r\n");
    if (last == absl::string_view::npos) break;  // A block of its own.
    return tree.LineOf(statement.first_byte() + static_cast<uint32_t>(last));
  }
  return IsBlock(statement.kind()) ? statement.first_line() : statement.last_line();
}

std::string StatementTokens(cpp::Node statement) {
  std::string tokens;
  for (uint32_t i = statement.index(); i < statement.subtree_end();) {
    const cpp::Node node = statement.tree()->node(i);
    if (IsBlock(node.kind()) || node.Is(cpp::Kind::kComment)) {
      i = node.subtree_end();
      continue;
    }
    const bool is_text =
        node.Is(cpp::Kind::kStringLiteral) || node.Is(cpp::Kind::kRawStringLiteral);
    if (is_text || node.subtree_end() == i + 1) absl::StrAppend(&tokens, node.text(), " ");
    i = is_text ? node.subtree_end() : i + 1;
  }
  return tokens;
}

}  // namespace allreview::rules

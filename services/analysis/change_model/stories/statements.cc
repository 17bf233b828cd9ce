#include "services/analysis/change_model/stories/statements.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/moves/layout_tokens.h"
#include "base/utf8.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using v1::Step;

constexpr int kMaxCodeLines = 40;

uint64_t Mix(uint64_t hash, absl::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return (hash ^ 0xff) * 0x100000001b3u;  // "a" "b" is not "ab".
}
constexpr uint64_t kSeed = 0xcbf29ce484222325u;

bool IsWord(absl::string_view token) {
  const unsigned char first = static_cast<unsigned char>(token[0]);
  return absl::ascii_isalnum(first) || first == '_' || first == '"' || first >= 0x80;
}

// Tokens of a statement's own code as they are compared.
std::vector<absl::string_view> TokensOf(const Statement& statement) {
  std::vector<absl::string_view> tokens;
  uint32_t skip_until = 0;
  ForEachHeaderNode(statement, [&](Node node) {
    if (node.index() < skip_until) return;
    const bool is_leaf = node.subtree_end() == node.index() + 1;
    if (!is_leaf && !node.Is(Kind::kStringContent)) return;
    skip_until = node.subtree_end();
    if (node.Is(Kind::kComment) || node.Is(Kind::kLineContinuation) || node.text().empty()) return;
    absl::string_view text = node.text();
    if (text == "'") text = "\"";
    if (is_leaf && moves::IsLayoutToken(node)) return;
    tokens.push_back(text);
  });
  return tokens;
}

Step::Kind KindOfExpression(Node expression) {
  switch (expression.kind()) {
    case Kind::kAssignment:
    case Kind::kAugmentedAssignment:
    case Kind::kNamedExpression:
      return Step::KIND_ASSIGNMENT;
    case Kind::kYield:
      return Step::KIND_RETURN;
    case Kind::kCall:
    case Kind::kAwait:
      return Step::KIND_CALL;
    default:
      return Step::KIND_OTHER;
  }
}

Step::Kind KindOf(Node node) {
  switch (node.kind()) {
    case Kind::kExpressionStatement:
      return KindOfExpression(python::WithoutParentheses(node.named_child(0)));
    case Kind::kIfStatement:
    case Kind::kElifClause:
      return Step::KIND_IF;
    case Kind::kElseClause:
      return Step::KIND_ELSE;
    case Kind::kForStatement:
    case Kind::kWhileStatement:
      return Step::KIND_LOOP;
    case Kind::kWithStatement:
      return Step::KIND_WITH;
    case Kind::kTryStatement:
    case Kind::kExceptClause:
    case Kind::kFinallyClause:
      return Step::KIND_TRY;
    case Kind::kReturnStatement:
      return Step::KIND_RETURN;
    case Kind::kRaiseStatement:
      return Step::KIND_RAISE;
    case Kind::kAssertStatement:
      return Step::KIND_ASSERT;
    case Kind::kBreakStatement:
    case Kind::kContinueStatement:
      return Step::KIND_JUMP;
    case Kind::kFunctionDefinition:
    case Kind::kClassDefinition:
    case Kind::kDecoratedDefinition:
      return Step::KIND_DEFINITION;
    case Kind::kMatchStatement:
    case Kind::kCaseClause:
      return Step::KIND_MATCH;
    default:
      return Step::KIND_OTHER;
  }
}

Node InnerOf(Node statement) {
  const Node definition = statement.child(Field::kDefinition);
  return definition ? definition : statement;
}

// A string alone: a docstring, or a comment by other means.
bool IsText(Node statement) {
  if (!statement.Is(Kind::kExpressionStatement)) return false;
  const Node only = statement.named_child(0);
  return only.Is(Kind::kString) || only.Is(Kind::kConcatenatedString);
}

python::ByteRange HeaderOf(Node statement) {
  const Node inner = InnerOf(statement);
  const Node block = BlockOf(statement);
  if (!block) return {statement.first_byte(), statement.end_byte()};
  uint32_t end = inner.first_byte();
  for (Node child : inner.children()) {
    if (child == block) break;
    if (!child.Is(Kind::kComment)) end = std::max(end, child.end_byte());
  }
  return {statement.first_byte(), end};
}

}  // namespace

bool IsClause(Node node) {
  return node.Is(Kind::kElifClause) || node.Is(Kind::kElseClause) || node.Is(Kind::kExceptClause) ||
         node.Is(Kind::kFinallyClause);
}

Node BlockOf(Node statement) { return InnerOf(statement).child(Kind::kBlock); }

Statements::Statements(const Module& module, const Definition& definition)
    : module_(module), definition_(definition) {
  AddBlock(definition.body, 0, -1);
}

void Statements::AddBlock(Node block, int depth, int parent) {
  for (Node child : block.children()) {
    if (child.IsNamed() && !child.Is(Kind::kComment) && !child.Is(Kind::kLineContinuation)) {
      AddStatement(child, depth, parent);
    }
  }
}

void Statements::AddStatement(Node node, int depth, int parent) {
  if (IsText(node)) return;
  const int head = Add(node, depth, parent, /*head=*/-1);
  for (Node clause : node.children()) {
    if (IsClause(clause)) Add(clause, depth, parent, head);
  }
}

int Statements::Add(Node node, int depth, int parent, int head) {
  const int index = size();
  Statement statement{.node = node,
                      .kind = KindOf(node),
                      .depth = depth,
                      .parent = parent,
                      .head = head < 0 ? index : head,
                      .header = HeaderOf(node)};
  statement.hash = kSeed;
  for (absl::string_view token : TokensOf(statement)) {
    statement.hash = Mix(statement.hash, token);
    if (IsWord(token)) statement.words.push_back(Mix(kSeed, token));
  }
  std::sort(statement.words.begin(), statement.words.end());
  all_.push_back(std::move(statement));
  if (const Node block = BlockOf(node)) AddBlock(block, depth + 1, index);
  all_[index].end = size();
  return index;
}

std::string Statements::CodeOf(const Statement& statement) const {
  const python::SyntaxTree& tree = module_.tree();
  const absl::string_view code =
      tree.source().substr(statement.header.first, statement.header.end - statement.header.first);
  const size_t indent = static_cast<size_t>(tree.ColumnOf(statement.header.first));
  std::string text;
  int lines = 0, left_out = 0;
  for (absl::string_view line : absl::StrSplit(code, '\n')) {
    if (lines++ >= kMaxCodeLines) {
      ++left_out;
      continue;
    }
    const size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    if (lines > 1) line.remove_prefix(std::min(blanks, indent));
    absl::StrAppend(&text, lines > 1 ? "\n" : "", absl::StripTrailingAsciiWhitespace(line));
  }
  if (left_out > 0) absl::StrAppend(&text, "\n# … +", left_out);
  return ToDisplayText(text);
}

rules::Range Statements::RangeOf(const Statement& statement, change::Side side) const {
  const python::SyntaxTree& tree = module_.tree();
  const auto [first, end] = statement.header;
  return {.path = module_.path(),
          .side = side,
          .first_line = tree.LineOf(first),
          .end_line = tree.LineOf(std::max(first + 1, end) - 1) + 1,
          .first_column = tree.ColumnOf(first),
          .end_column = tree.ColumnOf(end),
          .first_byte = first,
          .end_byte = end};
}

}  // namespace allreview::analysis

#include "analyzers/idioms/pattern.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "analyzers/idioms/match_arguments.h"
#include "base/check.h"

namespace allreview::idioms {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr int kMaxSteps = 6;          // Through names and conversions, for one node of a pattern.
constexpr uint32_t kMaxNodes = 400;   // Of code that is compared word by word.
constexpr int kMaxStatements = 1000;  // Of a block.

bool IsLetter(absl::string_view text) {
  return text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z';
}

bool IsNumber(Node node) { return node.Is(Kind::kInteger) || node.Is(Kind::kFloat); }

bool IsSameNumber(Node a, Node b) {
  double x = 0, y = 0;
  return absl::SimpleAtod(a.text(), &x) && absl::SimpleAtod(b.text(), &y) && x == y;
}

bool IsSequence(Node node) {
  return node.Is(Kind::kList) || node.Is(Kind::kTuple) || node.Is(Kind::kExpressionList);
}

std::vector<Node> Parts(Node node) {
  std::vector<Node> parts;
  for (Node child : node.children()) {
    if (!child.Is(Kind::kComment)) parts.push_back(child);
  }
  return parts;
}

std::vector<Node> NamedParts(Node node) {
  std::vector<Node> parts;
  for (Node child : node.named_children()) parts.push_back(child);
  return parts;
}

class Matcher {
 public:
  Matcher(const Module& module, Bindings& bindings) : module_(module), bindings_(bindings) {}

  // Follows the pattern, whose depth is bounded, not the code.
  bool Match(Node pattern, Node code) {
    pattern = python::WithoutParentheses(pattern);
    code = python::WithoutParentheses(code);
    if (!code) return false;
    if (pattern.Is(Kind::kIdentifier)) {
      if (pattern.text() == "_") return true;
      if (IsLetter(pattern.text())) return Bind(pattern.text()[0], code);
    }
    for (int step = 0; step < kMaxSteps && code; ++step) {
      const Bindings before = bindings_;
      if (MatchHere(pattern, code)) return true;
      bindings_ = before;
      code = python::WithoutParentheses(Behind(code));
    }
    return false;
  }

  bool MatchHere(Node pattern, Node code) {
    if (IsNumber(pattern) && IsNumber(code)) return IsSameNumber(pattern, code);
    if (IsSequence(pattern) && IsSequence(code)) return MatchAll(NamedParts(pattern), code, false);
    if (pattern.Is(Kind::kAttribute) && code.Is(Kind::kSubscript)) {
      return MatchPart(pattern, code);
    }
    if (pattern.kind() != code.kind() && !pattern.Is(Kind::kAttribute)) return false;
    switch (pattern.kind()) {
      case Kind::kIdentifier:
        return MatchName(pattern, code);
      case Kind::kAttribute:
        return MatchAttribute(pattern, code);
      case Kind::kString:
        return Module::StringContent(pattern) == Module::StringContent(code);
      case Kind::kCall:
        return MatchCall(pattern, code);
      case Kind::kBinaryOperator:
        return MatchOperator(pattern, code);
      case Kind::kBlock:
        return MatchBlock(pattern, code);
      case Kind::kFunctionDefinition:
      case Kind::kExceptClause:
        return MatchBlock(LastBlock(pattern), LastBlock(code));
      case Kind::kDecorator:
        return Match(pattern.named_child(0), code.named_child(0));
      default: {
        // `else` and `finally` may follow what the pattern tells.
        const bool is_open = pattern.Is(Kind::kTryStatement) || pattern.Is(Kind::kForStatement);
        return MatchAll(Parts(pattern), code, is_open);
      }
    }
  }

 private:
  // What a name certainly is, or what a conversion converts. Null: neither.
  Node Behind(Node code) const {
    if (code.Is(Kind::kIdentifier)) return module_.ReachingValue(code);
    if (!code.Is(Kind::kCall)) return Node();
    const Node function = code.child(Field::kFunction);
    if (!function.Is(Kind::kAttribute)) return Node();
    return IsConversion(function.child(Field::kAttribute).text()) ? function.child(Field::kObject)
                                                                  : Node();
  }

  bool Bind(char letter, Node code) {
    if (const Node known = bindings_.Find(letter)) return IsSameCode(known, code);
    bindings_.Set(letter, code);
    return true;
  }

  bool MatchName(Node pattern, Node code) const {
    return pattern.text() == code.text() || module_.Resolve(code) == pattern.text();
  }

  bool MatchAttribute(Node pattern, Node code) {
    const absl::string_view head = HeadOf(pattern), name = pattern.child(Field::kAttribute).text();
    if (!head.empty()) return LastName(code) == name && IsOf(module_, head, code);
    if (!code.Is(Kind::kAttribute)) return false;
    return code.child(Field::kAttribute).text() == name &&
           Match(pattern.child(Field::kObject), code.child(Field::kObject));
  }

  // `sort(x)[0]` for `sort(x).values`.
  bool MatchPart(Node pattern, Node code) {
    const absl::string_view name = pattern.child(Field::kAttribute).text();
    const absl::string_view index = code.child(Field::kSubscript).text();
    const bool is_same = (name == "values" && index == "0") || (name == "indices" && index == "1");
    return is_same && code.named_child_count() == 2 &&
           Match(pattern.child(Field::kObject), code.child(Field::kValue));
  }

  bool MatchOperator(Node pattern, Node code) {
    const absl::string_view sign = pattern.child(Field::kOperator).text();
    if (code.child(Field::kOperator).text() != sign) return false;
    const Node left = pattern.child(Field::kLeft), right = pattern.child(Field::kRight);
    const Node code_left = code.child(Field::kLeft), code_right = code.child(Field::kRight);
    const Bindings before = bindings_;
    if (Match(left, code_left) && Match(right, code_right)) return true;
    bindings_ = before;
    if (sign != "+" && sign != "*") return false;
    return Match(left, code_right) && Match(right, code_left);
  }

  bool MatchCall(Node pattern, Node code) {
    const Node wanted = pattern.child(Field::kFunction), function = code.child(Field::kFunction);
    const absl::string_view head = HeadOf(wanted);
    Node receiver;
    std::string api;
    if (!head.empty()) {
      const absl::string_view name = wanted.child(Field::kAttribute).text();
      if (LastName(function) != name) return false;
      if (head == "torch" && !IsOf(module_, head, function)) {
        if (!function.Is(Kind::kAttribute) || !module_.Resolve(function).empty()) return false;
        receiver = function.child(Field::kObject);
      } else if (!IsOf(module_, head, function)) {
        return false;
      }
      api = ApiName(head, name);
    } else {
      if (LastName(function) != LastName(wanted) || !MatchFunction(wanted, function)) return false;
      api = ApiName("method", LastName(wanted));
    }
    const PatternArguments arguments = ArgumentsOfPattern(pattern, api);
    return MatchArguments(arguments, ArgumentsOfCode(code, receiver, api),
                          [&](Node a, Node b) { return Match(a, b); });
  }

  // `os.replace` by what it resolves to; `X.add_` by its object.
  bool MatchFunction(Node wanted, Node function) {
    const std::string resolved = module_.Resolve(function);
    if (absl::string_view name = resolved; !name.empty()) {
      absl::ConsumePrefix(&name, "builtins.");
      if (name == wanted.text()) return true;
    }
    if (wanted.Is(Kind::kIdentifier)) return resolved.empty() && wanted.text() == function.text();
    return wanted.Is(Kind::kAttribute) && function.Is(Kind::kAttribute) &&
           Match(wanted.child(Field::kObject), function.child(Field::kObject));
  }

  bool MatchAll(const std::vector<Node>& wanted, Node code, bool is_open) {
    const std::vector<Node> parts = IsSequence(code) ? NamedParts(code) : Parts(code);
    if (is_open ? parts.size() < wanted.size() : parts.size() != wanted.size()) return false;
    for (size_t i = 0; i < wanted.size(); ++i) {
      const bool is_token = wanted[i].Is(Kind::kToken);
      if (is_token ? wanted[i].text() != parts[i].text() : !Match(wanted[i], parts[i])) {
        return false;
      }
    }
    return true;
  }

  static Node LastBlock(Node node) {
    const Node last = node.last_named_child();
    return last.Is(Kind::kBlock) ? last : Node();
  }

  // Each statement of the pattern, in their order, with others between them.
  bool MatchBlock(Node pattern, Node code) {
    if (!pattern || !code) return false;
    std::vector<Node> wanted;
    for (Node statement : pattern.named_children()) {
      if (!statement.named_child(0).Is(Kind::kEllipsis)) wanted.push_back(statement);
    }
    size_t next = 0;
    int seen = 0;
    for (Node statement : code.named_children()) {
      if (next == wanted.size() || ++seen > kMaxStatements) break;
      if (statement.kind() == wanted[next].kind() && Match(wanted[next], statement)) ++next;
    }
    return next == wanted.size();
  }

  const Module& module_;
  Bindings& bindings_;
};

}  // namespace

Pattern::Pattern(absl::string_view text) {
  // A decorator needs something to decorate.
  static constexpr absl::string_view kDecorated = "@";
  absl::StatusOr<python::SyntaxTree> tree = python::SyntaxTree::Parse(text);
  CHECK(tree.ok() && tree->error_count() == 0) << text;
  tree_ = *std::move(tree);
  Node root = tree_.root().named_child(0);
  if (absl::StartsWith(text, kDecorated)) root = root.child(Kind::kDecorator);
  if (root.Is(Kind::kExpressionStatement) && root.named_child_count() == 1) {
    root = root.named_child(0);
  }
  root_ = root.index();
  kind_ = root.kind();
}

bool Pattern::Matches(const Module& module, Node node, Bindings& bindings) const {
  const Bindings before = bindings;
  if (Matcher(module, bindings).MatchHere(tree_.node(root_), node)) return true;
  bindings = before;
  return false;
}

bool IsSameCode(Node a, Node b) {
  if (a == b) return true;
  if (a.subtree_end() - a.index() > kMaxNodes || b.subtree_end() - b.index() > kMaxNodes) {
    return false;
  }
  const auto words = [](Node node) {
    std::vector<absl::string_view> texts;
    if (node.subtree_end() == node.index() + 1) texts.push_back(node.text());
    for (Node inner : node.descendants()) {
      const bool is_leaf = inner.subtree_end() == inner.index() + 1;
      if (is_leaf && !inner.Is(Kind::kComment)) texts.push_back(inner.text());
    }
    return texts;
  };
  return words(a) == words(b);
}

bool IsConversion(absl::string_view method) {
  static constexpr absl::string_view kConversions[] = {
      "bfloat16", "bool", "clone", "contiguous", "cpu", "cuda",    "detach",
      "float",    "half", "int",   "long",       "to",  "type_as", "type"};
  return std::find(std::begin(kConversions), std::end(kConversions), method) !=
         std::end(kConversions);
}

}  // namespace allreview::idioms

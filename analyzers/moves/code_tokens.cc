#include "analyzers/moves/code_tokens.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "analyzers/diff/tokens.h"
#include "analyzers/moves/layout_tokens.h"

namespace allreview::moves {
namespace {

using python::Kind;
using python::Node;

// Tokens that no source text has.
constexpr uint64_t kOwnName = 1, kStatement = 2, kBlockEnd = 3;

uint64_t Combine(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x100000001b3u; }

bool IsDefinition(Node node) {
  return node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kClassDefinition) ||
         node.Is(Kind::kDecoratedDefinition);
}

bool IsDocumentation(Node statement) {
  if (!statement.Is(Kind::kExpressionStatement)) return false;
  const Node value = statement.named_child(0);
  return value.Is(Kind::kString) || value.Is(Kind::kConcatenatedString);
}

class TokenReader {
 public:
  explicit TokenReader(const TokenOptions& options) : options_(options) {}

  CodeTokens Read(Node code) {
    for (uint32_t i = code.index(); i < code.subtree_end();) {
      while (!blocks_.empty() && i >= blocks_.back()) CloseBlock();
      const Node node = code.tree()->node(i);
      i = IsSkipped(node, code) || AddWhole(node) ? node.subtree_end() : i + 1;
    }
    while (!blocks_.empty()) CloseBlock();
    for (uint64_t token : tokens_.code) tokens_.code_hash = Combine(tokens_.code_hash, token);
    return std::move(tokens_);
  }

 private:
  bool IsSkipped(Node node, Node code) {
    if (node.Is(Kind::kComment) || node.Is(Kind::kLineContinuation)) return true;
    if (IsDocumentation(node)) {
      AddDocumentation(node.text());
      return true;
    }
    // The definition itself may be decorated.
    const bool is_outer = node == code || node.parent() == code;
    return options_.is_without_members && !is_outer && IsDefinition(node);
  }

  // Whether nothing below the node is to be looked at.
  bool AddWhole(Node node) {
    if (node.parent().Is(Kind::kBlock)) tokens_.code.push_back(kStatement);
    if (node.Is(Kind::kBlock)) blocks_.push_back(node.subtree_end());
    if (node.Is(Kind::kStringStart)) {
      AddStringStart(node.text());
    } else if (node.Is(Kind::kStringEnd)) {
    } else if (node.Is(Kind::kStringContent)) {
      Add(node.text());  // Its children are only the escapes in it.
      return true;
    } else if (node.subtree_end() == node.index() + 1 && !node.Is(Kind::kBlock)) {
      if (!node.text().empty() && !IsLayoutToken(node)) Add(node.text());
    }
    return false;
  }

  void Add(absl::string_view text) {
    const bool is_own = !options_.own_name.empty() && text == options_.own_name;
    tokens_.code.push_back(is_own ? kOwnName : diff::HashBytes(text));
  }

  // "rb" of rb'''; quotes do not count, nor does u.
  void AddStringStart(absl::string_view text) {
    std::string prefix = "\"";
    for (const char c : text) {
      const char letter = absl::ascii_tolower(static_cast<unsigned char>(c));
      if (absl::ascii_isalpha(static_cast<unsigned char>(letter)) && letter != 'u') {
        prefix += letter;
      }
    }
    tokens_.code.push_back(diff::HashBytes(prefix));
  }

  void AddDocumentation(absl::string_view text) {
    for (const char c : text) {
      if (absl::ascii_isspace(static_cast<unsigned char>(c)) || c == '"' || c == '\'') continue;
      tokens_.documentation = Combine(tokens_.documentation, static_cast<unsigned char>(c));
    }
    tokens_.documentation = Combine(tokens_.documentation, 256);
  }

  void CloseBlock() {
    blocks_.pop_back();
    tokens_.code.push_back(kBlockEnd);
  }

  const TokenOptions options_;
  CodeTokens tokens_;
  std::vector<uint32_t> blocks_;  // Ends of open ones.
};

std::vector<uint64_t> SortedPairs(const std::vector<uint64_t>& tokens) {
  std::vector<uint64_t> pairs;
  pairs.reserve(tokens.size());
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    pairs.push_back(Combine(tokens[i], tokens[i + 1]));
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace

CodeTokens TokensOf(Node code, const TokenOptions& options) {
  return code ? TokenReader(options).Read(code) : CodeTokens();
}

double SimilarityOf(const CodeTokens& a, const CodeTokens& b) {
  const std::vector<uint64_t> pairs_a = SortedPairs(a.code), pairs_b = SortedPairs(b.code);
  const size_t total = pairs_a.size() + pairs_b.size();
  if (total == 0) return 0;
  size_t shared = 0;
  for (auto x = pairs_a.begin(), y = pairs_b.begin(); x != pairs_a.end() && y != pairs_b.end();) {
    if (*x == *y) {
      ++shared, ++x, ++y;
    } else {
      *x < *y ? ++x : ++y;
    }
  }
  return 2.0 * static_cast<double>(shared) / static_cast<double>(total);
}

}  // namespace allreview::moves

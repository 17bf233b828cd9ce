#include "analyzers/repository/significant_lines.h"

#include <algorithm>
#include <cstring>

namespace allreview::repository {
namespace {

using python::Kind;
using python::Node;
using python::SyntaxTree;

// A string that stands alone: documentation.
bool IsText(Node statement) {
  const Node expression = statement.named_child(0);
  return (expression.Is(Kind::kString) || expression.Is(Kind::kConcatenatedString)) &&
         expression.subtree_end() == statement.subtree_end();
}

// Whether a node with children is passed over.
inline bool IsPassedOver(Node node) {
  switch (node.kind()) {
    case Kind::kImportStatement:
    case Kind::kImportFromStatement:
    case Kind::kFutureImportStatement:
      return true;
    case Kind::kExpressionStatement:
      return IsText(node);
    default:
      return false;
  }
}

bool IsBracketsAlone(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == ',' ||
           c == ':' || c == kTokenSeparator;
  });
}

uint64_t Mix(uint64_t bits) {
  bits *= 0x9e3779b97f4a7c15;
  return bits ^ bits >> 32;
}

// Up to eight bytes of the source from `at`, of which the token has `size` left, as a number.
uint64_t BytesAt(absl::string_view source, size_t at, size_t size) {
  uint64_t bytes = 0;
  if (source.size() - at < 8) {
    std::memcpy(&bytes, source.data() + at, std::min<size_t>(8, size));
    return bytes;
  }
  std::memcpy(&bytes, source.data() + at, 8);
  return size < 8 ? bytes & ((uint64_t{1} << 8 * size) - 1) : bytes;
}

// Eight bytes at a time; the length keeps apart what ends in zeros.
uint64_t HashOfToken(absl::string_view source, Node token) {
  uint64_t hash = token.end_byte() - token.first_byte();
  for (size_t i = token.first_byte(); i < token.end_byte(); i += 8) {
    hash = Mix(hash ^ BytesAt(source, i, token.end_byte() - i));
  }
  return hash;
}

// In place of a name's own.
constexpr uint64_t kAnyNameHash = 0x5851f42d4c957f2d;

// A hash of consecutive tokens.
class Hash {
 public:
  void Add(uint64_t token) { hash_ = Mix(hash_ ^ token); }
  uint16_t value() const { return static_cast<uint16_t>(hash_ * 0x9e3779b97f4a7c15 >> 48); }

 private:
  uint64_t hash_ = 0xcbf29ce484222325;
};

// Calls visit(token, is_first) for each token that counts; `is_first` of its line.
template <typename Visit>
void ForEachToken(const SyntaxTree& tree, const Visit& visit) {
  uint32_t line_end = 0;
  for (uint32_t i = 1; i < tree.size();) {
    const Node node = tree.node(i);
    const uint32_t end = node.subtree_end();
    const bool is_leaf = end == ++i;  // As most nodes are.
    if (!is_leaf && !node.Is(Kind::kStringContent)) {
      if (IsPassedOver(node)) i = end;
      continue;
    }
    i = end;
    if (node.Is(Kind::kComment) || node.first_byte() == node.end_byte()) continue;
    const bool is_first = node.first_byte() >= line_end;
    if (is_first) line_end = tree.LineStart(node.first_line() + 1);
    visit(node, is_first);
  }
}

}  // namespace

std::vector<SignificantLine> SignificantLinesOf(const SyntaxTree& tree) {
  std::vector<SignificantLine> lines;
  const auto drop_if_empty = [&] {
    if (!lines.empty() && IsBracketsAlone(lines.back().text)) lines.pop_back();
  };
  ForEachToken(tree, [&](Node token, bool is_first) {
    if (is_first) {
      drop_if_empty();
      lines.push_back({.line = token.first_line()});
    }
    SignificantLine& current = lines.back();
    current.last_line = token.last_line();
    ++current.tokens;
    current.text.append(token.text().data(), token.text().size());
    current.text += kTokenSeparator;
    if (token.Is(Kind::kIdentifier)) {
      current.shape += kAnyName;
    } else {
      current.shape.append(token.text().data(), token.text().size());
    }
    current.shape += kTokenSeparator;
  });
  drop_if_empty();
  return lines;
}

std::vector<LineFacts> LineFactsOf(const SyntaxTree& tree) {
  std::vector<LineFacts> lines;
  int line = 0;
  Hash text, shape;
  bool is_empty = true;
  const auto finish = [&] {
    if (!is_empty) lines.push_back({.line = line, .text = text.value(), .shape = shape.value()});
  };
  ForEachToken(tree, [&](Node token, bool is_first) {
    if (is_first) {
      finish();
      line = token.first_line();
      text = shape = Hash();
      is_empty = true;
    }
    is_empty = is_empty && IsBracketsAlone(token.text());
    const uint64_t hash = HashOfToken(tree.source(), token);
    text.Add(hash);
    shape.Add(token.Is(Kind::kIdentifier) ? kAnyNameHash : hash);
  });
  finish();
  return lines;
}

std::string PackLines(const std::vector<LineFacts>& lines) {
  std::string packed;
  packed.reserve(6 * lines.size());
  int last_line = 0;
  for (const LineFacts& line : lines) {
    uint32_t step = static_cast<uint32_t>(line.line - last_line);
    last_line = line.line;
    for (; step >= 128; step >>= 7) packed += static_cast<char>(step | 128);
    packed += static_cast<char>(step);
    for (uint16_t hash : {line.text, line.shape}) {
      packed += static_cast<char>(hash & 255);
      packed += static_cast<char>(hash >> 8);
    }
  }
  return packed;
}

std::vector<LineFacts> UnpackLines(absl::string_view packed) {
  std::vector<LineFacts> lines;
  lines.reserve(packed.size() / 5);
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(packed[i]); };
  uint32_t line = 0;
  for (size_t i = 0; i < packed.size();) {
    uint32_t step = 0;
    for (int shift = 0; i < packed.size() && shift < 28; shift += 7) {
      step |= static_cast<uint32_t>(byte(i) & 127) << shift;
      if (byte(i++) < 128) break;
    }
    if (packed.size() - i < 4) break;
    line = std::min<uint32_t>(line + step, 1u << 30);
    lines.push_back({.line = static_cast<int>(line),
                     .text = static_cast<uint16_t>(byte(i) | byte(i + 1) << 8),
                     .shape = static_cast<uint16_t>(byte(i + 2) | byte(i + 3) << 8)});
    i += 4;
  }
  return lines;
}

}  // namespace allreview::repository

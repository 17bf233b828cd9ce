#include "analyzers/repository/significant_lines.h"

#include <algorithm>

namespace allreview::repository {
namespace {

using python::Kind;
using python::Node;
using python::SyntaxTree;

// An import, or a string that stands alone: documentation.
bool IsPassedOver(Node node) {
  switch (node.kind()) {
    case Kind::kComment:
    case Kind::kImportStatement:
    case Kind::kImportFromStatement:
    case Kind::kFutureImportStatement:
      return true;
    case Kind::kExpressionStatement: {
      const Node expression = node.named_child(0);
      return (expression.Is(Kind::kString) || expression.Is(Kind::kConcatenatedString)) &&
             expression.subtree_end() == node.subtree_end();
    }
    default:
      return false;
  }
}

bool IsOneToken(Node node) {
  return node.subtree_end() == node.index() + 1 || node.Is(Kind::kStringContent);
}

bool IsBracketsAlone(absl::string_view text) {
  return text.find_first_not_of("()[]{},:\x1f") == absl::string_view::npos;
}

uint16_t Hash(absl::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash *= 0x9e3779b97f4a7c15;
  return static_cast<uint16_t>(hash >> 48);
}

}  // namespace

std::vector<SignificantLine> SignificantLinesOf(const SyntaxTree& tree) {
  std::vector<SignificantLine> lines;
  const auto drop_if_empty = [&] {
    if (!lines.empty() && IsBracketsAlone(lines.back().text)) lines.pop_back();
  };
  int last_line = 0;
  for (uint32_t i = 1; i < tree.size();) {
    const Node node = tree.node(i);
    if (IsPassedOver(node)) {
      i = node.subtree_end();
      continue;
    }
    ++i;
    if (!IsOneToken(node) || node.first_byte() == node.end_byte()) continue;
    i = node.subtree_end();
    const int line = tree.LineOf(node.first_byte());
    if (line != last_line) {
      drop_if_empty();
      lines.push_back({.line = line});
      last_line = line;
    }
    SignificantLine& current = lines.back();
    current.last_line = tree.LineOf(node.end_byte() - 1);
    ++current.tokens;
    current.text.append(node.text().data(), node.text().size());
    current.text += kTokenSeparator;
    if (node.Is(Kind::kIdentifier)) {
      current.shape += kAnyName;
    } else {
      current.shape.append(node.text().data(), node.text().size());
    }
    current.shape += kTokenSeparator;
  }
  drop_if_empty();
  return lines;
}

LineFacts FactsOfLine(const SignificantLine& line) {
  return {.line = line.line, .text = Hash(line.text), .shape = Hash(line.shape)};
}

std::string PackLines(const std::vector<LineFacts>& lines) {
  std::string packed;
  packed.reserve(5 * lines.size());
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

// Comments.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "analyzers/intent/collectors.h"
#include "analyzers/intent/comment_text.h"
#include "analyzers/intent/commented_code.h"
#include "base/poll.h"

namespace allreview::intent {
namespace {

using python::Kind;
using python::Module;
using python::Node;
using python::SyntaxTree;

constexpr int kLicenceLines = 60;      // Notices stand at the top.
constexpr size_t kMaxCodeLines = 500;  // A longer comment is not searched for code.
constexpr int kMaxSteps = 20;          // Comments between a comment and the code below it.

bool StandsAlone(const SyntaxTree& tree, Node comment) {
  const uint32_t start = tree.LineStart(comment.first_line());
  return absl::StripAsciiWhitespace(tree.source().substr(start, comment.first_byte() - start))
      .empty();
}

// Comments on lines that follow each other. The first may stand behind code; then the others stand
// below it.
struct Block {
  std::vector<Node> comments;
  bool is_trailing = false;
};

std::vector<Block> BlocksOf(const Module& module) {
  const SyntaxTree& tree = module.tree();
  std::vector<Block> blocks;
  for (Node comment : tree.root().descendants(Kind::kComment)) {
    const bool stands_alone = StandsAlone(tree, comment);
    if (!blocks.empty() && stands_alone) {
      Block& block = blocks.back();
      const bool is_next = block.comments.back().first_line() + 1 == comment.first_line();
      const bool is_below =
          tree.ColumnOf(block.comments.front().first_byte()) == tree.ColumnOf(comment.first_byte());
      if (is_next && (!block.is_trailing || is_below)) {
        block.comments.push_back(comment);
        continue;
      }
    }
    blocks.push_back({.comments = {comment}, .is_trailing = !stands_alone});
  }
  return blocks;
}

bool IsLicence(const Block& block) {
  return block.comments.front().first_line() <= kLicenceLines &&
         std::any_of(block.comments.begin(), block.comments.end(),
                     [](Node comment) { return SpeaksOfLicence(comment.text().substr(0, 400)); });
}

// The lines that are code, in order.
std::vector<int> CodeIn(const SyntaxTree& tree, const Block& block) {
  if (block.is_trailing || block.comments.size() > kMaxCodeLines) return {};
  std::vector<CommentLine> lines;
  bool may_be_code = false;
  for (Node comment : block.comments) {
    const std::optional<CommentLine> line = CommentOnLine(tree, comment.first_line());
    if (!line) continue;
    may_be_code = may_be_code || LooksLikeCode(line->text);
    lines.push_back(*line);
  }
  return may_be_code ? CodeLinesOf(tree, lines) : std::vector<int>();
}

// The code that comments on lines of their own stand above. Null: none does.
Node CodeBelow(const SyntaxTree& tree, const Block& block) {
  const Node last = block.comments.back();
  Node next = last.next_sibling();
  for (int steps = 0; next.Is(Kind::kComment) && steps < kMaxSteps; ++steps) {
    next = next.next_sibling();
  }
  if (next.Is(Kind::kComment)) return {};
  if (next.Is(Kind::kBlock)) next = next.named_child(0);
  if (!next || !next.IsNamed()) return {};
  // What stands further in ends the block above.
  const bool is_inside = tree.ColumnOf(last.first_byte()) > tree.ColumnOf(next.first_byte());
  return is_inside ? Node() : next;
}

About AboutBlock(const Module& module, const Block& block) {
  const SyntaxTree& tree = module.tree();
  const Node first = block.comments.front();
  if (!block.is_trailing) {
    if (const Node below = CodeBelow(tree, block)) return AboutOf(module, below);
    const python::Definition* around = module.EnclosingDefinition(first);
    return around == nullptr ? AboutModule(module) : AboutDefinition(*around);
  }
  const int line = first.first_line();
  const size_t blank = tree.LineText(line).find_first_not_of(" \t");
  return AboutOf(module, tree.NodeAt(tree.LineStart(line) + static_cast<uint32_t>(blank)));
}

// Behind '#', with the indentation that lists and code have.
absl::string_view TextOf(Node comment) {
  absl::string_view text = comment.text();
  const size_t first = std::min(text.find_first_not_of("#:"), text.size());
  return absl::StripTrailingAsciiWhitespace(text.substr(first));
}

std::vector<PlacedText> Read(const SyntaxTree& tree, const Block& block, size_t room) {
  const std::vector<int> code = CodeIn(tree, block);
  ProseReader reader(room);
  for (Node comment : block.comments) {
    Poll();
    const int line = comment.first_line();
    const bool is_code = std::binary_search(code.begin(), code.end(), line);
    if (is_code || IsForTools(comment.text()) || IsLineOfCode(TextOf(comment))) {
      reader.EndParagraph();
    } else {
      reader.Add(TextOf(comment), line);
    }
  }
  return reader.Finish();
}

}  // namespace

void AddComments(const Module& module, SentenceList& list) {
  for (const Block& block : BlocksOf(module)) {
    if (list.room() == 0) return;
    if (IsLicence(block)) continue;
    std::vector<PlacedText> texts = Read(module.tree(), block, list.room());
    if (texts.empty()) continue;
    About about = AboutBlock(module, block);
    list.Add(std::move(texts),
             {.source = block.is_trailing ? Source::kTrailingComment : Source::kComment,
              .owner = std::move(about.owner),
              .subject = std::move(about.subject)});
  }
}

}  // namespace allreview::intent

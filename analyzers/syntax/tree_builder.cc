#include "analyzers/syntax/tree_builder.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/poll.h"
#include "language.h"
#include "subtree.h"
#include "tree.h"
#include "tree_sitter/api.h"

namespace allreview::syntax {

// One of tree-sitter's nodes, and what it is to the node around it.
struct TreeBuilder::Part {
  Subtree subtree;
  uint32_t position;  // Where it starts, in bytes.
  TSSymbol alias = 0;
  uint8_t field = 0;

  bool is_visible() const { return ts_subtree_visible(subtree) || alias != 0; }
  bool has_visible_children() const { return ts_subtree_visible_child_count(subtree) > 0; }
};

namespace {

// A node of tree-sitter whose children are being visited. Those of a hidden node count as children
// of the visible one around it.
struct Frame {
  const Subtree* next;  // Child.
  const Subtree* end;
  const Vocabulary::Place* place;  // Of that child, unless it is extra. May be null.
  uint32_t position;               // Where the child before it ends, in bytes.
  uint8_t outer_field;             // Of a hidden node: what its children are to the visible one.
  bool is_visible;

  TreeBuilder::Part TakeChild() {
    const Subtree subtree = *next++;
    position += ts_subtree_padding(subtree).bytes;
    TreeBuilder::Part child{.subtree = subtree, .position = position};
    position += ts_subtree_size(subtree).bytes;
    // Comments and the like fit in anywhere.
    if (ts_subtree_extra(subtree)) return child;
    child.field = outer_field;
    if (place == nullptr) return child;
    child.alias = place->alias;
    if (place->field != 0) child.field = place->field;
    ++place;
    return child;
  }
};

Frame FrameOf(const Vocabulary& vocabulary, const TreeBuilder::Part& node, bool is_visible) {
  const Subtree* const children = ts_subtree_children(node.subtree);
  return {.next = children,
          .end = children + ts_subtree_child_count(node.subtree),
          .place = vocabulary.Places(node.subtree.ptr->production_id),
          .position = node.position - ts_subtree_padding(node.subtree).bytes,
          .outer_field = is_visible ? uint8_t{0} : node.field,
          .is_visible = is_visible};
}

}  // namespace

absl::Status TreeBuilder::Build(const TSTree* tree) {
  result_.nodes_.reserve(ts_subtree_visible_descendant_count(tree->root) + 1);
  std::vector<Frame> frames;
  Part part{.subtree = tree->root, .position = ts_subtree_padding(tree->root).bytes};
  for (;;) {
    Poll();
    const bool is_visible = part.is_visible();
    if (is_visible) {
      if (static_cast<int64_t>(result_.nodes_.size()) >= limits_.max_nodes) {
        return absl::ResourceExhaustedError(
            absl::StrCat("more than ", limits_.max_nodes, " syntax nodes"));
      }
      const TSSymbol symbol = part.alias != 0 ? part.alias : ts_subtree_symbol(part.subtree);
      Append(part, vocabulary_.kind(symbol));
    }
    if (part.has_visible_children()) {
      if (is_visible) {
        if (absl::Status status = Open(); !status.ok()) return status;
      }
      frames.push_back(FrameOf(vocabulary_, part, is_visible));
    }
    while (!frames.empty() && frames.back().next == frames.back().end) {
      if (frames.back().is_visible) Close();
      frames.pop_back();
    }
    if (frames.empty()) return absl::OkStatus();
    part = frames.back().TakeChild();
  }
}

// Without children, until it is opened.
void TreeBuilder::Append(const Part& part, uint8_t kind) {
  NodeData data;
  data.first_byte = part.position;
  data.end_byte = part.position + ts_subtree_size(part.subtree).bytes;
  data.parent = open_.empty() ? 0 : open_.back();
  data.subtree_end = static_cast<uint32_t>(result_.nodes_.size() + 1);
  data.kind = kind;
  data.field = part.field;
  data.is_missing = ts_subtree_missing(part.subtree);
  data.has_error = ts_subtree_error_cost(part.subtree) > 0;
  if (data.is_missing || kind == kErrorKind) ++result_.error_count_;
  result_.nodes_.push_back(data);
}

// What comes next stands in the node that came last.
absl::Status TreeBuilder::Open() {
  if (static_cast<int>(open_.size()) >= limits_.max_depth) {
    return absl::ResourceExhaustedError(
        absl::StrCat("line ", result_.LineOf(result_.nodes_.back().first_byte),
                     ": nested more than ", limits_.max_depth, " levels deep"));
  }
  open_.push_back(static_cast<uint32_t>(result_.nodes_.size() - 1));
  return absl::OkStatus();
}

void TreeBuilder::Close() {
  result_.nodes_[open_.back()].subtree_end = static_cast<uint32_t>(result_.nodes_.size());
  open_.pop_back();
}

}  // namespace allreview::syntax

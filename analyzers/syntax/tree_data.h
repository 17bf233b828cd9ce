#ifndef ANALYZERS_SYNTAX_TREE_DATA_H_
#define ANALYZERS_SYNTAX_TREE_DATA_H_

// What a tree of any language keeps, with kinds and fields as numbers. For syntax_tree.h, which
// gives them their names.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"

struct TSTree;

namespace allreview::syntax {

// Half-open.
struct ByteRange {
  uint32_t first = 0, end = 0;
};

struct NodeData {
  uint32_t first_byte, end_byte;
  uint32_t parent;
  uint32_t subtree_end;
  uint8_t kind, field;
  bool is_missing, has_error;
};

// The first numbers of each language's kinds: none, a token, an error.
inline constexpr uint8_t kNullKind = 0, kTokenKind = 1, kErrorKind = 2, kFirstKind = 3;

class TreeData {
 public:
  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  absl::string_view source() const { return source_; }
  int error_count() const { return error_count_; }  // Error and missing nodes.

  // Lines are 1-based; an offset past the end belongs to the last line.
  int LineOf(uint32_t byte) const;
  int ColumnOf(uint32_t byte) const;  // 0-based, in bytes.
  int line_count() const { return static_cast<int>(line_starts_.size()); }
  uint32_t LineStart(int line) const;          // Past the last line: the size of the source.
  absl::string_view LineText(int line) const;  // Without line end.

  const NodeData* nodes() const { return nodes_.data(); }
  // tree-sitter's tree. Null: it was not kept for queries.
  const TSTree* kept_tree() const { return static_cast<const TSTree*>(kept_.get()); }

  // For syntax_tree.h.
  struct KindRange {
    const uint32_t* first = nullptr;
    const uint32_t* end = nullptr;
    uint32_t before = 0;  // Nodes of the kind that stand before these.
  };
  KindRange OfKind(uint8_t kind, uint32_t below) const;
  uint32_t IndexAt(uint32_t byte) const;
  uint32_t ChildAfterFirst(uint32_t node, uint8_t field) const;  // 0: there is none.
  int LastLineOf(uint32_t node) const;

 private:
  friend class TreeBuilder;
  friend class FileParse;

  void IndexLines();
  void IndexKinds();

  absl::string_view source_;
  std::vector<NodeData> nodes_;
  std::vector<uint32_t> line_starts_;
  std::vector<uint32_t> lines_of_steps_;        // Line of each kLineStep-th byte.
  std::vector<uint32_t> by_kind_;               // Nodes that are no tokens, by kind and index.
  std::array<uint32_t, 257> kind_starts_ = {};  // In by_kind_.
  int error_count_ = 0;
  std::shared_ptr<const void> kept_;  // tree-sitter's tree, and the text that nodes speak from.
};

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_TREE_DATA_H_

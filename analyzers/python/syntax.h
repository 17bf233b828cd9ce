#ifndef ANALYZERS_PYTHON_SYNTAX_H_
#define ANALYZERS_PYTHON_SYNTAX_H_

// Syntax tree of one Python file, as an array of nodes in source order.
//
//   ASSIGN_OR_RETURN(SyntaxTree tree, SyntaxTree::Parse(source));
//   for (Node call : tree.root().descendants(Kind::kCall)) {
//     Use(call.child(Field::kFunction).text());
//   }
//
// Beside query.h the only file that knows tree-sitter, whose tree is gone when Parse returns,
// unless queries are to run on it: what stays is 20 bytes for each node, and parent, children and
// all descendants cost no search. Who looks for one kind below a node asks for that kind alone:
// most nodes are tokens and names. Nothing recurses, so that nesting in hostile input costs no
// stack.
//
// A Node is a value of 16 bytes that points into its tree, which must outlive it. Reading is safe
// from many threads. Each step through a range polls (base/poll.h).

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/kinds.h"
#include "base/poll.h"

namespace allreview::python {

struct ParseLimits {
  int64_t max_bytes = 4 << 20;
  int64_t max_nodes = 2'000'000;
  int max_depth = 1'000;
  bool keep_for_queries = false;  // See query.h. Costs memory.
};

// Lets the second of two parses of one file's versions reuse what the first made of the lines that
// they share. The trees are those that each parse would give alone.
//
//   VersionedParse versions({{.old_line = 7, .old_lines = 1, .new_line = 7, .new_lines = 2}});
//   SyntaxTree::Parse(before, limits, &versions);
//   SyntaxTree::Parse(after, limits, &versions);
//
// `before` must still exist at the second parse. Edits that do not turn one text into the other are
// noticed, and nothing is reused.
class VersionedParse {
 public:
  // Lines that differ: 1-based first lines and counts, sorted, without overlap. With a count of 0
  // the line is the one before which the others stand.
  struct Edit {
    int old_line = 1, old_lines = 0, new_line = 1, new_lines = 0;
  };
  explicit VersionedParse(std::vector<Edit> edits);
  ~VersionedParse();
  VersionedParse(const VersionedParse&) = delete;
  VersionedParse& operator=(const VersionedParse&) = delete;

 private:
  friend class SyntaxTree;
  struct State;
  std::unique_ptr<State> state_;
};

// Half-open.
struct ByteRange {
  uint32_t first = 0, end = 0;
};

class SyntaxTree;
class NodeChildren;
class NamedChildren;
class NodeDescendants;
class NodesOfKind;

class Node {
 public:
  Node() = default;  // The null node: false, kNull, no text, no children.
  Node(const SyntaxTree* tree, uint32_t index) : tree_(tree), index_(index) {}

  explicit operator bool() const { return tree_ != nullptr; }
  friend bool operator==(const Node& a, const Node& b) = default;

  Kind kind() const;
  Field field() const;  // Under which the parent holds it.
  bool Is(Kind kind) const { return this->kind() == kind; }
  bool IsNamed() const;    // Not a token.
  bool IsMissing() const;  // Invented by the parser's error recovery.
  bool HasError() const;   // It or a descendant is an error or missing.

  // Bytes of the source, which must still exist.
  absl::string_view text() const;
  uint32_t first_byte() const;
  uint32_t end_byte() const;
  int first_line() const;  // 1-based.
  int last_line() const;   // Of its last byte.

  Node parent() const;
  // First child under that field; null when there is none.
  Node child(Field field) const;
  // First child of that kind; null when there is none.
  Node child(Kind kind) const;
  // Without tokens, comments and errors. To visit all of them, named_children(): the other two
  // count from the first child.
  NamedChildren named_children() const;
  Node named_child(int i) const;  // Null past the end.
  int named_child_count() const;
  Node last_named_child() const;  // Null: there is none.
  // All, tokens and comments too.
  NodeChildren children() const;
  // Without itself, in source order.
  NodeDescendants descendants() const;
  // The descendants of one kind, which may not be kToken.
  NodesOfKind descendants(Kind kind) const;
  bool Contains(Node other) const;  // Or is it.
  // Next sibling, null after the last.
  Node next_sibling() const;

  uint32_t index() const { return index_; }  // Of the node in the tree, in source order.
  uint32_t subtree_end() const;              // Index after its last descendant.
  const SyntaxTree* tree() const { return tree_; }

 private:
  Node ChildAfterFirst(Field field) const;

  const SyntaxTree* tree_ = nullptr;
  uint32_t index_ = 0;
};

class SyntaxTree {
 public:
  // The text must outlive the tree. Fails with kResourceExhausted, naming the limit, for what is
  // too long, too deep or too costly; never because the text is not Python.
  static absl::StatusOr<SyntaxTree> Parse(absl::string_view source, const ParseLimits& limits = {},
                                          VersionedParse* versions = nullptr);

  Node root() const { return Node(this, 0); }
  Node node(uint32_t index) const { return Node(this, index); }
  // Smallest node that holds the byte.
  Node NodeAt(uint32_t byte) const;
  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  absl::string_view source() const { return source_; }
  int error_count() const { return error_count_; }  // Error and missing nodes.

  // Lines are 1-based; an offset past the end belongs to the last line.
  int LineOf(uint32_t byte) const;
  int ColumnOf(uint32_t byte) const;  // 0-based, in bytes.
  int line_count() const { return static_cast<int>(line_starts_.size()); }
  uint32_t LineStart(int line) const;          // Past the last line: the size of the source.
  absl::string_view LineText(int line) const;  // Without line end.

 private:
  friend class Node;
  friend class NodeChildren;
  friend class NodesOfKind;
  friend class TreeBuilder;
  friend class Query;
  struct Data {
    uint32_t first_byte, end_byte;
    uint32_t parent;
    uint32_t subtree_end;
    Kind kind;
    Field field;
    bool is_missing, has_error;
  };

  void IndexLines();
  void IndexKinds();

  absl::string_view source_;
  std::vector<Data> nodes_;
  std::vector<uint32_t> line_starts_;
  std::vector<uint32_t> lines_of_steps_;  // Line of each kLineStep-th byte.
  std::vector<uint32_t> by_kind_;         // Nodes that are no tokens, by kind and index.
  std::array<uint32_t, kKindCount + 1> kind_starts_ = {};  // In by_kind_.
  int error_count_ = 0;
  std::shared_ptr<const void> parsed_;  // tree-sitter's tree, kept for queries.
};

// Ranges for `for` loops.
class NodeChildren {
 public:
  class Iterator {
   public:
    Iterator(const SyntaxTree* tree, uint32_t index) : tree_(tree), index_(index) {}
    Node operator*() const { return Node(tree_, index_); }
    Iterator& operator++();
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const SyntaxTree* tree_;
    uint32_t index_;
  };
  explicit NodeChildren(Node node) : node_(node) {}
  Iterator begin() const { return {node_.tree(), node_ ? node_.index() + 1 : 0}; }
  Iterator end() const { return {node_.tree(), node_ ? node_.subtree_end() : 0}; }

 private:
  Node node_;
};

class NamedChildren {
 public:
  class Iterator {
   public:
    Iterator(NodeChildren::Iterator at, NodeChildren::Iterator end) : at_(at), end_(end) { Skip(); }
    Node operator*() const { return *at_; }
    Iterator& operator++() {
      ++at_;
      Skip();
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    void Skip();

    NodeChildren::Iterator at_, end_;
  };
  explicit NamedChildren(Node node) : children_(node) {}
  Iterator begin() const { return {children_.begin(), children_.end()}; }
  Iterator end() const { return {children_.end(), children_.end()}; }
  bool empty() const { return !(begin() != end()); }

 private:
  NodeChildren children_;
};

class NodeDescendants {
 public:
  class Iterator {
   public:
    Iterator(const SyntaxTree* tree, uint32_t index) : tree_(tree), index_(index) {}
    Node operator*() const { return Node(tree_, index_); }
    Iterator& operator++() {
      Poll();
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const SyntaxTree* tree_;
    uint32_t index_;
  };
  explicit NodeDescendants(Node node) : node_(node) {}
  Iterator begin() const { return {node_.tree(), node_ ? node_.index() + 1 : 0}; }
  Iterator end() const { return {node_.tree(), node_ ? node_.subtree_end() : 0}; }

 private:
  Node node_;
};

class NodesOfKind {
 public:
  class Iterator {
   public:
    Iterator(const SyntaxTree* tree, const uint32_t* index) : tree_(tree), index_(index) {}
    Node operator*() const { return Node(tree_, *index_); }
    Iterator& operator++() {
      Poll();
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const SyntaxTree* tree_;
    const uint32_t* index_;
  };
  NodesOfKind(Node node, Kind kind);
  Iterator begin() const { return {tree_, first_}; }
  Iterator end() const { return {tree_, end_}; }
  bool empty() const { return first_ == end_; }
  size_t size() const { return static_cast<size_t>(end_ - first_); }
  // How many nodes of the kind stand before these in the tree.
  uint32_t before() const { return before_; }

 private:
  const SyntaxTree* tree_;
  uint32_t before_ = 0;
  const uint32_t* first_ = nullptr;
  const uint32_t* end_ = nullptr;
};

// Inline: rules ask these more often than anything else.

inline Kind Node::kind() const { return tree_ ? tree_->nodes_[index_].kind : Kind::kNull; }
inline Field Node::field() const { return tree_ ? tree_->nodes_[index_].field : Field::kNoField; }
inline bool Node::IsNamed() const { return tree_ && tree_->nodes_[index_].kind != Kind::kToken; }
inline bool Node::IsMissing() const { return tree_ && tree_->nodes_[index_].is_missing; }
inline bool Node::HasError() const { return tree_ && tree_->nodes_[index_].has_error; }
inline uint32_t Node::first_byte() const { return tree_ ? tree_->nodes_[index_].first_byte : 0; }
inline uint32_t Node::end_byte() const { return tree_ ? tree_->nodes_[index_].end_byte : 0; }
inline uint32_t Node::subtree_end() const { return tree_ ? tree_->nodes_[index_].subtree_end : 0; }

inline absl::string_view Node::text() const {
  if (!tree_) return "";
  const SyntaxTree::Data& data = tree_->nodes_[index_];
  return absl::string_view(tree_->source_.data() + data.first_byte,
                           data.end_byte - data.first_byte);
}

inline Node Node::parent() const {
  if (!tree_ || index_ == 0) return Node();
  return Node(tree_, tree_->nodes_[index_].parent);
}

inline Node Node::child(Field field) const {
  if (!tree_) return Node();
  const SyntaxTree::Data* const nodes = tree_->nodes_.data();
  const uint32_t first = index_ + 1, end = nodes[index_].subtree_end;
  if (first == end) return Node();
  // What is asked for most stands first: what a call calls, the object, the left side.
  if (nodes[first].field == field) return Node(tree_, first);
  // The name after the dot stands last.
  if (field == Field::kAttribute && nodes[end - 1].field == field &&
      nodes[end - 1].parent == index_) {
    return Node(tree_, end - 1);
  }
  return ChildAfterFirst(field);
}

inline bool Node::Contains(Node other) const {
  return tree_ && tree_ == other.tree_ && index_ <= other.index_ && other.index_ < subtree_end();
}

inline NodeChildren::Iterator& NodeChildren::Iterator::operator++() {
  Poll();
  index_ = tree_->nodes_[index_].subtree_end;
  return *this;
}

inline void NamedChildren::Iterator::Skip() {
  while (at_ != end_) {
    const Node node = *at_;
    if (node.IsNamed() && !node.Is(Kind::kComment) && !node.Is(Kind::kError) &&
        !node.Is(Kind::kLineContinuation)) {
      return;
    }
    ++at_;
  }
}

inline NodeChildren Node::children() const { return NodeChildren(*this); }
inline NamedChildren Node::named_children() const { return NamedChildren(*this); }
inline NodeDescendants Node::descendants() const { return NodeDescendants(*this); }
inline NodesOfKind Node::descendants(Kind kind) const { return NodesOfKind(*this, kind); }

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_SYNTAX_H_

#ifndef ANALYZERS_SYNTAX_SYNTAX_TREE_H_
#define ANALYZERS_SYNTAX_SYNTAX_TREE_H_

// Syntax tree of one file in any language, as an array of nodes in source order.
//
//   ASSIGN_OR_RETURN(python::SyntaxTree tree, python::SyntaxTree::Parse(source));
//   for (python::Node call : tree.root().descendants(python::Kind::kCall)) {
//     Use(call.child(python::Field::kFunction).text());
//   }
//
// tree-sitter's own tree is gone when Parse returns, unless queries are to run on it: what stays
// is 20 bytes for each node, and parent, children and all descendants cost no search. Who looks
// for one kind below a node asks for that kind alone: most nodes are tokens and names. Nothing
// recurses, so that nesting in hostile input costs no stack.
//
// A Node is a value of 16 bytes that points into its tree, which must outlive it. Reading is safe
// from many threads. Each step through a range polls (base/poll.h).
//
// A language is a struct:
//
//   struct Language {
//     using Kind = ...;    // enum of uint8_t: kNull, kToken, kError, then those of the grammar.
//     using Field = ...;   // enum of uint8_t: kNoField, then those of the grammar.
//     static constexpr Field kLastField = ...;  // Stands last in its parent where it is asked for.
//     static constexpr bool IsExtra(Kind kind);  // Comments: they stand anywhere and mean nothing.
//     static absl::StatusOr<Tree<Language>> Parse(absl::string_view source, const ParseLimits&,
//                                                 VersionedParse*);  // With file_parse.h.
//   };

#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/syntax/tree_data.h"
#include "analyzers/syntax/versioned_parse.h"
#include "base/poll.h"

namespace allreview::syntax {

template <typename Language>
class Tree;
template <typename Language>
class NodeChildren;
template <typename Language>
class NamedChildren;
template <typename Language>
class NodeDescendants;
template <typename Language>
class NodesOfKind;

template <typename Language>
class Node {
 public:
  using Kind = typename Language::Kind;
  using Field = typename Language::Field;

  Node() = default;  // The null node: false, kNull, no text, no children.
  Node(const Tree<Language>* tree, uint32_t index) : tree_(tree), index_(index) {}

  explicit operator bool() const { return tree_ != nullptr; }
  friend bool operator==(const Node& a, const Node& b) = default;

  Kind kind() const { return tree_ ? static_cast<Kind>(data().kind) : Kind::kNull; }
  Field field() const {  // Under which the parent holds it.
    return tree_ ? static_cast<Field>(data().field) : Field::kNoField;
  }
  bool Is(Kind kind) const { return this->kind() == kind; }
  bool IsNamed() const { return tree_ && !Is(Kind::kToken); }    // Not a token.
  bool IsMissing() const { return tree_ && data().is_missing; }  // The parser invented it.
  bool HasError() const { return tree_ && data().has_error; }    // It or a descendant is one.

  // Bytes of the source, which must still exist.
  absl::string_view text() const;
  uint32_t first_byte() const { return tree_ ? data().first_byte : 0; }
  uint32_t end_byte() const { return tree_ ? data().end_byte : 0; }
  int first_line() const;  // 1-based.
  int last_line() const;   // Of its last byte.

  Node parent() const;
  // First child under that field; null when there is none.
  Node child(Field field) const;
  // First child of that kind; null when there is none.
  Node child(Kind kind) const;
  // Without tokens, comments and errors. To visit all of them, named_children(): the other two
  // count from the first child.
  NamedChildren<Language> named_children() const { return NamedChildren<Language>(*this); }
  Node named_child(int i) const;  // Null past the end.
  int named_child_count() const;
  Node last_named_child() const;  // Null: there is none.
  // All, tokens and comments too.
  NodeChildren<Language> children() const { return NodeChildren<Language>(*this); }
  // Without itself, in source order.
  NodeDescendants<Language> descendants() const { return NodeDescendants<Language>(*this); }
  // The descendants of one kind, which may not be kToken.
  NodesOfKind<Language> descendants(Kind kind) const { return NodesOfKind<Language>(*this, kind); }
  bool Contains(Node other) const;  // Or is it.
  // Next sibling, null after the last.
  Node next_sibling() const;

  uint32_t index() const { return index_; }  // Of the node in the tree, in source order.
  uint32_t subtree_end() const { return tree_ ? data().subtree_end : 0; }  // After its descendants.
  const Tree<Language>* tree() const { return tree_; }

 private:
  const NodeData& data() const { return tree_->nodes()[index_]; }

  const Tree<Language>* tree_ = nullptr;
  uint32_t index_ = 0;
};

template <typename Language>
class Tree : public TreeData {
 public:
  Tree() = default;
  explicit Tree(TreeData data) : TreeData(std::move(data)) {}

  // The text must outlive the tree. Fails with kResourceExhausted, naming the limit, for what is
  // too long, too deep or too costly; never because the text is not of the language.
  static absl::StatusOr<Tree> Parse(absl::string_view source, const ParseLimits& limits = {},
                                    VersionedParse* versions = nullptr) {
    return Language::Parse(source, limits, versions);
  }

  Node<Language> root() const { return Node<Language>(this, 0); }
  Node<Language> node(uint32_t index) const { return Node<Language>(this, index); }
  // Smallest node that holds the byte.
  Node<Language> NodeAt(uint32_t byte) const { return node(IndexAt(byte)); }
};

// Ranges for `for` loops.
template <typename Language>
class NodeChildren {
 public:
  class Iterator {
   public:
    Iterator(const Tree<Language>* tree, uint32_t index) : tree_(tree), index_(index) {}
    Node<Language> operator*() const { return Node<Language>(tree_, index_); }
    Iterator& operator++() {
      Poll();
      index_ = tree_->nodes()[index_].subtree_end;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const Tree<Language>* tree_;
    uint32_t index_;
  };
  explicit NodeChildren(Node<Language> node) : node_(node) {}
  Iterator begin() const { return {node_.tree(), node_ ? node_.index() + 1 : 0}; }
  Iterator end() const { return {node_.tree(), node_ ? node_.subtree_end() : 0}; }

 private:
  Node<Language> node_;
};

template <typename Language>
class NamedChildren {
 public:
  class Iterator {
   public:
    using Base = typename NodeChildren<Language>::Iterator;
    Iterator(Base at, Base end) : at_(at), end_(end) { Skip(); }
    Node<Language> operator*() const { return *at_; }
    Iterator& operator++() {
      ++at_;
      Skip();
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    using Kind = typename Language::Kind;
    void Skip() {
      while (at_ != end_) {
        const Node<Language> node = *at_;
        if (node.IsNamed() && !node.Is(Kind::kError) && !Language::IsExtra(node.kind())) return;
        ++at_;
      }
    }

    Base at_, end_;
  };
  explicit NamedChildren(Node<Language> node) : children_(node) {}
  Iterator begin() const { return {children_.begin(), children_.end()}; }
  Iterator end() const { return {children_.end(), children_.end()}; }
  bool empty() const { return !(begin() != end()); }

 private:
  NodeChildren<Language> children_;
};

template <typename Language>
class NodeDescendants {
 public:
  class Iterator {
   public:
    Iterator(const Tree<Language>* tree, uint32_t index) : tree_(tree), index_(index) {}
    Node<Language> operator*() const { return Node<Language>(tree_, index_); }
    Iterator& operator++() {
      Poll();
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const Tree<Language>* tree_;
    uint32_t index_;
  };
  explicit NodeDescendants(Node<Language> node) : node_(node) {}
  Iterator begin() const { return {node_.tree(), node_ ? node_.index() + 1 : 0}; }
  Iterator end() const { return {node_.tree(), node_ ? node_.subtree_end() : 0}; }

 private:
  Node<Language> node_;
};

template <typename Language>
class NodesOfKind {
 public:
  class Iterator {
   public:
    Iterator(const Tree<Language>* tree, const uint32_t* index) : tree_(tree), index_(index) {}
    Node<Language> operator*() const { return Node<Language>(tree_, *index_); }
    Iterator& operator++() {
      Poll();
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const Tree<Language>* tree_;
    const uint32_t* index_;
  };
  NodesOfKind(Node<Language> node, typename Language::Kind kind) : tree_(node.tree()) {
    if (tree_ == nullptr) return;
    range_ = tree_->OfKind(static_cast<uint8_t>(kind), node.index());
  }
  Iterator begin() const { return {tree_, range_.first}; }
  Iterator end() const { return {tree_, range_.end}; }
  bool empty() const { return range_.first == range_.end; }
  size_t size() const { return static_cast<size_t>(range_.end - range_.first); }
  // How many nodes of the kind stand before these in the tree.
  uint32_t before() const { return range_.before; }

 private:
  const Tree<Language>* tree_;
  TreeData::KindRange range_;
};

// Rules ask these more often than anything else.

template <typename Language>
inline absl::string_view Node<Language>::text() const {
  if (!tree_) return "";
  return absl::string_view(tree_->source().data() + data().first_byte,
                           data().end_byte - data().first_byte);
}

template <typename Language>
inline Node<Language> Node<Language>::parent() const {
  if (!tree_ || index_ == 0) return Node();
  return Node(tree_, data().parent);
}

template <typename Language>
inline Node<Language> Node<Language>::child(Field field) const {
  if (!tree_) return Node();
  const NodeData* const nodes = tree_->nodes();
  const uint32_t first = index_ + 1, end = nodes[index_].subtree_end;
  if (first == end) return Node();
  const uint8_t wanted = static_cast<uint8_t>(field);
  // What is asked for most stands first: what a call calls, the object, the left side.
  if (nodes[first].field == wanted) return Node(tree_, first);
  if (field == Language::kLastField && nodes[end - 1].field == wanted &&
      nodes[end - 1].parent == index_) {
    return Node(tree_, end - 1);
  }
  const uint32_t found = tree_->ChildAfterFirst(index_, wanted);
  return found == 0 ? Node() : Node(tree_, found);
}

template <typename Language>
inline Node<Language> Node<Language>::child(Kind kind) const {
  for (Node child : children()) {
    if (child.Is(kind)) return child;
  }
  return Node();
}

template <typename Language>
inline bool Node<Language>::Contains(Node other) const {
  return tree_ && tree_ == other.tree_ && index_ <= other.index_ && other.index_ < subtree_end();
}

template <typename Language>
int Node<Language>::first_line() const {
  return tree_ ? tree_->LineOf(first_byte()) : 0;
}

template <typename Language>
int Node<Language>::last_line() const {
  return tree_ ? tree_->LastLineOf(index_) : 0;
}

template <typename Language>
Node<Language> Node<Language>::named_child(int i) const {
  for (Node child : named_children()) {
    if (i-- == 0) return child;
  }
  return Node();
}

template <typename Language>
int Node<Language>::named_child_count() const {
  int count = 0;
  for ([[maybe_unused]] Node child : named_children()) ++count;
  return count;
}

template <typename Language>
Node<Language> Node<Language>::last_named_child() const {
  Node last;
  for (Node child : named_children()) last = child;
  return last;
}

template <typename Language>
Node<Language> Node<Language>::next_sibling() const {
  if (!tree_ || index_ == 0) return Node();
  Poll();
  const uint32_t next = subtree_end();
  return next < parent().subtree_end() ? Node(tree_, next) : Node();
}

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_SYNTAX_TREE_H_

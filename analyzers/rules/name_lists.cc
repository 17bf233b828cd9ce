#include "analyzers/rules/name_lists.h"

#include <set>

#include "absl/strings/str_split.h"
#include "analyzers/python/module.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// What a file calls things of the lists besides their own names: all that Module::Resolve follows.
class Aliases {
 public:
  Aliases(const NameLists& lists, Node root) : lists_(lists) {
    for (Node import : root.descendants(Kind::kAliasedImport)) {
      Add(import.child(Field::kAlias), import.child(Field::kName));
    }
    // An alias of an alias may stand before it: a function runs later than what follows it.
    while (AddAssigned(root)) {
    }
  }

  // The lists that a name belongs to by itself or by what it means. Null: none.
  const std::vector<int>* Of(absl::string_view name) const {
    if (!meanings_.empty()) {
      const auto found = meanings_.find(name);
      if (found != meanings_.end()) return &found->second;
    }
    return lists_.Of(name);
  }

 private:
  // Null for what is no name.
  static Node LastIdentifier(Node node) {
    node = python::WithoutParentheses(node);
    if (node.Is(Kind::kAttribute)) return node.child(Field::kAttribute);
    if (!node.Is(Kind::kDottedName)) return node.Is(Kind::kIdentifier) ? node : Node();
    Node last;
    for (Node part : node.children()) {
      if (part.Is(Kind::kIdentifier)) last = part;
    }
    return last;
  }

  // True: some name has more meanings than before.
  bool AddAssigned(Node root) {
    bool has_more = false;
    for (Node assignment : root.descendants(Kind::kAssignment)) {
      Node value = assignment.child(Field::kRight);
      while (value.Is(Kind::kAssignment)) value = value.child(Field::kRight);  // x = y = f
      has_more |= Add(assignment.child(Field::kLeft), value);
    }
    for (Node walrus : root.descendants(Kind::kNamedExpression)) {
      has_more |= Add(walrus.child(Field::kName), walrus.child(Field::kValue));
    }
    return has_more;
  }

  bool Add(Node alias, Node value) {
    const Node name = LastIdentifier(value);
    if (!alias.Is(Kind::kIdentifier) || !name || alias.text() == name.text()) return false;
    const std::vector<int>* meant = Of(name.text());
    if (meant == nullptr) return false;
    std::set<int> all(meant->begin(), meant->end());
    if (const std::vector<int>* own = Of(alias.text())) all.insert(own->begin(), own->end());
    std::vector<int>& meanings = meanings_[alias.text()];
    if (meanings.size() == all.size()) return false;
    meanings.assign(all.begin(), all.end());
    return true;
  }

  const NameLists& lists_;
  absl::flat_hash_map<absl::string_view, std::vector<int>> meanings_;
};

}  // namespace

int NameLists::Add(absl::string_view names) {
  if (names.empty()) return -1;
  const auto [entry, is_new] = by_text_.try_emplace(names, static_cast<int>(by_text_.size()));
  if (is_new) {
    for (absl::string_view name : absl::StrSplit(names, ' ')) {
      by_name_[name].push_back(entry->second);
    }
  }
  return entry->second;
}

NamesInFile::NamesInFile(const NameLists& lists, const python::SyntaxTree& tree)
    : places_(lists.size()) {
  if (places_.empty()) return;
  const Aliases aliases(lists, tree.root());
  for (Node identifier : tree.root().descendants(Kind::kIdentifier)) {
    const std::vector<int>* found = aliases.Of(identifier.text());
    if (found == nullptr) continue;
    for (int list : *found) places_[list].at.push_back(identifier.index());
  }
}

}  // namespace allreview::rules

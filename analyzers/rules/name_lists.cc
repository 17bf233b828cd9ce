#include "analyzers/rules/name_lists.h"

#include <set>

#include "absl/strings/str_split.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// What a file calls things of the lists besides their own names.
class Aliases {
 public:
  Aliases(const NameLists& lists, Node root) : lists_(lists) {
    for (Node import : root.descendants(Kind::kAliasedImport)) {
      Add(import.child(Field::kAlias), LastIdentifier(import.child(Field::kName)));
    }
    // In source order, so that an alias of an alias is one too.
    for (Node assignment : root.descendants(Kind::kAssignment)) {
      Add(assignment.child(Field::kLeft), LastIdentifier(assignment.child(Field::kRight)));
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
    if (node.Is(Kind::kAttribute)) return node.child(Field::kAttribute);
    if (!node.Is(Kind::kDottedName)) return node.Is(Kind::kIdentifier) ? node : Node();
    Node last;
    for (Node part : node.children()) {
      if (part.Is(Kind::kIdentifier)) last = part;
    }
    return last;
  }

  void Add(Node alias, Node name) {
    if (!alias.Is(Kind::kIdentifier) || !name || alias.text() == name.text()) return;
    const std::vector<int>* meant = Of(name.text());
    if (meant == nullptr) return;
    std::set<int> all(meant->begin(), meant->end());
    if (const std::vector<int>* own = Of(alias.text())) all.insert(own->begin(), own->end());
    meanings_[alias.text()].assign(all.begin(), all.end());
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

#include "analyzers/rules/name_lists.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_split.h"
#include "base/name_hash.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// Aliases of aliases: Module::Resolve and Dereference go through four each, and a rule may ask one
// after the other, but not so often.
constexpr int kMaxChain = 16;

// The last name of `F.softmax`, `a.b.c` in an import, or `x`. Null for what is no name.
Node LastIdentifier(Node node) {
  node = python::WithoutParentheses(node);
  if (node.Is(Kind::kAttribute)) return node.child(Field::kAttribute);
  if (!node.Is(Kind::kDottedName)) return node.Is(Kind::kIdentifier) ? node : Node();
  Node last;
  for (Node part : node.children()) {
    if (part.Is(Kind::kIdentifier)) last = part;
  }
  return last;
}

// What a file calls things of the lists besides their own names: all that Module::Resolve follows.
class Aliases {
 public:
  Aliases(const NameLists& lists, Node root) : lists_(lists) {
    for (Node import : root.descendants(Kind::kAliasedImport)) {
      Note(import.child(Field::kAlias), import.child(Field::kName));
    }
    for (Node assignment : root.descendants(Kind::kAssignment)) {
      Node value = assignment.child(Field::kRight);
      while (value.Is(Kind::kAssignment)) value = value.child(Field::kRight);  // x = y = f
      Note(assignment.child(Field::kLeft), value);
    }
    for (Node walrus : root.descendants(Kind::kNamedExpression)) {
      Note(walrus.child(Field::kName), walrus.child(Field::kValue));
    }
    Spread();
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
  void Note(Node alias, Node value) {
    const Node name = LastIdentifier(value);
    if (!alias.Is(Kind::kIdentifier) || !name || alias.text() == name.text()) return;
    aliases_[name.text()].push_back(alias.text());
  }

  // Gives each alias what its name means. An alias of an alias may stand before it in the file: a
  // function runs later than what follows it.
  void Spread() {
    std::vector<absl::string_view> changed;
    for (const auto& [name, aliases] : aliases_) {
      if (lists_.Of(name) != nullptr) changed.push_back(name);
    }
    for (int i = 0; i < kMaxChain && !changed.empty(); ++i) {
      std::vector<absl::string_view> next;
      for (absl::string_view name : changed) {
        const auto aliases = aliases_.find(name);
        if (aliases == aliases_.end()) continue;
        const std::vector<int> meant = *Of(name);
        for (absl::string_view alias : aliases->second) {
          if (Add(alias, meant)) next.push_back(alias);
        }
      }
      changed = std::move(next);
    }
  }

  // True: the alias means more than before.
  bool Add(absl::string_view alias, const std::vector<int>& meant) {
    const std::vector<int>* const known = Of(alias);
    std::vector<int> all = known == nullptr ? std::vector<int>() : *known;
    const size_t before = all.size();
    for (int list : meant) {
      const auto place = std::lower_bound(all.begin(), all.end(), list);
      if (place == all.end() || *place != list) all.insert(place, list);
    }
    if (all.size() == before) return false;
    meanings_[alias] = std::move(all);
    return true;
  }

  const NameLists& lists_;
  absl::flat_hash_map<absl::string_view, std::vector<absl::string_view>, NameHash>
      aliases_;                                                                  // By name.
  absl::flat_hash_map<absl::string_view, std::vector<int>, NameHash> meanings_;  // Sorted.
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

NamesInFile::NamesInFile(const NameLists& lists, const python::Module& module)
    : places_(lists.size()) {
  if (places_.empty()) return;
  const Aliases aliases(lists, module.tree().root());
  std::vector<const std::vector<int>*> by_number;
  for (absl::string_view name : module.identifiers().names()) {
    by_number.push_back(aliases.Of(name));
  }
  module.identifiers().ForEach([&](Node identifier, uint32_t number) {
    if (by_number[number] == nullptr) return;
    for (int list : *by_number[number]) places_[list].at.push_back(identifier.index());
  });
}

}  // namespace allreview::rules

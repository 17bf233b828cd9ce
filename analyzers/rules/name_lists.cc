#include "analyzers/rules/name_lists.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_split.h"
#include "analyzers/cpp/unit.h"
#include "base/name_hash.h"
#include "base/poll.h"

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
  struct Alias {
    absl::string_view alias, name;
  };

  void Note(Node alias, Node value) {
    if (!alias.Is(Kind::kIdentifier)) return;
    const Node name = LastIdentifier(value);
    if (name && alias.text() != name.text()) aliases_.push_back({alias.text(), name.text()});
  }

  // Gives each alias what its name means, until none means more than before. An alias of an alias
  // may stand before it in the file: a function runs later than what follows it.
  void Spread() {
    bool has_more = true;
    for (int i = 0; i < kMaxChain && has_more; ++i) {
      has_more = false;
      for (const Alias& each : aliases_) {
        const std::vector<int>* const meant = Of(each.name);
        has_more |= meant != nullptr && Add(each.alias, *meant);
      }
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
  std::vector<Alias> aliases_;
  absl::flat_hash_map<absl::string_view, std::vector<int>, NameHash, NameEqual>
      meanings_;  // Sorted.
};

bool IsNameOfCpp(cpp::Kind kind) {
  return kind == cpp::Kind::kIdentifier || kind == cpp::Kind::kFieldIdentifier ||
         kind == cpp::Kind::kTypeIdentifier || kind == cpp::Kind::kNamespaceIdentifier;
}

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
    : tree_(module.tree()), places_(lists.size()) {
  if (places_.empty()) return;
  const Aliases aliases(lists, module.tree().root());
  std::vector<const std::vector<int>*> by_number;
  for (absl::string_view name : module.identifiers().names()) {
    by_number.push_back(aliases.Of(name));
  }
  module.identifiers().ForEach([&](Node identifier, uint32_t number) {
    if (by_number[number] == nullptr) return;
    for (int list : *by_number[number]) places_[list].push_back(identifier.index());
  });
}

NamesInFile::NamesInFile(const NameLists& lists, const cpp::Unit& unit)
    : tree_(unit.tree()), places_(lists.size()) {
  if (places_.empty()) return;
  for (uint32_t i = 0; i < tree_.size(); ++i) {
    Poll();
    const cpp::Node node = unit.tree().node(i);
    if (!IsNameOfCpp(node.kind())) continue;
    const std::vector<int>* const wanted = lists.Of(node.text());
    if (wanted == nullptr) continue;
    for (int list : *wanted) places_[list].push_back(i);
  }
}

std::vector<uint32_t> NamesInFile::NodesWith(int list, const KindSet& kinds) const {
  const syntax::NodeData* const all = tree_.nodes();
  std::vector<uint32_t> nodes;
  uint32_t seen = 0;  // What is around a place and begins before this was met at the last place.
  for (uint32_t place : places_[list]) {
    const size_t first = nodes.size();
    for (uint32_t node = place; node >= seen; node = all[node].parent) {
      if (kinds.Has(all[node].kind)) nodes.push_back(node);
      if (node == 0) break;
    }
    std::reverse(nodes.begin() + static_cast<ptrdiff_t>(first), nodes.end());
    seen = place + 1;
  }
  return nodes;
}

}  // namespace allreview::rules

#ifndef ANALYZERS_RULES_NAME_LISTS_H_
#define ANALYZERS_RULES_NAME_LISTS_H_

// Tells which nodes of a file hold one of the names that a rule asks for (Rule.names).
//
//   NameLists lists;
//   const int list = lists.Add("softmax log_softmax");
//   NamesInFile names(lists, module);
//   for (each node of its tree, in source order) {
//     if (names.IsIn(list, node)) ...
//   }
//
// One look at each name of a file serves all lists.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "base/name_hash.h"

namespace allreview::rules {

class NameLists {
 public:
  // Names separated by blanks, which must outlive this. Equal texts are one list. -1 for no name.
  int Add(absl::string_view names);

  // The lists that hold a name. Null: none.
  const std::vector<int>* Of(absl::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &found->second;
  }
  size_t size() const { return by_text_.size(); }

 private:
  absl::flat_hash_map<absl::string_view, int> by_text_;
  absl::flat_hash_map<absl::string_view, std::vector<int>, NameHash> by_name_;
};

class NamesInFile {
 public:
  // Both must outlive this.
  NamesInFile(const NameLists& lists, const python::Module& module);

  // Some name of the list is in the file. True for -1.
  bool HasAny(int list) const { return list < 0 || !places_[list].at.empty(); }
  // Some name of the list is in the node. Asked for nodes in source order, from the start of the
  // file after Restart. True for -1.
  bool IsIn(int list, python::Node node) {
    if (list < 0) return true;
    Places& places = places_[list];
    while (places.next < places.at.size() && places.at[places.next] < node.index()) ++places.next;
    return places.next < places.at.size() && places.at[places.next] < node.subtree_end();
  }
  void Restart(int list) {
    if (list >= 0) places_[list].next = 0;
  }
  // No node with a greater index has a name of the list in it. Only if HasAny.
  uint32_t LastNodeWith(int list) const {
    return list < 0 ? std::numeric_limits<uint32_t>::max() : places_[list].at.back();
  }

 private:
  struct Places {
    std::vector<uint32_t> at;  // Indices of identifiers.
    size_t next = 0;           // The first one that is not before the last node asked for.
  };
  std::vector<Places> places_;  // By list.
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_NAME_LISTS_H_

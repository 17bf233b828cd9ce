#ifndef ANALYZERS_RULES_NAME_LISTS_H_
#define ANALYZERS_RULES_NAME_LISTS_H_

// Tells which nodes of a file hold one of the names that a rule asks for (Rule.names).
//
//   NameLists lists;
//   const int list = lists.Add("softmax log_softmax");
//   const NamesInFile names(lists, module);
//   for (uint32_t i : names.NodesWith(list, KindSet({NodeKind::kCall}))) {
//     ... module.tree().node(i) ...
//   }
//
// One look at each name of a file serves all lists.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/cpp/forward.h"
#include "analyzers/python/module.h"
#include "analyzers/syntax/tree_data.h"
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
  absl::flat_hash_map<absl::string_view, std::vector<int>, NameHash, NameEqual> by_name_;
};

// Kinds of nodes of one language, as numbers.
class KindSet {
 public:
  KindSet() = default;
  explicit KindSet(std::initializer_list<python::Kind> kinds) {
    for (python::Kind kind : kinds) Add(static_cast<uint8_t>(kind));
  }
  void Add(uint8_t kind) {
    if (kind == syntax::kNullKind || Has(kind)) return;
    has_[kind] = true;
    all_.push_back(kind);
  }
  bool Has(uint8_t kind) const { return has_[kind]; }
  const std::vector<uint8_t>& all() const { return all_; }

 private:
  std::array<bool, 256> has_ = {};
  std::vector<uint8_t> all_;
};

class NamesInFile {
 public:
  // Both must outlive this.
  NamesInFile(const NameLists& lists, const python::Module& module);
  // Names as they stand there: C++ has aliases, too, which nobody follows.
  NamesInFile(const NameLists& lists, const cpp::Unit& unit);

  // Some name of the list is in the file. True for -1.
  bool HasAny(int list) const { return list < 0 || !places_[list].empty(); }
  // Indices of the nodes of those kinds that have a name of the list in them, themselves included,
  // in source order. Looks only at what is around the names.
  std::vector<uint32_t> NodesWith(int list, const KindSet& kinds) const;

 private:
  const syntax::TreeData& tree_;
  std::vector<std::vector<uint32_t>> places_;  // By list: indices of identifiers, in source order.
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_NAME_LISTS_H_

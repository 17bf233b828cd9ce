#ifndef ANALYZERS_PYTHON_IDENTIFIERS_H_
#define ANALYZERS_PYTHON_IDENTIFIERS_H_

// The identifiers of a file, each distinct name with a number: who asks something of every
// identifier asks it once of each name.
//
//   std::vector<bool> is_wanted;
//   for (absl::string_view name : identifiers.names()) is_wanted.push_back(wanted.contains(name));
//   identifiers.ForEach([&](Node identifier, uint32_t number) {
//     if (is_wanted[number]) Use(identifier);
//   });
//
// Names point into the source of the tree. Both must outlive this.

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"
#include "base/name_hash.h"

namespace allreview::python {

class Identifiers {
 public:
  explicit Identifiers(const SyntaxTree& tree);

  // By number, which is their order of first use.
  const std::vector<absl::string_view>& names() const { return names_; }

  // kNone: no identifier of the file has the name.
  static constexpr uint32_t kNone = 0xffffffff;
  uint32_t NumberOf(absl::string_view name) const {
    const auto number = by_name_.find(name);
    return number == by_name_.end() ? kNone : number->second;
  }

  // Calls visit(identifier, number of its name) in source order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    ForEachIn(tree_.root(), visit);
  }
  // For those inside of a node.
  template <typename Visit>
  void ForEachIn(Node node, const Visit& visit) const {
    const NodesOfKind identifiers = node.descendants(Kind::kIdentifier);
    const uint32_t* number = numbers_.data() + identifiers.before();
    for (Node identifier : identifiers) visit(identifier, *number++);
  }

  // Those with one of the names, in source order.
  std::vector<Node> Of(std::initializer_list<absl::string_view> names) const;

 private:
  const SyntaxTree& tree_;
  std::vector<absl::string_view> names_;
  std::vector<uint32_t> numbers_;    // Of each identifier.
  std::vector<uint32_t> by_number_;  // Indices of their nodes: by number, then in source order.
  std::vector<uint32_t> starts_;     // Where each number begins in by_number_; one more: the end.
  absl::flat_hash_map<absl::string_view, uint32_t, NameHash, NameEqual> by_name_;
};

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_IDENTIFIERS_H_

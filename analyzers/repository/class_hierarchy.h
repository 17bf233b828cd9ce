#ifndef ANALYZERS_REPOSITORY_CLASS_HIERARCHY_H_
#define ANALYZERS_REPOSITORY_CLASS_HIERARCHY_H_

// Who inherits from whom. Part of Project; one thread at a time.
//
// Each class is read once. As the answers for all classes together are the square of a hierarchy,
// one answer holds at most kMaxBases or kMaxSubclasses names.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/names.h"

namespace allreview::repository {

class ClassHierarchy {
 public:
  static constexpr size_t kMaxBases = 100;
  static constexpr size_t kMaxSubclasses = 300;

  explicit ClassHierarchy(Names& names) : names_(names) {}

  struct Lineage {
    std::vector<std::string> bases;  // Transitive, canonical; in Python's order when it is known.
    bool is_certain = true;          // There are no others.
    bool is_ordered = false;         // Attributes are looked up in this order; else nearest first.
  };
  const Lineage& LineageOf(absl::string_view class_name);

  // See Project.
  Answer IsSubclass(absl::string_view class_name, absl::string_view base);
  // Those that are nearest, sorted by name.
  std::vector<std::string> SubclassesOf(absl::string_view class_name);
  Found FindMethod(absl::string_view class_name, absl::string_view method);

 private:
  struct Class {
    absl::string_view name;  // Canonical; the key in classes_.
    // What its definitions say.
    bool is_read = false;
    std::vector<Class*> bases;  // Direct ones, as often as they are written.
    bool is_certain = true;     // There are no others.
    bool is_single = true;      // Has at most one definition.
    // Direct ones. nullopt: nobody asked yet.
    std::optional<std::vector<Class*>> subclasses;
    std::optional<Lineage> lineage;
    // With all its bases, itself first, in the order in which Python looks up attributes.
    bool is_order_known = false;
    std::vector<Class*> order;  // Empty: there is none.
    int last_walk = 0;          // The number of the last walk that came to it.
  };
  Class& ClassNamed(absl::string_view canonical);
  const Class& Read(Class& a_class);
  Lineage Trace(Class& a_class);
  const std::vector<Class*>& OrderOf(Class& a_class);
  const std::vector<Class*>& DirectSubclassesOf(Class& a_class);
  // Definitions of a file that name a base, as written, by the last part of that name.
  using Derived = std::pair<const DefinitionFacts*, const std::string*>;
  const std::vector<Derived>& DerivedFrom(const IndexedFile& file, absl::string_view simple_name);

  Names& names_;
  absl::node_hash_map<std::string, Class> classes_;
  absl::node_hash_map<const IndexedFile*,
                      absl::flat_hash_map<absl::string_view, std::vector<Derived>>>
      derived_;  // Of files asked about.
  int walks_ = 0;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_CLASS_HIERARCHY_H_

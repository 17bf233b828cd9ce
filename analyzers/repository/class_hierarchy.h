#ifndef ANALYZERS_REPOSITORY_CLASS_HIERARCHY_H_
#define ANALYZERS_REPOSITORY_CLASS_HIERARCHY_H_

// Who inherits from whom. Part of Project; one thread at a time.

#include <string>
#include <unordered_map>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/names.h"

namespace allreview::repository {

class ClassHierarchy {
 public:
  explicit ClassHierarchy(Names& names) : names_(names) {}

  struct Lineage {
    std::vector<std::string> bases;  // Transitive, canonical; in Python's order when it is known.
    bool is_certain = true;          // There are no others.
    bool is_ordered = false;         // Attributes are looked up in this order; else nearest first.
  };
  const Lineage& LineageOf(absl::string_view class_name);

  // See Project.
  Answer IsSubclass(absl::string_view class_name, absl::string_view base);
  std::vector<std::string> SubclassesOf(absl::string_view class_name);
  Found FindMethod(absl::string_view class_name, absl::string_view method);

 private:
  Lineage Trace(const std::string& canonical);

  Names& names_;
  std::unordered_map<std::string, Lineage> lineages_;
  std::unordered_map<std::string, std::vector<std::string>> subclasses_;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_CLASS_HIERARCHY_H_

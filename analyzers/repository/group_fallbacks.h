#ifndef ANALYZERS_REPOSITORY_GROUP_FALLBACKS_H_
#define ANALYZERS_REPOSITORY_GROUP_FALLBACKS_H_

// Optional process groups that are taken from global state. Part of Project; one thread at a time.

#include <map>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/class_hierarchy.h"
#include "analyzers/repository/names.h"

namespace allreview::repository {

class GroupFallbacks {
 public:
  GroupFallbacks(Names& names, ClassHierarchy& classes) : names_(names), classes_(classes) {}

  // See Project.
  bool FallsBack(absl::string_view absolute_function, absl::string_view parameter);

 private:
  bool Search(const Found& function, absl::string_view parameter, int rounds);
  // What the parameter is forwarded to.
  Found CalleeOf(const Found& function, const ForwardFacts& forward);
  // The constructor of a class; anything else as it is.
  Found FunctionOf(absl::string_view absolute_name);

  Names& names_;
  ClassHierarchy& classes_;
  std::map<std::pair<std::string, std::string>, bool> known_;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_GROUP_FALLBACKS_H_

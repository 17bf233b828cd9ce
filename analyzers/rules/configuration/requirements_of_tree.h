#ifndef ANALYZERS_RULES_CONFIGURATION_REQUIREMENTS_OF_TREE_H_
#define ANALYZERS_RULES_CONFIGURATION_REQUIREMENTS_OF_TREE_H_

// The lists of requirements of a repository on one side of a change, and which are installed
// together.
//
//   RequirementsOfTree tree(change, Side::kRight);
//   for (const PlacedRequirement& one : tree.InstalledWith("requirements/dev.txt")) ...

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/build_files/requirements.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

struct PlacedRequirement {
  std::string path;
  const build_files::Requirement* requirement = nullptr;  // Lives as long as the tree.
};

class RequirementsOfTree {
 public:
  // Reads at most 300 files.
  RequirementsOfTree(ChangeContext& change, Side side);

  // By path.
  const std::map<std::string, build_files::RequirementList, std::less<>>& lists() const {
    return lists_;
  }
  // What the list asks for, and those that it includes.
  std::vector<PlacedRequirement> InstalledWith(absl::string_view path) const;

 private:
  std::map<std::string, build_files::RequirementList, std::less<>> lists_;
};

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_REQUIREMENTS_OF_TREE_H_

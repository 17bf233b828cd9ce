#include "analyzers/organisation_rules/kinds.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"

namespace allreview::organisation_rules {

std::vector<std::string> KindNames() {
  std::vector<std::string> names;
  for (int kind = 1; kind < python::kKindCount; ++kind) {
    names.emplace_back(python::KindName(static_cast<python::Kind>(kind)));
  }
  return names;
}

std::vector<python::Kind> ReadKinds(const std::vector<const YamlNode*>& names, Problems& problems) {
  static const std::vector<std::string>& known = *new std::vector<std::string>(KindNames());
  std::vector<python::Kind> kinds;
  for (const YamlNode* name : names) {
    const auto found = std::find(known.begin(), known.end(), name->scalar);
    if (found != known.end()) {
      kinds.push_back(static_cast<python::Kind>(found - known.begin() + 1));
      continue;
    }
    problems.Add(*name, absl::StrCat("the grammar has no node ", Quoted(name->scalar)),
                 "write a kind of tree-sitter-python, for example call or for_statement");
  }
  return kinds;
}

}  // namespace allreview::organisation_rules

#ifndef ANALYZERS_RULES_EDIT_GROUPS_H_
#define ANALYZERS_RULES_EDIT_GROUPS_H_

// Findings whose edits are tried together, and how such a group is taken apart when something new
// appears.

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/rules/finding.h"

namespace allreview::rules {

// Findings with edits, by path.
using Group = std::map<std::string, std::vector<const Finding*>>;

// What is to be tried again, in smaller groups: a finding that stands alone has failed.
class Halves {
 public:
  void Split(const std::string& path, const std::vector<const Finding*>& findings) {
    if (findings.size() == 1) return;
    const auto middle = findings.begin() + static_cast<ptrdiff_t>(findings.size() / 2);
    groups_[0][path].assign(findings.begin(), middle);
    groups_[1][path].assign(middle, findings.end());
  }
  // Without those that are blamed, or split when nobody is.
  template <typename IsBlamed>
  void Retry(const std::string& path, std::vector<const Finding*> findings, IsBlamed is_blamed) {
    const std::vector<const Finding*> all = findings;
    std::erase_if(findings, is_blamed);
    if (findings.size() == all.size()) {
      Split(path, all);
    } else if (!findings.empty()) {
      groups_[0][path] = std::move(findings);
    }
  }
  void SplitAll(const Group& group) {
    size_t count = 0, i = 0;
    for (const auto& [path, findings] : group) count += findings.size();
    if (count == 1) return;
    for (const auto& [path, findings] : group) {
      for (const Finding* finding : findings) groups_[i++ * 2 / count][path].push_back(finding);
    }
  }
  const std::array<Group, 2>& groups() const { return groups_; }

 private:
  std::array<Group, 2> groups_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_EDIT_GROUPS_H_

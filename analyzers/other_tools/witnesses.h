#ifndef ANALYZERS_OTHER_TOOLS_WITNESSES_H_
#define ANALYZERS_OTHER_TOOLS_WITNESSES_H_

// One finding for what several say: ours first, then that of the tool that comes first by name. The
// others become its witnesses, related places that name the tool.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/finding.h"

namespace allreview::other_tools {

// A finding of another tool, with what its rule is called.
struct NamedFinding {
  rules::Finding finding = {};
  std::string tool = {};            // DisplayName().
  absl::string_view our_rule = {};  // same_cause.h; "": none.
  std::string name = {};            // Of the rule, by which two tools may know the same: "F401".
  std::vector<std::string> weaknesses = {};  // "cwe-89", of its tags.
  size_t run = 0;                            // Index of the run that it comes from.
};

struct MergedFindings {
  std::vector<NamedFinding> findings = {};  // Those that stand for themselves, in their order.
  std::vector<int> merged_of_run = {};      // How many of each run were merged.
};

// Adds witnesses to `ours` and to what is returned. `runs`: how many there are.
MergedFindings MergeWitnesses(std::vector<NamedFinding> findings, size_t runs,
                              std::vector<rules::Finding>& ours);

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_WITNESSES_H_

#ifndef ANALYZERS_OTHER_TOOLS_READ_TOOLS_H_
#define ANALYZERS_OTHER_TOOLS_READ_TOOLS_H_

// What other tools found in a change, as findings beside ours.
//
//   ToolsResult said = ReadTools({.change = change, .policy = policy, .logs = logs},
//   found.findings);
//
// Results on changed lines become findings; the others are counted, and a note for each tool says
// how many. What ours or an earlier tool says, too, becomes a witness of it. Policy may switch
// rules off, grade them and make them hints; comments in the code are for whoever applies them, and
// those in files other than Python are found here. Works for the budget of the calling thread. The
// result does not depend on the order of the logs.

#include <map>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/policy/policy.h"
#include "analyzers/rules/engine.h"
#include "sarif/log.h"
#include "sentences/sentence.h"

namespace allreview::other_tools {

struct ToolsInput {
  const change::AnalysedChange& change;
  const policy::Policy& policy;
  std::vector<const sarif::Log*> logs = {};  // Borrowed.
};

struct ToolsResult {
  std::vector<rules::Finding> findings = {};             // By path and line.
  std::vector<rules::DirectiveComment> directives = {};  // Of files that are not Python.
  std::vector<Words> notes = {};                         // One for each tool, by name.
  // Changed files that a tool lists among those it read, when it says that it ended well.
  std::map<std::string, std::vector<std::string>> readers = {};  // Path to names, sorted.
};

// Adds witnesses to `ours`.
ToolsResult ReadTools(const ToolsInput& input, std::vector<rules::Finding>& ours);

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_READ_TOOLS_H_

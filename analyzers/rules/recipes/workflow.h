#ifndef ANALYZERS_RULES_RECIPES_WORKFLOW_H_
#define ANALYZERS_RULES_RECIPES_WORKFLOW_H_

// A GitHub workflow or composite action: its jobs and steps, and what its expressions name.
//
//   const std::optional<Workflow> workflow = WorkflowIn(text);
//   for (const Reference& reference : workflow->references) ...
//
// Pure, linear.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::rules {

struct WorkflowStep {
  std::string id = {}, uses = {}, run = {};
  int line = 0;
};

struct WorkflowJob {
  std::string name = {};
  int line = 0;
  std::vector<std::pair<std::string, int>> needs = {};  // With the line of each.
  bool knows_needs = true;                              // No: an expression makes them.
  std::vector<WorkflowStep> steps = {};
  std::optional<std::set<std::string>> matrix = {};  // Its keys; none: nobody can tell.

  const WorkflowStep* Find(absl::string_view id) const;
};

// steps.build.outputs.tag, of ${{ }} or of a condition.
struct Reference {
  std::vector<std::string> parts = {};
  int line = 0;
  int job = -1;  // In which it stands; -1: in none.
};

struct Workflow {
  std::vector<WorkflowJob> jobs = {};
  std::optional<std::set<std::string>> inputs =
      {};  // Of a person or a caller; none: it takes none.
  std::vector<Reference> references = {};
  std::set<std::string> triggers = {};  // "pull_request_target"
};

// None: the text is no YAML, or neither a workflow nor a composite action.
std::optional<Workflow> WorkflowIn(absl::string_view text);

// What a script writes to $GITHUB_OUTPUT. None: that is not plain.
std::optional<std::set<std::string>> OutputsOfRun(absl::string_view run);

// .github/actions/setup/action.yml
bool IsActionPath(absl::string_view path);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RECIPES_WORKFLOW_H_

#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_WORKFLOWS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_WORKFLOWS_H_

// What changes in the jobs of a GitHub workflow. Pure.

#include <string>
#include <vector>

#include "base/yaml.h"
#include "sentences/sentence.h"

namespace allreview::analysis {

struct WorkflowChange {
  Words text;
  std::string object;  // The step, output or action.
  int line = 0;        // Of the new side; of the old one where `is_gone`.
  bool is_gone = false;
  bool is_question = false;  // An output that is read and that nobody writes any more.
};

bool IsWorkflow(absl::string_view path);

// In the order of the file.
std::vector<WorkflowChange> WorkflowChanges(const YamlNode& before, const YamlNode& after);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_WORKFLOWS_H_

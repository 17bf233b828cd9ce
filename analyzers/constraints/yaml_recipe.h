#ifndef ANALYZERS_CONSTRAINTS_YAML_RECIPE_H_
#define ANALYZERS_CONSTRAINTS_YAML_RECIPE_H_

// Keys of YAML that are options, and commands in its values. Internal to command_line.cc.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/constraints/command_line.h"

namespace allreview::constraints {

// One for each mapping with such keys.
std::vector<Invocation> OptionGroupsIn(absl::string_view yaml);
// Programs that values start, as in the steps of a workflow.
std::vector<Invocation> CommandsInYaml(absl::string_view yaml);

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_YAML_RECIPE_H_

#ifndef ANALYZERS_REACH_GUARDS_H_
#define ANALYZERS_REACH_GUARDS_H_

// Conditions that hold where code runs. Part of Reach; one thread at a time.

#include <optional>
#include <string>
#include <vector>

#include "analyzers/reach/code_view.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

// Where code stands, and its instructions.
struct Body {
  std::string function, path;  // The function is absolute; that of a module is the module.
  CodeView code;
};

// None: nobody knows its instructions.
std::optional<Body> BodyOf(repository::Project& project, repository::RepositoryIndex& index,
                           Codes& codes, absl::string_view absolute);
// What was decided in the body before the call of `callee`.
std::vector<Guard> GuardsAtCall(const Body& body, const repository::Call& call,
                                absl::string_view callee);
// The same before the syntax nodes [first, end) of its file.
std::vector<Guard> GuardsBefore(const Body& body, uint32_t first_node, uint32_t end_node);
// Each decision of the body, as if it had to be true and as if it had to be false.
std::vector<Guard> BranchesIn(const Body& body);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_GUARDS_H_

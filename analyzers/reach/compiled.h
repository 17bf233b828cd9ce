#ifndef ANALYZERS_REACH_COMPILED_H_
#define ANALYZERS_REACH_COMPILED_H_

// Functions that torch traces: decorated with torch.compile, or handed to it or to
// make_graphed_callables, closures too.

#include <string>

#include "analyzers/reach/code_view.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

// "torch.compile", "cuda-graph" or "": it is not, as far as the text tells.
std::string HowCompiled(repository::Project& project, repository::RepositoryIndex& index,
                        Codes& codes, const repository::Found& function);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_COMPILED_H_

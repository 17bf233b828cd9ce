#ifndef ANALYZERS_REPOSITORY_PRINT_FACTS_H_
#define ANALYZERS_REPOSITORY_PRINT_FACTS_H_

// The facts of a file as text, in the form of analyzers/python/print.h:
//
//   call 12:9 torch.distributed.all_reduce in :Router.forward (1, group)
//
// Names stand as they are kept: ":f" for those of the file. Of its words, and of its lines, which
// are kept as hashes, only the number is shown.

#include <string>

#include "analyzers/repository/facts.h"

namespace allreview::repository {

std::string PrintFacts(const FileFacts& facts);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_PRINT_FACTS_H_

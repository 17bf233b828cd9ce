#ifndef ANALYZERS_CHANGE_REPOSITORY_SOURCE_H_
#define ANALYZERS_CHANGE_REPOSITORY_SOURCE_H_

// Where the index of the repository around a change gets its files from. Internal to
// analysed_change.cc.

#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::change {

// `input` outlives the source. `reader` may be null.
repository::Source SourceOf(const ChangeInput& input, RepositoryReader* reader);

// Lists of test cases, command lines and setup files.
std::vector<reach::Recipe> RecipesIn(RepositoryTexts& texts);

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_REPOSITORY_SOURCE_H_

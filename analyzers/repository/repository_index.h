#ifndef ANALYZERS_REPOSITORY_REPOSITORY_INDEX_H_
#define ANALYZERS_REPOSITORY_REPOSITORY_INDEX_H_

namespace allreview::repository {

class RepositoryIndex {};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_REPOSITORY_INDEX_H_

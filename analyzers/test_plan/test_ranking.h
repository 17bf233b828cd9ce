#ifndef ANALYZERS_TEST_PLAN_TEST_RANKING_H_
#define ANALYZERS_TEST_PLAN_TEST_RANKING_H_

// Which test files are worth running for a change, best first.
//
//   for (const RankedFile& ranked : RankTests(change.files(), definitions, repository)) ...
//
// A test file gets points from each changed source file, weighed by how much of it is new: for a
// name that mirrors it, for importing it, and for words that the change touches, rare ones more.
// docs/measurements.md says how well that foretells what authors run.

#include <set>
#include <string>
#include <vector>

#include "analyzers/test_plan/changed_code.h"
#include "analyzers/test_plan/repository_files.h"

namespace allreview::test_plan {

struct RankedFile {
  const repository::IndexedFile* file = nullptr;
  double score = 0;
};

// Those with points, by score, then by path.
std::vector<RankedFile> RankTests(const std::vector<change::AnalysedFile>& files,
                                  const std::vector<ChangedDefinition>& definitions,
                                  const RepositoryFiles& repository);

// Simple names of what changed in a file: definitions and their classes, fields of classes.
std::set<std::string> ChangedNames(const change::AnalysedFile& file,
                                   const std::vector<ChangedDefinition>& definitions);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_TEST_RANKING_H_

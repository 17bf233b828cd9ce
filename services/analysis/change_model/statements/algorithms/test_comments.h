#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_TEST_COMMENTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_TEST_COMMENTS_H_

#include <set>
#include <string>
#include <vector>

#include "analyzers/change/analysed_file.h"

namespace allreview::analysis {

// What a test says above some of its statements, and the attributes that these speak of:
//
//   # Evaluation does not count.
//   assert router.count == 2          // "count"
struct TestComment {
  std::string text;
  int first_line = 0, end_line = 0;
  std::set<std::string> attributes;
};

// New comments in the functions of a file of tests.
std::vector<TestComment> CommentsOfTests(const change::AnalysedFile& file);

// Attributes that new code of a definition sets or changes in place: "count" of
// `self.count.add_(1)` and of `x.count = 0`.
std::set<std::string> AttributesWritten(const change::AnalysedFile& file,
                                        const python::Definition& definition);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_TEST_COMMENTS_H_

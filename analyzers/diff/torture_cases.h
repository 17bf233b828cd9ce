#ifndef ANALYZERS_DIFF_TORTURE_CASES_H_
#define ANALYZERS_DIFF_TORTURE_CASES_H_

// Odd patches, and what the parser must make of each.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::diff {

struct TortureCase {
  std::string id;    // T001…, as in the list of cases.
  std::string name;  // What is odd about it.
  std::string text;
  // One line for each file, `M old => new +1 -2 1h flags`, then one for each diagnostic,
  // `warn:CODE@line`. "=> new" only where it differs.
  std::string wanted;
};

// The four header lines of a modified file.
std::string Modified(absl::string_view path);

std::vector<TortureCase> PathCases();
std::vector<TortureCase> HeaderCases();
std::vector<TortureCase> HunkCases();
std::vector<TortureCase> ContentCases();
std::vector<TortureCase> StreamCases();

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_TORTURE_CASES_H_

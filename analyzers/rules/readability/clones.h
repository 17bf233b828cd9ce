#ifndef ANALYZERS_RULES_READABILITY_CLONES_H_
#define ANALYZERS_RULES_READABILITY_CLONES_H_

// New lines of a change that stand elsewhere in the repository after it.
//
//   for (const Clone& clone : FindClones(change)) Say(clone.first, clone.other->path());
//
// Candidates come from the hashes of lines that the index keeps of each file, without reading it;
// what is returned was compared text by text.

#include <memory>
#include <vector>

#include "analyzers/rules/rule.h"

namespace allreview::rules {

struct Clone {
  const AnalysedFile* file = nullptr;  // Whose new lines these are.
  int first = 0, last = 0;             // Inclusive, both with code on them.
  std::shared_ptr<const python::Module> other;
  int other_first = 0, other_last = 0;
  int lines = 0, tokens = 0;  // With code; of the change's side.
  // Else names differ, each always by the same other name.
  bool is_exact = false;
};

// At least 10 lines and 100 tokens, or 20 lines that differ in names; longest first, none inside of
// another one. Tests, kernels, documentation and generated files count on neither side; parameter
// lists and handing arguments on do not make a copy.
std::vector<Clone> FindClones(ChangeContext& change);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_CLONES_H_

#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_MATCHING_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_MATCHING_H_

// Finds for the statements of one version of a function those of the other. Of alignment.h.

#include <cstdint>
#include <vector>

#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

// Statements [first, end): one with its clauses and all that they hold, or one clause.
struct Item {
  int first = 0, end = 0;
  uint64_t hash = 0;                 // Of all its code.
  std::vector<uint64_t> words = {};  // Of all its code, sorted; only while items are compared.
};

// Statements with their clauses of a block that holds [first, end).
std::vector<Item> ItemsOf(const Statements& statements, int first, int end);
std::vector<Item> ClausesOf(const Statements& statements, const Item& item);

struct Matching {
  std::vector<int> to_after, to_before;  // -1: no partner.
  std::vector<bool> is_elsewhere;        // By index after: matched, but not in its block.
};
Matching Match(const Statements& before, const Statements& after);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_MATCHING_H_

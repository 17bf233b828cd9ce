#ifndef ANALYZERS_RULES_READABILITY_SAME_LINES_H_
#define ANALYZERS_RULES_READABILITY_SAME_LINES_H_

// Lines of code compared by their texts.

#include <cstddef>
#include <vector>

#include "analyzers/repository/significant_lines.h"

namespace allreview::rules {

struct LinePair {
  const std::vector<repository::SignificantLine>& ours;
  size_t at = 0;
  const std::vector<repository::SignificantLine>& theirs;
  size_t their_at = 0;
};

// How many lines from there on are the same; `count` at most. Else than exact ones may differ in
// names, when each name always stands for the same other one.
size_t EqualLines(const LinePair& pair, size_t count, bool is_exact);

// A line of a signature, or of arguments that are handed on: "size," "size=size," "size: int = 1,".
bool IsHandedOn(const repository::SignificantLine& line);
// Declares an option of the command line.
bool DeclaresOption(const repository::SignificantLine& line);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_SAME_LINES_H_

#ifndef ANALYZERS_REPOSITORY_SIGNIFICANT_LINES_H_
#define ANALYZERS_REPOSITORY_SIGNIFICANT_LINES_H_

// The lines of a file that say something, for the search for copies: without comments, imports,
// docstrings and lines of brackets alone.
//
//   x = scale(  a,b)   # twice      ->  x␟=␟scale␟(␟a␟,␟b␟)
//
// Facts keep 32 bits of each; who finds a run of equal ones there compares the texts.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"

namespace allreview::repository {

// Between the tokens of a line.
inline constexpr char kTokenSeparator = '\x1f';
// Stands for any name in a shape.
inline constexpr char kAnyName = '\x1e';

struct SignificantLine {
  int line = 0;       // 1-based; where its tokens start.
  int last_line = 0;  // Of a string of several lines, where that ends.
  int tokens = 0;
  std::string text = "";   // Tokens, each followed by kTokenSeparator.
  std::string shape = "";  // The same with kAnyName for each name.
};

// In source order.
std::vector<SignificantLine> SignificantLinesOf(const python::SyntaxTree& tree);

// What facts keep of a line.
struct LineFacts {
  int line = 0;
  uint16_t text = 0, shape = 0;  // Hashes.
  friend bool operator==(const LineFacts&, const LineFacts&) = default;
};

// Those of SignificantLinesOf.
std::vector<LineFacts> LineFactsOf(const python::SyntaxTree& tree);

// Five bytes for a line. What is no packing gives the lines before the first wrong byte.
std::string PackLines(const std::vector<LineFacts>& lines);
std::vector<LineFacts> UnpackLines(absl::string_view packed);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_SIGNIFICANT_LINES_H_

#ifndef ANALYZERS_RULES_READABILITY_EXTRACTABLE_BLOCK_H_
#define ANALYZERS_RULES_READABILITY_EXTRACTABLE_BLOCK_H_

// Statements of a long function that can become one of their own.
//
//   const ExtractableBlock block = FindExtractableBlock(module, definition);
//   if (block) Say(block.first_line, block.last_line, block.Signature());

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

struct ExtractableBlock {
  int first_line = 0, last_line = 0;  // Inclusive; 0: there is none.
  std::string name;                   // "_count_words"
  std::string label;                  // The comment before it, or what it makes; for people.
  // Locals of the function that it reads, and those that it binds and that are read behind it; in
  // order of first use. `self` is passed as ever.
  std::vector<absl::string_view> live_in, live_out;

  explicit operator bool() const { return first_line > 0; }
  // "_count_words(rows, limit) -> counts"
  std::string Signature() const;
};

// The largest run of neighbouring statements with at most five names in and three out that no
// return, break or continue leaves, and that is neither tiny nor nearly all of the function.
ExtractableBlock FindExtractableBlock(const python::Module& module,
                                      const python::Definition& function);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_EXTRACTABLE_BLOCK_H_

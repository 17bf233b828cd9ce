#ifndef ANALYZERS_RULES_STYLE_NEW_WORDS_H_
#define ANALYZERS_RULES_STYLE_NEW_WORDS_H_

// Words that a change adds in prose: comments, docstrings, and strings for people.

#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

struct Prose {
  enum class Kind { kComment, kDocstring, kMessage };
  Kind kind = Kind::kComment;
  Node node;               // The comment or string.
  absl::string_view line;  // One line of its text, a view into the source.
  uint32_t first_byte = 0;
  int number = 0;  // Line number.
};

struct ProseFilter {
  bool with_messages = false;
  // Whether a comment or string, as a whole, may be of interest. Null: all are.
  bool (*may_concern)(absl::string_view text) = nullptr;
};

// Calls visit(prose) for every new line of the file, in source order. Left out: directives to
// tools, text that is not English, strings that look like data (paths, keys, formats); and what the
// filter does not want.
void ForEachNewProse(const AnalysedFile& file, const ProseFilter& filter,
                     const std::function<void(const Prose&)>& visit);

// Calls visit(word, offset) for the words of a line that are prose: no URLs, paths, identifiers,
// code spans, numbers or abbreviations in capitals.
void ForEachWord(absl::string_view line,
                 const std::function<void(absl::string_view word, size_t offset)>& visit);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_STYLE_NEW_WORDS_H_

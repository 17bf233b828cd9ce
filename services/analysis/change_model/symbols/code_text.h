#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_CODE_TEXT_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_CODE_TEXT_H_

// Code as text for readers: valid UTF-8, without comments.

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"

namespace allreview::analysis {

struct LineOptions {
  // Calls within the node, but not the node itself nor what it is called on, lose their arguments:
  // f(g(…), 1).
  bool elides_calls = false;
  bool elides_own_call = false;  // The node itself, too.
  // Also without these keyword arguments of the node, which is a call.
  bool omits_placement = false;  // dtype= and device=.
  size_t max_bytes = 160;        // "…" tells that something is gone.
};

// On one line, spaced as the author did but for line breaks. Double quotes where it makes no
// difference. The same for code that differs in layout only.
std::string LineOf(python::Node code, const LineOptions& options = {});

// All its lines without the indentation of the first; "…" stands for what is beyond the limits.
std::string BlockOf(python::Node code);

// White space collapsed, cut between characters.
std::string ShortLine(absl::string_view text, size_t max_bytes);

// It begins with the list of arguments or results: nothing is said of the whole.
bool IsListOfArguments(absl::string_view documentation);

// First sentence of the first paragraph.
std::string FirstSentence(absl::string_view documentation);

// Content of a literal string, or of several that stand behind each other; empty for others.
std::string LiteralText(python::Node string);

// The `x` of `cast(T, x)`, which does nothing; anything else as it is.
python::Node WithoutCast(python::Node value);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_CODE_TEXT_H_

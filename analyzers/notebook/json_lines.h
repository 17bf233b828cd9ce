#ifndef ANALYZERS_NOTEBOOK_JSON_LINES_H_
#define ANALYZERS_NOTEBOOK_JSON_LINES_H_

// The strings of a JSON text with their places: enough of JSON to find the source in a notebook.
// Internal to notebook.cc. Linear, not recursive.

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::notebook {

struct JsonString {
  // Keys and indices that lead to it: {"cells", "3", "source", "0"}.
  const std::vector<std::string>& path;
  const std::string& text;
  int line = 0;
};

// Calls `visit` for each string that is a value, and `open` for each array or object. False: the
// text is no JSON, or nested deeper than 64 levels.
bool ForEachString(absl::string_view json, const std::function<void(const JsonString&)>& visit,
                   const std::function<void(const std::vector<std::string>& path, int line)>& open);

}  // namespace allreview::notebook

#endif  // ANALYZERS_NOTEBOOK_JSON_LINES_H_

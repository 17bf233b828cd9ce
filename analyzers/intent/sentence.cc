#include "analyzers/intent/sentence.h"

namespace allreview::intent {

absl::string_view NameOf(Source source) {
  static constexpr absl::string_view kNames[] = {
      "title",     "description", "commit",  "comment",   "trailing-comment",
      "docstring", "help",        "message", "test-name", "guide"};
  return kNames[static_cast<int>(source)];
}

absl::string_view NameOf(Subject::Kind kind) {
  static constexpr absl::string_view kNames[] = {"change",   "folder",    "module", "class",
                                                 "function", "parameter", "result", "field",
                                                 "flag",     "statement"};
  return kNames[static_cast<int>(kind)];
}

}  // namespace allreview::intent

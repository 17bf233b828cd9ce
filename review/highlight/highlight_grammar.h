#ifndef REVIEW_HIGHLIGHT_HIGHLIGHT_GRAMMAR_H_
#define REVIEW_HIGHLIGHT_HIGHLIGHT_GRAMMAR_H_

// Grammars with their highlight queries, ready for use. Internal to highlight.cc.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "re2/re2.h"
#include "review/highlight/highlight.h"
#include "tree_sitter/api.h"

namespace allreview {

// A condition on the text of a capture: (#match? @constant "^[A-Z]").
struct Predicate {
  uint32_t capture = 0;
  std::shared_ptr<const RE2> pattern;
};

struct HighlightGrammar {
  const TSLanguage* language = nullptr;
  const TSQuery* query = nullptr;
  // What a part of a file may be inside of when it begins.
  const char* opener = "";
  std::vector<CodeToken> tokens;                   // By capture.
  std::vector<std::vector<Predicate>> predicates;  // By pattern of the query.
  std::vector<bool> is_known;  // By pattern: false where it asks for what is not supported.
  uint32_t error_capture = 0;
};

// By the file's name. Null: no grammar.
const HighlightGrammar* FindHighlightGrammar(absl::string_view path);

}  // namespace allreview

#endif  // REVIEW_HIGHLIGHT_HIGHLIGHT_GRAMMAR_H_

#ifndef ANALYZERS_INTENT_SECTIONS_H_
#define ANALYZERS_INTENT_SECTIONS_H_

// What headings of a description announce, and which of its lines say nothing. Internal to
// author_text.cc.

#include <initializer_list>
#include <optional>

#include "absl/strings/string_view.h"
#include "analyzers/intent/author_text.h"

namespace allreview::intent {

struct Section {
  bool is_skipped = false;        // Of a template: tells nothing about the change.
  std::optional<Part> part = {};  // None: the words of each sentence decide.
  bool is_known = false;
};

bool StartsWithAny(absl::string_view text, std::initializer_list<absl::string_view> words);

Section SectionOf(absl::string_view heading);

// A line that is no sentence about this change: quotes, tables, rules, check boxes, trailers, links
// alone.
bool IsNoise(absl::string_view line);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_SECTIONS_H_

#ifndef ANALYZERS_PROSE_WORDS_H_
#define ANALYZERS_PROSE_WORDS_H_

// Which words of headings and sentences say what. Internal to author_text.cc.

#include <optional>

#include "absl/strings/string_view.h"
#include "analyzers/prose/author_text.h"

namespace allreview::prose {

struct Section {
  bool is_skipped = false;        // Of a template: tells nothing about the change.
  std::optional<Role> role = {};  // None: the words of each sentence decide.
  bool is_known = false;
};

Section SectionOf(absl::string_view heading);

// By the words of a sentence that stands in no telling section.
Role RoleOf(absl::string_view sentence);

// A line that is no sentence about this change: quotes, tables, rules, check boxes, trailers, links
// alone.
bool IsNoise(absl::string_view line);

}  // namespace allreview::prose

#endif  // ANALYZERS_PROSE_WORDS_H_

#ifndef ANALYZERS_PLAYBOOK_GUIDE_TEXT_H_
#define ANALYZERS_PLAYBOOK_GUIDE_TEXT_H_

// Guides in other forms than plain Markdown, line for line. Pure.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::playbook {

// The text with blanks for its YAML header, which is for machines; the same lines.
std::string WithoutFrontMatter(absl::string_view text);

// As Markdown, as far as sentences need it: headings, code spans, links and literal blocks.
std::string MarkdownOfRst(absl::string_view text);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_GUIDE_TEXT_H_

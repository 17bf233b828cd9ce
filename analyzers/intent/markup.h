#ifndef ANALYZERS_INTENT_MARKUP_H_
#define ANALYZERS_INTENT_MARKUP_H_

// What stands in Markdown and HTML beside its words. Pure; linear in the text.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::intent {

// Tags as GitHub's templates use them; "a < b" is no tag, nor is what stands in code.
std::string RemoveTags(absl::string_view line);

// Tags that run over several lines or are longer than RemoveTags looks; of one that is cut off its
// line. Line ends stay.
std::string RemoveLongTags(absl::string_view text);

// "[text](url)" becomes "text", "![text](url)" nothing, "**text**" becomes "text", "``code``"
// becomes "`code`".
std::string RemoveMarkup(absl::string_view line);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_MARKUP_H_

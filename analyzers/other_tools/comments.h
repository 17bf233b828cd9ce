#ifndef ANALYZERS_OTHER_TOOLS_COMMENTS_H_
#define ANALYZERS_OTHER_TOOLS_COMMENTS_H_

// Suppression comments in files that are not Python, for which there are no trees.

#include <string>
#include <vector>

#include "analyzers/other_tools/file_text.h"
#include "analyzers/rules/engine.h"

namespace allreview::other_tools {

// "x();  // allreview: ignore[clang-tidy/…] reason" speaks of its line; on a line of its own, of
// the next line that is not blank. By line.
std::vector<rules::DirectiveComment> CommentsOf(const std::string& path, const FileText& text);

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_COMMENTS_H_

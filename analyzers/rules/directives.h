#ifndef ANALYZERS_RULES_DIRECTIVES_H_
#define ANALYZERS_RULES_DIRECTIVES_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/forward.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/engine.h"

namespace allreview::rules {

// Comments of a file that contain "allreview:", in source order, with the lines of the statement
// that each speaks of: the statement on whose lines it stands, or, alone on its line, the next one.
// Only the header of a compound statement counts. A comment with no statement after it speaks of
// its own line.
std::vector<DirectiveComment> CollectDirectives(const python::Module& module);
std::vector<DirectiveComment> CollectDirectives(const cpp::Unit& unit);

// The same of a text whose comments begin with '#': a comment behind something speaks of its line,
// one alone of the next line that is neither empty nor a comment.
std::vector<DirectiveComment> CollectDirectives(absl::string_view path, absl::string_view text);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DIRECTIVES_H_

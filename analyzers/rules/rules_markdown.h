#ifndef ANALYZERS_RULES_RULES_MARKDOWN_H_
#define ANALYZERS_RULES_RULES_MARKDOWN_H_

#include <string>

namespace allreview::rules {

// RULES.md: a table of all rules and a section for each.
std::string RulesMarkdown();

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RULES_MARKDOWN_H_

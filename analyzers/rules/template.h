#ifndef ANALYZERS_RULES_TEMPLATE_H_
#define ANALYZERS_RULES_TEMPLATE_H_

// Message templates: "`{op}` runs only when `{test}`".

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::rules {

// Replaces each {name} that `params` knows, once: values are not searched again. Other braces stay.
std::string FillTemplate(absl::string_view text, const std::map<std::string, std::string>& params);

// Names of the placeholders, in order of appearance.
std::vector<std::string> PlaceholdersOf(absl::string_view text);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_TEMPLATE_H_

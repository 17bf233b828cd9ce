#ifndef SERVICES_REPORT_DOCUMENTS_EXPLANATION_FINDING_LISTS_H_
#define SERVICES_REPORT_DOCUMENTS_EXPLANATION_FINDING_LISTS_H_

// Findings as a post tells them: each in exactly one section.

#include <string>
#include <vector>

#include "services/report/documents/explanation/post.h"

namespace allreview::report::explanation {

enum class Theme { kCorrectness, kPerformance, kCompatibility, kTests, kImprovement, kPraise };

Theme ThemeOf(const finding::v1::Finding& finding);

// A bullet for each shown finding of the theme, in the order of the review; those beyond the limit
// are counted in the last one.
std::vector<std::string> FindingItems(const Post& post, Theme theme, size_t limit);

// "- a\n- b\n"
std::string Bullets(const std::vector<std::string>& items);

}  // namespace allreview::report::explanation

#endif  // SERVICES_REPORT_DOCUMENTS_EXPLANATION_FINDING_LISTS_H_

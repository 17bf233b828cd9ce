#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_COST_ROWS_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_COST_ROWS_H_

// What new and changed functions of production code cost, a row each, and the words for where code
// stands and runs.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "services/report/documents/audit/view.h"
#include "services/report/story/model_index.h"

namespace allreview::report {

// "`f` (`a.py:3`), in training or inference steps: time `O(n)` → `O(n²)`".
std::vector<std::string> CostRows(const AuditView& view, const ModelIndex& index);

// "`f` (`a.py:3`)".
std::string NameAndPlace(Language language, absl::string_view symbol,
                         const change::v1::SourceRange& range);

// ", in training or inference steps"; empty: when it runs is not known.
std::string WhenItRuns(Language language, const ModelIndex& index, absl::string_view symbol);

// A code span of one line.
std::string ShortCode(absl::string_view text);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_COST_ROWS_H_

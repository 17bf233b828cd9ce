#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_RISK_ROWS_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_RISK_ROWS_H_

// Rows of the table of risks that follow from what the change does, beside the findings of rules.

#include <string>
#include <vector>

#include "services/report/documents/deep_dive/subject.h"

namespace allreview::report::deep_dive {

enum class RiskCategory { kCorrectness, kPerformance, kCompatibility, kTests };

struct RiskRow {
  RiskCategory category = RiskCategory::kCorrectness;
  std::string concern, status;  // Markdown.
};

// Collects the rows of one category; those beyond the limit become one row that counts them.
class RiskRows {
 public:
  RiskRows(Language language, RiskCategory category) : language_(language), category_(category) {}

  void Add(std::string concern, std::string status);
  std::vector<RiskRow> Finish() &&;

 private:
  const Language language_;
  const RiskCategory category_;
  std::vector<RiskRow> rows_;
  size_t more_ = 0;
};

// What follows for checkpoints, configurations, callers and those who read logs.
std::vector<RiskRow> CompatibilityRisks(const Subject& subject);

// New communication, synchronisation and growth in functions that run in each step.
std::vector<RiskRow> PerformanceRisks(const Subject& subject);

// What the author is asked.
std::vector<RiskRow> QuestionRows(const Subject& subject);

// What no test runs.
std::vector<RiskRow> TestRows(const Subject& subject);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_RISK_ROWS_H_

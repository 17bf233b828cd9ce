#ifndef SERVICES_REPORT_DOCUMENTS_NUMERICS_H_
#define SERVICES_REPORT_DOCUMENTS_NUMERICS_H_

#include <string>
#include <vector>

#include "proto/numerics/v1/expression.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// "3 changed expressions measured in bf16, fp16, fp32 (cpu, seed 0): 2 right on usual inputs, 1
// fails; 2 not measured: a loop (2)"; of a scan, "3 expressions". Empty: there was nothing to
// measure. Markdown, no period.
std::string NumericsSentence(Language language, const numerics::v1::NumericsReport& report,
                             bool is_scan);

// What was measured, a row each: first expressions that are wrong on inputs that occur, with input,
// result and true value; then those that are right, in one.
std::vector<std::string> NumericsRows(Language language,
                                      const numerics::v1::NumericsReport& report);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_NUMERICS_H_

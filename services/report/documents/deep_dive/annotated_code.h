#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_ANNOTATED_CODE_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_ANNOTATED_CODE_H_

// A changed function as annotated Python: its code after the change with what was removed as
// comments, numbered where the change acts, with the author's comments and what analysis knows of
// what statements compute, assume and cost. Unchanged lines far from the change are "# ...".

#include <string>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report::deep_dive {

struct AnnotatedCode {
  std::string code;
  int lines = 0;
  int steps_left_out = 0;  // Beyond the limit of lines.
};

AnnotatedCode Annotate(Language language, const analysis::v1::ChangeModel& model,
                       const analysis::v1::ChangedSymbol& symbol,
                       const analysis::v1::FunctionStory& story, int max_lines);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_ANNOTATED_CODE_H_

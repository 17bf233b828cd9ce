#ifndef SERVICES_REPORT_PSEUDO_CODE_STATEMENT_LINES_H_
#define SERVICES_REPORT_PSEUDO_CODE_STATEMENT_LINES_H_

// A statement of a story as lines with marks. What the change made is whole: on one line where it
// fits, else as its author wrote it. Pure.

#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

struct StatementLine {
  char mark = ' ';  // "+" new, "-" gone, "~" only moved, indented or wrapped otherwise.
  std::string text;
};

// A changed statement is told as what is gone and what is new of it.
std::vector<StatementLine> LinesOf(const analysis::v1::Step& step, size_t width);

char MarkOf(const analysis::v1::Step& step);

// Whether it holds other statements.
bool IsHeader(const analysis::v1::Step& step);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_PSEUDO_CODE_STATEMENT_LINES_H_

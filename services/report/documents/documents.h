#ifndef SERVICES_REPORT_DOCUMENTS_DOCUMENTS_H_
#define SERVICES_REPORT_DOCUMENTS_DOCUMENTS_H_

// The table of documents. To add one: write documents/<name>.cc with its function, declare the
// function here, add its line to the table in documents.cc, and a golden.

#include <string>

#include "absl/strings/string_view.h"
#include "proto/report/v1/report.pb.h"
#include "review/language/phrase.h"
#include "services/report/assemble.h"

namespace allreview::report {

struct DocumentType {
  report::v1::Document document;
  absl::string_view name;  // For messages: "review".
  // To Markdown. Null: not in this version.
  std::string (*render)(const Assembly& assembly, Language language);
};

// Nullptr: no such document is known. Unspecified is the review.
const DocumentType* FindDocument(report::v1::Document document);

// Six sections: summary, critical, suggestions, nitpicks, questions, comments.
std::string RenderReview(const Assembly& assembly, Language language);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_DOCUMENTS_H_

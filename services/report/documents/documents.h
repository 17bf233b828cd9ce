#ifndef SERVICES_REPORT_DOCUMENTS_DOCUMENTS_H_
#define SERVICES_REPORT_DOCUMENTS_DOCUMENTS_H_

// What renders each document of report.proto. To add one: its value there with what everybody has
// to know of it, documents/<name>.cc with its function, its line in the table of documents.cc, and
// a golden.

#include <string>

#include "proto/report/v1/report.pb.h"
#include "review/language/phrase.h"
#include "services/report/assemble.h"

namespace allreview::report {

struct DocumentType {
  report::v1::Document document;
  // To Markdown.
  std::string (*render)(const Assembly& assembly, Language language);
};

// Nullptr: no such document is known. Unspecified is the review.
const DocumentType* FindDocument(report::v1::Document document);

// Six sections: summary, critical, suggestions, nitpicks, questions, comments.
std::string RenderReview(const Assembly& assembly, Language language);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_DOCUMENTS_H_

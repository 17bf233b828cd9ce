#ifndef SERVICES_REPORT_DOCUMENTS_EXPLANATION_PICTURES_H_
#define SERVICES_REPORT_DOCUMENTS_EXPLANATION_PICTURES_H_

// Diagrams of an explanation, as fenced Mermaid; empty where a picture would tell nothing.

#include <string>

#include "services/report/documents/explanation/post.h"

namespace allreview::report::explanation {

// The walk: the stops by number, who calls whom, and the state by which they reach each other.
std::string OverviewPicture(const Post& post);

// The life of state that the change creates, fills and resets.
std::string LifePicture(const Post& post);

}  // namespace allreview::report::explanation

#endif  // SERVICES_REPORT_DOCUMENTS_EXPLANATION_PICTURES_H_

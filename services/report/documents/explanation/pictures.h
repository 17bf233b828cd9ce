#ifndef SERVICES_REPORT_DOCUMENTS_EXPLANATION_PICTURES_H_
#define SERVICES_REPORT_DOCUMENTS_EXPLANATION_PICTURES_H_

// Diagrams of an explanation, as fenced Mermaid; empty where a picture would tell nothing.

#include <string>

#include "services/report/documents/explanation/post.h"

namespace allreview::report::explanation {

// The walk: who calls whom among the stops, and through whom execution gets there.
std::string OverviewPicture(const Post& post);

// How a function that communicates or hands work to others goes on, in time.
std::string SequencePicture(const Post& post, const Stop& stop);

// How tensors pass through a function.
std::string DataFlowPicture(const Post& post, const Stop& stop);

}  // namespace allreview::report::explanation

#endif  // SERVICES_REPORT_DOCUMENTS_EXPLANATION_PICTURES_H_

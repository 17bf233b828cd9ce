#include "services/report/documents/documents.h"

#include "services/report/documents/audit/audit.h"
#include "services/report/documents/deep_dive/deep_dive.h"
#include "services/report/documents/explanation/explanation.h"
#include "services/report/documents/playbook/playbook.h"

namespace allreview::report {
namespace {

constexpr DocumentType kDocuments[] = {
    {report::v1::DOCUMENT_REVIEW, RenderReview},
    {report::v1::DOCUMENT_DEEP_DIVE, RenderDeepDive},
    {report::v1::DOCUMENT_EXPLANATION, RenderExplanation},
    {report::v1::DOCUMENT_AUDIT, RenderAudit},
    {report::v1::DOCUMENT_PLAYBOOK, RenderPlaybook},
};

}  // namespace

const DocumentType* FindDocument(report::v1::Document document) {
  if (document == report::v1::DOCUMENT_UNSPECIFIED) document = report::v1::DOCUMENT_REVIEW;
  for (const DocumentType& type : kDocuments) {
    if (type.document == document) return &type;
  }
  return nullptr;
}

}  // namespace allreview::report

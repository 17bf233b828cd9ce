#include "services/report/render.h"

#include "absl/strings/str_cat.h"
#include "services/report/documents/documents.h"
#include "services/report/formats/formats.h"

namespace allreview::report {
namespace {

Language WantedLanguage(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  return LanguageOf(request.language().empty() ? assembly.review.model().intent().language()
                                               : request.language());
}

}  // namespace

absl::StatusOr<std::string> Render(const Assembly& assembly,
                                   const report::v1::DocumentRequest& request) {
  const DocumentType* document = FindDocument(request.document());
  if (document == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("document ", request.document(), " is not known to this version"));
  }
  if (document->render == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("the ", document->name, " is not available in this version"));
  }
  const report::v1::Format format = request.format();
  if (format == report::v1::FORMAT_UNSPECIFIED || format == report::v1::FORMAT_MARKDOWN) {
    return document->render(assembly, WantedLanguage(assembly, request));
  }
  const FormatType* type = FindFormat(format);
  if (type == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("format ", format, " is not known to this version"));
  }
  if (type->render == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("the format ", type->name, " is not available in this version"));
  }
  if (document->document != report::v1::DOCUMENT_REVIEW) {
    return absl::UnimplementedError(
        absl::StrCat("the ", document->name, " exists in Markdown, not in ", type->name));
  }
  return type->render(assembly, request);
}

}  // namespace allreview::report

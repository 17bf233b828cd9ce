#include "services/report/render.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "proto/report/v1/catalogue.h"
#include "services/report/assembly/localize.h"
#include "services/report/documents/audit/audit.h"
#include "services/report/documents/deep_dive/deep_dive.h"
#include "services/report/documents/explanation/explanation.h"
#include "services/report/documents/playbook/playbook.h"
#include "services/report/documents/review.h"
#include "services/report/formats/formats.h"
#include "services/report/html/page.h"

namespace allreview::report {
namespace {

// What renders each document of report.proto, to Markdown.
struct DocumentType {
  report::v1::Document document;
  std::string (*render)(const Assembly& assembly, Language language);
};

constexpr DocumentType kDocuments[] = {
    {report::v1::DOCUMENT_REVIEW, RenderReview},
    {report::v1::DOCUMENT_DEEP_DIVE, RenderDeepDive},
    {report::v1::DOCUMENT_EXPLANATION, RenderExplanation},
    {report::v1::DOCUMENT_AUDIT, RenderAudit},
    {report::v1::DOCUMENT_PLAYBOOK, RenderPlaybook},
};

// Nullptr: no such document is known. Unspecified is the review.
const DocumentType* FindDocument(report::v1::Document document) {
  if (document == report::v1::DOCUMENT_UNSPECIFIED) document = report::v1::DOCUMENT_REVIEW;
  for (const DocumentType& type : kDocuments) {
    if (type.document == document) return &type;
  }
  return nullptr;
}

constexpr Phrase kPageTitle("{document}: {change}", "{document}：{change}");

Language WantedLanguage(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  return LanguageOf(request.language().empty() ? assembly.review.model().intent().language()
                                               : request.language());
}

std::string PageTitle(report::v1::Document document, const Assembly& assembly, Language language) {
  const std::string& change = assembly.review.change().title();
  const report::v1::DocumentInfo& info = InfoOf(document);
  const std::string& name = language == Language::kChinese ? info.title_zh() : info.title();
  if (change.empty()) return name;
  return Say(language, kPageTitle, {{"document", name}, {"change", change}});
}

absl::StatusOr<std::string> RenderIn(Language language, const DocumentType& document,
                                     const Assembly& assembly,
                                     const report::v1::DocumentRequest& request) {
  const report::v1::Format format = request.format();
  if (format == report::v1::FORMAT_UNSPECIFIED || format == report::v1::FORMAT_MARKDOWN) {
    return document.render(assembly, language);
  }
  if (format == report::v1::FORMAT_HTML) {
    return HtmlPage(
        document.render(assembly, language),
        {.title = PageTitle(document.document, assembly, language), .language = language});
  }
  const FormatRenderer render = FindFormat(format);
  if (render == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("format ", format, " is not known to this version"));
  }
  if (document.document != report::v1::DOCUMENT_REVIEW) {
    return absl::UnimplementedError(
        absl::StrCat("the ", absl::AsciiStrToLower(InfoOf(document.document).title()),
                     " exists in Markdown and HTML, not in ", InfoOf(format).title()));
  }
  report::v1::DocumentRequest resolved = request;
  resolved.set_language(language == Language::kChinese ? "zh" : "en");
  return render(assembly, resolved);
}

}  // namespace

absl::StatusOr<std::string> Render(const Assembly& assembly,
                                   const report::v1::DocumentRequest& request) {
  const DocumentType* document = FindDocument(request.document());
  if (document == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("document ", request.document(), " is not known to this version"));
  }
  const Language language = WantedLanguage(assembly, request);
  if (IsIn(language, assembly)) return RenderIn(language, *document, assembly, request);
  return RenderIn(language, *document, LocalizedTo(language, assembly), request);
}

}  // namespace allreview::report

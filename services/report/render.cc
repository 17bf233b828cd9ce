#include "services/report/render.h"

#include "absl/strings/str_cat.h"
#include "services/report/documents/documents.h"
#include "services/report/formats/formats.h"
#include "services/report/html/page.h"
#include "services/report/localize.h"

namespace allreview::report {
namespace {

constexpr Phrase kPageTitle("{document}: {change}", "{document}：{change}");

Language WantedLanguage(const Assembly& assembly, const report::v1::DocumentRequest& request) {
  return LanguageOf(request.language().empty() ? assembly.review.model().intent().language()
                                               : request.language());
}

Phrase NameOf(report::v1::Document document) {
  switch (document) {
    case report::v1::DOCUMENT_DEEP_DIVE:
      return Phrase("Deep dive", "深度解析");
    case report::v1::DOCUMENT_EXPLANATION:
      return Phrase("Explanation", "变更讲解");
    case report::v1::DOCUMENT_AUDIT:
      return Phrase("Audit", "生产就绪审计");
    case report::v1::DOCUMENT_PLAYBOOK:
      return Phrase("Playbook", "仓库手册");
    default:
      return Phrase("Review", "代码审查");
  }
}

std::string PageTitle(const DocumentType& document, const Assembly& assembly, Language language) {
  const std::string& change = assembly.review.change().title();
  const std::string name(NameOf(document.document).In(language));
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
    return HtmlPage(document.render(assembly, language),
                    {.title = PageTitle(document, assembly, language), .language = language});
  }
  const FormatType* type = FindFormat(format);
  if (type == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("format ", format, " is not known to this version"));
  }
  if (document.document != report::v1::DOCUMENT_REVIEW) {
    return absl::UnimplementedError(
        absl::StrCat("the ", document.name, " exists in Markdown and HTML, not in ", type->name));
  }
  report::v1::DocumentRequest resolved = request;
  resolved.set_language(language == Language::kChinese ? "zh" : "en");
  return type->render(assembly, resolved);
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
  const Language language = WantedLanguage(assembly, request);
  if (language == Language::kEnglish) return RenderIn(language, *document, assembly, request);
  return RenderIn(language, *document, LocalizedTo(language, assembly), request);
}

}  // namespace allreview::report

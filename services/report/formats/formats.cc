#include "services/report/formats/formats.h"

namespace allreview::report {
namespace {

constexpr FormatType kFormats[] = {
    {report::v1::FORMAT_JSON, "JSON", RenderJson},
    {report::v1::FORMAT_SARIF, "SARIF", RenderSarif},
    {report::v1::FORMAT_RDJSON, "rdjson", RenderRdjson},
    {report::v1::FORMAT_GITLAB, "GitLab code quality", RenderGitlab},
    {report::v1::FORMAT_GITHUB_ANNOTATIONS, "GitHub annotations", RenderGithubAnnotations},
    {report::v1::FORMAT_TERMINAL, "terminal", RenderTerminal},
};

}  // namespace

const FormatType* FindFormat(report::v1::Format format) {
  for (const FormatType& type : kFormats) {
    if (type.format == format) return &type;
  }
  return nullptr;
}

}  // namespace allreview::report

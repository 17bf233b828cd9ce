#include "services/report/formats/formats.h"

namespace allreview::report {

// A line for each, with the name of its function.
#define FORMATS(_)                                      \
  _(FORMAT_JSON, RenderJson)                            \
  _(FORMAT_SARIF, RenderSarif)                          \
  _(FORMAT_RDJSON, RenderRdjson)                        \
  _(FORMAT_GITLAB, RenderGitlab)                        \
  _(FORMAT_GITHUB_ANNOTATIONS, RenderGithubAnnotations) \
  _(FORMAT_JUNIT, RenderJunit)                          \
  _(FORMAT_TERMINAL, RenderTerminal)

#define DECLARE(format, render) \
  std::string render(const Assembly& assembly, const report::v1::DocumentRequest& request);
FORMATS(DECLARE)
#undef DECLARE

FormatRenderer FindFormat(report::v1::Format format) {
  switch (format) {
#define CASE(format, render) \
  case report::v1::format:   \
    return render;
    FORMATS(CASE)
#undef CASE
    default:
      return nullptr;
  }
}

}  // namespace allreview::report

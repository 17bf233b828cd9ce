#ifndef SERVICES_REPORT_HTML_ASSETS_H_
#define SERVICES_REPORT_HTML_ASSETS_H_

// Files that the build turns into constants; see BUILD.bazel.

namespace allreview::report {

extern const char kPageCss[];
extern const char kPageJs[];

}  // namespace allreview::report

#endif  // SERVICES_REPORT_HTML_ASSETS_H_

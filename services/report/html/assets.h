#ifndef SERVICES_REPORT_HTML_ASSETS_H_
#define SERVICES_REPORT_HTML_ASSETS_H_

// Files that the build turns into constants; see BUILD.bazel.

namespace allreview::report {

extern const char kPageCss[];
extern const char kPageJs[];
// dist/mermaid.min.js, compressed by gzip, in base64.
extern const char kMermaid[];
// SHA-256 of the file itself, 64 hexadecimal digits.
extern const char kMermaidSha256[];

}  // namespace allreview::report

#endif  // SERVICES_REPORT_HTML_ASSETS_H_

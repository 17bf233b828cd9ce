#ifndef GATEWAY_WEB_HIGHLIGHT_QUERIES_H_
#define GATEWAY_WEB_HIGHLIGHT_QUERIES_H_

// The highlights.scm of the grammars' packages; made by BUILD.bazel.

namespace allreview::web {

extern const char kBashQuery[];
extern const char kCQuery[];
extern const char kCppQuery[];
extern const char kCudaQuery[];
extern const char kPythonQuery[];
extern const char kYamlQuery[];

}  // namespace allreview::web

#endif  // GATEWAY_WEB_HIGHLIGHT_QUERIES_H_

#ifndef REVIEW_HIGHLIGHT_HIGHLIGHT_QUERIES_H_
#define REVIEW_HIGHLIGHT_HIGHLIGHT_QUERIES_H_

// The highlights.scm of the grammars' packages; made by BUILD.bazel.

namespace allreview {

extern const char kBashQuery[];
extern const char kCQuery[];
extern const char kCppQuery[];
extern const char kCudaQuery[];
extern const char kPythonQuery[];
extern const char kYamlQuery[];

}  // namespace allreview

#endif  // REVIEW_HIGHLIGHT_HIGHLIGHT_QUERIES_H_

#ifndef SERVICES_REPORT_ASSEMBLY_SEPARATORS_H_
#define SERVICES_REPORT_ASSEMBLY_SEPARATORS_H_

// What stands between parts of a sentence, beside Comma() and others of review/labels.h.

#include "absl/strings/string_view.h"
#include "review/labels.h"

namespace allreview::report {

// Between clauses, and between items that contain words of their own: Chinese separates only single
// words with Comma().
inline absl::string_view ClauseComma(Language language) {
  return language == Language::kChinese ? "，" : ", ";
}

// Between a thing and what is said of it.
inline absl::string_view Dash(Language language) {
  return language == Language::kChinese ? "：" : " - ";
}

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_SEPARATORS_H_

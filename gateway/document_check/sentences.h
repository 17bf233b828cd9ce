#ifndef GATEWAY_DOCUMENT_CHECK_SENTENCES_H_
#define GATEWAY_DOCUMENT_CHECK_SENTENCES_H_

// The statements of a document: what stands between full stops and semicolons in its prose and in
// the cells of its tables. Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gateway/document_check/outline.h"

namespace allreview::document_check {

struct Sentence {
  int line = 0;
  std::string text;       // Without marks of lists and what leads in: "Change: ".
  bool is_quote = false;  // Mostly words of the author, in quotation marks.
};

// Those that are long enough to be a statement. Headings, heads of tables, quoted blocks and what
// follows the last rule (coverage and receipt) are left out.
std::vector<Sentence> SentencesOf(const Outline& outline);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_SENTENCES_H_

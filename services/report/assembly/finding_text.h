#ifndef SERVICES_REPORT_ASSEMBLY_FINDING_TEXT_H_
#define SERVICES_REPORT_ASSEMBLY_FINDING_TEXT_H_

// Parts of a finding in Markdown, shared by the documents and the review comments.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/finding/v1/finding.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// A sentence about the change, with its period, or its question mark. In Chinese the mark is that
// of the sentence's own language, for authors write what they like.
std::string SentenceMarkdown(Language language, absl::string_view sentence);

// As SentenceMarkdown, of what somebody wrote: in a Chinese document, another language stands in
// quotation marks.
std::string QuotedMarkdown(Language language, absl::string_view sentence);

// The same for words, in Markdown or in a cell, that stand within a sentence: no period.
std::string QuotedWords(Language language, absl::string_view markdown);

// What is wrong and why it matters, in one paragraph.
std::string ProblemMarkdown(Language language, const finding::v1::Finding& finding);

// One line for each of the first three pieces of evidence, then how many more there are. Beside the
// code, the code itself tells nothing new.
enum class Beside { kNothing, kCode };
std::vector<std::string> EvidenceMarkdown(Language language, const finding::v1::Finding& finding,
                                          Beside beside);

// "0 of 16,384 results wrong in bf16, so below 1.8e-04 with 95 % confidence".
std::string BoundMarkdown(Language language, const finding::v1::Measurement& measurement);

// "callers: `a.py:3`, `b.py:7` and 2 more"; empty: none.
std::string RelatedMarkdown(Language language, const finding::v1::Finding& finding);

// The code before and after as a diff block; empty when the code after is not known.
std::string CodeChangeMarkdown(const finding::v1::Finding& finding);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_FINDING_TEXT_H_

#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_SUBJECT_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_SUBJECT_H_

// What a deep dive is about, prepared for all of its sections.

#include <set>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"
#include "services/report/story/core_functions.h"
#include "services/report/story/model_index.h"

namespace allreview::report::deep_dive {

// Borrows the review.
struct Subject {
  Subject(const review::v1::Review& review, Language language);

  const review::v1::Review& review;
  const Language language;
  const ModelIndex index;
  const CoreFunctions core;
  // Symbols from which a reader learns something, the weightiest first. Without those of tests,
  // unless the change has no others.
  std::vector<const analysis::v1::ChangedSymbol*> symbols;
  // The functions and methods among them.
  std::vector<const analysis::v1::ChangedSymbol*> functions;
  bool has_only_tests = false;
  std::vector<const analysis::v1::ChangedSymbol*> tests;  // That are left out above.

  // A test, or what tests use.
  bool IsTest(const analysis::v1::ChangedSymbol& symbol) const;

 private:
  std::set<std::string> test_paths_;
};

// How the text of a section begins that has nothing to say: deep_dive.cc names it at the end.
inline constexpr absl::string_view kNotApplicable = "N/A";

// "N/A - the reason.\n"
std::string NotApplicable(Language language, const std::string& reason);

// What a change consists of that holds nothing for a section: "only 3 documentation files", "only
// `kLimit`", "the diff holds no file".
std::string OnlyThis(const Subject& subject);

// "N/A - the reason (only 3 documentation files).\n"
std::string NothingHere(const Subject& subject, const Phrase& reason);

// "2 source files, 1 test file"
std::string FilesByClass(const Subject& subject);

// `name` (`path:line`), for lists.
std::string NameAndPlace(Language language, const analysis::v1::ChangedSymbol& symbol);

// A code span for the names of a list, and the list with what is left out.
std::string CodeOf(absl::string_view text, size_t max_bytes = 100);
std::string JoinNames(Language language, const std::vector<std::string>& names, size_t limit);
std::string JoinClauses(Language language, const std::vector<std::string>& clauses, size_t limit);

// A fenced block of Mermaid.
std::string MermaidBlock(const std::string& diagram);

// A sentence of a table cell or list item that begins with a capital and ends with a period.
std::string AsSentence(Language language, std::string clause);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_SUBJECT_H_

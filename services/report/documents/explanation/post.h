#ifndef SERVICES_REPORT_DOCUMENTS_EXPLANATION_POST_H_
#define SERVICES_REPORT_DOCUMENTS_EXPLANATION_POST_H_

// What all sections of an explanation are written from.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"
#include "services/report/glossary/glossary.h"
#include "services/report/story/call_order.h"
#include "services/report/story/model_index.h"
#include "services/report/story/place_code.h"

namespace allreview::report::explanation {

// What the author says of tests and limits. Sentences as they stand.
struct AuthorWords {
  std::vector<std::string> tests, risks;
};

struct Walk {
  std::vector<Stop> stops;                                // Callers before what they call.
  std::set<const analysis::v1::ChangedSymbol*> core;      // The weightiest of them.
  std::string heaviest = "";                              // Id of the weightiest one.
  std::vector<const analysis::v1::ChangedSymbol*> brief;  // Told in a line each.
  // Changed as a stop is, edit by edit, with the index of that stop.
  std::vector<std::pair<const analysis::v1::ChangedSymbol*, size_t>> mirrors;
  int left_out = 0;  // Told nowhere.
};

struct Post {
  const review::v1::Review& review;
  Language language;
  const ModelIndex& index;
  AuthorWords author;
  std::vector<glossary::UsedConcept> concepts;
  Walk walk;
};

AuthorWords ReadAuthor(const review::v1::Review& review);

Walk PlanWalk(const review::v1::Review& review, const ModelIndex& index);

// Sections, each with its heading and ending in LF; empty: there is nothing to say. They follow
// each other in this order.
std::string ProblemSection(const Post& post);
std::string SolutionSection(const Post& post);
std::string WalkSection(const Post& post);
std::string FilesSection(const Post& post);
std::string InterfaceSection(const Post& post);
std::string TestsSection(const Post& post);
std::string ImprovementsSection(const Post& post);
std::string PitfallsSection(const Post& post);
std::string RisksSection(const Post& post);

// Changed functions as the items of a list; those that changed in the same way share one.
std::string BriefItems(const Post& post,
                       const std::vector<const analysis::v1::ChangedSymbol*>& symbols);

// Whether a removed definition is part of a class that is removed with it.
bool GoesWithItsClass(const Post& post, const analysis::v1::ChangedSymbol& symbol);

// Names as this document writes them, safe for Markdown.
std::string CodeOf(absl::string_view text, size_t max_bytes = 120);
// The words of somebody else between quotation marks, without their period.
std::string Quoted(absl::string_view text);
// "a, b and c", "a、b 和 c".
std::string Enumerated(Language language, const std::vector<std::string>& items);
// The first letter as at the start of a sentence.
std::string Capitalised(absl::string_view sentence);
// "a" and "b and 2 more", of code spans, at most `limit` of them.
std::string CodeList(Language language, const std::vector<std::string>& names, size_t limit);

}  // namespace allreview::report::explanation

#endif  // SERVICES_REPORT_DOCUMENTS_EXPLANATION_POST_H_

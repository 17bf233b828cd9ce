#ifndef SERVICES_REPORT_GLOSSARY_GLOSSARY_H_
#define SERVICES_REPORT_GLOSSARY_GLOSSARY_H_

// What a developer must know of the field to understand a change: the concepts that the changed
// code uses, most relevant first, each with the place that uses it.
//
//   for (const UsedConcept& used : UsedConcepts(review.model(), 6)) {
//     text += Say(language, used.entry->meaning);
//   }
//
// A concept counts when changed code really does it: a new call or collective holds one of its
// terms. Names, mentions and statements that stayed only add to it. Tests and flags of parsers do
// not count, nor does a concept after which a folder or file of the change is named. Deterministic.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {

// All entries, by area.
const std::vector<const Entry*>& AllEntries();

// Entries with a term in a name, which may be dotted or camel case, in the order of the name. Of
// two terms of which one lies within the other the longer counts.
std::vector<const Entry*> EntriesIn(absl::string_view name);

struct UsedConcept {
  const Entry* entry = nullptr;
  std::string name;    // As the code has it: "dist.all_reduce".
  std::string symbol;  // Id of the changed symbol that uses it.
  change::v1::SourceRange range;
  int weight = 0;
  int more_symbols = 0;  // That use it too.
};

std::vector<UsedConcept> UsedConcepts(const analysis::v1::ChangeModel& model, size_t limit);

// "Ring Attention …, 2023, arXiv:2310.01889".
std::string SourceText(const Source& source);

}  // namespace allreview::report::glossary

#endif  // SERVICES_REPORT_GLOSSARY_GLOSSARY_H_

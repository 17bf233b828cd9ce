#ifndef ANALYZERS_FAILURES_OUTWARD_CHANGES_H_
#define ANALYZERS_FAILURES_OUTWARD_CHANGES_H_

// What code elsewhere may find otherwise than before a change: names that are gone, functions that
// take or return something else, classes of other bases, names and attributes with another value.
//
//   for (const OutwardChange& changed : OutwardChangesOf(change, file, values, has_users)) {
//     change.index().FilesWithIdentifier(changed.name) ...   // Who may notice.
//   }

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/python/syntax.h"
#include "analyzers/values/values_of_change.h"

namespace allreview::failures {

struct OutwardChange {
  const change::AnalysedFile* file = nullptr;
  absl::string_view name;  // As others write it: the last part.
  python::Node before;     // A definition, or what binds the name, in file->before.
  python::Node after;      // The same in file->after. Null: it is gone.
};

// Of one file: definitions first, in source order. Names that are new are no business of those who
// use others, nor are those that nobody uses: `has_users` says it by name. Of the rest `values` is
// asked what functions with changed lines return on either side.
std::vector<OutwardChange> OutwardChangesOf(
    const change::AnalysedChange& change, const change::AnalysedFile& file,
    values::ValuesOfChange& values, const std::function<bool(absl::string_view)>& has_users);

}  // namespace allreview::failures

#endif  // ANALYZERS_FAILURES_OUTWARD_CHANGES_H_

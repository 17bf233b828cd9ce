#ifndef ANALYZERS_FAILURES_CONCERNED_CODE_H_
#define ANALYZERS_FAILURES_CONCERNED_CODE_H_

// Which code of a changed file a change may have made fail: what has a changed line, and what uses
// a name whose meaning changed.
//
//   const ChangedNames names(change);
//   if (names.Concern(file, program, code)) Search(code);

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/change/changed_file.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/program.h"

namespace allreview::failures {

// A name that code elsewhere may use, and what binds it: `self.x = 1` binds x.
struct BoundName {
  absl::string_view name;
  python::Node node;
  python::Binding::Kind how = python::Binding::Kind::kAssignment;
};

// Lines of one side of the file that are not on the other, sorted; without documentation.
std::vector<int> ChangedLinesOf(const change::AnalysedFile& file, change::Side side);
// What these lines bind at the level of the module or of a class, and attributes that they assign.
// Polls.
std::vector<BoundName> NamesBoundOn(const python::Module& module, const std::vector<int>& lines);

// Functions and classes with changed lines; names that changed lines bind at the level of a module
// or class; attributes that they assign. Of both sides, without what they belong to.
class ChangedNames {
 public:
  explicit ChangedNames(const change::AnalysedChange& change);

  // `code` is of file.after in `program`.
  bool Concern(const change::AnalysedFile& file, const understanding::Program& program,
               understanding::CodeRef code) const;

 private:
  void Add(const python::Module& module, const std::vector<int>& lines);

  bool is_scan_;
  absl::flat_hash_set<std::string> names_;
};

}  // namespace allreview::failures

#endif  // ANALYZERS_FAILURES_CONCERNED_CODE_H_

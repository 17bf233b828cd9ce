#ifndef ANALYZERS_FAILURES_FAILURES_OF_CHANGE_H_
#define ANALYZERS_FAILURES_FAILURES_OF_CHANGE_H_

// What certainly fails in the files of a change and did not before, and what the change breaks in
// other files (uses_left_behind.h).
//
//   FailuresOfChange failures(change, values);
//   failures.Find();                      // Runs for the budget of the calling thread.
//   for (const CertainFailure& found : failures.all()) Report(found.at, found.failure);
//
// The code of the changed files that the change concerns (concerned_code.h) is interpreted within
// the repository after the change (analyzers/understanding). What fails there is looked for in the
// repository before: where the same code failed for the same reason, it is no business of the
// change. What catches its own failure (`try`, `with pytest.raises`) is left out, and so are files
// that are no Python.
//
// Find() once, from one thread, while nobody else asks `values`; what it found may be read from
// many.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/failures/concerned_code.h"
#include "analyzers/failures/uses_left_behind.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/program.h"
#include "analyzers/values/values_of_change.h"

namespace allreview::failures {

struct CertainFailure {
  const change::AnalysedFile* file = nullptr;
  python::Node at;              // The expression or statement that raises, in file->after.
  understanding::CodeRef code;  // Around it, in program().
  understanding::Failure failure;
};

class FailuresOfChange {
 public:
  // Both must outlive it.
  FailuresOfChange(const change::AnalysedChange& change, values::ValuesOfChange& values)
      : change_(change), values_(values), left_behind_(change, values) {}
  FailuresOfChange(const FailuresOfChange&) = delete;
  FailuresOfChange& operator=(const FailuresOfChange&) = delete;

  // Polls: when it is ended, the files that were seen are kept.
  void Find();
  // By file, in the order of codes.
  const std::vector<CertainFailure>& all() const { return all_; }
  // What the change broke in files that it leaves alone.
  const std::vector<UseLeftBehind>& left_behind() const { return left_behind_.all(); }
  // How many of change.files() were seen.
  size_t files_seen() const { return files_seen_; }
  // The repository after the change, where there are failures. The files that these speak of have
  // been read.
  const understanding::Program& program() const { return after().program(); }

 private:
  values::UnderstoodRepository& after() const { return values_.side(change::Side::kRight); }
  std::vector<CertainFailure> FailuresIn(const change::AnalysedFile& file);
  // Each as the name of the definition around it, how it fails, and its text.
  using OldFailures = std::set<std::tuple<std::string, understanding::Failure::Kind, std::string>>;
  const OldFailures& FailuresBefore(const python::Module& module);
  bool FailedBefore(const CertainFailure& found);

  const change::AnalysedChange& change_;
  values::ValuesOfChange& values_;
  std::optional<ChangedNames> names_;  // From the first file on that is searched.
  std::map<const python::Module*, OldFailures> before_by_module_;
  std::vector<CertainFailure> all_;
  UsesLeftBehind left_behind_;
  size_t files_seen_ = 0;
};

}  // namespace allreview::failures

#endif  // ANALYZERS_FAILURES_FAILURES_OF_CHANGE_H_

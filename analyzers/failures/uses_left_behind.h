#ifndef ANALYZERS_FAILURES_USES_LEFT_BEHIND_H_
#define ANALYZERS_FAILURES_USES_LEFT_BEHIND_H_

// Code in files that a change leaves alone, which certainly fails because of it.
//
//   UsesLeftBehind uses(change, values);
//   for (const AnalysedFile& file : change.files()) uses.Find(file);   // Runs for the budget of
//   the calling thread. for (const UseLeftBehind& use : uses.all()) Report(use.cause.file,
//   use.path, use.line);
//
// For each name that code elsewhere may find otherwise (outward_changes.h) the code of other files
// that writes it is interpreted in the repository after the change. What fails there is a use left
// behind when it did not fail before, and what fails is what changed: the attribute or import is
// the name that is gone, or the object comes from lines of the changed definition, or is it.
//
// Bounded: kMaxFiles files for a name (a name that more of them write is passed over, as who uses
// which of its many meanings would cost too much to find out), kMaxCodes codes for a change, in the
// order of changes and paths.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/failures/outward_changes.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/program.h"
#include "analyzers/values/values_of_change.h"

namespace allreview::failures {

struct UseLeftBehind {
  OutwardChange cause;
  std::string path;
  int line = 0;
  understanding::CodeRef code;  // In the repository after the change.
  understanding::Failure failure;
};

class UsesLeftBehind {
 public:
  static constexpr size_t kMaxFiles = 40;
  static constexpr int kMaxCodes = 200;

  // Both must outlive it.
  UsesLeftBehind(const change::AnalysedChange& change, values::ValuesOfChange& values);
  UsesLeftBehind(const UsesLeftBehind&) = delete;
  UsesLeftBehind& operator=(const UsesLeftBehind&) = delete;

  // Of what the change did to that file. From one thread; each file once.
  void Find(const change::AnalysedFile& file);
  // By changed name, path and line.
  const std::vector<UseLeftBehind>& all() const { return all_; }

 private:
  using CodeRef = understanding::CodeRef;
  // Files that the change leaves alone and that write the name; none when there are too many.
  const std::vector<std::string>& UsersOf(absl::string_view name);
  void FindUsesOf(const OutwardChange& changed, const std::string& path);
  void FindUsesIn(const OutwardChange& changed, const std::string& path, CodeRef code);
  // The same instruction ran to its end before the change: what failed then, or nobody can tell of,
  // is no matter of the change.
  bool WorkedBefore(const std::string& path, CodeRef code, const understanding::Failure& failure);
  bool IsCause(const OutwardChange& changed, const understanding::Failure& failure);
  bool ComesFrom(const OutwardChange& changed, const understanding::Value& value);

  const change::AnalysedChange& change_;
  values::ValuesOfChange& values_;
  absl::flat_hash_set<std::string> changed_paths_;
  std::map<std::string, std::vector<std::string>, std::less<>> users_;  // By name.
  absl::flat_hash_set<std::pair<CodeRef, uint32_t>> seen_;              // Failures, by instruction.
  int codes_ = 0;
  std::vector<UseLeftBehind> all_;
};

}  // namespace allreview::failures

#endif  // ANALYZERS_FAILURES_USES_LEFT_BEHIND_H_

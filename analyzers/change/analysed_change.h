#ifndef ANALYZERS_CHANGE_ANALYSED_CHANGE_H_
#define ANALYZERS_CHANGE_ANALYSED_CHANGE_H_

// A change as a value: its files parsed before and after, and the repository around it, which is
// read when somebody asks.
//
//   const AnalysedChange change = ParseChange({.files = files, .repository = &reader});
//   rules::RunRules({.change = change, ...});          // Phases: functions over the value, which
//   test_plan::TestsOfChange(change).Verify();         // know nothing of each other.
//   analysis::BuildChangeModel(change, {...});
//
// Pure but for the two interfaces of repository_reader.h: no network, no clock, no flags. Nothing
// depends on the number of threads. All questions are safe from any thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/change/changed_file.h"
#include "analyzers/change/coverage.h"
#include "analyzers/change/repository_reader.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::moves {
class Moves;  // analyzers/moves/moves.h
}  // namespace allreview::moves

namespace allreview::change {

struct Limits {
  int64_t max_file_bytes = 4 << 20;
  int64_t max_nodes = 2'000'000;  // Of one syntax tree.
  int max_depth = 1'000;          // Of nesting that rules follow.
  double file_seconds = 10;       // CPU time of the rules for one file; needs `cpu_seconds`.
};

// All borrowed, for as long as the change lives.
struct ChangeInput {
  const std::vector<ChangedFile>& files;
  Description description = {};
  bool is_scan = false;  // `files` are a tree, as if it were new; nobody changed anything.
  RepositoryReader* repository = nullptr;  // Null: only the changed files are known.
  FactsCache* cache = nullptr;             // Null: nothing is remembered.
  Limits limits = {};
  bool keep_for_queries = false;  // Trees serve the queries of organisations' rules, too.
  int threads = 1;
  std::function<void(absl::string_view message, int64_t done, int64_t total)> on_progress = {};
  // CPU time of the calling thread. Empty: the time for one file is not limited.
  std::function<double()> cpu_seconds = {};
};

class AnalysedChange {
 public:
  AnalysedChange(AnalysedChange&&) noexcept;
  AnalysedChange& operator=(AnalysedChange&&) noexcept;
  ~AnalysedChange();

  // Changed Python files, sorted by path. They stay where they are when the change is moved.
  const std::vector<AnalysedFile>& files() const;
  // One for each of `files`: what parsing came to.
  const std::vector<Coverage>& coverage() const;
  // The same for C++ and CUDA.
  const std::vector<AnalysedCppFile>& cpp_files() const;
  const std::vector<Coverage>& cpp_coverage() const;
  // All changed files, those that nobody reads too; their content may not be known.
  const std::vector<ChangedFile>& changed_files() const { return input().files; }
  const Description& description() const { return input().description; }
  bool is_scan() const { return input().is_scan; }
  const ChangeInput& input() const;

  // The repository after the change. The first question loads it, which costs time.
  repository::RepositoryIndex& index() const;
  repository::Project& project() const;
  // Who gets where in it.
  reach::Reach& reach() const;
  // Any file of the repository, before or after the change.
  RepositoryTexts& texts() const;

  // What was moved, renamed, re-indented and split, over all files: asked before anything is called
  // new or gone. The first question makes it, in about linear time.
  const moves::Moves& moves() const;

  // Modules parsed so far, of the change and of the index, and files whose facts were remembered.
  int files_parsed() const;
  int facts_cached() const;

  // Calls work(i) for each of `files`, side by side, within what one file may take in all phases
  // that look at it alone. Says by file why the work was ended; OK: it was not. `phase` completes
  // "stopped in …".
  std::vector<absl::Status> ForEachFile(absl::string_view phase,
                                        const std::function<void(size_t)>& work) const;
  // The same with a budget of its own: a share of what one file may take, whatever was used before.
  std::vector<absl::Status> ForEachFileAnew(absl::string_view phase, double share,
                                            const std::function<void(size_t)>& work) const;
  // For each of `cpp_files`.
  std::vector<absl::Status> ForEachCppFile(absl::string_view phase,
                                           const std::function<void(size_t)>& work) const;
  std::vector<absl::Status> ForEachCppFileAnew(absl::string_view phase, double share,
                                               const std::function<void(size_t)>& work) const;

 private:
  friend AnalysedChange ParseChange(ChangeInput input);
  struct Parts;
  explicit AnalysedChange(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

// Parses both sides of each file that rules read. Works for the budget of the calling thread, which
// must outlive the change.
AnalysedChange ParseChange(ChangeInput input);

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_ANALYSED_CHANGE_H_

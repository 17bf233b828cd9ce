#ifndef ANALYZERS_RULES_CONTEXT_H_
#define ANALYZERS_RULES_CONTEXT_H_

// What a check sees of a file and of a change, and where it reports. rule.h says how a rule is
// made.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/observation.h"  // IWYU pragma: export
#include "base/mutex.h"

namespace allreview::python {
class ControlFlow;
class Values;
}  // namespace allreview::python

namespace allreview::moves {
class Moves;  // analyzers/moves/moves.h
}  // namespace allreview::moves
namespace allreview::reach {
class Reach;  // analyzers/reach/reach.h
}  // namespace allreview::reach
namespace allreview::repository {
class RepositoryIndex;
}  // namespace allreview::repository
namespace allreview::change {
class RepositoryTexts;  // analyzers/change/repository_texts.h
}  // namespace allreview::change
namespace allreview::failures {
class FailuresOfChange;  // analyzers/failures/failures_of_change.h
}  // namespace allreview::failures
namespace allreview::house {
struct FileHabits;  // analyzers/house/norms.h
struct Policy;      // analyzers/house/policy.h
}  // namespace allreview::house
namespace allreview::spelling {
class Dictionary;  // analyzers/spelling/dictionary.h
}  // namespace allreview::spelling
namespace allreview::test_plan {
class TestsOfChange;  // analyzers/test_plan/tests_of_change.h
}  // namespace allreview::test_plan
namespace allreview::understanding {
class Value;  // analyzers/understanding/value.h
}  // namespace allreview::understanding
namespace allreview::values {
class ValuesOfChange;  // analyzers/values/values_of_change.h
}  // namespace allreview::values

namespace allreview::rules {

using change::AnalysedCppFile;
using change::AnalysedFile;
using change::ChangedFile;
using change::ChangedLines;
using change::Description;
using change::FileRole;
using change::RepositoryTexts;

class FileFacts;    // file_facts.h
struct Rule;        // rule.h
struct RulesInput;  // engine.h

// What `check` sees of a file.
class FileContext {
 public:
  FileContext(const AnalysedFile& file, FileFacts& facts, const Rule& rule,
              std::vector<Finding>* findings)
      : file_(file), facts_(facts), rule_(rule), findings_(findings) {}

  const python::Module& module() const { return *file_.after; }
  // The file before the change. Null: there was none.
  const python::Module* before() const { return file_.before; }
  const ChangedFile& changed() const { return *file_.changed; }
  bool is_test() const { return file_.changed->role == FileRole::kTest; }

  // Control flow of the innermost function around the node, or of the module.
  const python::ControlFlow& flow(Node node) const;
  // What an expression of the file may be, in the repository around this version of it: joined over
  // the paths that get to it and narrowed there, impossible where none does, unknown when nobody
  // knows. The first question of a review prepares the repository, and each function that is asked
  // about is run: ask when everything else speaks for a finding.
  //
  //   const understanding::Value value = file.ValueOf(argument);
  //   if (understanding::IsOnHost(value)) return;
  understanding::Value ValueOf(Node expression) const;
  // The lines that the alternatives of such a value come from, in any file of the repository.
  std::vector<Range> OriginsOf(const understanding::Value& value) const;
  // For more questions of that kind. Null in tests of single files.
  values::ValuesOfChange* values_of_change() const;
  // What expressions certainly are, by this file alone: weaker than ValueOf(), and cheap.
  const python::Values& values() const;
  // The repository after the change. The first question loads it, which costs time: ask last.
  repository::Project& project() const { return *file_.project; }
  // Who gets where in it. The same advice.
  reach::Reach& reach() const { return *file_.reach; }
  // "pkg.module.Class.method", as questions to the project name it.
  std::string AbsoluteName(const python::Definition& definition) const;

  // Some line of the node is new code.
  bool IsChanged(Node node) const { return file_.lines.Touches(node); }
  // Lines were removed from inside the node.
  bool HasRemovedLines(Node node) const { return file_.lines.HasRemovedIn(node); }

  void Report(Observation observation);

 private:
  const AnalysedFile& file_;
  FileFacts& facts_;
  const Rule& rule_;
  std::vector<Finding>* findings_;
};

// What rules that look at the whole change share.
struct SharedWork {
  const failures::FailuresOfChange& failures;
  values::ValuesOfChange& values;
  Mutex tests_mutex = {};
};

// What `check_change` sees.
class ChangeContext {
 public:
  ChangeContext(const RulesInput& input, SharedWork& shared, const Rule& rule,
                std::vector<Finding>* findings)
      : input_(input), shared_(shared), rule_(rule), findings_(findings) {}

  // Changed Python files, sorted by path.
  const std::vector<AnalysedFile>& files() const;
  // Those of them that can be read after the change; no tests if the rule skips them.
  std::vector<std::reference_wrapper<const AnalysedFile>> python_files() const;
  // The same for C++ and CUDA.
  const std::vector<AnalysedCppFile>& all_cpp_files() const;
  std::vector<std::reference_wrapper<const AnalysedCppFile>> cpp_files() const;
  // All changed files, those that nobody reads too; their content may not be known.
  const std::vector<ChangedFile>& changed_files() const;
  const Description& description() const;
  // The repository after the change. Loading it costs time: ask only when there is a question.
  repository::RepositoryIndex& index();
  repository::Project& project();
  // Any file of the repository, before or after the change. The same advice.
  RepositoryTexts& texts();
  // What the repository asks of new code, by its own files before the change. The same advice.
  const house::Policy& house();
  // What the files that the change leaves alone usually do. The same advice.
  const std::vector<house::FileHabits>& habits();
  // Null: there is none.
  const spelling::Dictionary* spelling() const;
  // What the change adds, and which tests reach it. The same advice. It is made for one thread: the
  // rule has it for itself from its first question on.
  test_plan::TestsOfChange& tests();
  // What the change moved, renamed and split.
  const moves::Moves& moves() const;
  // No code of the old side became it: to be asked before anything is called new.
  bool IsNew(const python::Definition& definition) const;
  // The same definition before the change, wherever that stood and whatever its name was. Null:
  // none.
  const python::Definition* Before(const python::Definition& definition) const;
  // What certainly fails in the changed files and did not before.
  const failures::FailuresOfChange& failures() const { return shared_.failures; }
  // As FileContext has them; `expression` lies in file.after or in file.before.
  understanding::Value ValueOf(const AnalysedFile& file, Node expression) const;
  std::vector<Range> OriginsOf(const AnalysedFile& file, const understanding::Value& value) const;
  values::ValuesOfChange& values_of_change() const { return shared_.values; }

  // `observation.at` lies in file.after.
  void Report(const AnalysedFile& file, Observation observation);
  void ReportCpp(const AnalysedCppFile& file, CppObservation observation);  // cpp_context.h
  // `observation.at` lies in file.before; the finding stands on the left side.
  void ReportBefore(const AnalysedFile& file, Observation observation);
  void ReportCppBefore(const AnalysedCppFile& file, CppObservation observation);

 private:
  const RulesInput& input_;
  SharedWork& shared_;
  std::optional<MutexLock> tests_lock_;  // From the first question about tests on.
  const Rule& rule_;
  std::vector<Finding>* findings_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CONTEXT_H_

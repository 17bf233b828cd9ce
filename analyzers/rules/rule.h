#ifndef ANALYZERS_RULES_RULE_H_
#define ANALYZERS_RULES_RULE_H_

// What a rule is, and what it works with. A rule is one constant in <category>/<rule>.cc:
//
//   void Check(FileContext& file, Node call) {
//     if (!file.module().Calls(call, "torch.nn.functional.cross_entropy")) return;
//     const Node logits = file.module().Dereference(python::Argument(call, 0, "input"));
//     if (!IsSoftmax(file.module(), logits)) return;
//     file.Report({.at = call, .params = {{"op", "softmax"}}});
//   }
//
//   extern constinit const Rule kSoftmaxBeforeCrossEntropy = {
//       .info = {.id = "softmax-before-cross-entropy", ... as rule_info.h says ...},
//       .kinds = {NodeKind::kCall},
//       .check = Check};
//
// README.md says how to add one.
//
// The engine parses each changed file once and shows a rule only nodes that touch changed code, in
// source order; it drops what a rule reports elsewhere, as findings concern changed lines or what
// they break. A check must not keep state: files are analysed on several threads at once.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/changed_lines.h"
#include "analyzers/rules/engine.h"
#include "analyzers/rules/finding.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::python {
class ControlFlow;
class Values;
}  // namespace allreview::python

namespace allreview::repository {
class Project;
class RepositoryIndex;
struct Place;
}  // namespace allreview::repository

namespace allreview::house {
struct FileHabits;  // analyzers/house/norms.h
struct Policy;      // analyzers/house/policy.h
}  // namespace allreview::house
namespace allreview::test_plan {
class TestsOfChange;  // analyzers/test_plan/tests_of_change.h
}  // namespace allreview::test_plan

namespace allreview::rules {

class FileFacts;
class HouseOfChange;    // house_of_change.h
class RepositoryTexts;  // repository_texts.h

// `Kind` alone is that of a finding.
using NodeKind = python::Kind;
using python::Field;
using python::Node;

class FileContext;
class ChangeContext;

// Which code makes a finding the change's business.
enum class Concern {
  // The node reported (or Observation.because) touches an added line.
  kChangedLines,
  // The function around it has an added or removed line, and the version before the change did not
  // have the same finding. For defects that a change elsewhere in the function brings to life.
  kChangedFunctions,
  // The node touches an added line, and the version before the change had fewer findings of this
  // rule with the same Observation.identity, wherever in the file. For policies on new uses: what
  // was only moved or edited is not new.
  kNewOccurrences,
};

// What a file_check looks at.
struct FileVisit {
  FileContext& file;
  const std::vector<python::ByteRange>& regions;  // New lines and the functions that were touched.
  const std::function<bool()>& should_stop;       // Polled often: true when time is up.
};

// The check of a rule that carries data and therefore is no constant.
class FileCheck {
 public:
  virtual ~FileCheck() = default;
  // Called once for each version of a file, from several threads. An error says which limit kept
  // the rule from seeing all of the file.
  virtual absl::Status Check(const FileVisit& visit) const = 0;
};

struct Rule {
  RuleInfo info;
  // Kinds of nodes that `check` is called with.
  NodeKind kinds[6] = {};
  // Names without which the rule has nothing to say, separated by blanks: "softmax log_softmax". A
  // node is shown to `check` only if an identifier in it, itself included, is one of them. Empty:
  // every node is. Most nodes hold none, so name them wherever they can be named: that costs less
  // than any test in `check`. Other names for the same thing count: what an import (`import x as
  // y`) or an assignment of this file (`y = a.x`) calls it. What stands in strings does not count.
  absl::string_view names = {};
  // The same, but anywhere in the file.
  absl::string_view file_names = {};
  bool skips_tests = false;  // Files of tests are not shown to it.
  void (*check)(FileContext& file, Node node) = nullptr;
  // Called once, after all files were walked, while other rules look at the same change; may ask
  // the index of the repository.
  void (*check_change)(ChangeContext& change) = nullptr;
  Concern concern = Concern::kChangedLines;
  const FileCheck* file_check = nullptr;  // Instead of the other two.
};

// One finding, as a rule describes it. The engine completes it: texts from the templates, code
// before and after, excerpt, enclosing symbol, cause, fingerprint, and evidence of the syntax node.
struct Observation {
  Node at;  // What the finding is about: as small as possible.
  // Names must cover the placeholders of message, consequence and advice.
  std::vector<std::pair<absl::string_view, std::string>> params = {};
  // Code whose change is the reason, when `at` itself need not be changed. Null: `at`.
  Node because = {};
  std::vector<Related> related = {};
  // In the file of `at`. `after_code` is made from them.
  std::vector<Edit> edits = {};
  // Code to add elsewhere, for example a test; shown as `after_code` with nothing before it.
  std::string new_code = {};
  std::vector<Evidence> evidence = {};  // More than the node.
  // What kNewOccurrences counts by, for example the callee. Empty: the statement.
  std::string identity = {};
  // Where this place differs from the rule's own.
  std::optional<Severity> severity = {};
  std::optional<Impact> impact = {};
  std::optional<Confidence> confidence = {};
  Kind kind = Kind::kDefect;
  // With kBrokenElsewhere and kRemovedLine the changed lines are given here (and `because` is not
  // looked at); else the engine decides.
  std::optional<Cause> cause = {};
};

// A changed file, understood.
struct AnalysedFile {
  AnalysedFile();
  ~AnalysedFile();
  AnalysedFile(AnalysedFile&&);
  AnalysedFile& operator=(AnalysedFile&&);

  const ChangedFile* changed = nullptr;
  std::unique_ptr<python::Module> after;   // Null: deleted, unknown or over a limit.
  std::unique_ptr<python::Module> before;  // Null: added, unknown or over a limit.
  ChangedLines lines;                      // Of `after`.
  repository::Project* project = nullptr;  // The repository after the change.
  std::unique_ptr<FileFacts> facts;        // Of `after`. Null: nobody asked yet.
};

// What `check` sees of a file.
class FileContext {
 public:
  FileContext(AnalysedFile& file, const Rule& rule, std::vector<Finding>* findings)
      : file_(file), rule_(rule), findings_(findings) {}

  const python::Module& module() const { return *file_.after; }
  // The file before the change. Null: there was none.
  const python::Module* before() const { return file_.before.get(); }
  const ChangedFile& changed() const { return *file_.changed; }
  bool is_test() const { return file_.changed->role == FileRole::kTest; }

  // Control flow of the innermost function around the node, or of the module.
  const python::ControlFlow& flow(Node node) const;
  // What expressions certainly are.
  const python::Values& values() const;
  // The repository after the change. The first question loads it, which costs time: ask last.
  repository::Project& project() const { return *file_.project; }
  // "pkg.module.Class.method", as questions to the project name it.
  std::string AbsoluteName(const python::Definition& definition) const;

  // Some line of the node is new code.
  bool IsChanged(Node node) const { return file_.lines.Touches(node); }
  // Lines were removed from inside the node.
  bool HasRemovedLines(Node node) const { return file_.lines.HasRemovedIn(node); }

  void Report(Observation observation);

 private:
  FileFacts& facts() const;

  AnalysedFile& file_;
  const Rule& rule_;
  std::vector<Finding>* findings_;
};

// A change as a whole, and what is around it.
struct AnalysedChange {
  const std::vector<AnalysedFile>& files;
  const std::vector<ChangedFile>& changed_files;
  const Description& description;
  repository::RepositoryIndex& index;
  repository::Project& project;
  RepositoryTexts& texts;
  HouseOfChange* house = nullptr;
  const spelling::Dictionary* spelling = nullptr;
  bool is_scan = false;  // See AnalysisInput.
  test_plan::TestsOfChange* tests = nullptr;
  std::mutex* tests_mutex = nullptr;  // Of `tests`.
};

// What `check_change` sees.
class ChangeContext {
 public:
  ChangeContext(const AnalysedChange& change, const Rule& rule, std::vector<Finding>* findings)
      : change_(change), rule_(rule), findings_(findings) {}

  // Changed Python files, sorted by path.
  const std::vector<AnalysedFile>& files() const { return change_.files; }
  // Those of them that can be read after the change; no tests if the rule skips them.
  std::vector<std::reference_wrapper<const AnalysedFile>> python_files() const;
  // All changed files, those that are not Python too; their content may not be known.
  const std::vector<ChangedFile>& changed_files() const { return change_.changed_files; }
  const Description& description() const { return change_.description; }
  // The repository after the change. Loading it costs time: ask only when there is a question.
  repository::RepositoryIndex& index() { return change_.index; }
  repository::Project& project() { return change_.project; }
  // Any file of the repository, before or after the change. The same advice.
  RepositoryTexts& texts() { return change_.texts; }
  // What the repository asks of new code, by its own files before the change. The same advice.
  const house::Policy& house();
  // What the files that the change leaves alone usually do. The same advice.
  const std::vector<house::FileHabits>& habits();
  // Null: there is none.
  const spelling::Dictionary* spelling() const { return change_.spelling; }
  // What the change adds, and which tests reach it. The same advice. It is made for one thread: the
  // rule has it for itself from its first question on.
  test_plan::TestsOfChange& tests();

  // `observation.at` lies in file.after.
  void Report(const AnalysedFile& file, Observation observation);
  // `observation.at` lies in file.before; the finding stands on the left side.
  void ReportBefore(const AnalysedFile& file, Observation observation);

 private:
  const AnalysedChange& change_;
  const Rule& rule_;
  std::vector<Finding>* findings_;
  std::unique_lock<std::mutex> tests_lock_;
};

// Range of a node in its module.
Range RangeOf(const python::Module& module, Node node, Side side = Side::kRight);
// Range of what another file of the repository holds, after the change.
Range RangeOf(absl::string_view path, const repository::Place& place);
// Edit that replaces a node.
Edit Replace(const python::Module& module, Node node, std::string replacement);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RULE_H_

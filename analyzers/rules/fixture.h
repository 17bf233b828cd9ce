#ifndef ANALYZERS_RULES_FIXTURE_H_
#define ANALYZERS_RULES_FIXTURE_H_

// Fixtures of rules: code with annotations. For tests.
//
//   loss = ce(x.softmax(-1), y)  # expect: softmax-before-cross-entropy
//   # expect: rule-a, rule-b
//   this_line(has="two findings")
//
// Every finding of the rules that it names must be annotated and every annotation found. The
// annotation stands on the first line of the finding, or alone on the line before. A case that a
// rule must pass over says why, so that each guard has its case:
//
//   ce(logits, y)  # silent: already logits
//
// In C++ and CUDA annotations and marks begin with `//`.
//
// All rules run, also those that are off by default. By default the whole file is new code of one
// path. Section marks say otherwise; with them a fixture can hold several files and both
// sides of a change:
//
//   # --- tests/test_x.py
//   ...                                   the file is new
//   # --- pkg/a.py before
//   ...                                   its old version,
//   # --- pkg/a.py after
//   ...                                   its new one: only the lines that differ are new
//   # --- pkg/b.py unchanged
//   ...                                   in the repository, not in the change
//
// A section may be a file of another language; annotations may begin with '#' anywhere. What the
// author says of the change comes first of all:
//
//   # title: Remove the old router
//   # body: Callers use `TopKRouter` since March.
//
// A `before` without `after` is a deleted file. An annotation in `before` speaks of a finding on
// the left side.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/rules/analyse.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// A file may hold several changes, for rules that speak of a change as a whole: a line
// "# === what it shows" stands before each. Without such a line the whole text is one. Views into
// `text`.
std::vector<absl::string_view> SplitChanges(absl::string_view text);

// "analyzers/rules/cuda/grid_rounded_down.cu", and what code without section marks is called.
std::string FixturePathOf(const RuleInfo& rule);
std::string ExamplePathOf(const RuleInfo& rule);

struct Fixture {
  struct Expectation {
    std::string path;
    Side side = Side::kRight;
    int line = 0;
    std::string rule_id;
    auto Key() const { return std::make_tuple(path, side, line, rule_id); }
  };
  std::vector<ChangedFile> files;
  Description description;
  std::map<std::string, std::string> unchanged;  // Content by path.
  std::vector<Expectation> expectations;
  int silent_cases = 0;
};

// Fails on marks or annotations that it cannot read, naming the line. `path` is that of code before
// the first section mark.
absl::StatusOr<Fixture> ParseFixture(absl::string_view text,
                                     absl::string_view path = "pkg/module.py");

// Reads the fixture of a rule: one for each change in the file.
absl::StatusOr<std::vector<Fixture>> ReadFixtures(const RuleInfo& rule);

// Analyses the fixture on `threads` threads, with its unchanged files as the repository. All rules
// are on.
AnalysisResult AnalyseFixture(const Fixture& fixture, int threads = 1);
// The same with rules as users have them, and those of `also` besides.
AnalysisResult AnalyseFixture(const Fixture& fixture, int threads,
                              const std::set<std::string>& also);

// The fixture as a change, for phases that need no rules.
class ParsedFixture {
 public:
  // Borrows it.
  explicit ParsedFixture(const Fixture& fixture);
  const change::AnalysedChange& change() const { return change_; }

 private:
  std::unique_ptr<change::RepositoryReader> reader_;
  change::AnalysedChange change_;
};

// One line for each finding without annotation and annotation without finding; empty: all is well.
std::vector<std::string> CompareWithExpectations(const Fixture& fixture,
                                                 const std::vector<Finding>& findings);

// Hunks between two texts: runs of differing lines, without context.
std::vector<change::ChangedHunk> DiffLines(absl::string_view before, absl::string_view after);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_FIXTURE_H_

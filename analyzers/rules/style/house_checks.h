#ifndef ANALYZERS_RULES_STYLE_HOUSE_CHECKS_H_
#define ANALYZERS_RULES_STYLE_HOUSE_CHECKS_H_

// House rules that are checked on the new code of a change. The rules of this folder report what is
// found; the table of house rules counts it, also where the rule itself is off because a linter of
// the repository reports the same.
//
//   const Sweep sweep = FindPrints({change.files(), change.house(), change.project(),
//   change.moves()}); for (const Hit& hit : sweep.hits) change.Report(*hit.file, {.at = hit.at,
//   ...});

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"
#include "analyzers/rules/rule.h"
#include "sentences/sentence.h"

namespace allreview::rules {

struct Hit {
  const AnalysedFile* file = nullptr;
  Node at;
  std::string name;  // Name that the finding is about.
  int line = 0;      // 0: where the node begins.
};

struct Sweep {
  int checked = 0;  // Places that were looked at.
  std::vector<Hit> hits;
};

struct SweepInput {
  const std::vector<AnalysedFile>& files;
  const house::Policy& house;
  repository::Project& project;
  const moves::Moves& moves;
};

Sweep FindMissingClassDocstrings(const SweepInput& input);
Sweep FindMissingFunctionDocstrings(const SweepInput& input);
Sweep FindUnannotatedFunctions(const SweepInput& input);
Sweep FindLongLines(const SweepInput& input);
Sweep FindUnconventionalNames(const SweepInput& input);
Sweep FindPrints(const SweepInput& input);
Sweep FindRootLoggerCalls(const SweepInput& input);
Sweep FindUnusedImports(const SweepInput& input);
Sweep FindWildcardImports(const SweepInput& input);
Sweep FindBareExcepts(const SweepInput& input);

struct HouseCheck {
  absl::string_view topic;
  Sweep (*sweep)(const SweepInput&);
};
// Null: the topic is not checked here.
const HouseCheck* FindHouseCheck(absl::string_view topic);

// Where a topic is asked for, and how much it weighs.
class HouseScope {
 public:
  HouseScope(const house::Policy& policy, absl::string_view topic);

  // An active entry asks for it; without any entry, the library's own code is meant (`/core/`).
  bool Covers(absl::string_view path) const;
  // Null: nobody asks for it.
  const house::Entry* entry() const { return entry_; }
  // P2 where CI fails, P3 for norms; nullopt: the rule's own.
  std::optional<Severity> severity() const;
  // "pylint C0116 rejects it", "`AGENTS.md:12` asks for it"; otherwise `otherwise`.
  Words Effect(const Phrase& otherwise) const;

 private:
  const house::Entry* entry_;
  house::PathMatcher matcher_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_STYLE_HOUSE_CHECKS_H_

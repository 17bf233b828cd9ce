#ifndef ANALYZERS_RULES_FINDING_LIST_H_
#define ANALYZERS_RULES_FINDING_LIST_H_

// Findings as rules make them, with a bound for each file: nobody reads the thousandth finding of
// one rule in one file, and its author must not decide how much memory a review takes.
//
//   FindingList list;
//   const FindingList::Scope scope(&list);   // What the thread reports is bounded by it.
//   FileContext context(file, rule, list.findings());
//   rule.check(context, node);
//   for (const FindingList::Cut& cut : list.cuts()) ...   // What is not listed, with its number.
//
// For one thread.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/finding.h"
#include "analyzers/syntax/tree_data.h"

namespace allreview::rules {

// How many findings are listed. What is beyond them is counted.
struct FindingLimits {
  int of_rule = 1'000;       // Findings of one rule in one file.
  int of_file = 5'000;       // Findings of all rules in one file.
  int64_t bytes = 32 << 20;  // For one file, and for one rule that looks at the whole change.
  int of_review = 10'000;
  int64_t of_review_bytes = 24 << 20;
};

class FindingList {
 public:
  // While it lives, the list bounds what the calling thread reports. Scopes nest.
  class Scope {
   public:
    explicit Scope(FindingList* list);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    FindingList* const outer_;
  };
  // Null: nothing bounds it.
  static FindingList* Current();

  explicit FindingList(const FindingLimits& limits = {}) : limits_(limits) {}

  // False: the file has enough findings. Counts the one that is not made.
  bool Admits(absl::string_view path, absl::string_view rule_id);
  // Counts a finding that was admitted and is about to be listed.
  void Count(const Finding& finding);

  std::vector<Finding>* findings() { return &findings_; }
  std::vector<Finding> Take() { return std::move(findings_); }

  // "4312 findings of the file are not listed, first of rule `x`, which ..."; by path.
  struct Cut {
    std::string path, reason;
  };
  std::vector<Cut> cuts() const;

  // Tokens of a statement for the fingerprint, remembered for the findings that follow in it. It is
  // known by its node in its tree.
  const std::string& TokensOf(const syntax::TreeData* tree, uint32_t node,
                              const std::function<std::string()>& tokens);

 private:
  struct OfFile {
    int count = 0;
    std::map<absl::string_view, int> of_rules;  // Ids outlive the list.
    int64_t dropped = 0;
    std::string first_dropped;
  };

  const FindingLimits limits_;
  std::vector<Finding> findings_;
  int64_t bytes_ = 0;
  std::map<std::string, OfFile, std::less<>> files_;
  const syntax::TreeData* tree_ = nullptr;  // Whose statement `tokens_` are.
  uint32_t node_ = 0;
  std::string tokens_;
};

// About how much memory it takes.
int64_t BytesOf(const Finding& finding);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_FINDING_LIST_H_

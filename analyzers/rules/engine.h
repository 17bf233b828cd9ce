#ifndef ANALYZERS_RULES_ENGINE_H_
#define ANALYZERS_RULES_ENGINE_H_

// Runs all rules over a change.
//
//   AnalysisResult result = Analyze({.files = files, .repository = &reader, .cache = &cache});
//
// Pure but for the two interfaces, through which it asks for what it lacks: no network, no clock,
// no flags. The result does not depend on `threads`. Findings are sorted by (path, line, column,
// rule).

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/rules/finding.h"
#include "analyzers/rules/house_report.h"
#include "analyzers/rules/rule_info.h"
#include "analyzers/rules/test_verification.h"

namespace allreview::spelling {
class Dictionary;  // analyzers/spelling/dictionary.h
}  // namespace allreview::spelling

namespace allreview::rules {

// A hunk as rules see it. Line numbers are 1-based.
struct ChangedHunk {
  int old_start = 0, old_lines = 0, new_start = 0, new_lines = 0;
  std::vector<int> added;    // Lines of the new file that are new code.
  std::vector<int> removed;  // Lines of the old file.
  std::vector<int> moved;    // Lines of the new file that only came from elsewhere in the change;
                             // not in `added`.
};

struct AnalysedChange;  // rule.h
struct Rule;            // rule.h

enum class FileRole { kSource, kTest, kOther };

struct ChangedFile {
  std::string path;      // New path; old path for a deleted file.
  std::string old_path;  // Equal to path unless renamed or copied.
  bool is_added = false, is_deleted = false;
  FileRole role = FileRole::kSource;
  std::string language;  // Only "python" is analysed.
  std::string before_blob_id, after_blob_id;
  std::optional<std::string> before;  // Content; nullopt: does not exist or is not known.
  std::optional<std::string> after;
  std::vector<ChangedHunk> hunks;
};

// What the author says of the change; all may be empty.
struct Description {
  std::string title, body;
  std::vector<std::string> commit_messages;  // Oldest first.
};

struct TreeFile {
  std::string path, blob_id;
};

// The rest of the repository. One call at a time.
class RepositoryReader {
 public:
  virtual ~RepositoryReader() = default;
  // Files of one side whose path ends with one of the suffixes (".py", "pyproject.toml"), sorted by
  // path.
  virtual absl::StatusOr<std::vector<TreeFile>> ListFiles(
      Side side, const std::vector<std::string>& suffixes) = 0;
  // Calls `receive` once for each file, in order.
  using Receiver = std::function<void(const TreeFile& file, absl::StatusOr<std::string> content)>;
  virtual absl::Status Read(Side side, const std::vector<TreeFile>& files,
                            const Receiver& receive) = 0;
};

// Serialised facts of file versions, by blob id. Keys carry the engine version; the caller need
// not. Safe from any thread.
class FactsCache {
 public:
  virtual ~FactsCache() = default;
  // One answer for each id; nullopt: not there.
  virtual std::vector<std::optional<std::string>> Get(const std::vector<std::string>& blob_ids) = 0;
  virtual void Put(const std::vector<std::pair<std::string, std::string>>& facts) = 0;
};

struct Limits {
  int64_t max_file_bytes = 4 << 20;
  int64_t max_nodes = 2'000'000;  // Of one syntax tree.
  int max_depth = 1'000;          // Of nesting that rules follow.
  double file_seconds = 10;       // CPU time of the rules for one file; needs `cpu_seconds`.
};

// What policy says of one rule; absent: the rule's own defaults.
struct RuleSetting {
  std::optional<bool> is_enabled = {};
  std::optional<Severity> severity = {};
  std::optional<Tier> tier = {};
};

struct AnalysisInput {
  const std::vector<ChangedFile>& files;
  Description description = {};
  bool is_scan = false;  // `files` are a tree, as if it were new; nobody changed anything.
  RepositoryReader* repository = nullptr;            // Null: only the changed files are known.
  FactsCache* cache = nullptr;                       // Null: nothing is remembered.
  const spelling::Dictionary* spelling = nullptr;    // Null: no words are known.
  std::map<std::string, RuleSetting> settings = {};  // By rule id.
  // Beside the built-in ones, with ids of their own; see Rule.file_check. They outlive the result.
  std::vector<const Rule*> extra_rules = {};
  Limits limits = {};
  int threads = 1;
  std::function<void(absl::string_view message, int64_t done, int64_t total)> on_progress = {};
  // Polled between files, from any thread: true when nobody waits any more or time is up. Files
  // that were not finished by then are kTimedOut; what was found so far is returned.
  std::function<bool()> should_stop = {};
  // Called once, when all rules have run, while the trees of the change still live: for what else
  // is to be derived from them.
  std::function<void(const AnalysedChange& change)> on_analysed = {};
  // CPU time of the calling thread. Empty: time is not limited.
  std::function<double()> cpu_seconds = {};
};

// What became of one changed file.
struct Coverage {
  enum class State { kReviewed, kUnsupported, kNotFetched, kTimedOut, kOverBudget };
  std::string path;
  State state = State::kReviewed;
  std::string reason;  // Empty only for kReviewed.
};

// A comment of a changed file (right side) that contains "allreview:".
struct DirectiveComment {
  std::string path;
  int line = 0;              // 1-based.
  int column = 0;            // 0-based, of the '#'.
  bool is_own_line = false;  // Nothing but white space before it: it speaks of the next statement.
  int statement_first_line = 0;  // Lines of the statement that it speaks of.
  int statement_end_line = 0;    // Exclusive.
  std::string text;              // From '#' to the end of the line.
};

struct AnalysisResult {
  std::vector<Finding> findings;
  std::vector<Coverage> coverage;  // One for each input file whose language is "python".
  std::vector<DirectiveComment> directives;
  HouseReport house;
  TestVerification tests;
  int files_parsed = 0;
  int facts_cached = 0;
};

AnalysisResult Analyze(const AnalysisInput& input);

// What a rule's own tier becomes under policy. One that is only switched on is a hint if it was
// one.
inline Tier EffectiveTier(Tier tier, const RuleSetting& setting) {
  if (setting.is_enabled == false) return Tier::kOff;
  if (setting.tier) return *setting.tier;
  return setting.is_enabled == true && tier == Tier::kOff ? Tier::kOn : tier;
}

// All rules, sorted by id.
std::vector<RuleInfo> ListRules();

// Hash over ids, versions and metadata of all rules, 16 hexadecimal digits.
std::string RulesHash();

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_ENGINE_H_

#ifndef ANALYZERS_RULES_FINDING_H_
#define ANALYZERS_RULES_FINDING_H_

// What a rule reports. Mirrors proto/finding/v1 (whose comments define the fields) without
// protobuf, so that engines stay light; services/analysis converts.

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "analyzers/change/changed_file.h"
#include "sentences/sentence.h"

namespace allreview::rules {

enum class Severity { kP0, kP1, kP2, kP3 };
enum class Impact { kCritical, kHigh, kMedium, kLow };
enum class Pillar { kCorrectness, kReadability, kMaintainability };
enum class Confidence { kHigh, kMedium, kLow };
enum class Kind { kDefect, kQuestion, kPraise };
// How far a rule is trusted: on; a hint, whose findings stand behind all others and never block; or
// off unless policy asks for it.
enum class Tier { kOn, kHint, kOff };
using change::Side;

// Half-open. Lines are 1-based, columns and bytes 0-based in bytes. first_line 0: the whole file.
struct Range {
  std::string path;
  Side side = Side::kRight;
  int first_line = 0;
  int end_line = 0;
  int first_column = 0;
  int end_column = 0;
  int64_t first_byte = 0;
  int64_t end_byte = 0;
};

struct Edit {
  std::string path;
  int64_t first_byte = 0;
  int64_t end_byte = 0;
  std::string replacement;
};

struct SyntaxEvidence {
  std::string node_kind;
  Range range;
  std::string text;
};

struct CallChain {
  struct Hop {
    std::string symbol;
    Range range;
    Confidence confidence = Confidence::kHigh;
  };
  std::vector<Hop> hops;
  std::string root_kind;
};

struct ConfigurationEvidence {
  std::string path;
  int line = 0;
  std::string key, value;
};

struct DeltaEvidence {
  Words what;
  std::string before, after;
  Range before_range, after_range;
};

struct TestEvidence {
  std::string test;
  Range range;
  std::string relation;
  int distance = 0;
};

struct DataFlowEvidence {
  struct Step {
    Words description;
    Range range;
  };
  std::vector<Step> steps;
};

using Evidence = std::variant<SyntaxEvidence, CallChain, ConfigurationEvidence, DeltaEvidence,
                              TestEvidence, DataFlowEvidence>;

struct Related {
  Words message;
  Range range;
};

struct Cause {
  enum class Kind { kChangedLine, kChangedScope, kBrokenElsewhere, kRemovedLine };
  Kind kind = Kind::kChangedLine;
  std::string path;
  int hunk = -1;
  int first_line = 0;
  int end_line = 0;
};

struct Excerpt {
  int first_line = 0;
  std::vector<std::string> lines;
};

struct Finding {
  std::string rule_id;
  Severity severity = Severity::kP2;
  Impact impact = Impact::kMedium;
  Pillar pillar = Pillar::kCorrectness;
  std::string category;
  Confidence confidence = Confidence::kHigh;
  Kind kind = Kind::kDefect;
  bool is_hint = false;  // By the rule's tier and policy.
  Range range;
  std::string symbol;
  std::string title, problem, impact_text, fix;
  std::string before_code, after_code;
  std::vector<Edit> edits;
  std::vector<Evidence> evidence;
  std::vector<Related> related;
  std::string fingerprint;
  Cause cause;
  std::map<std::string, Words> params;
  Words problem_words;  // Which text `problem` is, of a rule that has several. Empty: its only one.
  std::string problem_template, fix_template;
  std::vector<std::string> references;
  Excerpt excerpt;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_FINDING_H_

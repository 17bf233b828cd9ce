#ifndef ANALYZERS_ORGANISATION_RULES_ORGANISATION_RULE_H_
#define ANALYZERS_ORGANISATION_RULES_ORGANISATION_RULE_H_

// One rule of a rule file, compiled: as the engine wants it, with its tests.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/organisation_rules/predicate.h"
#include "analyzers/rules/file_check.h"
#include "analyzers/rules/rule.h"

namespace allreview::organisation_rules {

// A piece of code that the rule must find something in, or nothing.
struct RuleTest {
  bool is_bad = false;
  int number = 1;  // Among the bad ones, or the good ones.
  int line = 1;    // In the rule file.
  std::string path;
  std::string code;
  std::string before;  // The version before the change; the whole code is new when there is none.
  bool has_before = false;
  std::vector<int> lines;  // Where findings must stand; empty: anywhere.
  std::string fixed;       // What the rewrite must make of it; empty: not said.
};

// Text of the rewrite in pieces: literal text, or the text of a capture.
struct Rewrite {
  struct Piece {
    bool is_capture = false;
    std::string text;
  };
  std::string replaced;  // Capture.
  std::vector<Piece> pieces;
};

// Immutable once read; the engine's rule points into it, so it does not move.
class OrganisationRule final : public rules::FileCheck {
 public:
  OrganisationRule() = default;
  OrganisationRule(const OrganisationRule&) = delete;
  OrganisationRule& operator=(const OrganisationRule&) = delete;

  absl::Status Check(const rules::FileVisit& visit) const override;

  rules::Rule rule = {};
  rules::Kind kind = rules::Kind::kDefect;
  std::string file;  // Name of the rule file.
  std::shared_ptr<const python::Query> query;
  std::vector<Predicate> own;  // Of the query's patterns.
  Predicate where;             // May be empty.
  std::string at;              // Capture that findings stand on.
  std::optional<Rewrite> rewrite;
  std::vector<RuleTest> tests;

  // Keeps a text for as long as the rule.
  absl::string_view Keep(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> texts_;
};

// Placeholders that every message knows beside the captures: "function", "class".
bool IsCommonPlaceholder(absl::string_view name);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_ORGANISATION_RULE_H_

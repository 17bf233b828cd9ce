#ifndef ANALYZERS_ORGANISATION_RULES_PREDICATE_H_
#define ANALYZERS_ORGANISATION_RULES_PREDICATE_H_

// Conditions on a match of a query: the entries of `where`.
//
//   PredicateReader reader(problems, {query.get()}, "call");
//   Predicate all = reader.ReadAll(*where);
//   if (all(match) == Truth::kYes) Report();
//
// A condition that cannot be decided is kUnknown, and so is its negation: the rule is then silent.
// To add one: a line in the table of the file that it belongs to (names.cc, places.cc, facts.cc,
// texts.cc), and its paragraph in docs/organisation_rules.md, which a test looks for.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/organisation_rules/problems.h"
#include "analyzers/organisation_rules/shape.h"
#include "analyzers/python/query.h"
#include "analyzers/rules/rule.h"
#include "re2/re2.h"

namespace allreview::organisation_rules {

using python::Node;

// In the order of certainty, so that "all" is the smallest and "any" the largest.
enum class Truth { kNo, kUnknown, kYes };

inline Truth TruthOf(bool is_true) { return is_true ? Truth::kYes : Truth::kNo; }
inline Truth Not(Truth truth) { return static_cast<Truth>(2 - static_cast<int>(truth)); }

// What a match captured; an inner query sees the captures of the outer one.
class Captures {
 public:
  Captures(const python::Query& query, const python::QueryMatch& match,
           const Captures* outer = nullptr)
      : query_(query), match_(match), outer_(outer) {}

  // In source order. Empty: nothing was captured.
  const std::vector<Node>& Find(absl::string_view name) const;

 private:
  const python::Query& query_;
  const python::QueryMatch& match_;
  const Captures* const outer_;
};

struct Match {
  rules::FileContext& file;
  const Captures& captures;
  const std::function<bool()>& should_stop;
  absl::Status& status;  // Set when a limit kept a condition from being decided.
};

using Predicate = std::function<Truth(const Match&)>;

class PredicateReader {
 public:
  // `queries`: innermost first; they outlive the reader. `subject`: the capture that a condition
  // speaks of when it names none; may be empty.
  PredicateReader(Problems& problems, std::vector<const python::Query*> queries,
                  std::string subject)
      : problems_(problems), queries_(std::move(queries)), subject_(std::move(subject)) {}

  // A list of mappings, or one mapping; all must hold.
  Predicate ReadAll(const YamlNode& node);

  Problems& problems() { return problems_; }
  const std::vector<const python::Query*>& queries() const { return queries_; }

  // Name of a capture without "@"; "" has been reported.
  std::string ReadCapture(const YamlNode& node);
  // The value of a key `capture`, which may be missing.
  std::string ReadCapture(const YamlNode* node, const YamlNode& condition);
  // Null has been reported.
  std::shared_ptr<const re2::RE2> ReadRegex(const YamlNode& node);

 private:
  Predicate ReadMapping(const YamlNode& node);
  bool HasCapture(absl::string_view name) const;

  Problems& problems_;
  const std::vector<const python::Query*> queries_;
  const std::string subject_;
};

// One kind of condition.
struct PredicateKind {
  absl::string_view key;
  // What it returns after a problem is not used.
  Predicate (*read)(const YamlNode& value, PredicateReader& reader);
  Shape shape = Shape::kMapping;
  absl::Span<const RuleKey> fields =
      {};  // Of a mapping, which may stand in place of another shape.
};
absl::Span<const PredicateKind> LogicPredicates();
absl::Span<const PredicateKind> TextPredicates();
absl::Span<const PredicateKind> PlacePredicates();
absl::Span<const PredicateKind> NamePredicates();
absl::Span<const PredicateKind> FactPredicates();
// All of them, sorted by key.
std::vector<PredicateKind> AllPredicates();
std::vector<std::string> PredicateKeys();

// The condition of each node that was captured; unknown when none was.
Predicate ForEach(std::string capture,
                  std::function<Truth(const rules::FileContext& file, Node node)> test);
// Reads `true` and `false`, which negates; or the name of a capture where `takes_capture`.
Predicate ReadSwitch(const YamlNode& value, PredicateReader& reader, bool takes_capture,
                     std::function<Truth(const rules::FileContext& file, Node node)> test);

bool Finds(const re2::RE2& regex, absl::string_view text);

// `#eq?` and its like, which stand in the query: one condition for each pattern. Reports those that
// are not known, at their query.
std::vector<Predicate> ReadQueryPredicates(const python::Query& query, const YamlNode& source,
                                           Problems& problems);
// Compiles; null has been reported.
std::shared_ptr<const python::Query> ReadQuery(const YamlNode& source, Problems& problems);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_PREDICATE_H_

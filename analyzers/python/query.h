#ifndef ANALYZERS_PYTHON_QUERY_H_
#define ANALYZERS_PYTHON_QUERY_H_

// A tree-sitter query: patterns of syntax with captures.
//
//   Query::Compiled compiled = Query::Compile("(call function: (identifier) @name) @call");
//   if (compiled.query == nullptr) Show(compiled.error, compiled.error_byte);
//   compiled.query->Run(tree, {.regions = {{0, 4096}}}, [](const QueryMatch& match) { ... });
//
// The tree must have been parsed with ParseLimits.keep_for_queries. Predicates of the query
// (`#eq?` and the like) are data here: predicates() lists them, the caller judges.
//
// Immutable; safe from any thread. A query cannot hang. Compiling is bounded by kMaxQueryBytes and
// kMaxQuantifiers: tree-sitter's analysis takes time by the cube of the latter. A run is bounded by
// its limits, of which only `should_stop` may depend on the clock.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"

namespace allreview::python {

inline constexpr size_t kMaxQueryBytes = 4096;
inline constexpr int kMaxQuantifiers = 32;  // "?", "*" and "+".

struct QueryMatch {
  int pattern = 0;                          // Index of the pattern in the query.
  std::vector<std::vector<Node>> captures;  // By index of the capture; none, one or several nodes.
};

// `#name? argument...` of one pattern.
struct QueryPredicate {
  struct Argument {
    int capture = -1;  // Index; -1: `text`.
    std::string text;
  };
  int pattern = 0;
  std::string name;  // "eq?".
  std::vector<Argument> arguments;
};

struct QueryLimits {
  std::vector<ByteRange> regions = {};  // Matches that touch one of them. Empty: the whole file.
  int64_t max_steps = 10'000'000;       // About two for each node.
  // Matches that have begun and wait for their end; each step may cost the square of it.
  uint32_t max_unfinished = 256;
  std::function<bool()> should_stop = {};  // Asked every hundred steps.
};

class Query {
 public:
  struct Compiled;
  static Compiled Compile(absl::string_view source);
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  // Names without "@", by index, in the order of their first appearance.
  const std::vector<std::string>& captures() const { return captures_; }
  // -1: there is none of that name.
  int CaptureOf(absl::string_view name) const;
  const std::vector<QueryPredicate>& predicates() const { return predicates_; }
  int pattern_count() const { return pattern_count_; }
  // Every match of that pattern has that capture.
  bool IsAlwaysCaptured(int capture) const;

  // Calls `receive` for each match until it returns false; matches of one region come in the order
  // of their ends. kResourceExhausted names the limit that was reached; matches may then be
  // missing.
  absl::Status Run(const SyntaxTree& tree, const QueryLimits& limits,
                   const std::function<bool(const QueryMatch&)>& receive) const;

 private:
  struct Parts;  // tree-sitter's query.
  Query() = default;

  std::unique_ptr<Parts> parts_;
  std::vector<std::string> captures_;
  std::vector<QueryPredicate> predicates_;
  int pattern_count_ = 0;
};

struct Query::Compiled {
  std::unique_ptr<const Query> query;  // Null: `error` says why.
  std::string error;                   // What was found and what was wanted.
  uint32_t error_byte = 0;             // Where, in the source.
};

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_QUERY_H_

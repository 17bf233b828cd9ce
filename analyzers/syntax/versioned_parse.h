#ifndef ANALYZERS_SYNTAX_VERSIONED_PARSE_H_
#define ANALYZERS_SYNTAX_VERSIONED_PARSE_H_

#include <cstdint>
#include <memory>
#include <vector>

namespace allreview::syntax {

struct ParseLimits {
  int64_t max_bytes = 4 << 20;
  int64_t max_nodes = 2'000'000;
  int max_depth = 1'000;
  bool keep_for_queries = false;  // See python/query.h. Costs memory.
};

// Lets the second of two parses of one file's versions reuse what the first made of the lines that
// they share. The trees are those that each parse would give alone.
//
//   VersionedParse versions({{.old_line = 7, .old_lines = 1, .new_line = 7, .new_lines = 2}});
//   SyntaxTree::Parse(before, limits, &versions);
//   SyntaxTree::Parse(after, limits, &versions);
//
// `before` must still exist at the second parse, which is of the same language. Edits that do not
// turn one text into the other are noticed, and nothing is reused.
class VersionedParse {
 public:
  // Lines that differ: 1-based first lines and counts, sorted, without overlap. With a count of 0
  // the line is the one before which the others stand.
  struct Edit {
    int old_line = 1, old_lines = 0, new_line = 1, new_lines = 0;
  };
  explicit VersionedParse(std::vector<Edit> edits);
  ~VersionedParse();
  VersionedParse(const VersionedParse&) = delete;
  VersionedParse& operator=(const VersionedParse&) = delete;

 private:
  friend class FileParse;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_VERSIONED_PARSE_H_

#include "analyzers/python/query.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/grammar.h"
#include "tree_sitter/api.h"

namespace allreview::python {
namespace {

// tree-sitter asks after this many steps whether to go on.
constexpr int64_t kStepsBetweenQuestions = 100;

struct CursorDeleter {
  void operator()(TSQueryCursor* cursor) const { ts_query_cursor_delete(cursor); }
};

std::string Named(const char* text, uint32_t size) { return std::string(text, size); }

// The word at a byte of the source, for messages.
absl::string_view WordAt(absl::string_view source, uint32_t byte) {
  size_t end = std::min<size_t>(byte, source.size());
  const size_t first = end;
  const auto is_word = [](char c) {
    return c == '_' || c == '-' || c == '.' || c == '?' || c == '!' || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  while (end < source.size() && is_word(source[end])) ++end;
  return source.substr(first, end - first);
}

std::string ErrorText(TSQueryError error, absl::string_view source, uint32_t byte) {
  const absl::string_view word = WordAt(source, byte);
  switch (error) {
    case TSQueryErrorNodeType:
      return absl::StrCat("the grammar has no node \"", word, "\"");
    case TSQueryErrorField:
      return absl::StrCat("the grammar has no field \"", word, "\"");
    case TSQueryErrorCapture:
      return absl::StrCat("the pattern has no capture \"@", word, "\"");
    case TSQueryErrorStructure:
      return "no code can have this structure";
    default:
      break;
  }
  if (byte >= source.size()) return "the query ends too early; a parenthesis may be missing";
  return absl::StrCat("not a query from \"", source.substr(byte, 20), "\" on");
}

struct Budget {
  int64_t questions_left;
  const std::function<bool()>& should_stop;
  bool was_stopped = false;
  static bool Spend(TSQueryCursorState* state) {
    Budget& budget = *static_cast<Budget*>(state->payload);
    budget.was_stopped = budget.should_stop && budget.should_stop();
    return --budget.questions_left < 0 || budget.was_stopped;
  }
};

// "?", "*" and "+" behind patterns: not those of strings, comments and names of predicates.
int CountQuantifiers(absl::string_view source) {
  int count = 0;
  bool is_in_string = false;
  for (size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (is_in_string) {
      i += c == '\\';
      is_in_string = c != '"';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == ';') {
      i = std::min(source.find('\n', i), source.size());
    } else if (c == '#') {
      i += WordAt(source, static_cast<uint32_t>(i + 1)).size();
    } else {
      count += c == '?' || c == '*' || c == '+';
    }
  }
  return count;
}

// From tree-sitter's nodes to ours.
class NodeFinder {
 public:
  explicit NodeFinder(const SyntaxTree& tree) : tree_(tree) {}

  Node Find(TSNode wanted) const {
    const uint32_t first = ts_node_start_byte(wanted), end = ts_node_end_byte(wanted);
    const absl::string_view kind = ts_node_type(wanted);
    for (uint32_t i = FirstAt(first); i < tree_.size(); ++i) {
      const Node node = tree_.node(i);
      if (node.first_byte() != first) break;
      if (node.end_byte() == end && IsOfKind(node, kind)) return node;
    }
    return Node();
  }

 private:
  // Nodes are sorted by where they start.
  uint32_t FirstAt(uint32_t byte) const {
    uint32_t low = 0, high = tree_.size();
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (tree_.node(middle).first_byte() < byte) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  static bool IsOfKind(Node node, absl::string_view kind) {
    return node.Is(Kind::kToken) ? node.text() == kind || node.IsMissing()
                                 : KindName(node.kind()) == kind;
  }

  const SyntaxTree& tree_;
};

std::vector<QueryPredicate> PredicatesOf(const TSQuery* query, uint32_t pattern) {
  uint32_t count = 0, size = 0;
  const TSQueryPredicateStep* steps = ts_query_predicates_for_pattern(query, pattern, &count);
  std::vector<QueryPredicate> predicates;
  bool is_open = false;
  for (uint32_t i = 0; i < count; ++i) {
    const TSQueryPredicateStep& step = steps[i];
    if (step.type == TSQueryPredicateStepTypeDone) {
      is_open = false;
      continue;
    }
    QueryPredicate::Argument argument;
    if (step.type == TSQueryPredicateStepTypeCapture) {
      argument.capture = static_cast<int>(step.value_id);
    } else {
      const char* text = ts_query_string_value_for_id(query, step.value_id, &size);
      argument.text = Named(text, size);
    }
    if (!is_open) {
      is_open = true;
      predicates.push_back({static_cast<int>(pattern), std::move(argument.text), {}});
    } else {
      predicates.back().arguments.push_back(std::move(argument));
    }
  }
  return predicates;
}

}  // namespace

struct Query::Parts {
  explicit Parts(TSQuery* query) : query(query) {}
  ~Parts() { ts_query_delete(query); }
  TSQuery* const query;
};

Query::~Query() = default;

Query::Compiled Query::Compile(absl::string_view source) {
  Compiled result;
  if (source.size() > kMaxQueryBytes) {
    result.error = absl::StrCat("the query has ", source.size(), " bytes, at most ", kMaxQueryBytes,
                                " are read");
    return result;
  }
  if (CountQuantifiers(source) > kMaxQuantifiers) {
    result.error = absl::StrCat("the query has ", CountQuantifiers(source),
                                " quantifiers, at most ", kMaxQuantifiers, " are read");
    return result;
  }
  TSQueryError error = TSQueryErrorNone;
  TSQuery* const raw = ts_query_new(Grammar(), source.data(), static_cast<uint32_t>(source.size()),
                                    &result.error_byte, &error);
  if (raw == nullptr) {
    result.error = ErrorText(error, source, result.error_byte);
    return result;
  }
  std::unique_ptr<Query> query(new Query);
  query->parts_ = std::make_unique<Parts>(raw);
  uint32_t size = 0;
  for (uint32_t i = 0; i < ts_query_capture_count(raw); ++i) {
    const char* name = ts_query_capture_name_for_id(raw, i, &size);
    query->captures_.push_back(Named(name, size));
  }
  query->pattern_count_ = static_cast<int>(ts_query_pattern_count(raw));
  for (int i = 0; i < query->pattern_count_; ++i) {
    for (QueryPredicate& predicate : PredicatesOf(raw, static_cast<uint32_t>(i))) {
      query->predicates_.push_back(std::move(predicate));
    }
  }
  result.query = std::move(query);
  return result;
}

int Query::CaptureOf(absl::string_view name) const {
  const auto found = std::find(captures_.begin(), captures_.end(), name);
  return found == captures_.end() ? -1 : static_cast<int>(found - captures_.begin());
}

bool Query::IsAlwaysCaptured(int capture) const {
  for (int pattern = 0; pattern < pattern_count_; ++pattern) {
    const TSQuantifier quantifier = ts_query_capture_quantifier_for_id(
        parts_->query, static_cast<uint32_t>(pattern), static_cast<uint32_t>(capture));
    if (quantifier != TSQuantifierOne && quantifier != TSQuantifierOneOrMore) return false;
  }
  return true;
}

absl::Status Query::Run(const SyntaxTree& tree, const QueryLimits& limits,
                        const std::function<bool(const QueryMatch&)>& receive) const {
  if (tree.kept_tree() == nullptr) {
    return absl::FailedPreconditionError("the tree was not kept for queries");
  }
  const TSNode root = ts_tree_root_node(tree.kept_tree());
  std::vector<ByteRange> regions = limits.regions;
  if (regions.empty()) regions.push_back({0, UINT32_MAX});
  const NodeFinder finder(tree);
  Budget budget{limits.max_steps / kStepsBetweenQuestions, limits.should_stop};
  const TSQueryCursorOptions options = {&budget, Budget::Spend};
  const std::unique_ptr<TSQueryCursor, CursorDeleter> cursor(ts_query_cursor_new());
  ts_query_cursor_set_match_limit(cursor.get(), limits.max_unfinished);
  for (const ByteRange& region : regions) {
    ts_query_cursor_set_byte_range(cursor.get(), region.first, region.end);
    ts_query_cursor_exec_with_options(cursor.get(), parts_->query, root, &options);
    TSQueryMatch found;
    while (ts_query_cursor_next_match(cursor.get(), &found)) {
      QueryMatch match;
      match.pattern = found.pattern_index;
      match.captures.resize(captures_.size());
      for (uint16_t i = 0; i < found.capture_count; ++i) {
        const Node node = finder.Find(found.captures[i].node);
        if (node) match.captures[found.captures[i].index].push_back(node);
      }
      if (!receive(match)) return absl::OkStatus();
    }
    if (budget.was_stopped) return absl::DeadlineExceededError("the query was stopped");
    if (budget.questions_left < 0) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the query takes more than ", limits.max_steps, " steps"));
    }
    if (ts_query_cursor_did_exceed_match_limit(cursor.get())) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "the query has more than ", limits.max_unfinished, " unfinished matches at a time"));
    }
  }
  return absl::OkStatus();
}

}  // namespace allreview::python

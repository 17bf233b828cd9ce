#include "review/highlight/highlight.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "review/highlight/highlight_grammar.h"

namespace allreview {
namespace {

// tree-sitter asks every hundred steps; plain code takes a call for each 40 bytes.
constexpr int64_t kFreeCalls = 20;
constexpr int64_t kBytesPerCall = 16;
constexpr uint32_t kMaxOpenMatches = 256;
// Captures may lie in each other without end; painting stops after this many times the text.
constexpr size_t kMaxLayers = 12;

using ParserPtr = std::unique_ptr<TSParser, decltype(&ts_parser_delete)>;
using TreePtr = std::unique_ptr<TSTree, decltype(&ts_tree_delete)>;
using CursorPtr = std::unique_ptr<TSQueryCursor, decltype(&ts_query_cursor_delete)>;

// What one text may take, counted so that the same page always looks the same way.
struct Calls {
  int64_t left = 0;
  int64_t& page_left;

  Calls(absl::string_view text, HighlightBudget& budget)
      : left(
            std::min(budget.calls, kFreeCalls + static_cast<int64_t>(text.size()) / kBytesPerCall)),
        page_left(budget.calls) {}
  template <typename State>
  static bool Spend(State* state) {
    auto* calls = static_cast<Calls*>(state->payload);
    --calls->page_left;
    return --calls->left < 0;
  }
};

const char* ReadRest(void* payload, uint32_t byte, TSPoint, uint32_t* size) {
  const absl::string_view text = *static_cast<const absl::string_view*>(payload);
  *size = byte < text.size() ? static_cast<uint32_t>(text.size() - byte) : 0;
  return text.data() + std::min<size_t>(byte, text.size());
}

TreePtr Parse(const HighlightGrammar& grammar, absl::string_view text, Calls& calls) {
  const ParserPtr parser(ts_parser_new(), ts_parser_delete);
  TreePtr none(nullptr, ts_tree_delete);
  if (!ts_parser_set_language(parser.get(), grammar.language)) return none;
  const TSInput input = {&text, ReadRest, TSInputEncodingUTF8, nullptr};
  const TSParseOptions options = {&calls, Calls::Spend<TSParseState>};
  return TreePtr(ts_parser_parse_with_options(parser.get(), nullptr, input, options),
                 ts_tree_delete);
}

struct Capture {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t pattern = 0;
  CodeToken token = CodeToken::kPlain;
};

struct Captures {
  std::vector<Capture> all;
  int64_t broken_bytes = 0;
};

bool Holds(const std::vector<Predicate>& predicates, const TSQueryMatch& match,
           absl::string_view text) {
  for (const Predicate& predicate : predicates) {
    for (uint16_t i = 0; i < match.capture_count; ++i) {
      if (match.captures[i].index != predicate.capture) continue;
      const uint32_t begin = ts_node_start_byte(match.captures[i].node);
      const uint32_t end = ts_node_end_byte(match.captures[i].node);
      const re2::StringPiece part(text.data() + begin, end - begin);
      if (!RE2::PartialMatch(part, *predicate.pattern)) return false;
    }
  }
  return true;
}

std::optional<Captures> CapturesOf(const HighlightGrammar& grammar, absl::string_view text,
                                   HighlightBudget& budget) {
  Calls parse_calls(text, budget);
  const TreePtr tree = Parse(grammar, text, parse_calls);
  if (tree == nullptr) return std::nullopt;
  const CursorPtr cursor(ts_query_cursor_new(), ts_query_cursor_delete);
  ts_query_cursor_set_match_limit(cursor.get(), kMaxOpenMatches);
  Calls calls(text, budget);
  const TSQueryCursorOptions options = {&calls, Calls::Spend<TSQueryCursorState>};
  ts_query_cursor_exec_with_options(cursor.get(), grammar.query, ts_tree_root_node(tree.get()),
                                    &options);
  Captures captures;
  TSQueryMatch match;
  while (ts_query_cursor_next_match(cursor.get(), &match)) {
    const uint32_t pattern = match.pattern_index;
    if (!grammar.is_known[pattern] || !Holds(grammar.predicates[pattern], match, text)) continue;
    for (uint16_t i = 0; i < match.capture_count; ++i) {
      const Capture capture = {.begin = ts_node_start_byte(match.captures[i].node),
                               .end = ts_node_end_byte(match.captures[i].node),
                               .pattern = pattern,
                               .token = grammar.tokens[match.captures[i].index]};
      if (match.captures[i].index == grammar.error_capture) {
        captures.broken_bytes += capture.end - capture.begin;
      } else if (capture.begin < capture.end) {
        captures.all.push_back(capture);
      }
    }
  }
  return captures;
}

// The token of each byte: inner nodes paint over outer ones; of one node, the last pattern that has
// a colour counts.
std::vector<CodeToken> Paint(std::vector<Capture> captures, size_t size) {
  std::sort(captures.begin(), captures.end(), [](const Capture& a, const Capture& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.end != b.end ? a.end > b.end : a.pattern < b.pattern;
  });
  std::vector<CodeToken> bytes(size, CodeToken::kPlain);
  size_t left = kMaxLayers * size;
  for (size_t i = 0; i < captures.size();) {
    const Capture& first = captures[i];
    CodeToken token = CodeToken::kPlain;
    for (; i < captures.size() && captures[i].begin == first.begin && captures[i].end == first.end;
         ++i) {
      if (captures[i].token != CodeToken::kPlain) token = captures[i].token;
    }
    const size_t length = first.end - first.begin;
    if (length > left) break;
    left -= length;
    std::fill(bytes.begin() + first.begin, bytes.begin() + first.end, token);
  }
  return bytes;
}

std::vector<LineColours> Split(absl::string_view text, const std::vector<CodeToken>& bytes,
                               std::vector<LineColours> lines) {
  size_t line = 0;
  size_t line_begin = 0;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '\n') {
      ++line;
      line_begin = ++i;
      continue;
    }
    size_t end = i + 1;
    while (end < text.size() && text[end] != '\n' && bytes[end] == bytes[i]) ++end;
    if (bytes[i] != CodeToken::kPlain) {
      lines[line].push_back({.first = static_cast<int>(i - line_begin),
                             .end = static_cast<int>(end - line_begin),
                             .token = bytes[i]});
    }
    i = end;
  }
  return lines;
}

// Text as if it began inside of a comment or a long string.
std::optional<Captures> CapturesInside(const HighlightGrammar& grammar, absl::string_view text,
                                       HighlightBudget& budget) {
  const absl::string_view opener = grammar.opener;
  std::optional<Captures> captures = CapturesOf(grammar, absl::StrCat(opener, text), budget);
  if (!captures.has_value()) return captures;
  const auto before = static_cast<uint32_t>(opener.size());
  for (Capture& capture : captures->all) {
    capture.begin = std::max(capture.begin, before) - before;
    capture.end = std::max(capture.end, before) - before;
  }
  return captures;
}

}  // namespace

std::vector<LineColours> Highlight(absl::string_view path, absl::string_view text,
                                   HighlightBudget& budget) {
  std::vector<LineColours> lines(std::count(text.begin(), text.end(), '\n') + 1);
  const HighlightGrammar* grammar = FindHighlightGrammar(path);
  const auto size = static_cast<int64_t>(text.size());
  if (grammar == nullptr || size > budget.bytes || budget.calls <= 0) return lines;
  budget.bytes -= size;
  std::optional<Captures> captures = CapturesOf(*grammar, text, budget);
  if (!captures.has_value()) return lines;
  const bool may_be_inside = *grammar->opener != '\0' && captures->broken_bytes > 0;
  if (may_be_inside && size <= budget.bytes) {
    budget.bytes -= size;
    std::optional<Captures> inside = CapturesInside(*grammar, text, budget);
    if (inside.has_value() && inside->broken_bytes < captures->broken_bytes)
      captures = std::move(inside);
  }
  return Split(text, Paint(std::move(captures->all), text.size()), std::move(lines));
}

}  // namespace allreview

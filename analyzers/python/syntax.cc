#include "analyzers/python/syntax.h"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/grammar.h"
#include "analyzers/python/parse_arena.h"
#include "analyzers/python/source_text.h"
#include "analyzers/python/tree_builder.h"
#include "base/check.h"
#include "base/poll.h"
#include "base/status_macros.h"
#include "tree_sitter/api.h"

namespace allreview::python {
namespace {

// Shorter than most lines, so that the line of a byte is that of its step or one of the next few.
constexpr size_t kLineStep = 32;

struct ParserDeleter {
  void operator()(TSParser* parser) const {
    // Where memory was missing the parser stopped between two steps, and only the arena knows what
    // it holds.
    if (std::uncaught_exceptions() == 0) ts_parser_delete(parser);
  }
};
struct TreeDeleter {
  bool is_in_arena = false;  // Which takes it back as a whole.
  void operator()(TSTree* tree) const {
    if (!is_in_arena) ts_tree_delete(tree);
  }
};
using ParserPtr = std::unique_ptr<TSParser, ParserDeleter>;
using TreePtr = std::unique_ptr<TSTree, TreeDeleter>;

// The parser's own step counter, not the clock, bounds its work: the same file always ends the same
// way. Ordinary code takes less than one callback for 30 bytes.
struct StepBudget {
  static constexpr int kStepsOfParser = 100;  // Between two calls.
  int64_t left;
  std::exception_ptr excess;  // What ended the parse. Nothing may unwind the parser.
  static bool Spend(TSParseState* state) {
    StepBudget& budget = *static_cast<StepBudget*>(state->payload);
    try {
      Poll(kStepsOfParser);
    } catch (...) {
      budget.excess = std::current_exception();
      return true;
    }
    return --budget.left < 0;
  }
};

struct Input {
  absl::string_view source;
  static const char* Read(void* payload, uint32_t byte, TSPoint, uint32_t* size) {
    absl::string_view source = static_cast<Input*>(payload)->source;
    if (byte >= source.size()) {
      *size = 0;
      return "";
    }
    *size = static_cast<uint32_t>(source.size() - byte);
    return source.data() + byte;
  }
};

// Offset of each line; after the last, the size of the text.
std::vector<uint32_t> LineOffsets(absl::string_view text) {
  std::vector<uint32_t> offsets = {0};
  for (size_t end = text.find('\n'); end != absl::string_view::npos;
       end = text.find('\n', end + 1)) {
    offsets.push_back(static_cast<uint32_t>(end + 1));
  }
  if (offsets.back() != text.size()) offsets.push_back(static_cast<uint32_t>(text.size()));
  return offsets;
}

// Offset of a 1-based line; past the end, the size of the text.
uint32_t OffsetOf(const std::vector<uint32_t>& offsets, int line) {
  return offsets[std::clamp<size_t>(line, 1, offsets.size()) - 1];
}

// Where `text` ends when it begins at the start of `row`.
TSPoint PointAfter(uint32_t row, absl::string_view text) {
  const size_t last = text.rfind('\n');
  const size_t column = last == absl::string_view::npos ? text.size() : text.size() - last - 1;
  return {row + static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n')),
          static_cast<uint32_t>(column)};
}

// The edits in bytes. Empty: they do not turn `before` into `after`, or there are none.
std::vector<TSInputEdit> ByteEdits(const std::vector<VersionedParse::Edit>& edits,
                                   absl::string_view before, absl::string_view after) {
  const std::vector<uint32_t> old_lines = LineOffsets(before), new_lines = LineOffsets(after);
  std::vector<TSInputEdit> result;
  uint32_t old_end = 0, new_end = 0;  // Of the edit before.
  for (const VersionedParse::Edit& edit : edits) {
    const uint32_t old_start = OffsetOf(old_lines, edit.old_line);
    const uint32_t new_start = OffsetOf(new_lines, edit.new_line);
    if (old_start < old_end || new_start < new_end ||
        before.substr(old_end, old_start - old_end) != after.substr(new_end, new_start - new_end)) {
      return {};
    }
    old_end = OffsetOf(old_lines, edit.old_line + edit.old_lines);
    new_end = OffsetOf(new_lines, edit.new_line + edit.new_lines);
    const TSPoint start = PointAfter(0, before.substr(0, old_start));
    if (start.column != 0) return {};  // After a last line without end.
    result.push_back(
        {.start_byte = old_start,
         .old_end_byte = old_end,
         .new_end_byte = old_start + (new_end - new_start),
         .start_point = start,
         .old_end_point = PointAfter(start.row, before.substr(old_start, old_end - old_start)),
         .new_end_point = PointAfter(start.row, after.substr(new_start, new_end - new_start))});
  }
  if (before.substr(old_end) != after.substr(new_end)) return {};
  return result;
}

absl::StatusOr<TreePtr> ParseText(absl::string_view source, const TSTree* previous,
                                  TreeDeleter deleter) {
  // A parser keeps memory between files, which an arena must not; making one is cheap.
  const ParserPtr parser(ts_parser_new());
  CHECK(ts_parser_set_language(parser.get(), Grammar()))
      << "the tree-sitter core does not accept the ABI of the Python grammar";
  Input input{source};
  StepBudget budget{.left = 10'000 + static_cast<int64_t>(source.size()), .excess = nullptr};
  const TSInput reader = {&input, Input::Read, TSInputEncodingUTF8, nullptr};
  const TSParseOptions options = {&budget, StepBudget::Spend};
  TreePtr tree(ts_parser_parse_with_options(parser.get(), previous, reader, options), deleter);
  if (budget.excess != nullptr) std::rethrow_exception(budget.excess);
  if (tree == nullptr) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the parser gave up after ", 100 * (10'000 + source.size()),
                     " steps on a file of ", source.size(), " bytes"));
  }
  return tree;
}

// Whether the star at `at` unpacks what follows it, as far as the text around it tells.
bool IsSplat(absl::string_view source, size_t at) {
  if (at + 1 >= source.size() || source[at + 1] == '*' || source[at + 1] == ' ') return false;
  size_t end = at;
  while (end > 0 && (source[end - 1] == ' ' || source[end - 1] == '\n')) --end;
  const absl::string_view before = source.substr(0, end);
  return absl::EndsWith(before, ",") || absl::EndsWith(before, "=") ||
         absl::EndsWith(before, "return") || absl::EndsWith(before, "yield");
}

// The grammar takes no operator after a splat that has no brackets around it, as in `return a, *b *
// n`, which is Python. Without their stars such lines read well, and every other node is where it
// was. Empty: there is none near an error of `tree`.
std::string WithoutSplats(const SyntaxTree& tree) {
  std::string text;
  // A statement of several lines may begin before its error.
  constexpr int kLinesBefore = 3;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    if (!node.Is(Kind::kError)) continue;
    const uint32_t begin = tree.LineStart(std::max(1, node.first_line() - kLinesBefore));
    const uint32_t end = tree.LineStart(node.last_line() + 1);
    PollBytes(end - begin);
    for (uint32_t at = begin; at < end; ++at) {
      if (tree.source()[at] != '*' || !IsSplat(tree.source(), at)) continue;
      if (text.empty()) text = std::string(tree.source());
      text[at] = ' ';
    }
  }
  return text;
}

// The text with each identifier as Python compares it; blanks, which may follow a name anywhere,
// keep everything behind it where it was. Empty: all identifiers are as Python compares them.
std::string WithComparedNames(const SyntaxTree& tree) {
  std::string text;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node identifier = tree.node(i);
    if (!identifier.Is(Kind::kIdentifier)) continue;
    const std::optional<std::string> name = AsciiNameOf(identifier.text());
    // Roman eight alone is longer in ASCII.
    if (!name || name->size() > identifier.text().size()) continue;
    if (text.empty()) text = std::string(tree.source());
    std::fill(text.begin() + identifier.first_byte(), text.begin() + identifier.end_byte(), ' ');
    std::copy(name->begin(), name->end(), text.begin() + identifier.first_byte());
  }
  return text;
}

}  // namespace

struct VersionedParse::State {
  std::vector<Edit> edits;
  absl::string_view source;
  bool is_as_written = true;          // The tree is that of `source`, not of a text made from it.
  std::unique_ptr<ParseArena> arena;  // Of the tree. Null: malloc, for a tree that queries keep.
  TreePtr tree;

  State() = default;
  ~State() { ParseArena::Return(std::move(arena)); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Before a parse. A tree that is kept in another way than the next one will be cannot be reused.
  void PrepareMemory(bool outlives_parse) {
    if (tree != nullptr && (arena == nullptr) == outlives_parse) return;
    tree.reset();
    ParseArena::Return(std::move(arena));
    arena = outlives_parse ? nullptr : ParseArena::Take();
  }

  // The tree of the first version, moved to where its parts are in `after`. Null: nothing to reuse.
  const TSTree* Previous(absl::string_view after) {
    if (tree == nullptr || !is_as_written) return nullptr;
    const std::vector<TSInputEdit> in_bytes = ByteEdits(edits, source, after);
    // From the last to the first, so that the offsets of those to come stay true.
    for (auto edit = in_bytes.rbegin(); edit != in_bytes.rend(); ++edit) {
      ts_tree_edit(tree.get(), &*edit);
    }
    return in_bytes.empty() ? nullptr : tree.get();
  }
};

VersionedParse::VersionedParse(std::vector<Edit> edits) : state_(std::make_unique<State>()) {
  state_->edits = std::move(edits);
}

VersionedParse::~VersionedParse() = default;

absl::string_view KindName(Kind kind) {
  switch (kind) {
    case Kind::kNull:
      return "";
    case Kind::kToken:
      return "token";
    case Kind::kError:
      return "ERROR";
#define ALLREVIEW_KIND(name, text) \
  case Kind::name:                 \
    return text;
      ALLREVIEW_PYTHON_KINDS(ALLREVIEW_KIND)
#undef ALLREVIEW_KIND
  }
  return "";
}

absl::StatusOr<SyntaxTree> SyntaxTree::Parse(absl::string_view source, const ParseLimits& limits,
                                             VersionedParse* versions) {
  if (static_cast<int64_t>(source.size()) > limits.max_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat(source.size(), " bytes, the limit is ", limits.max_bytes));
  }
  SyntaxTree result;
  result.source_ = source;
  result.IndexLines();
  VersionedParse::State own;
  VersionedParse::State& state = versions == nullptr ? own : *versions->state_;
  state.PrepareMemory(limits.keep_for_queries);
  const ParseArena::Use use(state.arena.get());
  const TreeDeleter deleter = {.is_in_arena = state.arena != nullptr};
  const std::optional<std::string> made = TextForParser(source);
  result.source_ = made ? absl::string_view(*made) : source;
  absl::StatusOr<TreePtr> tree =
      ParseText(result.source_, made ? nullptr : state.Previous(source), deleter);
  if (!tree.ok()) return tree.status();
  RETURN_IF_ERROR(TreeBuilder(&result, limits).Build(tree->get()));
  // Takes the tree of a text with the same places instead, unless that has more errors than wanted.
  const auto parse_again = [&](absl::string_view text, int max_errors) -> absl::Status {
    SyntaxTree again = result;
    again.source_ = text;
    again.nodes_.clear();
    again.error_count_ = 0;
    absl::StatusOr<TreePtr> second = ParseText(text, nullptr, deleter);
    RETURN_IF_ERROR(second.status());
    RETURN_IF_ERROR(TreeBuilder(&again, limits).Build(second->get()));
    if (again.error_count_ > max_errors) return absl::OkStatus();
    result = std::move(again);
    tree = std::move(second);
    return absl::OkStatus();
  };
  const auto names =
      std::make_shared<const std::string>(IsAscii(result.source_) ? "" : WithComparedNames(result));
  if (!names->empty()) RETURN_IF_ERROR(parse_again(*names, result.error_count_));
  const bool has_names = !names->empty() && result.source_.data() == names->data();
  if (result.error_count_ > 0) {
    const std::string readable = WithoutSplats(result);
    if (!readable.empty()) RETURN_IF_ERROR(parse_again(readable, result.error_count_ - 1));
  }
  state.is_as_written = result.source_.data() == source.data();
  // Nodes speak as it is written, but of names as they are compared.
  result.source_ = has_names ? absl::string_view(*names) : source;
  // Keeps the names alive, and is null all the same: there is no tree to query.
  if (has_names) result.parsed_ = std::shared_ptr<const void>(names, nullptr);
  if (limits.keep_for_queries) {
    // A copy shares all nodes; edits of the original leave it as it is.
    result.parsed_ = std::shared_ptr<const TSTree>(
        ts_tree_copy(tree->get()),
        [names](const TSTree* kept) { ts_tree_delete(const_cast<TSTree*>(kept)); });
  }
  state.source = source;
  state.tree = *std::move(tree);
  result.IndexKinds();
  return result;
}

void SyntaxTree::IndexLines() {
  line_starts_.push_back(0);
  lines_of_steps_.reserve(source_.size() / kLineStep + 1);
  for (size_t end = source_.find('\n'); end != absl::string_view::npos && end + 1 < source_.size();
       end = source_.find('\n', end + 1)) {
    const size_t steps = end / kLineStep + 1;  // Those that begin up to the line's end.
    lines_of_steps_.resize(steps, static_cast<uint32_t>(line_starts_.size()));
    line_starts_.push_back(static_cast<uint32_t>(end + 1));
  }
  lines_of_steps_.resize(source_.size() / kLineStep + 1,
                         static_cast<uint32_t>(line_starts_.size()));
}

void SyntaxTree::IndexKinds() {
  const auto bucket = [](const Data& data) { return static_cast<size_t>(data.kind); };
  for (const Data& data : nodes_) ++kind_starts_[bucket(data) + 1];
  kind_starts_[static_cast<size_t>(Kind::kToken) + 1] = 0;
  std::partial_sum(kind_starts_.begin(), kind_starts_.end(), kind_starts_.begin());
  by_kind_.resize(kind_starts_.back());
  std::array<uint32_t, kKindCount + 1> next = kind_starts_;
  for (uint32_t i = 0; i < size(); ++i) {
    if (nodes_[i].kind != Kind::kToken) by_kind_[next[bucket(nodes_[i])]++] = i;
  }
}

Node SyntaxTree::NodeAt(uint32_t byte) const {
  // Nodes are sorted by where they start; of those that start at one byte the innermost is last.
  auto after = std::upper_bound(nodes_.begin(), nodes_.end(), byte,
                                [](uint32_t b, const Data& data) { return b < data.first_byte; });
  if (after == nodes_.begin()) return root();
  uint32_t index = static_cast<uint32_t>(after - nodes_.begin()) - 1;
  while (index != 0 && nodes_[index].end_byte <= byte) {
    Poll();
    index = nodes_[index].parent;
  }
  return node(index);
}

int SyntaxTree::LineOf(uint32_t byte) const {
  uint32_t line = lines_of_steps_[std::min<size_t>(byte / kLineStep, lines_of_steps_.size() - 1)];
  while (line < line_starts_.size() && line_starts_[line] <= byte) ++line;
  return static_cast<int>(line);
}

int SyntaxTree::ColumnOf(uint32_t byte) const {
  return static_cast<int>(byte - line_starts_[LineOf(byte) - 1]);
}

uint32_t SyntaxTree::LineStart(int line) const {
  return line <= line_count() ? line_starts_[line - 1] : static_cast<uint32_t>(source_.size());
}

absl::string_view SyntaxTree::LineText(int line) const {
  absl::string_view text = source_.substr(LineStart(line), LineStart(line + 1) - LineStart(line));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

int Node::first_line() const { return tree_ ? tree_->LineOf(first_byte()) : 0; }

int Node::last_line() const {
  if (!tree_) return 0;
  return tree_->LineOf(std::max(end_byte(), first_byte() + 1) - 1);
}

Node Node::ChildAfterFirst(Field field) const {
  const SyntaxTree::Data* const nodes = tree_->nodes_.data();
  const uint32_t end = nodes[index_].subtree_end;
  for (uint32_t i = nodes[index_ + 1].subtree_end; i < end; i = nodes[i].subtree_end) {
    Poll();
    if (nodes[i].field == field) return Node(tree_, i);
  }
  return Node();
}

Node Node::child(Kind kind) const {
  for (Node child : children()) {
    if (child.Is(kind)) return child;
  }
  return Node();
}

Node Node::named_child(int i) const {
  for (Node child : named_children()) {
    if (i-- == 0) return child;
  }
  return Node();
}

int Node::named_child_count() const {
  int count = 0;
  for ([[maybe_unused]] Node child : named_children()) ++count;
  return count;
}

Node Node::last_named_child() const {
  Node last;
  for (Node child : named_children()) last = child;
  return last;
}

NodesOfKind::NodesOfKind(Node node, Kind kind) : tree_(node.tree()) {
  if (tree_ == nullptr) return;
  const uint32_t* const all = tree_->by_kind_.data();
  const uint32_t* const start = all + tree_->kind_starts_[static_cast<size_t>(kind)];
  const uint32_t* const last = all + tree_->kind_starts_[static_cast<size_t>(kind) + 1];
  if (node.index() == 0) {  // Nothing to search for.
    first_ = start + (start != last && *start == 0);
    end_ = last;
    before_ = static_cast<uint32_t>(first_ - start);
    return;
  }
  Poll();
  first_ = std::lower_bound(start, last, node.index() + 1);
  before_ = static_cast<uint32_t>(first_ - start);
  // Most nodes are small: they hold no more of one kind than of all.
  const ptrdiff_t descendants = node.subtree_end() - node.index() - 1;
  end_ =
      std::lower_bound(first_, first_ + std::min(last - first_, descendants), node.subtree_end());
}

Node Node::next_sibling() const {
  if (!tree_ || index_ == 0) return Node();
  Poll();
  const uint32_t next = subtree_end();
  return next < parent().subtree_end() ? Node(tree_, next) : Node();
}

}  // namespace allreview::python

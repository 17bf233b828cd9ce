#include "analyzers/syntax/file_parse.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/syntax/tree_builder.h"
#include "base/check.h"
#include "base/poll.h"
#include "base/status_macros.h"
#include "tree_sitter/api.h"

namespace allreview::syntax {
namespace {

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

absl::StatusOr<TreePtr> ParseText(const TSLanguage* grammar, absl::string_view source,
                                  const TSTree* previous, TreeDeleter deleter) {
  // A parser keeps memory between files, which an arena must not; making one is cheap.
  const ParserPtr parser(ts_parser_new());
  CHECK(ts_parser_set_language(parser.get(), grammar))
      << "the tree-sitter core does not accept the ABI of the grammar";
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

}  // namespace

struct FileParse::Parsed {
  std::shared_ptr<const std::string> text;  // Null: the source.
  TreePtr tree;
};

struct VersionedParse::State {
  std::vector<Edit> edits;
  absl::string_view text;                    // Of `tree`.
  std::shared_ptr<const std::string> owned;  // Null: `text` is the source of the first version.
  int error_count = 0;
  std::unique_ptr<ParseArena> arena;  // Of the tree. Null: malloc, for a tree that queries keep.
  TreePtr tree;

  State() = default;
  ~State() { ParseArena::Return(std::move(arena)); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Before a parse. A tree that is kept in another way than the next one will be cannot be reused.
  ParseArena* PrepareMemory(bool outlives_parse) {
    if (tree == nullptr || (arena == nullptr) != outlives_parse) {
      tree.reset();
      ParseArena::Return(std::move(arena));
      arena = outlives_parse ? nullptr : ParseArena::Take();
    }
    return arena.get();
  }

  // The tree of the first version, moved to where its parts are in `after`. Null: nothing to reuse.
  const TSTree* Previous(absl::string_view after) {
    if (tree == nullptr) return nullptr;
    const std::vector<TSInputEdit> in_bytes = ByteEdits(edits, text, after);
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

FileParse::FileParse(const Vocabulary& vocabulary, absl::string_view source,
                     const ParseLimits& limits, VersionedParse* versions, Reuse reuse)
    : vocabulary_(vocabulary),
      source_(source),
      limits_(limits),
      reuse_(reuse),
      own_(versions == nullptr
               ? std::make_unique<VersionedParse>(std::vector<VersionedParse::Edit>())
               : nullptr),
      state_(versions == nullptr ? *own_->state_ : *versions->state_),
      use_(state_.PrepareMemory(limits.keep_for_queries)) {}

FileParse::~FileParse() = default;

absl::Status FileParse::Read(std::optional<std::string> text) {
  if (static_cast<int64_t>(source_.size()) > limits_.max_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat(source_.size(), " bytes, the limit is ", limits_.max_bytes));
  }
  result_.source_ = source_;
  result_.IndexLines();
  auto parsed = std::make_unique<Parsed>();
  if (text) parsed->text = std::make_shared<const std::string>(*std::move(text));
  const absl::string_view read = parsed->text != nullptr ? *parsed->text : source_;
  const bool may_reuse = reuse_ == Reuse::kAlways || state_.error_count == 0;
  const TSTree* const previous = may_reuse ? state_.Previous(read) : nullptr;
  RETURN_IF_ERROR(ParseInto(&result_, parsed.get(), previous));
  if (previous != nullptr && reuse_ == Reuse::kWithoutErrors && result_.error_count_ > 0) {
    RETURN_IF_ERROR(ParseInto(&result_, parsed.get(), nullptr));
  }
  parsed_ = std::move(parsed);
  return absl::OkStatus();
}

absl::StatusOr<bool> FileParse::ReadAgain(std::shared_ptr<const std::string> text, int max_errors) {
  TreeData again = result_;
  auto parsed = std::make_unique<Parsed>();
  parsed->text = std::move(text);
  RETURN_IF_ERROR(ParseInto(&again, parsed.get(), nullptr));
  if (again.error_count_ > max_errors) return false;
  result_ = std::move(again);
  parsed_ = std::move(parsed);
  return true;
}

absl::Status FileParse::ParseInto(TreeData* result, Parsed* parsed, const TSTree* previous) {
  result->source_ = parsed->text != nullptr ? absl::string_view(*parsed->text) : source_;
  absl::StatusOr<TreePtr> tree = ParseText(vocabulary_.grammar(), result->source_, previous,
                                           {.is_in_arena = state_.arena != nullptr});
  RETURN_IF_ERROR(tree.status());
  parsed->tree = *std::move(tree);
  result->nodes_.clear();
  result->error_count_ = 0;
  return TreeBuilder(result, vocabulary_, limits_).Build(parsed->tree.get());
}

TreeData FileParse::Finish(std::shared_ptr<const std::string> spoken) && {
  result_.source_ = spoken != nullptr ? absl::string_view(*spoken) : source_;
  // Keeps the text alive, and is null all the same: there is no tree to query.
  if (spoken != nullptr) result_.kept_ = std::shared_ptr<const void>(spoken, nullptr);
  if (limits_.keep_for_queries) {
    // A copy shares all nodes; edits of the original leave it as it is.
    result_.kept_ = std::shared_ptr<const TSTree>(
        ts_tree_copy(parsed_->tree.get()),
        [spoken](const TSTree* kept) { ts_tree_delete(const_cast<TSTree*>(kept)); });
  }
  state_.owned = parsed_->text;
  state_.text = state_.owned != nullptr ? absl::string_view(*state_.owned) : source_;
  state_.tree = std::move(parsed_->tree);
  state_.error_count = result_.error_count_;
  result_.IndexKinds();
  return std::move(result_);
}

}  // namespace allreview::syntax

#include "analyzers/rules/readability/extractable_block.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Node;

constexpr int kMinLines = 6;
constexpr int kMaxStatements = 80;  // In one block: the number of runs grows with its square.
constexpr int64_t kMaxSteps = 20'000'000;  // Blocks of blocks hold the same uses again and again.
constexpr size_t kMaxIn = 5, kMaxOut = 3;
constexpr int kLinesPerName = 2;  // What a result to hand back costs, in lines gained.

// Where a local of the function stands.
struct Use {
  uint32_t name = 0;  // Which one: Locals.names.
  uint32_t byte = 0;
  bool is_bound = false;  // Assigned, and not read.
};

struct Locals {
  std::vector<absl::string_view> names;
  std::vector<Use> uses;  // In source order; those in nested functions are reads.
};

bool IsAugmentedTarget(Node identifier) {
  const Node parent = identifier.parent();
  return parent.Is(NodeKind::kAugmentedAssignment) && identifier.field() == Field::kLeft;
}

// The function's parameters and locals.
Locals LocalsOf(const Module& module, const Definition& function) {
  Locals locals;
  const uint32_t scope = module.scopes().ScopeOf(function.body);
  for (const python::Binding& binding : module.scopes().bindings()) {
    if (binding.scope != scope || binding.kind == python::Binding::Kind::kDefinition) continue;
    if (binding.name == "self" || binding.name == "cls") continue;
    // Those of a scope are sorted by name.
    if (locals.names.empty() || locals.names.back() != binding.name) {
      locals.names.push_back(binding.name);
    }
  }
  for (Node node : function.body.descendants(NodeKind::kIdentifier)) {
    const auto name = std::lower_bound(locals.names.begin(), locals.names.end(), node.text());
    if (name == locals.names.end() || *name != node.text() || !IsVariable(node)) continue;
    const uint32_t number = static_cast<uint32_t>(name - locals.names.begin());
    if (IsAugmentedTarget(node)) locals.uses.push_back({number, node.first_byte(), false});
    locals.uses.push_back({number, node.first_byte(), IsRebound(node) || IsAugmentedTarget(node)});
  }
  return locals;
}

// Control leaves the run other than at its end: a return, or a break or continue of a loop around
// it; or it binds what is not for one function to bind: imports, globals.
bool IsLeft(Node statement) {
  bool is_left = false;
  ForEachOwnNode(statement, [&](Node node) {
    switch (node.kind()) {
      case NodeKind::kReturnStatement:
      case NodeKind::kYield:
      case NodeKind::kGlobalStatement:
      case NodeKind::kNonlocalStatement:
      case NodeKind::kAwait:
      case NodeKind::kImportStatement:
      case NodeKind::kImportFromStatement:
        is_left = true;
        break;
      case NodeKind::kBreakStatement:
      case NodeKind::kContinueStatement: {
        Node loop = node.parent();
        while (!loop.Is(NodeKind::kForStatement) && !loop.Is(NodeKind::kWhileStatement) &&
               loop != statement.parent()) {
          loop = loop.parent();
        }
        is_left = is_left || loop == statement.parent();
        break;
      }
      default:
        break;
    }
  });
  return is_left || statement.Is(NodeKind::kReturnStatement) ||
         statement.Is(NodeKind::kBreakStatement) || statement.Is(NodeKind::kContinueStatement) ||
         statement.Is(NodeKind::kGlobalStatement) || statement.Is(NodeKind::kNonlocalStatement) ||
         statement.Is(NodeKind::kFunctionDefinition) || statement.Is(NodeKind::kImportStatement) ||
         statement.Is(NodeKind::kImportFromStatement);
}

// How many lines of a function have something on them; comments alone do not count.
class CodeLines {
 public:
  explicit CodeLines(Node function) : first_(function.first_line()) {
    const python::SyntaxTree& tree = *function.tree();
    for (int line = first_; line <= function.last_line(); ++line) {
      const absl::string_view text = absl::StripAsciiWhitespace(tree.LineText(line));
      before_.push_back(before_.back() + (!text.empty() && text[0] != '#'));
    }
  }
  int Count(int first, int last) const {
    return before_[last + 1 - first_] - before_[first - first_];
  }

 private:
  const int first_;
  std::vector<int> before_ = {0};  // By line, from first_ on.
};

bool IsDocstring(Node statement) {
  return statement.Is(NodeKind::kExpressionStatement) &&
         statement.named_child(0).Is(NodeKind::kString);
}

// The outermost loop of the function around the block; null: none.
Node OuterLoop(Node block, Node body) {
  Node loop;
  for (Node node = block; node && node != body; node = node.parent()) {
    if (node.Is(NodeKind::kForStatement) || node.Is(NodeKind::kWhileStatement)) loop = node;
  }
  return loop;
}

struct Liveness {
  std::vector<absl::string_view> in, out;
};

// What is live where a run of statements of one block begins and ends.
class LivenessInFunction {
 public:
  explicit LivenessInFunction(const Locals& locals)
      : locals_(locals), reads_(locals.names.size()), seen_(locals.names.size()) {
    for (const Use& use : locals.uses) {
      if (!use.is_bound) reads_[use.name].push_back(use.byte);
    }
  }

  // `loop`: the outermost one around the block; null: none.
  Liveness Of(uint32_t first, uint32_t end, Node loop) {
    enum : uint8_t { kBound = 1, kIn = 2, kOut = 4 };
    ++run_;
    Liveness live;
    for (auto use = std::lower_bound(
             locals_.uses.begin(), locals_.uses.end(), first,
             [](const Use&candidate, uint32_t byte) { return candidate.byte < byte; });
         use != locals_.uses.end() && use->byte < end; ++use) {
      ++steps_;
      Seen& seen = seen_[use->name];
      if (seen.run != run_) seen = {.run = run_};
      if (use->is_bound) {
        // It is asked once of each name.
        if (!(seen.known & kBound) && IsReadOutside(use->name, first, end, loop)) {
          live.out.push_back(locals_.names[use->name]);
          seen.known |= kOut;
        }
        seen.known |= kBound;
      } else if (!(seen.known & (kBound | kIn))) {
        live.in.push_back(locals_.names[use->name]);
        seen.known |= kIn;
      }
    }
    return live;
  }

  // Uses looked at so far.
  int64_t steps() const { return steps_; }

 private:
  struct Seen {
    int run = 0;
    uint8_t known = 0;
  };

  // After the run, or before it when the loop comes around.
  bool IsReadOutside(uint32_t name, uint32_t first, uint32_t end, Node loop) const {
    const std::vector<uint32_t>& reads = reads_[name];
    if (!reads.empty() && reads.back() >= end) return true;
    if (!loop) return false;
    const auto in_loop = std::lower_bound(reads.begin(), reads.end(), loop.first_byte());
    return in_loop != reads.end() && *in_loop < first;
  }

  const Locals& locals_;
  std::vector<std::vector<uint32_t>> reads_;  // By name: the bytes of its reads, sorted.
  std::vector<Seen> seen_;                    // By name: in the run that is being looked at.
  int run_ = 0;
  int64_t steps_ = 0;
};

// "# Count the words of all rows." -> "count_words"; empty: no name in it.
std::string NameIn(absl::string_view comment) {
  std::vector<std::string> words;
  for (absl::string_view word :
       absl::StrSplit(comment, absl::ByAnyChar(" #.,:;()-"), absl::SkipEmpty())) {
    const std::string lower = absl::AsciiStrToLower(word);
    if (lower == "the" || lower == "a" || lower == "an" || lower == "all" || lower == "we")
      continue;
    const bool is_word = std::all_of(lower.begin(), lower.end(), absl::ascii_islower);
    if (!is_word || lower == "of" || lower == "for" || lower == "if" || lower == "to" ||
        lower == "and" || lower == "when" || lower == "in") {
      break;
    }
    words.push_back(lower);
    if (words.size() == 3) break;
  }
  return words.size() < 2 ? "" : absl::StrJoin(words, "_");
}

// First line of the comment that ends on the line before the statement.
std::string CommentBefore(Node statement) {
  const python::SyntaxTree& tree = *statement.tree();
  absl::string_view first;
  for (int line = statement.first_line() - 1; line >= 1; --line) {
    absl::string_view text = absl::StripAsciiWhitespace(tree.LineText(line));
    if (!absl::StartsWith(text, "#")) break;
    while (absl::StartsWith(text, "#")) text.remove_prefix(1);
    first = absl::StripAsciiWhitespace(text).substr(0, 60);
  }
  return std::string(first);
}

void NameBlock(Node first_statement, const Definition& function, ExtractableBlock* block) {
  block->label = CommentBefore(first_statement);
  std::string name = NameIn(block->label);
  if (name.empty() && block->live_out.size() == 1) {
    name = absl::StrCat("compute_", block->live_out[0]);
  }
  if (name.empty()) {
    const size_t first =
        std::min(function.simple_name.find_first_not_of('_'), function.simple_name.size());
    absl::string_view stem = function.simple_name.substr(first);
    while (absl::EndsWith(stem, "_")) stem.remove_suffix(1);
    name = absl::StrCat(stem, "_part");
  }
  if (block->label.empty()) block->label = OneLine(first_statement).substr(0, 60);
  block->name = absl::StrCat(absl::StartsWith(name, "_") ? "" : "_", name);
}

class Search {
 public:
  Search(const Module& module, const Definition& function)
      : function_(function),
        locals_(LocalsOf(module, function)),
        liveness_(locals_),
        lines_(function.body),
        whole_(lines_.Count(function.body.first_line(), function.body.last_line())) {}

  ExtractableBlock Run() {
    TryRunsOf(function_.body);
    ForEachOwnNode(function_.body, [&](Node node) {
      if (node.Is(NodeKind::kBlock)) TryRunsOf(node);
    });
    if (best_) NameBlock(best_first_, function_, &best_);
    return std::move(best_);
  }

 private:
  void TryRunsOf(Node block) {
    const bool is_short = lines_.Count(block.first_line(), block.last_line()) < kMinLines;
    if (is_short || liveness_.steps() > kMaxSteps) return;
    std::vector<Node> statements;
    int left = kMaxStatements;
    for (Node statement : block.named_children()) {
      if (left-- == 0) break;
      if (!IsDocstring(statement)) statements.push_back(statement);
    }
    // Runs end before a statement that control may leave at.
    std::vector<bool> is_left;
    for (Node statement : statements) is_left.push_back(IsLeft(statement));
    const Node loop = OuterLoop(block, function_.body);
    for (size_t i = 0; i < statements.size(); ++i) {
      for (size_t k = i; k < statements.size() && !is_left[k]; ++k) {
        Try(statements[i], statements[k], loop);
      }
    }
  }

  void Try(Node first, Node last, Node loop) {
    const int lines = lines_.Count(first.first_line(), last.last_line());
    // Nearly all of it is no part of it.
    if (lines < kMinLines || 10 * lines > 7 * whole_ || lines <= best_score_) return;
    Liveness live = liveness_.Of(first.first_byte(), last.end_byte(), loop);
    if (live.in.size() > kMaxIn || live.out.size() > kMaxOut) return;
    const int score = lines - kLinesPerName * static_cast<int>(live.out.size()) -
                      static_cast<int>(live.in.size());
    if (score <= best_score_) return;
    best_score_ = score;
    best_first_ = first;
    best_.first_line = first.first_line();
    best_.last_line = last.last_line();
    best_.live_in = std::move(live.in);
    best_.live_out = std::move(live.out);
  }

  const Definition& function_;
  const Locals locals_;
  LivenessInFunction liveness_;
  const CodeLines lines_;
  const int whole_;
  int best_score_ = 0;
  Node best_first_;
  ExtractableBlock best_;
};

}  // namespace

std::string ExtractableBlock::Signature() const {
  return absl::StrCat(name, "(", absl::StrJoin(live_in, ", "), ")",
                      live_out.empty() ? "" : absl::StrCat(" -> ", absl::StrJoin(live_out, ", ")));
}

ExtractableBlock FindExtractableBlock(const Module& module, const Definition& function) {
  if (!function.body) return {};
  return Search(module, function).Run();
}

}  // namespace allreview::rules

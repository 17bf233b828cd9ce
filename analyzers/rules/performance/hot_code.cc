#include "analyzers/rules/performance/hot_code.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/performance/phrases.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr int kCommentLines = 4;

bool IsWordCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
}

// `word` stands in the text with no letter, digit, underscore or hyphen around it.
bool HasWord(absl::string_view text, absl::string_view word) {
  for (size_t at = text.find(word); at != absl::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !IsWordCharacter(text[at - 1])) &&
        (end == text.size() || !IsWordCharacter(text[end]))) {
      return true;
    }
  }
  return false;
}

Confidence ConfidenceOf(const CallChain& chain) {
  const bool is_weak =
      std::any_of(chain.hops.begin(), chain.hops.end(),
                  [](const CallChain::Hop& hop) { return hop.confidence == Confidence::kLow; });
  return is_weak ? Confidence::kLow : Confidence::kMedium;
}

// One step more severe; P0 stays.
Severity Raised(Severity severity) {
  return severity == Severity::kP0 ? severity
                                   : static_cast<Severity>(static_cast<int>(severity) - 1);
}

// One step less severe; P3 stays.
Severity Lowered(Severity severity) {
  return severity == Severity::kP3 ? severity
                                   : static_cast<Severity>(static_cast<int>(severity) + 1);
}

// The comment says that a wait is meant.
bool Acknowledges(Node comment) {
  const std::string text = absl::AsciiStrToLower(comment.text());
  for (absl::string_view word :
       {"sync", "syncs", "synchronize", "synchronizes", "d2h", "host", "item()"}) {
    if (HasWord(text, word)) return true;
  }
  return false;
}

// The branch around the node ends in a raise: it runs once, to tell what is wrong.
bool LeadsToRaise(Node node) {
  for (Node outer = node; outer && !outer.Is(NodeKind::kFunctionDefinition);
       outer = outer.parent()) {
    if (!outer.Is(NodeKind::kBlock) || !outer.parent() ||
        outer.parent().Is(NodeKind::kFunctionDefinition)) {
      continue;
    }
    Node last;
    for (Node statement : outer.named_children()) last = statement;
    if (last && last.Is(NodeKind::kRaiseStatement)) return true;
  }
  return false;
}

}  // namespace

bool AcknowledgedWaits::Include(Node node) const {
  const python::SyntaxTree& tree = *node.tree();
  const int first = std::max(1, node.first_line() - kCommentLines), last = node.last_line();
  for (int line = first; line <= last; ++line) {
    const Node comment = python::CommentEnding(tree, line);
    if (comment && function_.Contains(comment) && Acknowledges(comment)) return true;
  }
  return false;
}

std::optional<HotPath> FindHotCode(const FileContext& file, Node node) {
  if (file.is_test() || IsColdFile(file.module().path()) || IsColdBlock(node) || LeadsToRaise(node))
    return std::nullopt;
  const Definition* function = file.module().EnclosingFunction(node);
  if (function == nullptr || AcknowledgedWaits(*function).Include(node)) return std::nullopt;
  // Whatever the function around it does, a capture fails.
  if (IsInCaptureRegion(file.module(), node)) return CapturePath(file.module(), *function);
  std::optional<HotPath> path = FindHotPath(file, *function);
  return path && IsOnlyForTests(file, node) ? std::nullopt : path;
}

// "in every iteration of the loop on line 12", when a loop is around it.
Words FrequencyOf(Node node, const CallChain& chain) {
  for (Node outer = node.parent(); outer && !outer.Is(NodeKind::kFunctionDefinition);
       outer = outer.parent()) {
    if (!outer.Is(NodeKind::kForStatement) && !outer.Is(NodeKind::kWhileStatement)) continue;
    if (outer.child(Field::kBody).Contains(node)) {
      const bool is_micro_batch = absl::StrContains(outer.child(Field::kRight).text(), "micro");
      return Sentence(is_micro_batch ? phrases::kForEveryMicroBatch : phrases::kInEveryIteration,
                      {{"line", absl::StrCat(outer.first_line())}});
    }
  }
  const absl::string_view root = chain.root_kind;
  if (root == "forward") return phrases::kInEveryForward;
  if (root == "backward") return phrases::kInEveryBackward;
  if (root == "hook") return phrases::kWheneverHookRuns;
  if (root == "get-batch") return phrases::kForEveryBatch;
  if (root == "optimizer-step") return phrases::kInEveryOptimizerStep;
  return phrases::kInEveryTrainingStep;
}

Observation ObserveHot(const FileContext& file, const HotPath& path, Node at, Severity usual,
                       Params params) {
  const bool is_captured = IsCaptured(file, at);
  params.emplace_back("frequency",
                      is_captured ? phrases::kWhileCaptured : FrequencyOf(at, path.chain));
  Severity severity = usual;
  if (is_captured) {
    severity = Raised(usual);
  } else if (path.is_inference || path.is_get_batch) {
    severity = Lowered(usual);
  }
  return {.at = at,
          .params = std::move(params),
          .evidence = {path.chain},
          .severity = severity,
          .impact = static_cast<Impact>(severity),
          .confidence = ConfidenceOf(path.chain)};
}

}  // namespace allreview::rules

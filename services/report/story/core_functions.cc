#include "services/report/story/core_functions.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/story/narrative.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::ChangeStatement;
using analysis::v1::Edge;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

constexpr int kMaxOwn = 60;       // A long table of plain code outweighs nothing else.
constexpr int kMaxLines = 3;      // Of one statement: wrapped arguments are no more code.
constexpr int kMaxGone = 6;       // Statements.
constexpr size_t kMaxKey = 4000;  // Bytes of edits that are compared.
constexpr size_t kTrivial = 3;    // Statements.

// "self.x = x".
bool IsCopyOfArgument(const Step& step) {
  const absl::string_view code = step.code();
  const size_t equals = FindOutside(code, " = ");
  if (step.kind() != Step::KIND_ASSIGNMENT || equals == absl::string_view::npos) return false;
  const absl::string_view left = code.substr(0, std::min(equals, code.find(':')));
  return absl::StartsWith(left, "self.") && left.substr(5) == code.substr(equals + 3);
}

int WeightOfStep(const Step& step) {
  if (step.status() == Step::STATUS_MOVED || step.kind() == Step::KIND_OTHER) return 0;
  if (absl::StrContains(step.code(), "add_argument(") || IsCopyOfArgument(step)) return 0;
  const auto lines = std::count(step.code().begin(), step.code().end(), '\n') + 1;
  return std::min<int>(kMaxLines, static_cast<int>(lines));
}

int OwnWeight(const FunctionStory& story) {
  const std::vector<bool> noise = NoiseOf(story);
  int weight = 0, gone = 0;
  for (int i = 0; i < story.steps_size(); ++i) {
    const Step& step = story.steps(i);
    if (noise[i] || !IsTouched(step)) continue;
    const bool is_gone = step.status() == Step::STATUS_REMOVED;
    is_gone ? gone += 1 : weight += WeightOfStep(step);
  }
  return std::min(kMaxOwn, weight + std::min(gone, kMaxGone));
}

struct Worth {
  int each = 0, most = 0;
};

Worth WorthOf(const ChangeStatement& statement) {
  switch (statement.kind()) {
    case ChangeStatement::KIND_ALGORITHM:
      return IsNotable(statement) ? Worth{4, 24} : Worth{};
    case ChangeStatement::KIND_EFFECT:
    case ChangeStatement::KIND_COST:
      return {3, 6};
    case ChangeStatement::KIND_QUESTION:
      return {2, 4};
    default:
      return {};
  }
}

// What is said of the functions, by their ids.
std::map<std::string, int> SaidOf(const ChangeModel& model) {
  std::map<std::pair<std::string, int>, int> by_kind;
  for (const ChangeStatement& statement : model.statements()) {
    const Worth worth = WorthOf(statement);
    int& said = by_kind[{statement.subject(), statement.kind()}];
    said = std::min(worth.most, said + worth.each);
  }
  std::map<std::string, int> said;
  for (const auto& [key, weight] : by_kind) said[key.first] += weight;
  constexpr int kExample = 8;
  for (const auto& example : model.examples()) said[example.symbol()] += kExample;
  return said;
}

// New calls between changed functions: the called one is what the change needs, the calling one is
// where it goes in.
std::map<std::string, int> CallsAmong(const ModelIndex& index) {
  constexpr int kCalled = 3, kCalls = 2, kMost = 9;
  std::map<std::string, int> calls;
  for (const Edge& edge : index.model().edges()) {
    if (edge.kind() != Edge::KIND_CALLS || !edge.is_new()) continue;
    const ChangedSymbol* from = index.Symbol(edge.from());
    const ChangedSymbol* to = index.Symbol(edge.to());
    if (from == nullptr || to == nullptr || from->is_test() || IsBesideProduct(from->path())) {
      continue;
    }
    for (const auto& [id, worth] : {std::pair{edge.to(), kCalled}, {edge.from(), kCalls}}) {
      calls[id] = std::min(kMost, calls[id] + worth);
    }
  }
  return calls;
}

// Of a function whose statements are not known.
int WeightOfLines(const ChangedSymbol& symbol) {
  const bool is_there = symbol.status() == ChangedSymbol::STATUS_ADDED ||
                        symbol.status() == ChangedSymbol::STATUS_MODIFIED;
  const int lines = symbol.added_lines() + symbol.removed_lines();
  return is_there ? std::min(kMaxOwn, lines) / kMaxLines : 0;
}

}  // namespace

CoreFunctions::CoreFunctions(const ModelIndex& index) {
  constexpr int kHot = 3, kPublic = 1, kBeside = 5;
  const std::map<std::string, int> said = SaidOf(index.model());
  const std::map<std::string, int> calls = CallsAmong(index);
  const auto find = [](const std::map<std::string, int>& in, const std::string& id) {
    const auto found = in.find(id);
    return found == in.end() ? 0 : found->second;
  };
  int most = 0;
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    if (!IsFunction(symbol) || symbol.is_test()) continue;
    const std::string id = IdOf(symbol);
    const FunctionStory* story = index.Story(id);
    int weight = story == nullptr ? WeightOfLines(symbol) : OwnWeight(*story);
    if (weight == 0) continue;
    weight += find(said, id) + find(calls, id);
    weight += (story != nullptr && story->is_hot() ? kHot : 0) + (symbol.is_public() ? kPublic : 0);
    if (IsBesideProduct(symbol.path())) weight = std::max(1, weight / kBeside);
    weights_.emplace(id, weight);
    if (weight > most) most = weight, heaviest_ = id;
  }
}

int CoreFunctions::WeightOf(absl::string_view id) const {
  const auto found = weights_.find(id);
  return found == weights_.end() ? 0 : found->second;
}

std::string EditsOf(const FunctionStory& story) {
  std::string key;
  const std::vector<bool> noise = NoiseOf(story);
  for (int i = 0; i < story.steps_size() && key.size() < kMaxKey; ++i) {
    const Step& step = story.steps(i);
    if (!IsTouched(step) || noise[i]) continue;
    absl::StrAppend(&key, step.status(), "\n", step.code_before(), "\n", step.code(), "\n");
  }
  return key;
}

bool IsTrivial(const ModelIndex& index, const ChangedSymbol& symbol) {
  const FunctionStory* story = index.Story(IdOf(symbol));
  if (story == nullptr || HasNarrative(index.model(), IdOf(symbol))) return false;
  const std::vector<bool> noise = NoiseOf(*story);
  size_t touched = 0, flags = 0, comments = 0, silent = 0;
  for (int i = 0; i < story->steps_size(); ++i) {
    const Step& step = story->steps(i);
    silent += IsTouched(step) && noise[i];
    if (!IsTouched(step) || noise[i]) continue;
    ++touched;
    flags += absl::StrContains(step.code(), "add_argument(");
    comments += !step.comment().empty() && step.status() != Step::STATUS_REMOVED;
  }
  if (flags == touched) return true;
  // New code that mostly logs is as trivial.
  const bool is_candidate = symbol.status() == ChangedSymbol::STATUS_MODIFIED || silent > touched;
  return is_candidate && touched <= kTrivial && comments == 0;
}

}  // namespace allreview::report

#include "services/analysis/change_model/stories/steps.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "base/utf8.h"
#include "services/analysis/change_model/stories/uses.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Kind;
using python::Node;
using v1::Step;

class StepMaker {
 public:
  StepMaker(const FunctionVersions& versions, CallResolver& resolver)
      : versions_(versions), resolver_(resolver) {
    if (versions.before == nullptr) return;
    comments_before_ = versions.before->Comments();
    comments_after_ = versions.after.Comments();
    for (const Statement& statement : versions.before->all()) {
      for (const Callee& callee : CalleesOf(*versions.before, statement)) {
        called_before_.insert(callee.name);
      }
    }
  }

  Step Make(const AlignedStatement& aligned) {
    const bool is_gone = aligned.after < 0;
    const Statements& side = is_gone ? *versions_.before : versions_.after;
    const Statement& statement = side[is_gone ? aligned.before : aligned.after];
    Step step;
    step.set_kind(statement.kind);
    step.set_status(aligned.status);
    step.set_depth(statement.depth);
    step.set_code(side.CodeOf(statement));
    if (aligned.status == Step::STATUS_CHANGED) {
      step.set_code_before(versions_.before->CodeOf((*versions_.before)[aligned.before]));
    }
    *step.mutable_range() =
        ToProto(side.RangeOf(statement, is_gone ? change::Side::kLeft : change::Side::kRight));
    step.set_comment(side.CommentOf(statement, StayingWith(aligned.status)));
    AddUses(side, statement, step);
    for (const Callee& callee : CalleesOf(side, statement)) AddCall(callee, is_gone, step);
    return step;
  }

 private:
  // In the order in which they run: what a call needs as an argument comes before it.
  std::vector<Callee> CalleesOf(const Statements& side, const Statement& statement) {
    std::vector<Node> calls;
    ForEachHeaderNode(statement, [&](Node node) {
      if (node.Is(Kind::kCall)) calls.push_back(node);
    });
    std::stable_sort(calls.begin(), calls.end(),
                     [](Node a, Node b) { return a.end_byte() < b.end_byte(); });
    std::vector<Callee> callees;
    std::set<std::string> seen;
    for (Node node : calls) {
      Callee callee = resolver_.Resolve(side.module(), node);
      if (absl::StartsWith(callee.name, "builtins.") || callee.name == "super") continue;
      if (seen.insert(callee.name).second) callees.push_back(std::move(callee));
    }
    return callees;
  }

  static void AddUses(const Statements& side, const Statement& statement, Step& step) {
    std::set<std::pair<bool, std::string>> seen;
    for (const Use& use : UsesOf(side, statement)) {
      if (!seen.emplace(use.is_write, use.name).second) continue;
      (use.is_write ? step.add_writes() : step.add_reads())->assign(ToDisplayText(use.name));
    }
  }

  void AddCall(const Callee& callee, bool is_gone, Step& step) const {
    v1::StepCall* call = step.add_calls();
    call->set_callee(ToDisplayText(callee.name));
    call->set_symbol(ToDisplayText(callee.symbol));
    if (!callee.symbol.empty()) *call->mutable_definition() = ToProto(callee.definition);
    call->set_doc(ToDisplayText(callee.doc));
    call->set_is_changed(callee.is_changed);
    call->set_is_new(!is_gone && called_before_.count(callee.name) == 0);
  }

  // Comments that are neither new with a new statement nor gone with one that is gone.
  const std::set<absl::string_view>& StayingWith(Step::Status status) const {
    static const std::set<absl::string_view> kNone;
    if (status == Step::STATUS_ADDED) return comments_before_;
    return status == Step::STATUS_REMOVED ? comments_after_ : kNone;
  }

  const FunctionVersions& versions_;
  CallResolver& resolver_;
  std::set<absl::string_view> comments_before_, comments_after_;
  std::set<std::string> called_before_;
};

// Which of the statements are told: all, or those that changed and what is nearest to them.
std::vector<size_t> Nearest(const std::vector<AlignedStatement>& aligned, size_t limit) {
  const size_t size = aligned.size();
  std::vector<size_t> distance(size, size);
  size_t since = size;
  for (size_t i = 0; i < size; ++i) {
    since = aligned[i].status == Step::STATUS_KEPT ? std::min(since + 1, size) : 0;
    distance[i] = since;
  }
  since = size;
  for (size_t i = size; i-- > 0;) {
    since = aligned[i].status == Step::STATUS_KEPT ? std::min(since + 1, size) : 0;
    distance[i] = std::min(distance[i], since);
  }
  std::vector<size_t> chosen(size);
  for (size_t i = 0; i < size; ++i) chosen[i] = i;
  if (size <= limit) return chosen;
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](size_t a, size_t b) { return distance[a] < distance[b]; });
  chosen.resize(limit);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

Steps StepsOf(const FunctionVersions& versions, CallResolver& resolver, int limit) {
  StepMaker maker(versions, resolver);
  Steps result;
  for (const size_t i : Nearest(versions.aligned, static_cast<size_t>(limit))) {
    result.steps.push_back(maker.Make(versions.aligned[i]));
    result.after.push_back(versions.aligned[i].after);
  }
  result.left_out = static_cast<int>(versions.aligned.size() - result.steps.size());
  return result;
}

}  // namespace allreview::analysis

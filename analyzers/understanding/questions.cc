// The part of Knowledge that keeps track of what answers depend on, and asks without keeping them.

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/machine.h"

namespace allreview::understanding {

Run Knowledge::Observe(CodeRef code, const std::optional<std::vector<Value>>& parameters) {
  hand_ = Hand();
  is_cut_ = false;
  questions_.push_back({.about = code});
  Machine machine(*this, code, parameters ? *parameters : NamedParameters(code),
                  /*names_results=*/true);
  machine.Observe();
  question().machines.emplace(code, RunningCode{&machine, 0});
  read_depth_ = kReadsNone;
  Run run = machine.Execute();
  run.is_cut = std::exchange(is_cut_, false);
  EndQuestion();
  return run;
}

std::vector<Value> Knowledge::ParametersAsDeclared(CodeRef function) {
  hand_ = Hand();
  is_cut_ = false;
  questions_.push_back({.about = function});
  std::vector<Value> values = DeclaredParameters(function);
  EndQuestion();
  return values;
}

Value Knowledge::Resolved(const Value& value) {
  hand_ = Hand();
  is_cut_ = false;
  return Forced(value);
}

void Knowledge::Meet(int question) {
  Touch(question);
  if (question + 1 >= static_cast<int>(questions_.size())) return;
  std::vector<Rings::Question> ring;
  for (size_t i = static_cast<size_t>(question); i < questions_.size(); ++i) {
    ring.emplace_back(questions_[i].about, questions_[i].is_class);
  }
  TakeUp({.rings = {rings_.Join(ring)}});
}

void Knowledge::TakeUp(const Met& met) {
  hand_.met.depth = std::max(hand_.met.depth, met.depth);
  std::vector<Rings::Id>& rings = hand_.met.rings;
  if (met.rings.empty() || met.rings == rings) return;
  rings.insert(rings.end(), met.rings.begin(), met.rings.end());
  for (Rings::Id& ring : rings) ring = rings_.Current(ring);
  std::sort(rings.begin(), rings.end());
  rings.erase(std::unique(rings.begin(), rings.end()), rings.end());
}

void Knowledge::PutDown(const Hand& outer) {
  Touch(outer.touched);
  TakeUp(outer.met);
}

// From within a ring, or so deep that it would have been cut.
bool Knowledge::WouldDiffer(const Met& met) {
  if (questions_.size() + static_cast<size_t>(met.depth) > kMaxQuestions) return true;
  if (met.rings.empty()) return false;
  return std::any_of(questions_.begin(), questions_.end(), [&](const Question& question) {
    const Rings::Id mine = rings_.RingOf({question.about, question.is_class});
    return mine != Rings::kNone &&
           std::any_of(met.rings.begin(), met.rings.end(),
                       [&](Rings::Id ring) { return rings_.Current(ring) == mine; });
  });
}

// What depended on the question alone depends on nothing any more.
void Knowledge::EndQuestion() {
  const int number = static_cast<int>(questions_.size()) - 1;
  if (hand_.touched >= number) hand_.touched = kUntouched;
  ++hand_.met.depth;
  steps_ += question().steps;
  questions_.pop_back();
}

}  // namespace allreview::understanding

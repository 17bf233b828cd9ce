#include "services/analysis/change_model/statements/effects/edited.h"

#include <vector>

#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/edits.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"

namespace allreview::analysis {
namespace {

using v1::Step;

bool Logs(const Step& step) {
  if (step.kind() != Step::KIND_CALL) return false;
  const std::optional<CallText> call = ParseCall(Flat(step.code()));
  return call && IsLogCall(call->callee);
}

}  // namespace

EditedFunction::EditedFunction(const ToldFunction& function)
    : function_(function),
      before_(*function.story, Outline::Side::kBefore),
      after_(*function.story, Outline::Side::kAfter) {
  for (int i = 0; i < size(); ++i) {
    const Step::Status status = step(i).status();
    if (status == Step::STATUS_ADDED) added_.insert(WithoutBlanks(step(i).code()));
    if (status == Step::STATUS_REMOVED) removed_.insert(WithoutBlanks(step(i).code()));
    for (const auto& [outline, called] :
         {std::pair(&before_, &called_before_), std::pair(&after_, &called_after_)}) {
      if (!outline->IsThere(i)) continue;
      for (const std::string& callee : CalleesIn(outline->CodeOf(i))) {
        called->insert(std::string(repository::SimpleName(callee)));
      }
    }
  }
}

Words InBranch(const std::vector<std::string>& conditions, Words sentence) {
  if (conditions.empty()) return sentence;
  return Sentence(phrases::kEditInBranch,
                  {{"conditions", CodeList(conditions)}, {"edit", std::move(sentence)}});
}

std::string EditedFunction::name() const { return Shown(function_.symbol->name()); }

bool EditedFunction::IsNew(int i) const {
  return step(i).status() == Step::STATUS_ADDED &&
         removed_.count(WithoutBlanks(step(i).code())) == 0;
}

bool EditedFunction::IsGone(int i) const {
  return step(i).status() == Step::STATUS_REMOVED &&
         added_.count(WithoutBlanks(step(i).code())) == 0;
}

bool EditedFunction::WasThere(int step) const {
  if (step < 0) return false;
  const Step::Status status = this->step(step).status();
  return status == Step::STATUS_MOVED || status == Step::STATUS_KEPT;
}

bool EditedFunction::IsOld(const std::vector<int>& body) const {
  bool has_old = false;
  for (const int i : body) {
    if (Logs(step(i)) || step(i).kind() == Step::KIND_ELSE) continue;
    if (IsNew(i)) return false;
    has_old = true;
  }
  return has_old;
}

bool EditedFunction::IsAllNew(const std::vector<int>& body) const {
  return std::all_of(body.begin(), body.end(),
                     [&](int i) { return step(i).status() == Step::STATUS_ADDED; });
}

Effect EditedFunction::Told(std::string predicate, std::string object, Words text, int i,
                            int weight) const {
  return {.subject = function_.story->symbol(),
          .predicate = std::move(predicate),
          .object = Shown(object),
          .text = std::move(text),
          .places = {step(i).range()},
          .weight = weight - 10 * std::min(function_.rank, 30)};
}

}  // namespace allreview::analysis

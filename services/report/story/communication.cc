#include "services/report/story/communication.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview::report {

using analysis::v1::Delta;

std::string OperationOf(absl::string_view text) {
  // The longer name first.
  static constexpr absl::string_view kOperations[] = {
      "allreduce", "allgather", "reducescatter", "alltoall", "broadcast", "barrier", "scatter",
      "gather",    "reduce",    "isend",         "irecv",    "send",      "recv"};
  const bool is_call = absl::StrContains(text, "(");
  if (is_call) {
    text = text.substr(0, text.find('('));
    text = text.substr(text.rfind('.') + 1);  // npos + 1 is 0.
  }
  std::string name;
  for (const char c : text) {
    if (c != '_') name += absl::ascii_tolower(static_cast<unsigned char>(c));
  }
  for (absl::string_view operation : kOperations) {
    if (absl::StrContains(name, operation)) return std::string(operation);
  }
  return name;
}

namespace {

int CountOf(absl::string_view call, absl::string_view code) {
  int count = 0;
  for (size_t at = code.find(call); at != absl::string_view::npos;
       at = code.find(call, at + call.size())) {
    ++count;
  }
  return count;
}

}  // namespace

bool WaitedBefore(const analysis::v1::FunctionStory& story, const analysis::v1::Effect& effect) {
  using analysis::v1::Step;
  const absl::string_view what = effect.what();
  const size_t dot = what.rfind('.');
  if (effect.kind() != analysis::v1::Effect::KIND_SYNCHRONIZES || dot == absl::string_view::npos) {
    return false;
  }
  // ".item(" of "self.reduce(loss).item()".
  const absl::string_view call = what.substr(dot, what.find('(', dot) - dot + 1);
  if (!absl::EndsWith(call, "(")) return false;
  int before = 0, after = 0;  // In steps that differ.
  for (const Step& step : story.steps()) {
    if (step.status() == Step::STATUS_REMOVED) {
      before += CountOf(call, step.code());
    } else if (step.status() == Step::STATUS_ADDED) {
      after += CountOf(call, step.code());
    } else if (step.status() == Step::STATUS_CHANGED) {
      before += CountOf(call, step.code_before());
      after += CountOf(call, step.code());
    }
  }
  return before > 0 && after <= before;
}

DroppedCommunication::DroppedCommunication(const analysis::v1::ChangeModel& model) {
  for (const analysis::v1::ChangedSymbol& symbol : model.symbols()) {
    for (const Delta& delta : symbol.deltas()) {
      const bool is_gone = delta.kind() == Delta::KIND_COLLECTIVE && delta.after().empty();
      if (is_gone) operations_.insert(OperationOf(delta.before()));
    }
  }
}

bool DroppedCommunication::Replaces(absl::string_view what) const {
  return operations_.contains(OperationOf(what));
}

}  // namespace allreview::report

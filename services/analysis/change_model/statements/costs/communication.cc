#include "services/analysis/change_model/statements/costs/communication.h"

#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"

namespace allreview::analysis {
namespace {

using v1::ChangedSymbol;
using v1::Delta;
using v1::Effect;
using v1::FunctionStory;
using v1::Step;

int CountOf(absl::string_view call, absl::string_view code) {
  int count = 0;
  for (size_t at = code.find(call); at != absl::string_view::npos;
       at = code.find(call, at + call.size())) {
    ++count;
  }
  return count;
}

// Whether the function made the CPU wait as often before, with the same call: `x.item()` that moved
// to another line of it is no new cost.
bool WaitedBefore(const FunctionStory& story, const Effect& effect) {
  const absl::string_view what = effect.what();
  const size_t dot = what.rfind('.');
  if (dot == absl::string_view::npos) return false;
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

struct Gone {
  const ChangedSymbol* symbol;
  const Delta* delta;
};

// Collectives that changed code no longer calls, by operation.
std::multimap<std::string, Gone> GoneIn(const v1::ChangeModel& model) {
  std::multimap<std::string, Gone> gone;
  for (const ChangedSymbol& symbol : model.symbols()) {
    if (symbol.is_test() || paths::IsTestPath(symbol.path())) continue;
    for (const Delta& delta : symbol.deltas()) {
      const bool is_gone = delta.kind() == Delta::KIND_COLLECTIVE && delta.after().empty();
      if (is_gone) gone.emplace(OperationOf(delta.before()), Gone{&symbol, &delta});
    }
  }
  return gone;
}

}  // namespace

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

std::vector<CommunicationCost> CommunicationCostsOf(const v1::ChangeModel& model) {
  using Kind = CommunicationCost::Kind;
  std::multimap<std::string, Gone> gone = GoneIn(model);
  std::map<std::string, const ChangedSymbol*> tests;
  for (const ChangedSymbol& symbol : model.symbols()) {
    if (symbol.is_test()) tests.emplace(absl::StrCat(symbol.path(), ":", symbol.name()), &symbol);
  }
  std::vector<CommunicationCost> costs;
  for (const FunctionStory& story : model.functions()) {
    const absl::string_view id = story.symbol();
    if (tests.count(story.symbol()) > 0 || paths::IsTestPath(id.substr(0, id.rfind(':')))) continue;
    for (const Effect& effect : story.effects()) {
      const bool waits = effect.kind() == Effect::KIND_SYNCHRONIZES;
      if (!effect.is_new() || (!waits && effect.kind() != Effect::KIND_COMMUNICATES)) continue;
      if (waits && WaitedBefore(story, effect)) continue;
      if (!waits && gone.erase(OperationOf(effect.what())) > 0) {
        gone.emplace(OperationOf(effect.what()), Gone{});  // All of them are replaced.
        continue;
      }
      costs.push_back({.kind = waits ? Kind::kWaits : Kind::kSends,
                       .symbol = story.symbol(),
                       .what = effect.what(),
                       .place = effect.range(),
                       .is_hot = story.is_hot()});
    }
  }
  for (const auto& [operation, one] : gone) {
    if (one.symbol == nullptr) continue;
    costs.push_back({.kind = Kind::kSendsNoMore,
                     .symbol = absl::StrCat(one.symbol->path(), ":", one.symbol->name()),
                     .what = one.delta->before(),
                     .place = one.delta->range()});
  }
  return costs;
}

}  // namespace allreview::analysis

// normalise(None) where normalise() reads x.shape: the callee is right, what it is handed is not.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kFailsThere("fails-there", "{why} ({place})", "{why}（{place}）");
constexpr Phrase kIsRefused("is-refused", "it raises what line {place} is for",
                            "它会执行 {place} 处的 raise 或 assert");
constexpr Phrase kCallsHere("calls-here", "here the call goes on", "调用在这里继续");
constexpr Phrase kRaisesHere("raises-here", "here it raises", "在这里抛出异常");
constexpr Phrase kPhrases[] = {kFailsThere, kIsRefused, kCallsHere, kRaisesHere};

Range PlaceOf(const understanding::Program& program, const Failure::Step& step) {
  const int line = program.code(step.code).instructions[step.instruction].line;
  return {.path = program.path(step.code.file), .first_line = line, .end_line = line + 1};
}

Words WhyOf(const ChangeContext& change, const Failure& failure) {
  const Failure::Step& last = failure.way.back();
  const Range place = PlaceOf(change.failures().program(), last);
  const std::string text = absl::StrCat(place.path, ":", place.first_line);
  if (failure.innermost == nullptr) return Sentence(kIsRefused, {{"place", text}});
  return Sentence(kFailsThere,
                  {{"why", ReasonOf(change, *failure.innermost, last.code)}, {"place", text}});
}

DataFlowEvidence WayOf(const ChangeContext& change, const Failure& failure) {
  DataFlowEvidence flow;
  for (const Failure::Step& step : failure.way) {
    const bool is_last = &step == &failure.way.back();
    flow.steps.push_back(
        {is_last ? kRaisesHere : kCallsHere, PlaceOf(change.failures().program(), step)});
  }
  return flow;
}

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kInside)) {
    Observation observation = Observe(change, *found);
    observation.evidence.push_back(WayOf(change, found->failure));
    observation.params = {{"call", OneLine(found->at)}, {"why", WhyOf(change, found->failure)}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kCallFailsInside = {
    .info =
        {.id = "call-fails-inside",
         .title = {"Call that certainly fails inside of what it calls",
                   "调用必定在被调函数内部失败"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{call}` never comes back: {why}", "`{call}` 永远不会返回：{why}"},
         .consequence = {"It raises whenever it is evaluated, on every way through the function "
                         "that it calls",
                         "每次求值都会抛出异常，无论被调函数走哪条路径"},
         .advice = {"Hand over what the function can use, or make it take this, too",
                    "传入该函数可以使用的值，或让它也支持这种情况"},
         .phrases = kPhrases,
         .why = "The function is run over the values that this call hands it: it raises on "
                "every way, and does not for what its parameters promise. A default of None "
                "that the body takes for granted, a name that no branch knows and an argument "
                "that went to the wrong place are the usual reasons.",
         .fix = "Follow the evidence from the call to the line that raises.",
         .bad = R"py(
def norm(x, eps=None):
    return x / (x.sum() + eps.value)

def step(x):
    return norm(x)
)py",
         .good = R"py(
def norm(x, eps=None):
    if eps is None:
        return x / x.sum()
    return x / (x.sum() + eps.value)

def step(x):
    return norm(x)
)py",
         .version = 2},
    .check_change = CheckChange};

}  // namespace allreview::rules

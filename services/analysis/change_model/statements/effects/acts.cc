#include "services/analysis/change_model/statements/effects/acts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "sentences/statements/edits.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr size_t kMaxValueBytes = 90;

Act Calls(absl::string_view callee, absl::string_view shown) {
  return {.kind = Act::Kind::kCalls,
          .what = std::string(repository::SimpleName(callee)),
          .text = Sentence(phrases::kActCalls, {{"callee", Shown(shown)}})};
}

// "Attention.forward" of "pkg.attention.Attention.forward": a name that many have tells nothing.
absl::string_view TellingName(absl::string_view callee) {
  const absl::string_view name = repository::SimpleName(callee);
  if (name != "forward" && name != "backward" && name != "step" && name != "load" &&
      name != "save" && name != "get" && name != "build" && name != "apply") {
    return name;
  }
  const size_t dot = callee.rfind('.');
  const size_t before =
      dot == absl::string_view::npos || dot == 0 ? dot : callee.rfind('.', dot - 1);
  return before == absl::string_view::npos ? callee : callee.substr(before + 1);
}

// The call into the repository, else nothing.
Act CallOf(const Step& step) {
  for (const v1::StepCall& call : step.calls()) {
    if (!call.symbol().empty() && !IsLogCall(call.callee())) {
      return Calls(call.callee(), TellingName(call.callee()));
    }
  }
  return {};
}

Act ReturnOf(const std::string& code) {
  absl::string_view value = code;
  absl::ConsumePrefix(&value, "return");
  value = absl::StripAsciiWhitespace(value);
  if (value.empty()) {
    return {.kind = Act::Kind::kJumps, .what = "", .text = phrases::kActReturnsEarly};
  }
  return {.kind = Act::Kind::kReturns,
          .what = std::string(value),
          .text = Sentence(phrases::kActReturns, {{"value", Shown(value)}})};
}

Act JumpOf(const std::string& code) {
  if (code == "continue") {
    return {.kind = Act::Kind::kJumps, .what = code, .text = phrases::kActSkips};
  }
  if (code == "break") return {.kind = Act::Kind::kJumps, .what = code, .text = phrases::kActStops};
  return {};
}

// Names and literals, or several of them.
bool IsPlain(absl::string_view value) {
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '(' || (value[i] == ' ' && (i == 0 || value[i - 1] != ','))) return false;
  }
  return true;
}

// A name of the branch with the value that it holds.
struct Held {
  std::string value;
  int depth = 0;
  bool is_sure = true;  // It was given once, for all statements behind.
};

// The last value that the branch gives to something; a name of the branch itself is what it holds.
Act SetOf(const Outline& outline, const std::vector<int>& body) {
  std::map<std::string, Held> values;
  std::optional<AssignmentText> last;
  int at = -1;
  for (const int step : body) {
    if (outline.story().steps(step).kind() != Step::KIND_ASSIGNMENT) continue;
    std::optional<AssignmentText> text = ParseAssignment(Flat(outline.CodeOf(step)));
    if (!text) continue;
    // What is shown to somebody.
    if (absl::StartsWith(text->value, "f\"") || absl::StartsWith(text->value, "f'")) continue;
    const int depth = outline.story().steps(step).depth();
    const auto held = values.find(text->value);
    if (held != values.end() && held->second.is_sure && held->second.depth <= depth) {
      text->value = held->second.value;
    }
    const auto [own, is_first] = values.emplace(text->target, Held{text->value, depth});
    if (!is_first) own->second.is_sure = false;
    last = std::move(text);
    at = step;
  }
  if (!last || last->target.size() > kMaxValueBytes) return {};
  if (last->value.size() > kMaxValueBytes) {
    return {.kind = Act::Kind::kSets,
            .what = last->target,
            .text = Sentence(phrases::kActSets, {{"names", CodeList({last->target})}}),
            .step = at};
  }
  const bool is_plain = IsPlain(last->value);
  return {.kind = Act::Kind::kSets,
          .what = last->target,
          .text = Sentence(is_plain ? phrases::kActSetsTo : phrases::kActComputes,
                           {{"name", Shown(last->target)}, {"value", Shown(last->value)}}),
          .step = at};
}

// "nn.Identity" of "blocks.append(nn.Identity(n))": what a list gets.
Act GivenOf(const CallText& call) {
  if (!IsPlumbing(call.callee) || call.arguments.empty()) return {};
  const std::optional<CallText> given = ParseCall(call.arguments.back());
  return given && !IsPlumbing(given->callee) && !IsLogCall(call.callee)
             ? Calls(given->callee, given->callee)
             : Act();
}

}  // namespace

bool Act::IsMinor() const {
  return (kind == Kind::kReturns && what == "None") || kind == Kind::kJumps ||
         (kind == Kind::kCalls && IsCleanUp(what));
}

Act ActOf(const Outline& outline, const std::vector<int>& body) {
  Act returned, jump, plain, given;
  std::string given_code;
  for (const int step : body) {
    const Step& one = outline.story().steps(step);
    if (one.kind() == Step::KIND_DEFINITION) return {};
    if (one.kind() == Step::KIND_ASSERT || one.kind() == Step::KIND_RAISE) continue;
    // What a header asks is no act.
    const bool is_header = one.kind() == Step::KIND_IF || one.kind() == Step::KIND_LOOP;
    const auto here = [step](Act act) {
      act.step = step;
      return act;
    };
    if (Act act = is_header ? Act() : CallOf(one); act && !act.IsMinor()) return here(act);
    const std::string code = Flat(outline.CodeOf(step));
    if (one.kind() == Step::KIND_RETURN && !returned) returned = here(ReturnOf(code));
    if (one.kind() == Step::KIND_JUMP && !jump) jump = here(JumpOf(code));
    if (one.kind() != Step::KIND_CALL || plain) continue;
    const std::optional<CallText> call = ParseCall(code);
    if (call && !IsPlumbing(call->callee)) plain = here(Calls(call->callee, call->callee));
    if (!call || given) continue;
    given = here(GivenOf(*call));
    given_code = code;
  }
  if (returned && returned.kind == Act::Kind::kReturns && returned.what != "None") return returned;
  // What is set for the call alone is a part of it.
  const Act set = SetOf(outline, body);
  if (set && !(given && Names(given_code, set.what))) return set;
  if (plain) return plain;
  if (given) return given;
  return returned ? returned : jump;
}

}  // namespace allreview::analysis

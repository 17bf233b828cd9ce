#include "services/report/documents/audit/input_checks.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace allreview::report {
namespace {

using analysis::v1::Condition;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

bool IsNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

// The name stands in the code by itself or before a dot: not as an attribute of something else.
bool Names(absl::string_view code, absl::string_view name) {
  if (name.empty()) return false;
  for (size_t at = code.find(name); at != absl::string_view::npos; at = code.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool is_start = at == 0 || !IsNameByte(code[at - 1]);
    const bool is_end = end == code.size() || code[end] == '.' || !IsNameByte(code[end]);
    if (is_start && is_end) return true;
  }
  return false;
}

// Nothing but other checks comes before the line.
bool IsAtStart(const FunctionStory& story, int line) {
  return std::all_of(story.steps().begin(), story.steps().end(), [&](const Step& step) {
    if (step.status() == Step::STATUS_REMOVED || step.range().first_line() >= line) return true;
    return step.kind() == Step::KIND_IF || step.kind() == Step::KIND_RAISE ||
           step.kind() == Step::KIND_ASSERT;
  });
}

}  // namespace

bool IsInputCheck(const FunctionStory& story, const Condition& condition) {
  if (condition.kind() != Condition::KIND_RAISE && condition.kind() != Condition::KIND_ASSERT) {
    return false;
  }
  const absl::string_view test = condition.test();
  if (test.empty() || absl::StartsWith(test, "else") || absl::StartsWith(test, "except")) {
    return false;
  }
  const bool is_of_input =
      std::any_of(story.inputs().begin(), story.inputs().end(), [&](const auto& input) {
        absl::string_view name = input.name();
        while (absl::ConsumePrefix(&name, "*")) {
        }
        return Names(test, name);
      });
  return is_of_input && IsAtStart(story, condition.range().first_line());
}

}  // namespace allreview::report

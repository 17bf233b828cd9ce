#include "services/report/documents/deep_dive/blocks.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::Step;
using Kind = SequenceItem::Kind;

bool IsElse(const Step& step) {
  return step.kind() == Step::KIND_ELSE ||
         (step.kind() == Step::KIND_IF && absl::StartsWith(step.code(), "elif"));
}

// Whether another branch of the same condition follows.
bool HasElse(const BlockWalker::Steps& steps, int i) {
  for (int next = i + 1; next < steps.size(); ++next) {
    if (steps[next].status() == Step::STATUS_REMOVED || steps[next].depth() > steps[i].depth()) {
      continue;
    }
    return steps[next].depth() == steps[i].depth() && IsElse(steps[next]);
  }
  return false;
}

SequenceItem Item(Language language, Kind kind, const Step& step) {
  constexpr Phrase kOtherwise("otherwise", "其他情况");
  const std::string line = CleanLine(step.code());
  absl::string_view text = absl::StripSuffix(line, ":");
  if (!absl::ConsumePrefix(&text, "if ")) absl::ConsumePrefix(&text, "elif ");
  absl::ConsumePrefix(&text, "async ");
  if (step.kind() == Step::KIND_DEFINITION) absl::ConsumePrefix(&text, "def ");
  if (text == "else") text = kOtherwise.In(language);
  return {.kind = kind, .from = "", .to = "", .text = std::string(text), .mark = Mark::kNone};
}

}  // namespace

void BlockWalker::Enter(const Steps& steps, int i) {
  const Step& step = steps[i];
  if (IsElse(step) && !depths_.empty()) {
    CloseTo(step.depth() + 1);
    if (!depths_.empty() && depths_.back() == step.depth()) {
      add_(Item(language_, Kind::kElse, step));
      return;
    }
  }
  CloseTo(step.depth());
  const bool is_handler = step.kind() == Step::KIND_TRY && absl::StartsWith(step.code(), "except");
  if (step.kind() == Step::KIND_LOOP) {
    add_(Item(language_, Kind::kLoop, step));
  } else if (is_handler) {
    add_(Item(language_, Kind::kOptional, step));
  } else if (step.kind() == Step::KIND_DEFINITION) {
    // It runs when somebody calls it.
    SequenceItem item = Item(language_, Kind::kOptional, step);
    constexpr Phrase kCallOf("call of {name}", "调用 {name}");
    const std::string name = item.text.substr(0, item.text.find('('));
    item.text = Say(language_, kCallOf, {{"name", name}});
    add_(std::move(item));
  } else if (step.kind() == Step::KIND_IF) {
    add_(Item(language_, HasElse(steps, i) ? Kind::kChoice : Kind::kOptional, step));
  } else {
    return;
  }
  depths_.push_back(step.depth());
}

void BlockWalker::Leave(const Step& step) { CloseTo(step.depth()); }

void BlockWalker::Finish() { CloseTo(0); }

void BlockWalker::CloseTo(int depth) {
  while (!depths_.empty() && depths_.back() >= depth) {
    depths_.pop_back();
    add_({.kind = Kind::kEnd, .from = "", .to = "", .text = "", .mark = Mark::kNone});
  }
}

}  // namespace allreview::report::deep_dive

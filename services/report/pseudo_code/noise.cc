// What is no part of the story that code tells.

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/pseudo_code/statement_lines.h"

namespace allreview::report {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

bool OnlyLogs(const Step& step) {
  if (step.kind() != Step::KIND_CALL) return false;
  const absl::string_view code = step.code();
  constexpr absl::string_view kNoise[] = {"logger.",
                                          "logging.",
                                          "log_single_rank(",
                                          "log_on_each_pipeline_stage(",
                                          "print(",
                                          "print_rank_0(",
                                          "print_rank_last(",
                                          "nvtx_range_push(",
                                          "nvtx_range_pop(",
                                          "torch.cuda.nvtx.",
                                          "nvtx.",
                                          "timers(",
                                          "self.timers(",
                                          "config.timers(",
                                          "warnings.warn(",
                                          "log_rank_0(",
                                          "torch._C._log_api",
                                          "warn_rank_0("};
  return std::any_of(std::begin(kNoise), std::end(kNoise),
                     [&](absl::string_view start) { return absl::StartsWith(code, start); });
}

// Noise of which `is_noise_alone` tells one statement without what it holds.
template <typename Predicate>
std::vector<bool> NoiseBy(const FunctionStory& story, const Predicate& is_noise_alone) {
  std::vector<bool> noise(story.steps_size());
  // Backwards: what a header holds is known before it.
  std::vector<int> story_below;  // By depth: how many statements of the story stand deeper.
  for (int i = story.steps_size() - 1; i >= 0; --i) {
    const Step& step = story.steps(i);
    const size_t depth = static_cast<size_t>(std::max(0, step.depth()));
    if (story_below.size() < depth + 2) story_below.resize(depth + 2, -1);
    // -1: it holds nothing.
    const int held = story_below[depth + 1];
    // A handler that only passes decides what happens on an error.
    const bool is_handler = absl::StartsWith(step.code(), "except");
    noise[i] = is_handler ? false : IsHeader(step) && held >= 0 ? held == 0 : is_noise_alone(step);
    std::fill(story_below.begin() + depth + 1, story_below.end(), -1);
    story_below[depth] = std::max(0, story_below[depth]) + (noise[i] ? 0 : 1);
  }
  return noise;
}

}  // namespace

bool IsNothing(const Step& step) {
  const absl::string_view code = step.code();
  if (code.empty() || code == "pass") return true;
  if (step.kind() == Step::KIND_CALL && (code[0] == '"' || code[0] == '\'')) return true;
  // "x: int" declares, and does nothing.
  const size_t colon = FindOutside(code, ":");
  const bool is_declaration = !IsHeader(step) && colon != absl::string_view::npos &&
                              code.find_first_of("=( ") > colon &&
                              FindOutside(code, "=") == absl::string_view::npos;
  return is_declaration;
}

std::vector<bool> NoiseOf(const FunctionStory& story) {
  return NoiseBy(story, [](const Step& step) { return IsNothing(step) || OnlyLogs(step); });
}

std::vector<bool> QuietOf(const FunctionStory& story) {
  const bool is_edit = !IsAllNew(story);
  return NoiseBy(story, [&](const Step& step) {
    return IsNothing(step) || (OnlyLogs(step) && !(is_edit && IsTouched(step)));
  });
}

}  // namespace allreview::report

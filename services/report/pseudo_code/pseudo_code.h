#ifndef SERVICES_REPORT_PSEUDO_CODE_PSEUDO_CODE_H_
#define SERVICES_REPORT_PSEUDO_CODE_PSEUDO_CODE_H_

// A changed function as pseudo-code: its control structure with what changed, without noise.
//
//   def route(tokens, k):
//     require tokens.dim() == 2
//     ...
//   - scores = softmax(logits)
//   + scores = softmax(logits.float())
//   + if self.training:
//   +   scores = jitter(scores)
//     return scores
//
// Column one says what the change did: "+" new, "-" gone, "~" only moved or indented; a function
// that is all new has no such column. Statements that stayed are shown where the changed ones
// depend on them, runs of the others become "...", logging that stayed or came with a new function
// among them. Checks that only raise are folded. Statements are shown whole, with what the author
// says above them. Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

struct PseudoCodeLimits {
  size_t max_lines = 40;  // Without comments.
  size_t max_width = 92;  // Bytes of a line, without marks.
};

struct PseudoCode {
  std::string text;  // Each line ends in LF. Empty: the function has no statement to show.
  int left_out = 0;  // Changed statements that are not shown one by one.
  bool has_marks = false;
};

// `head` is the first line: "def route(tokens, k):".
PseudoCode WritePseudoCode(const analysis::v1::FunctionStory& story, absl::string_view head,
                           Language language, const PseudoCodeLimits& limits = {});

// For each step whether it only logs, measures time or stands for nothing, or holds nothing else:
// no part of the story.
std::vector<bool> NoiseOf(const analysis::v1::FunctionStory& story);

// For each step whether code that is shown leaves it out: noise, unless the change edits a function
// and this is a part of the edit.
std::vector<bool> QuietOf(const analysis::v1::FunctionStory& story);

// A docstring, a declaration, `pass`: without it the code does the same, and nobody misses it.
bool IsNothing(const analysis::v1::Step& step);

// Whether it is new, changed, moved or gone.
bool IsTouched(const analysis::v1::Step& step);

// Whether no step of it was there before.
bool IsAllNew(const analysis::v1::FunctionStory& story);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_PSEUDO_CODE_PSEUDO_CODE_H_

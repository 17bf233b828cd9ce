#ifndef ANALYZERS_INTENT_CUE_H_
#define ANALYZERS_INTENT_CUE_H_

// The language of the table of cues, and the table.
//
//   {Role::kReason, "so that"},
//   {Role::kReason, "otherwise ~ fail|fails|hang|hangs"},
//   {Role::kLimit, "supported|implemented", kNegated},
//
// Words, in order. `a|b` is one or the other, `word*` any word that begins so, `*` any word, `^`
// the beginning of a clause, `~` up to 12 words of one clause. In front of a cue `-a|b` is a word
// that must not stand right before it, behind it one that must not follow.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/intent/roles.h"

namespace allreview::intent {

// Conditions of a cue. Without kNegated and kAnyway a negation before it takes its meaning.
enum CueFlags : uint16_t {
  kNegated = 1,        // Only behind a negation.
  kAnyway = 2,         // A negation before it changes nothing.
  kAsserted = 4,       // Not in a condition: "if it fails", "raises when it hangs".
  kInChange = 8,       // Only where somebody speaks of a change.
  kNotInChange = 16,   // Only elsewhere.
  kNotOfOptions = 32,  // Not where the meaning of an option is told.
  kBesideCode = 128,   // Not in docstrings, help texts and messages, which tell how to use it.
  kInMessage = 64,     // Only in messages of asserts and raises.
};

struct Cue {
  Role role;
  const char* words;
  uint16_t flags = 0;
};

// Chinese has no blanks: texts that stand anywhere in the sentence.
struct ChineseCue {
  Role role;
  const char* text;
  bool is_in_change = false;
};

// All of them, those of one role together.
const std::vector<Cue>& Cues();
// The parts that they are made of.
void AddCuesOfChoices(std::vector<Cue>& cues);
void AddCuesOfBounds(std::vector<Cue>& cues);

const std::vector<ChineseCue>& ChineseCues();

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_CUE_H_

#ifndef ANALYZERS_INTENT_ROLES_H_
#define ANALYZERS_INTENT_ROLES_H_

// What a sentence of an author is for, by cues in its grammar.
//
//   RolesOf("Cast first, because bf16 rounds.", Voice::kCode)   // {kReason}
//   RolesOf("Uses a list instead of a set.", Voice::kCode)      // {kDecision, kAlternative}
//   RolesOf("Loads the weights.", Voice::kCode)                 // {}: it says nothing
//
// The cues are a table (cues_of_*.cc): words, in order, where they stand in their clause. A
// negation before a cue takes its meaning ("not because"), and some cues need one ("not
// supported"). Code spans are never read as words. A sentence may have several roles; one without a
// cue, and a question, has none. Precision counts for more than recall. English and Chinese. Pure,
// linear.

#include <cstdint>
#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::intent {

enum class Role : uint8_t {
  kProblem,      // What goes wrong, or went wrong before.
  kReason,       // Why something is done.
  kDecision,     // Which way was chosen, and that it was.
  kAlternative,  // A way that was not taken.
  kLimit,        // What does not work, or only within bounds; what it costs.
  kInvariant,    // What always holds, or must.
  kShape,        // Sizes of a tensor: "[s, b, h]".
  kUnit,         // Unit of a number: "in bytes".
  kTrial,        // How the change was tried.
};
inline constexpr int kRoleCount = 9;

// "problem", "reason", …
absl::string_view NameOf(Role role);

class Roles {
 public:
  constexpr Roles() = default;
  constexpr Roles(std::initializer_list<Role> roles) {
    for (Role role : roles) Add(role);
  }
  constexpr void Add(Role role) { bits_ |= Bit(role); }
  constexpr void Add(Roles other) { bits_ |= other.bits_; }
  constexpr bool Has(Role role) const { return (bits_ & Bit(role)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  friend constexpr bool operator==(Roles a, Roles b) = default;

 private:
  static constexpr uint16_t Bit(Role role) {
    return static_cast<uint16_t>(1u << static_cast<int>(role));
  }
  uint16_t bits_ = 0;
};

// "problem reason"; empty: none.
std::string ToString(Roles roles);

// Who speaks: the same words mean more in one place than in another.
enum class Voice : uint8_t {
  kChange,  // A title, a description, a message of a commit: "Previously …" is a problem.
  kCode,    // Comments.
  kDocstring,
  kOption,   // What a parameter or flag means: "Use X instead of Y" offers a choice.
  kMessage,  // Of an assert or raise: "expected … but got …" is an invariant.
  kGuide,    // Of a repository: AGENTS.md, CONTRIBUTING.md.
};

// `sentence` is one line of valid UTF-8.
Roles RolesOf(absl::string_view sentence, Voice voice);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_ROLES_H_

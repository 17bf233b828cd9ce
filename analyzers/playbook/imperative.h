#ifndef ANALYZERS_PLAYBOOK_IMPERATIVE_H_
#define ANALYZERS_PLAYBOOK_IMPERATIVE_H_

// What a sentence of a guide asks of its reader.
//
//   ReadImperative("After editing imports, always run `isort`.")   // kStrong, kPush
//   ReadImperative("Never push branches directly.")                // kStrong, a prohibition
//   ReadImperative("The loader reads shards.")                     // kNone
//
// By the grammar of English: a verb in its base form at the head of a clause, or "must",
// "required" and the like. Pure, linear.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview::playbook {

enum class Force : uint8_t { kNone, kPlain, kStrong };

// The step of the work that it belongs to.
enum class Moment : uint8_t { kBefore, kWhile, kPush, kPullRequest };

struct Imperative {
  Force force = Force::kNone;
  bool is_prohibition = false;
  Moment moment = Moment::kWhile;
};

// One line of plain text, code spans allowed.
Imperative ReadImperative(absl::string_view sentence);

// "Add relevant unit tests" of "I have added relevant unit tests" and of "Did you add …?"; other
// text as it is.
std::string ImperativeOfBox(absl::string_view box);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_IMPERATIVE_H_

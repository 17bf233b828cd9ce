#ifndef ANALYZERS_UNDERSTANDING_BEHAVIOUR_H_
#define ANALYZERS_UNDERSTANDING_BEHAVIOUR_H_

// What a code does, for people: what it returns and raises and where, which of its conditions
// never hold, what fails, which other ranks it needs.
//
//   for (const Behaviour::Event& event : BehaviourOf(knowledge, code).events) …
//     12 "returns None"   14 "is never true"   15 "fails for None: it has no `view`"
//
// A code that was given up says nothing but that. Runs the code once.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

struct Behaviour {
  struct Event {
    int line = 0;
    uint32_t node = 0;  // Of the syntax tree: what does it.
    std::string text;
  };
  std::vector<Event> events;         // Sorted.
  std::vector<std::string> summary;  // Of the whole code.
};

Behaviour BehaviourOf(Knowledge& knowledge, CodeRef code);

// An assignment to an attribute of that name, of whatever object.
struct StoredAt {
  CodeRef code;
  int line = 0;
  Value value;
};
// In the first `max_codes` codes of the program that do so.
std::vector<StoredAt> StoresOf(Knowledge& knowledge, absl::string_view attribute, size_t max_codes);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_BEHAVIOUR_H_

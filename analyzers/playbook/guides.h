#ifndef ANALYZERS_PLAYBOOK_GUIDES_H_
#define ANALYZERS_PLAYBOOK_GUIDES_H_

// What the guides of a repository ask of whoever changes it: sentences of AGENTS.md, CLAUDE.md,
// CONTRIBUTING, docs/developer, templates and skills, in their own words, each with its lines.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/playbook/imperative.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {

struct Request {
  std::string text;
  Imperative order;
  int weight = 0;
  std::vector<Provenance> places;  // Several, when guides say the same.
};

// The most important ones of each moment, and of what never to do; in the order of the guides.
std::vector<Request> RequestsOf(const View& view);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_GUIDES_H_

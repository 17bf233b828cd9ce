#ifndef ANALYZERS_PLAYBOOK_FAMILIES_H_
#define ANALYZERS_PLAYBOOK_FAMILIES_H_

// Classes that implement one interface, and who chooses between them.
//
//   for (const Family& family : FamiliesOf(view)) …
//   // TokenDispatcher: AllGatherDispatcher, AllToAllDispatcher, each with dispatch and combine;
//   // MoELayer.__init__ makes one or the other.
//
// By names, bases and calls of the index; bounded by the number of definitions.

#include <string>
#include <vector>

#include "analyzers/playbook/view.h"

namespace allreview::playbook {

struct Family {
  std::string base;                  // "TokenDispatcher", "torch.autograd.Function".
  std::string folder;                // Of the base; of its members where it is not the product's.
  Provenance place;                  // Of the base, or of the first member.
  std::vector<std::string> members;  // Those that most files use first; not the base.
  std::vector<std::string> methods;  // Of the base, that each of them defines.
  std::string chooser;               // "MoELayer.__init__"; empty: nobody is seen to choose.
  Provenance chosen_at;
};

// The most telling ones first.
std::vector<Family> FamiliesOf(const View& view);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_FAMILIES_H_

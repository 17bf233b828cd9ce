#ifndef ANALYZERS_PLAYBOOK_OWN_SCRIPTS_H_
#define ANALYZERS_PLAYBOOK_OWN_SCRIPTS_H_

// How the README and the guides run the repository's own scripts.
//
//   // python tools/patch.py --backend x: "Turn the edits into a patch" (README.md:12)
//   for (const OwnScript& script : OwnScriptsOf(view)) …

#include <string>
#include <vector>

#include "analyzers/playbook/view.h"

namespace allreview::playbook {

struct OwnScript {
  std::string command;
  std::string purpose;  // The sentence before the block; may be empty.
  Provenance place;
};

// Each script once, in the order of the documents; programs that the package installs, too.
std::vector<OwnScript> OwnScriptsOf(const View& view);

// It is told to work on one of the submodules: "python tools/prepare.py --library engine".
bool IsForSubmodule(const View& view, const OwnScript& script);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_OWN_SCRIPTS_H_

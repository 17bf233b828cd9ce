#ifndef ANALYZERS_PLAYBOOK_INSTALL_H_
#define ANALYZERS_PLAYBOOK_INSTALL_H_

// The one command that sets up a checkout to work on, with the environment that it goes into.

#include "analyzers/playbook/view.h"

namespace allreview::playbook {

// What guides tell contributors comes first, then what CI runs; of a build configuration that no
// document speaks of, the command that follows from it.
void AddInstall(const View& view, Writer& say);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_INSTALL_H_

#ifndef ANALYZERS_PLAYBOOK_OPTIONS_H_
#define ANALYZERS_PLAYBOOK_OPTIONS_H_

// Where a new option goes: the sections of the one configuration of a repository, or its largest
// configuration classes, or its flags.

#include "analyzers/playbook/view.h"

namespace allreview::playbook {

void AddOptions(const View& view, Writer& say);

}  // namespace allreview::playbook

#endif  // ANALYZERS_PLAYBOOK_OPTIONS_H_

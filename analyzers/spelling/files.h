#ifndef ANALYZERS_SPELLING_FILES_H_
#define ANALYZERS_SPELLING_FILES_H_

#include "analyzers/spelling/dictionary.h"

namespace allreview::spelling {

// The lists where Debian's packages codespell and wamerican put them.
Dictionary::Sources InstalledLists();

}  // namespace allreview::spelling

#endif  // ANALYZERS_SPELLING_FILES_H_

#ifndef ANALYZERS_OTHER_TOOLS_EDITS_H_
#define ANALYZERS_OTHER_TOOLS_EDITS_H_

// Fixes that another tool suggests, as edits of the changed files.

#include <optional>
#include <string>
#include <vector>

#include "analyzers/other_tools/changed_places.h"
#include "analyzers/rules/finding.h"
#include "sarif/log.h"

namespace allreview::other_tools {

struct AppliedFix {
  std::string description = {};
  std::vector<rules::Edit> edits = {};  // By path and byte.
  // The lines around edits of a few lines of one file, dedented, before and after. Else empty.
  std::string before_code = {}, after_code = {};
};

// The first of the fixes that applies: all its replacements lie in changed files whose content is
// known, do not overlap, and change something. None: no fix does.
std::optional<AppliedFix> ApplyFixes(const sarif::Run& run, const std::vector<sarif::Fix>& fixes,
                                     ChangedPlaces& places);

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_EDITS_H_

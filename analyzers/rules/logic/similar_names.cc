#include "analyzers/rules/logic/similar_names.h"

#include <vector>

#include "absl/strings/str_split.h"

namespace allreview::rules::logic {

bool BeginAlike(absl::string_view a, absl::string_view b) {
  const std::vector<absl::string_view> first = absl::StrSplit(a, '_'),
                                       second = absl::StrSplit(b, '_');
  if (first.size() != second.size()) return false;
  for (size_t i = 0; i < first.size(); ++i) {
    if (first[i].substr(0, 1) != second[i].substr(0, 1)) return false;
  }
  return true;
}

}  // namespace allreview::rules::logic

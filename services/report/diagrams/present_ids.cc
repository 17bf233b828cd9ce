#include "services/report/diagrams/present_ids.h"

#include "absl/strings/str_cat.h"
#include "services/report/story/places.h"

namespace allreview::report {

void PresentIds::Add(const analysis::v1::ChangedSymbol& symbol) {
  const std::string& path = symbol.old_path().empty() ? symbol.path() : symbol.old_path();
  const std::string& name = symbol.old_name().empty() ? symbol.name() : symbol.old_name();
  ids_[absl::StrCat(path, ":", name)] = IdOf(symbol);
}

const std::string& PresentIds::Of(const std::string& id) const {
  const auto found = ids_.find(id);
  return found == ids_.end() ? id : found->second;
}

}  // namespace allreview::report

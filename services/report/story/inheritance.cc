#include "services/report/story/inheritance.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

std::string ClassOf(absl::string_view id) {
  const absl::string_view scope = ScopeOf(SymbolName(id));
  return scope.empty() ? "" : absl::StrCat(SymbolPath(id), ":", scope);
}

}  // namespace

Inheritance::Inheritance(const analysis::v1::ChangeModel& model) {
  for (const analysis::v1::Edge& edge : model.edges()) {
    if (edge.kind() == analysis::v1::Edge::KIND_INHERITS) bases_[edge.from()].push_back(edge.to());
    if (edge.kind() == analysis::v1::Edge::KIND_OVERRIDES) {
      bases_[ClassOf(edge.from())].push_back(ClassOf(edge.to()));
    }
  }
}

bool Inheritance::IsDispatch(absl::string_view from, absl::string_view to) const {
  const std::string base = ClassOf(from);
  std::vector<std::string> open = {ClassOf(to)};
  if (base.empty() || open.front().empty() || base == open.front()) return false;
  std::set<std::string> seen(open.begin(), open.end());
  while (!open.empty()) {
    const auto found = bases_.find(open.back());
    open.pop_back();
    if (found == bases_.end()) continue;
    for (const std::string& next : found->second) {
      if (next == base) return true;
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

}  // namespace allreview::report

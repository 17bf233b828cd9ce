#include "services/report/diagrams/call_label.h"

#include "services/report/story/step_conditions.h"

namespace allreview::report {

std::string CallLabel(Language language, const ModelIndex& index, const analysis::v1::Edge& edge) {
  constexpr Phrase kInside("in {name}()", "在 {name}() 中");
  const analysis::v1::FunctionStory* story = index.Story(edge.from());
  if (story == nullptr || edge.is_removed()) return "";
  const std::string name = LocalFunctionAround(*story, edge.range());
  return name.empty() ? "" : Say(language, kInside, {{"name", name}});
}

}  // namespace allreview::report

#include "services/analysis/change_model/testing/model_of.h"

#include "analyzers/rules/fixture.h"
#include "base/check.h"

namespace allreview::analysis {

v1::ChangeModel ModelOf(absl::string_view fixture, const ModelOptions& options) {
  const absl::StatusOr<rules::Fixture> parsed = rules::ParseFixture(fixture);
  CHECK(parsed.ok()) << parsed.status();
  return BuildChangeModel(rules::ParsedFixture(*parsed).change(), options);
}

}  // namespace allreview::analysis

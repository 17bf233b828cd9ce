#include "services/analysis/change_model/testing/model_of.h"

#include "analyzers/rules/fixture.h"
#include "base/check.h"

namespace allreview::analysis {

v1::ChangeModel ModelOf(absl::string_view fixture, const ModelOptions& options) {
  const absl::StatusOr<rules::Fixture> parsed = rules::ParseFixture(fixture);
  CHECK(parsed.ok()) << parsed.status();
  v1::ChangeModel model;
  rules::AnalyseFixture(
      *parsed, /*threads=*/1, rules::RuleTiers::kDefault,
      [&](const rules::AnalysedChange& change) { model = BuildChangeModel(change, options); });
  return model;
}

}  // namespace allreview::analysis

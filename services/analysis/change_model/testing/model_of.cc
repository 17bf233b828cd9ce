#include "services/analysis/change_model/testing/model_of.h"

#include "analyzers/rules/fixture.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "analyzers/values/values_of_change.h"
#include "base/check.h"

namespace allreview::analysis {

v1::ChangeModel ModelOf(absl::string_view fixture, const ModelOptions& options) {
  const absl::StatusOr<rules::Fixture> parsed = rules::ParseFixture(fixture);
  CHECK(parsed.ok()) << parsed.status();
  const rules::ParsedFixture fixture_change(*parsed);
  values::ValuesOfChange values(fixture_change.change());
  test_plan::TestsOfChange tests(fixture_change.change());
  ModelOptions with_analyses = options;
  with_analyses.values = &values;
  with_analyses.tests = &tests;
  return BuildChangeModel(fixture_change.change(), with_analyses);
}

}  // namespace allreview::analysis

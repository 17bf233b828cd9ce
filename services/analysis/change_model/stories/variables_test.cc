#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

// The role of `x` in a function that runs the statement in a loop.
std::string RoleAfter(absl::string_view statement) {
  const v1::ChangeModel model = ModelOf(absl::StrCat(
      "# --- pkg/a.py\ndef f(parts):\n    x = start(parts)\n    for part in parts:\n        ",
      statement, "\n        log(x)\n    finish(x)\n"));
  for (const v1::FunctionStory& story : model.functions()) {
    for (const v1::Variable& variable : story.variables()) {
      if (variable.name() == "x") return v1::Variable::Role_Name(variable.role()).substr(5);
    }
  }
  return "";
}

TEST(Variables, GrowWhereTheirValueBecomesAPartOfTheNext) {
  for (const char* statement :
       {"x += part", "x = x + part", "x = cat([x, part])", "x = (x * 2) + part"}) {
    EXPECT_EQ(RoleAfter(statement), "ACCUMULATOR") << statement;
  }
}

TEST(Variables, DoNotGrowWhereTheyAreOnlyShapedOrReplaced) {
  for (const char* statement : {"x = x.view(part)", "x = x[part]", "x = layer(x, part)"}) {
    EXPECT_NE(RoleAfter(statement), "ACCUMULATOR") << statement;
  }
}

}  // namespace
}  // namespace allreview::analysis

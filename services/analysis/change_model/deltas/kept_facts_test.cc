// What is still done, or was done before, is no delta.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// "CALL f(x) => f(x, y)" for each delta of the function `f`, whose two sides are given.
std::vector<std::string> DeltasOf(absl::string_view before, absl::string_view after) {
  std::vector<std::string> found;
  const v1::ChangeModel model =
      ModelOf(absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after));
  for (const v1::ChangedSymbol& symbol : model.symbols()) {
    if (symbol.name() != "f") continue;
    for (const v1::Delta& d : symbol.deltas()) {
      found.push_back(absl::StrCat(v1::Delta::Kind_Name(d.kind()).substr(5), " ", d.before(),
                                   " => ", d.after()));
    }
  }
  return found;
}

TEST(KeptFacts, KnowResultsThatAnotherReturnStillGives) {
  EXPECT_THAT(DeltasOf(R"(def f(x, kwargs):
    if not x:
        return kwargs
    x.run()
    return kwargs
)",
                       R"(def f(x, kwargs):
    x.run()
    return kwargs
)"),
              ElementsAre("GUARD if not x: return kwargs => "));
}

TEST(KeptFacts, NameVariablesByWhatTheirConstantsSay) {
  const char* const start = "import os\nfrom pkg import OTHER_VAR\nPORT_VAR = \"PORT\"\n";
  const std::string once = absl::StrCat(start, "def f(x):\n    x.run(os.environ[PORT_VAR])\n");
  EXPECT_THAT(DeltasOf(absl::StrCat(start, "def f(x):\n    pass\n"),
                       absl::StrCat(start, "def f(x):\n    y = os.environ[PORT_VAR]\n")),
              Contains("ENVIRONMENT_VARIABLE  => PORT"));
  // Read before too, or nobody knows which one it is.
  for (const char* more : {"os.environ[PORT_VAR]", "os.environ[OTHER_VAR]"}) {
    EXPECT_THAT(DeltasOf(once, absl::StrCat(once, "    x.stop(", more, ")\n")),
                Not(Contains(HasSubstr("ENVIRONMENT_VARIABLE"))));
  }
}

TEST(KeptFacts, TakeACastForItsValue) {
  EXPECT_THAT(DeltasOf("def f(x):\n    y = cast(Callback, x)\n    return y\n",
                       "def f(x):\n    y: Callback = x\n    return y\n"),
              IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis

#include "services/analysis/change_model/symbols/bound_names.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "ADDED FIELD Config.size" for each symbol.
std::vector<std::string> KindsOf(absl::string_view fixture) {
  std::vector<std::string> found;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const v1::ChangedSymbol& s : model.symbols()) {
    found.push_back(absl::StrCat(v1::ChangedSymbol::Status_Name(s.status()).substr(7), " ",
                                 v1::SymbolKind_Name(s.kind()).substr(12), " ", s.name()));
  }
  return found;
}

TEST(BoundNames, CallNothingRemovedWhoseNameIsStillBound) {
  EXPECT_THAT(
      KindsOf(R"(# --- pkg/a.py before
def scale(x):
    return x * 2


def shift(x):
    return x + 2


def drop(x):
    return x - 2
# --- pkg/a.py after
from torch_ops import scale

shift = torch.compile(add_two)
)"),
      ElementsAre("MODIFIED CONSTANT scale", "MODIFIED CONSTANT shift", "REMOVED FUNCTION drop"));
}

TEST(BoundNames, CallNoClassRemovedThatIsImportedAsBefore) {
  EXPECT_THAT(KindsOf(R"(# --- pkg/a.py before
try:
    from core import Mode
except ImportError:

    class Mode:
        name: str = "eval"

        def is_active(self):
            return False
# --- pkg/a.py after
from core import Mode
)"),
              IsEmpty());
}

TEST(BoundNames, CallNoFieldRemovedThatIsAPropertyNow) {
  EXPECT_THAT(KindsOf(R"(# --- pkg/a.py before
@dataclass
class Saver:
    config: dict
# --- pkg/a.py after
@dataclass
class Saver:
    @property
    def config(self):
        return self._config
)"),
              ElementsAre("MODIFIED CLASS Saver", "ADDED METHOD Saver.config"));
}

}  // namespace
}  // namespace allreview::analysis

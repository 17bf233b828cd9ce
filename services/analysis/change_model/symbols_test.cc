#include "services/analysis/change_model/symbols.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;

constexpr char kSymbols[] = R"(# --- pkg/base.py before
class Base:
    pass
# --- pkg/base.py after
class Base:
    size = 1
# --- pkg/model.py before
class Model:
    """Old."""

    def forward(self, x):
        return x

    def same(self):
        return 1


def helper(x):
    return x
# --- pkg/model.py after
from pkg.base import Base


class Model(Base):
    """Does things. In two sentences."""

    def forward(self, x, scale: float = 1.0):
        return self.clip(x) * scale

    def clip(self, x):
        return x

    def same(self):
        return 1
)";

TEST(Symbols, SayWhatWasAddedRemovedAndModified) {
  std::vector<std::string> found;
  const v1::ChangeModel model = ModelOf(kSymbols);
  for (const v1::ChangedSymbol& s : model.symbols()) {
    found.push_back(absl::StrCat(v1::ChangedSymbol::Status_Name(s.status()), " ", s.path(), ":",
                                 s.name(), " +", s.added_lines(), " -", s.removed_lines(), " ",
                                 s.signature_before(), " => ", s.signature_after(), " ", s.doc()));
  }
  EXPECT_THAT(
      found,
      ElementsAre(
          "STATUS_MODIFIED pkg/base.py:Base +1 -1 class Base => class Base ",
          "STATUS_MODIFIED pkg/model.py:Model +7 -3 class Model => class Model(Base) Does things.",
          "STATUS_MODIFIED pkg/model.py:Model.forward +2 -1 def forward(self, x) => "
          "def forward(self, x, scale: float = 1.0) ",
          "STATUS_ADDED pkg/model.py:Model.clip +1 -0  => def clip(self, x) ",
          "STATUS_REMOVED pkg/model.py:helper +0 -2 def helper(x) =>  "));
}

TEST(Edges, RelateChangedSymbols) {
  std::vector<std::string> found;
  const v1::ChangeModel model = ModelOf(kSymbols);
  for (const v1::Edge& e : model.edges()) {
    found.push_back(absl::StrCat(e.from(), " ", v1::Edge::Kind_Name(e.kind()), " ", e.to(),
                                 " new=", e.is_new()));
  }
  EXPECT_THAT(found,
              ElementsAre("pkg/model.py: KIND_IMPORTS pkg/base.py:Base new=1",
                          "pkg/model.py:Model KIND_INHERITS pkg/base.py:Base new=1",
                          "pkg/model.py:Model.forward KIND_CALLS pkg/model.py:Model.clip new=1"));
}

}  // namespace
}  // namespace allreview::analysis

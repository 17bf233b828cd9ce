#include "services/analysis/change_model/symbols/symbols.h"

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
using testing::Not;
using testing::StartsWith;

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

// "REMOVED SIZE" for each symbol.
std::vector<std::string> StatusesOf(absl::string_view fixture) {
  std::vector<std::string> found;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const v1::ChangedSymbol& s : model.symbols()) {
    found.push_back(absl::StrCat(v1::ChangedSymbol::Status_Name(s.status()).substr(7), " ",
                                 s.path(), ":", s.name()));
  }
  return found;
}

TEST(Symbols, KeepAConstantWhoseValueIsNoLiteralAnyMore) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
identifier_keys = ("lr", "wd")
# --- pkg/a.py after
def override_keys():
    return ("lr", "wd", "name")


identifier_keys = (*override_keys(), "is_expert")
)"),
              ElementsAre("ADDED pkg/a.py:override_keys", "MODIFIED pkg/a.py:identifier_keys"));
}

TEST(Symbols, KeepAConstantThatIsImportedNow) {
  EXPECT_THAT(
      StatusesOf(R"(# --- pkg/a.py before
SIZE = 3
LIMIT = 4
# --- pkg/a.py after
from pkg.sizes import SIZE
# --- pkg/sizes.py before
OTHER = 1
# --- pkg/sizes.py after
OTHER = 1
SIZE = 3 * 4
)"),
      ElementsAre("MODIFIED pkg/a.py:SIZE", "REMOVED pkg/a.py:LIMIT", "ADDED pkg/sizes.py:SIZE"));
}

TEST(Symbols, CallNothingRemovedThatAnErrorOfSyntaxMayHide) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
class Options:
    size: int = 0
    """Of the batch."""

    def check(self):
        return self.size > 0
# --- pkg/a.py after
class Options:
    size: int = 0
    """Of the batch."""
    Of one rank.
    """

    def check(self):
        return self.size > 0
)"),
              Not(Contains(StartsWith("REMOVED"))));
}

TEST(Symbols, DoNotCallRemovedWhatAStarImportsNow) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
SIZE = 3
LIMIT = 4
# --- pkg/a.py after
from pkg.sizes import *
# --- pkg/sizes.py before
OTHER = 1
# --- pkg/sizes.py after
OTHER = 1
SIZE = 3 * 4
)"),
              ElementsAre("REMOVED pkg/a.py:LIMIT", "ADDED pkg/sizes.py:SIZE"));
}

TEST(Symbols, TakeNoCommentForADocstring) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
OTHER = 1
# --- pkg/a.py after
OTHER = 1


# Makes a loss.
def loss(
    logits,
    labels,  # [batch, sequence]
):
    return logits
)");
  for (const v1::ChangedSymbol& symbol : model.symbols()) EXPECT_EQ(symbol.doc(), "");
}

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

TEST(Symbols, KnowFieldsConstantsAndFlags) {
  const char* const fixture = R"(# --- pkg/config.py before
from dataclasses import dataclass

LIMIT = 3
logger = logging.getLogger(__name__)


@dataclass
class Config:
    size: int = 1
    gone: bool = False


def add(parser):
    parser.add_argument("--size", type=int, default=1)
# --- pkg/config.py after
from dataclasses import dataclass

LIMIT = 4
default_name = "router"
helper = make()


@dataclass
class Config:
    size: int = 2
    """How large it is. In bytes."""
    depth: float = 0.5  # Of the tree.
    # How wide a level
    # may get.
    width: int = 3


def add(parser):
    parser.add_argument("--size", type=int, default=2)
    parser.add_argument("-d", "--depth", type=int, help="How deep.")
)";
  EXPECT_THAT(
      KindsOf(fixture),
      ElementsAre("MODIFIED CONSTANT LIMIT", "ADDED CONSTANT default_name", "MODIFIED CLASS Config",
                  "MODIFIED FIELD Config.size", "REMOVED FIELD Config.gone",
                  "ADDED FIELD Config.depth", "ADDED FIELD Config.width", "MODIFIED FUNCTION add",
                  "MODIFIED FLAG --size", "ADDED FLAG --depth"));
  const v1::ChangeModel model = ModelOf(fixture);
  const v1::ChangedSymbol& size = model.symbols(3);
  EXPECT_EQ(size.code_before(), "size: int = 1");
  EXPECT_EQ(size.code_after(), "size: int = 2");
  EXPECT_EQ(size.doc(), "How large it is.");
  EXPECT_EQ(model.symbols(5).doc(), "Of the tree.");
  EXPECT_EQ(model.symbols(6).doc(), "How wide a level may get.");
  EXPECT_EQ(model.symbols(9).doc(), "How deep.");
}

TEST(Symbols, DoNotListWhatOnlyStandsElsewhere) {
  EXPECT_THAT(KindsOf(R"(# --- pkg/a.py before
def first(x):
    return x


def second(y):
    return y
# --- pkg/a.py after
def second(y):
    return y


def first(x):
    return x
)"),
              testing::IsEmpty());
}

TEST(Symbols, SayWhatIsOnlyLayout) {
  EXPECT_THAT(KindsOf(R"(# --- pkg/a.py before
def layout(x, y):
    return (g(x, 'a'), y)


def comment(x):
    return x


def documented(x):
    """Old."""
    return x


def nested(x):
    if x:
        f(x)
        g(x)
# --- pkg/a.py after
def layout(
    x,
    y,
):
    return (
        g(x, "a"),
        y,
    )


def comment(x):
    # As it is.
    return x


def documented(x):
    """New."""
    return x


def nested(x):
    if x:
        f(x)
    g(x)
)"),
              ElementsAre("REFORMATTED FUNCTION layout", "REFORMATTED FUNCTION comment",
                          "REFORMATTED FUNCTION documented", "MODIFIED FUNCTION nested"));
}

TEST(Symbols, KnowAConstantWhoseValueIsNoLiteralAnyMore) {
  EXPECT_THAT(KindsOf(R"(# --- pkg/a.py before
keys = ("lr", "weight_decay")


class Options:
    size: int = 1
# --- pkg/a.py after
keys = (*defaults(), "lr", "weight_decay")


class Options:
    size = pick(1)
)"),
              ElementsAre("MODIFIED CONSTANT keys", "MODIFIED CLASS Options",
                          "MODIFIED FIELD Options.size"));
}

TEST(Symbols, KnowFilesThatCameOrWent) {
  EXPECT_THAT(KindsOf("# --- pkg/a.py\n\"\"\"Routes.\"\"\"\nx = f()\n"
                      "# --- pkg/b.py before\ny = f()\n"),
              ElementsAre("ADDED MODULE ", "REMOVED MODULE "));
}

}  // namespace
}  // namespace allreview::analysis

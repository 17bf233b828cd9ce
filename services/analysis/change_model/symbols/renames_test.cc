#include "services/analysis/change_model/symbols/renames.h"

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

// "MOVED pkg/a.py:f <- pkg/b.py:g" for each symbol.
std::vector<std::string> StatusesOf(absl::string_view fixture) {
  std::vector<std::string> found;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const v1::ChangedSymbol& s : model.symbols()) {
    std::string line = absl::StrCat(v1::ChangedSymbol::Status_Name(s.status()).substr(7), " ",
                                    s.path(), ":", s.name());
    if (!s.old_path().empty() || !s.old_name().empty()) {
      absl::StrAppend(&line, " <- ", s.old_path(), ":", s.old_name());
    }
    found.push_back(line);
  }
  return found;
}

TEST(Renames, KnowAFunctionThatMovedToAnotherFile) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
def scale(x, factor=1.0):
    y = x * factor
    return y.sum(dim=-1)


def stays(x):
    return x
# --- pkg/a.py after
def stays(x):
    return x
# --- pkg/b.py before
SIZE = 1
# --- pkg/b.py after
SIZE = 1


def scale(x, factor = 1.0):
    y = (x * factor)  # scaled
    return y.sum(
        dim=-1,
    )
)"),
              ElementsAre("MOVED pkg/b.py:scale <- pkg/a.py:"));
}

TEST(Renames, KnowAFunctionThatOnlyHasAnotherName) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
def scale(x, factor=1.0):
    if factor == 0:
        return scale(x, 1.0)
    y = x * factor
    return y.sum(dim=-1)
# --- pkg/a.py after
def rescale(x, factor=1.0):
    if factor == 0:
        return rescale(x, 1.0)
    y = x * factor
    return y.sum(dim=-1)
)"),
              ElementsAre("RENAMED pkg/a.py:rescale <- :scale"));
}

constexpr char kSimilar[] = R"(# --- pkg/a.py before
def collect_losses(batches, group):
    total = 0.0
    count = 0
    for batch in batches:
        loss = batch.loss.float()
        total = total + loss.sum()
        count = count + loss.numel()
    return total / count
# --- pkg/a.py after
def gather_losses(batches, group):
    total = 0.0
    count = 0
    for batch in batches:
        loss = batch.loss.double()
        total = total + loss.sum()
        count = count + loss.numel()
    return total / count
)";

TEST(Renames, KnowNearlyTheSameCodeWithTheSameParameters) {
  EXPECT_THAT(StatusesOf(kSimilar),
              ElementsAre("RENAMED pkg/a.py:gather_losses <- :collect_losses"));
}

TEST(Renames, DoNotGuessBetweenTwo) {
  EXPECT_THAT(
      StatusesOf(R"(# --- pkg/a.py before
def scale(x, factor=1.0):
    y = x * factor
    return y.sum(dim=-1)
# --- pkg/a.py after
def first(x, factor=1.0):
    y = x * factor
    return y.sum(dim=-1)


def second(x, factor=1.0):
    y = x * factor
    return y.sum(dim=-1)
)"),
      ElementsAre("ADDED pkg/a.py:first", "REMOVED pkg/a.py:scale", "ADDED pkg/a.py:second"));
}

TEST(Renames, DoNotMatchTrivialCode) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
def one(x):
    return x
# --- pkg/a.py after
def two(x):
    return x
)"),
              ElementsAre("ADDED pkg/a.py:two", "REMOVED pkg/a.py:one"));
}

TEST(Renames, TellOfARenamedClassOnlyWhatElseChanged) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
class OldRouter:
    """Routes tokens."""

    def __init__(self, config):
        super(OldRouter, self).__init__()
        self.config = config
        self.scale = config.scale

    def route(self, x):
        return x * self.scale

    def clip(self, x):
        return x
# --- pkg/b.py
class NewRouter:
    """Routes tokens."""

    def __init__(self, config):
        super(NewRouter, self).__init__()
        self.config = config
        self.scale = config.scale

    def route(self, x):
        return x * self.scale + 1

    def clip(self, x):
        return x
)"),
              ElementsAre("REMOVED pkg/a.py:", "ADDED pkg/b.py:",
                          "RENAMED pkg/b.py:NewRouter <- pkg/a.py:OldRouter",
                          "MODIFIED pkg/b.py:NewRouter.route <- pkg/a.py:OldRouter.route"));
}

TEST(Renames, KnowSettingsThatMoved) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
KINDS = ("dense", "sparse")
# --- pkg/a.py after
# nothing left
# --- pkg/b.py before
x = 1
# --- pkg/b.py after
x = 1
KINDS = ("dense", "sparse")
)"),
              ElementsAre("MOVED pkg/b.py:KINDS <- pkg/a.py:"));
}

TEST(Renames, KnowAFlagThatOnlyHasAnotherName) {
  EXPECT_THAT(StatusesOf(R"(# --- pkg/a.py before
def add(parser):
    parser.add_argument("--top-k", type=int, default=1, help="Experts of a token.")
# --- pkg/a.py after
def add(parser):
    parser.add_argument("--moe-top-k", type=int, default=1, help="Experts of a token.")
)"),
              ElementsAre("MODIFIED pkg/a.py:add", "RENAMED pkg/a.py:--moe-top-k <- :--top-k"));
}

TEST(Renames, AreTheSameWithoutDetails) {
  const v1::ChangeModel detailed = ModelOf(kSimilar);
  const v1::ChangeModel plain = ModelOf(kSimilar, {.is_detailed = false});
  ASSERT_EQ(detailed.symbols_size(), 1);
  ASSERT_EQ(plain.symbols_size(), 1);
  EXPECT_EQ(plain.symbols(0).status(), detailed.symbols(0).status());
  EXPECT_THAT(plain.symbols(0).deltas(), IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis

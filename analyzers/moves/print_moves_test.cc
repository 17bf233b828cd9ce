#include "analyzers/moves/print_moves.h"

#include <memory>
#include <vector>

#include "gtest/gtest.h"

namespace allreview::moves {
namespace {

using python::Module;

TEST(PrintMoves, ShowsNamesPartsAndRuns) {
  const std::unique_ptr<Module> before = *Module::Parse("pkg/a.py", R"(def reduce(x, group):
    if x.ndim > 0:
        raise ValueError("x must be a scalar")
    x = all_reduce(x, op="sum", group=group)
    return float(x.item())


def clip(values, low, high, scale):
    clipped = values.clamp(low, high) * scale
    return clipped.sum()


def verify(x):
    return x is not None
)");
  const std::unique_ptr<Module> after = *Module::Parse("pkg/a.py", R"(def reduce(x, group):
    return float(reduce_tensor(x, group).item())


def reduce_tensor(x, group):
    if x.ndim > 0:
        raise ValueError("x must be a scalar")
    x = all_reduce(x, op="sum", group=group)
    return x


def bound(values, low, high, scale):
    clipped = values.clamp(low, high) * scale
    return clipped.sum()


def check(x):
    assert x
)");
  const Moves moves(std::vector<VersionPair>{{.before = before.get(), .after = after.get()}});
  EXPECT_EQ(PrintMoves(moves), R"(renamed "pkg/a.py":8 clip -> "pkg/a.py":12 bound
part "pkg/a.py" reduce -> "pkg/a.py" reduce_tensor: 2 statements, 30 tokens
moved "pkg/a.py":2-4 -> "pkg/a.py":6-8
new "pkg/a.py":17 check
gone "pkg/a.py":13 verify
)");
}

TEST(PrintMoves, SaysWhenThereIsNothing) {
  const std::unique_ptr<Module> module = *Module::Parse("pkg/a.py", "x = 1\n");
  const Moves moves(std::vector<VersionPair>{{.before = module.get(), .after = module.get()}});
  EXPECT_EQ(PrintMoves(moves), "nothing moved, new or gone\n");
}

}  // namespace
}  // namespace allreview::moves

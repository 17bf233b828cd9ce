#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

// Rows as "name | before | after".
std::string RowsOf(absl::string_view fixture) {
  std::vector<std::string> lines;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const v1::WorkedExample& example : model.examples()) {
    lines.push_back(example.symbol());
    for (const v1::WorkedExample::Row& row : example.rows()) {
      lines.push_back(absl::StrCat(row.is_input() ? "in " : "", row.name(), " | ", row.before(),
                                   " | ", row.after()));
    }
  }
  return absl::StrJoin(lines, "\n");
}

TEST(Examples, ComparesBothVersions) {
  EXPECT_EQ(RowsOf(R"(# --- pkg/pad.py before
def padded(length: int, multiple: int):
    extra = multiple - length % multiple
    return length + extra
# --- pkg/pad.py after
def padded(length: int, multiple: int):
    extra = -length % multiple
    return length + extra
)"),
            "pkg/pad.py:padded\nin length | 4 | 4\nin multiple | 4 | 4\nextra | 4 | 0\n"
            "return | 8 | 4");
}

TEST(Examples, ShowsTheStepsOfNewTensorCode) {
  EXPECT_EQ(RowsOf(R"py(# --- pkg/route.py
import torch


def chosen(scores: torch.Tensor, k: int):
    """Picks experts.

    Args:
        scores (torch.Tensor): Scores of shape ``[tokens, experts]``.
        k (int): Experts for each token.
    """
    tokens, experts = scores.shape
    assert (tokens * k) % experts == 0
    best = scores.topk(k, dim=1)
    return best.indices, best.values.sum()
)py"),
            "pkg/route.py:chosen\n"
            "in scores |  | [[0.5, 1.5], [1, 3], [2, 2.5]]\n"
            "in k |  | 2\n"
            "best |  | ([[1.5, 0.5], [3, 1], [2.5, 2]], [[1, 0], [1, 0], [1, 0]])\n"
            "return |  | ([[1, 0], [1, 0], [1, 0]], 10.5)");
}

TEST(Examples, GivesMadeUpDocumentsToLoops) {
  EXPECT_EQ(RowsOf(R"py(# --- pkg/pack.py before
class Packed:
    def __init__(self, data, encode, size: int, once: bool = True):
        self.data = data
        self.encode = encode
        self.size = size
        self.once = once
        self.buffer: list[int] = []

    def __iter__(self):
        while True:
            for sample in self.data:
                tokens = self.encode(sample)
                self.buffer.extend(tokens)
                while len(self.buffer) >= self.size:
                    yield self.buffer[: self.size]
                    self.buffer = self.buffer[self.size :]
            if self.once:
                break
# --- pkg/pack.py after
class Packed:
    def __init__(self, data, encode, size: int, once: bool = True):
        self.data = data
        self.encode = encode
        self.size = size
        self.once = once
        self.buffer: list[int] = []

    def __iter__(self):
        while True:
            for sample in self.data:
                tokens = self.encode(sample)
                self.buffer.extend(tokens[:-1])
                while len(self.buffer) >= self.size:
                    yield self.buffer[: self.size]
                    self.buffer = self.buffer[self.size :]
            if self.once:
                break
)py"),
            "pkg/pack.py:Packed.__iter__\n"
            "in self.once | True | True\n"
            "in self.size | 2 | 2\n"
            "in tokens | [11, 12, 13] | [11, 12, 13]\n"
            "yield | [11, 12] | [11, 12]\n"
            "in tokens | [21, 22, 23] | [21, 22, 23]\n"
            "yield | [13, 21] | [21, 22]\n"
            "yield | [22, 23] | ");
}

// Rank and world size come from the set-up, the list from code that nobody sees.
TEST(Examples, StatesWhatItSupposes) {
  EXPECT_EQ(RowsOf(R"py(# --- pkg/shard.py before
import torch.distributed as dist


def chunks_of(lengths, group):
    order = load_order(lengths)
    world = dist.get_world_size(group)
    rank = dist.get_rank(group)
    chunks = [rank, rank + world]
    report(order)
    return order, chunks
# --- pkg/shard.py after
import torch.distributed as dist


def chunks_of(lengths, group):
    order = load_order(lengths)
    world = dist.get_world_size(group)
    rank = dist.get_rank(group)
    chunks = [rank, 2 * world - rank - 1]
    report(order)
    return order, chunks
)py"),
            "pkg/shard.py:chunks_of\nin dist.get_world_size(group) | 2 | 2\n"
            "in dist.get_rank(group) | 1 | 1\nchunks | [1, 3] | [1, 2]");
}

TEST(Examples, SaysWhichWayConditionsGo) {
  const v1::ChangeModel model = ModelOf(R"py(# --- pkg/pad.py before
def padded(config, length: int):
    if config.is_packed:
        length = length + length % 3
    return make(length)
# --- pkg/pad.py after
def padded(config, length: int):
    if config.is_packed:
        length = length + -length % 3
    return make(length)
)py");
  ASSERT_EQ(model.examples_size(), 1);
  ASSERT_EQ(model.examples(0).assumptions_size(), 1);
  const std::optional<Words> words =
      FromText(model.examples(0).assumptions(0), FindStatementPhrase);
  ASSERT_TRUE(words.has_value());
  EXPECT_EQ(English(*words), "`config.is_packed` is true");
}

// The steps run only because the function does not return before.
TEST(Examples, NamesWhatEarlyReturnsDependOn) {
  EXPECT_EQ(RowsOf(R"py(# --- pkg/twice.py before
def scaled(n: int, is_raw: bool = False, note: str = "a"):
    if is_raw:
        return n
    size = n * 2
    return size + 1
# --- pkg/twice.py after
def scaled(n: int, is_raw: bool = False, note: str = "a"):
    if is_raw:
        return n
    size = n * 3
    return size + 1
)py"),
            "pkg/twice.py:scaled\nin n | 2 | 2\nin is_raw | False | False\nsize | 4 | 6\n"
            "return | 5 | 7");
}

// What depends on code that is not known, or on what the change makes of it, is no input.
TEST(Examples, SupposesNothingThatFollows) {
  EXPECT_EQ(RowsOf(R"py(# --- pkg/pad.py before
def padded(length: int):
    size = rounded(length)
    size = size + 1
    return size
# --- pkg/pad.py after
def padded(length: int):
    size = rounded(length)
    size = size + 2
    return size
)py"),
            "");
}

TEST(Examples, LeavesOutConstantsAndOtherNames) {
  EXPECT_EQ(RowsOf("# --- a.py before\ndef f(n: int):\n    m = n * 2\n    k = 3\n    use(m, k)\n"
                   "# --- a.py after\ndef f(n: int):\n    w = n * 2\n    k = 4\n    use(w, k)\n"),
            "");
}

TEST(Examples, IsSilentWhereNothingDiffersOrIsKnown) {
  EXPECT_EQ(RowsOf("# --- a.py before\ndef f(n: int):\n    m = n + n\n    return m\n"
                   "# --- a.py after\ndef f(n: int):\n    m = 2 * n\n    return m\n"),
            "");
  EXPECT_EQ(RowsOf("# --- a.py before\ndef f(n: int):\n    return load(n)\n"
                   "# --- a.py after\ndef f(n: int):\n    return load(n) + 1\n"),
            "");
}

}  // namespace
}  // namespace allreview::analysis

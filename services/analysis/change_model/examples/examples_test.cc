#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
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

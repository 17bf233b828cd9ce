#include "services/analysis/change_model/graph/class_shapes.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/graph/class_members.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;

std::string StatusOf(v1::ChangedSymbol::Status status) {
  return status == v1::ChangedSymbol::STATUS_UNSPECIFIED
             ? ""
             : absl::StrCat(" ", v1::ChangedSymbol::Status_Name(status).substr(7));
}

// "pkg/a.py:C MODIFIED { f(x) ADDED; size: int } +2"
std::vector<std::string> Shapes(const v1::ChangeModel& model) {
  std::vector<std::string> shapes;
  for (const v1::ClassShape& shape : model.classes()) {
    std::vector<std::string> members;
    for (const v1::ClassShape::Member& member : shape.members()) {
      members.push_back(absl::StrCat(member.is_public() ? "" : "-", member.name(),
                                     member.is_method() || member.signature().empty() ? "" : ": ",
                                     member.signature(), StatusOf(member.status())));
    }
    shapes.push_back(
        absl::StrCat(shape.symbol(), shape.is_external() ? " external" : "",
                     StatusOf(shape.status()), " {", absl::StrJoin(members, "; "), "}",
                     shape.more_members() > 0 ? absl::StrCat(" +", shape.more_members()) : ""));
  }
  return shapes;
}

TEST(ClassShapes, ShowChangedClassesWithBasesAndParts) {
  EXPECT_THAT(Shapes(ModelOf(R"(# --- pkg/model.py before
import torch
from pkg.parts import Head

class Model(torch.nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.head = Head(size)

    def forward(self, x):
        return self.head(x)

    def _old(self):
        return 1
# --- pkg/model.py after
import torch
from pkg.parts import Head, Tail

class Model(torch.nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.head = Head(size)
        self.tail = Tail(size)

    def forward(self, x: torch.Tensor, *, mask=None) -> torch.Tensor:
        return self.tail(self.head(x))
# --- pkg/parts.py unchanged
from dataclasses import dataclass

class Head:
    def __init__(self, size):
        self.size = size

    def forward(self, x, *rest):
        return x

@dataclass
class Tail:
    size: int = 1
)")),
              ElementsAre("pkg/model.py:Model MODIFIED {__init__(size: int) MODIFIED; "
                          "forward(x: torch.Tensor, *, mask=None) -> torch.Tensor MODIFIED; "
                          "tail: Tail ADDED; -_old() REMOVED; head: Head}",
                          "pkg/parts.py:Head {forward(x, *rest); __init__(size)}",
                          "pkg/parts.py:Tail {size: int}", "torch.nn.Module external {}"));
}

TEST(ClassShapes, CountMembersBeyondTheLimit) {
  std::string fixture = "# --- pkg/wide.py\nclass Wide:\n";
  for (int i = 0; i < 15; ++i) {
    absl::StrAppend(&fixture, "    def m", i, "(self):\n        return ", i, "\n");
  }
  const v1::ChangeModel model = ModelOf(fixture);
  ASSERT_EQ(model.classes_size(), 1);
  EXPECT_EQ(model.classes(0).members_size(), 12);
  EXPECT_EQ(model.classes(0).more_members(), 3);
}

TEST(ClassShapes, TakeSelfOutOfSignatures) {
  EXPECT_EQ(MemberSignature("def f(self)"), "()");
  EXPECT_EQ(MemberSignature("async def f(cls, x: int = 1) -> int"), "(x: int = 1) -> int");
  EXPECT_EQ(MemberSignature("def f(selfish, x)"), "(selfish, x)");
  EXPECT_EQ(MemberSignature("class Router"), "");
}

}  // namespace
}  // namespace allreview::analysis

#include "analyzers/ir/lower.h"

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/ir/print.h"
#include "analyzers/python/module.h"
#include "base/golden.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::ir {
namespace {

using ::testing::HasSubstr;

constexpr char kFolder[] = "analyzers/ir/testdata/";

File LowerSource(std::string source) {
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse("pkg/m.py", std::move(source));
  EXPECT_OK(module);
  return Lower(**module);
}

std::string PrintFixture(const std::string& name) {
  std::ifstream stream(absl::StrCat(kFolder, name, ".py"));
  std::stringstream content;
  content << stream.rdbuf();
  return Print(LowerSource(content.str()));
}

// Each block ends with the one end it has, every register exists, and blocks lead to blocks.
void ExpectSound(const File& file) {
  for (const Code& code : file.codes) {
    for (const Block& block : code.blocks) {
      for (uint32_t i = block.first; i < block.end; ++i) {
        const Instruction& instruction = code.instructions[i];
        EXPECT_EQ(instruction.op >= Op::kJump, i + 1 == block.end) << Print(file);
        for (uint32_t o = 0; o < instruction.operand_count; ++o) {
          const Register value = code.operands[instruction.first_operand + o].value;
          EXPECT_TRUE(value == kNone || value < code.register_count);
        }
        for (BlockId target : instruction.targets) {
          EXPECT_TRUE(target == kNone || target < code.blocks.size());
        }
      }
    }
  }
}

TEST(Lower, WritesStatements) {
  EXPECT_TRUE(MatchesGolden(absl::StrCat(kFolder, "statements.txt"), PrintFixture("statements")));
}

TEST(Lower, WritesExpressions) {
  EXPECT_TRUE(MatchesGolden(absl::StrCat(kFolder, "expressions.txt"), PrintFixture("expressions")));
}

TEST(Lower, SharesNothingBetweenCodes) {
  const File file = LowerSource("def f(a):\n  def g():\n    return a\n  return g\n");
  ASSERT_EQ(file.codes.size(), 3u);
  EXPECT_EQ(file.names[file.codes[2].name], "f.g");
  EXPECT_EQ(file.codes[2].parent, 1u);
  EXPECT_THAT(Print(file), HasSubstr("enclosing #1 a"));
}

TEST(Lower, MarksNamesThatInnerFunctionsSet) {
  const File file =
      LowerSource("def f():\n  a = b = 1\n  def g():\n    nonlocal a\n    a = 2\n  return a\n");
  EXPECT_TRUE(file.codes[1].locals[0].is_set_elsewhere);
  EXPECT_FALSE(file.codes[1].locals[1].is_set_elsewhere);
}

TEST(Lower, ReadsAnnotations) {
  const File file = LowerSource(
      "import torch as t\nfrom typing import Callable, Dict, Literal, Optional\n"
      "a: Optional['t.Tensor'] | int\nb: 'Dict[str, list[C]]'\nc: Literal['x', 3]\n"
      "d: Callable[[int, str], ...]\ne: f(3)\nclass C: pass\n");
  std::string types;
  for (const Instruction& instruction : file.codes[0].instructions) {
    if (instruction.op == Op::kDeclare) {
      absl::StrAppend(&types, PrintType(file, instruction.type), "\n");
    }
  }
  EXPECT_EQ(types,
            "typing.Optional[torch.Tensor] | builtins.int\n"
            "typing.Dict[builtins.str, builtins.list[:C]]\n"
            "typing.Literal['x', '3']\n"
            "typing.Callable[[builtins.int, builtins.str], ...]\n"
            "?\n");
}

TEST(Lower, ReadsShapesInAnnotations) {
  const File file = LowerSource(
      "from jaxtyping import Float\nfrom torch import Tensor\n"
      "a: Tensor[[B, 2 * N + 1]]\nb: Float[Tensor, 'b 3 *rest'] | "
      "None\nc: Tensor[[*T[R], -3]]\n"
      "d: dict[str, 'list[C]']\ne: Float[Tensor, 'b']\nf: "
      "Tensor[[(N + 1) // 2, N - 1,]]\n"
      "g: Float[Tensor, '']\nh: list[2 * N]\ni: Tensor[[N +\n");
  std::string types;
  for (const Instruction& instruction : file.codes[0].instructions) {
    if (instruction.op == Op::kDeclare) {
      absl::StrAppend(&types, PrintType(file, instruction.type), "\n");
    }
  }
  EXPECT_EQ(types,
            "torch.Tensor[[builtins.B, '2 * N + 1']]\n"
            "jaxtyping.Float[torch.Tensor, 'b 3 *rest'] | None\n"
            "torch.Tensor[[..., '-3']]\n"
            "builtins.dict[builtins.str, builtins.list[builtins.C]]\n"
            "jaxtyping.Float[torch.Tensor, builtins.b]\n"
            "torch.Tensor[['(N + 1) // 2', 'N - 1']]\n"
            "jaxtyping.Float[torch.Tensor, '']\n"
            "?\n");
}

TEST(Lower, IsSoundForBrokenAndDeepSources) {
  for (const std::string& source :
       {std::string("def f(:\n  x = \n)"), std::string("a = [for x in\nclass\n"),
        absl::StrCat("x = ", std::string(150, '('), "y", std::string(150, ')')),
        absl::StrCat("x = ", std::string(300, '-'), "y"), std::string("match x:\n  case\n"),
        std::string("for x in y: pass\nelse: break\nreturn\nwith a as\n")}) {
    ExpectSound(LowerSource(source));
  }
  for (absl::string_view piece : {"a < ", "a and ", "a or ", "not ", "a if b else ", "lambda: "}) {
    std::string source = "x = ";
    for (int i = 0; i < 300; ++i) absl::StrAppend(&source, piece);
    ExpectSound(LowerSource(absl::StrCat(source, "a\n")));
  }
}

TEST(Lower, IsLinearInLongChains) {
  for (absl::string_view piece : {" < a", " and a", " + a", ".a", "(a)", "[a]"}) {
    std::string source = "x = a";
    for (int i = 0; i < 900; ++i) absl::StrAppend(&source, piece);
    const File file = LowerSource(absl::StrCat(source, "\n"));
    EXPECT_LT(file.codes[0].instructions.size(), 6'000u) << piece;
  }
  std::string loops = "x = [a";
  for (int i = 0; i < 900; ++i) absl::StrAppend(&loops, " for a in b if a");
  EXPECT_LT(LowerSource(absl::StrCat(loops, "]\n")).codes[0].instructions.size(), 9'000u);
}

}  // namespace
}  // namespace allreview::ir

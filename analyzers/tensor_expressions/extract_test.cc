#include "analyzers/tensor_expressions/extract.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "analyzers/tensor_expressions/lower.h"
#include "analyzers/tensor_expressions/terms.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::tensor_expressions {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr absl::string_view kImports =
    "import math\n"
    "import torch\n"
    "import torch.nn.functional as F\n"
    "from torch import Tensor\n";

std::unique_ptr<python::Module> Parse(absl::string_view source) {
  return *python::Module::Parse("pkg/loss.py", absl::StrCat(kImports, source));
}

Extraction Extract(absl::string_view source, absl::string_view function = "f") {
  // The terms' nodes point into it; graphs and texts do not.
  const std::unique_ptr<python::Module> module = Parse(source);
  return ExtractFunction(*module, *module->FindDefinition(function), {}, {});
}

std::vector<std::string> FormulasOf(const Extraction& extraction) {
  std::vector<std::string> formulas;
  for (const Expression& expression : extraction.expressions) {
    formulas.push_back(ToFormula(expression.graph));
  }
  return formulas;
}

std::vector<std::string> ReasonsOf(const Extraction& extraction) {
  std::vector<std::string> reasons;
  for (const RefusedExpression& refused : extraction.refused) {
    reasons.push_back(std::string(RefusalName(refused.reason)));
  }
  return reasons;
}

struct Case {
  absl::string_view name;
  absl::string_view source;
  absl::string_view formula;
};

constexpr Case kFunctions[] = {
    {"statements become one expression",
     "def f(logits: Tensor):\n"
     "    e = torch.exp(logits)\n"
     "    return e / e.sum(-1, keepdim=True)\n",
     "div(exp(logits), sum(exp(logits)))"},
    {"names have the value of their last assignment",
     "def f(x: Tensor):\n"
     "    x = x + 1\n"
     "    x = x * 2\n"
     "    return x.exp()\n",
     "exp(mul(add(x, 1), 2))"},
    {"operations in place are assignments",
     "def f(x: Tensor, y: Tensor):\n"
     "    x.mul_(2).add_(y)\n"
     "    x += 1\n"
     "    return x.log()\n",
     "log(add(add(mul(x, 2), y), 1))"},
    {"masks choose",
     "def f(x: Tensor):\n"
     "    y = x * x\n"
     "    y[y > 9] = 9\n"
     "    return y.sqrt()\n",
     "sqrt(where(gt(mul(x, x), 9), 9, mul(x, x)))"},
    {"views are renames",
     "def f(x: Tensor, n):\n"
     "    y = x.view(-1, n).transpose(0, 1).contiguous()\n"
     "    return torch.log(1 + y)\n",
     "log(add(1, x))"},
    {"casts make islands",
     "def f(x: Tensor):\n"
     "    dtype = x.dtype\n"
     "    x32 = x.float()\n"
     "    return (x32 * torch.rsqrt(x32.pow(2).mean(-1, keepdim=True) + 1e-6)).to(dtype)\n",
     "cast(mul(fp32(x), rsqrt(add(mean(mul(fp32(x), fp32(x))), 1e-06))), like x)"},
    {"a dtype of the caller's is the one under test",
     "def f(x: Tensor, dtype):\n"
     "    return (x.exp() + 1).to(dtype)\n",
     "cast(add(exp(x), 1), tested)"},
    {"layers and matrix products are inputs",
     "class M:\n"
     "    def f(self, h: Tensor):\n"
     "        logits = self.output_layer(h)\n"
     "        scores = torch.matmul(h, h)\n"
     "        return torch.softmax(logits, -1).log() * scores\n",
     "mul(log(cast(div(exp(sub(widen(logits), amax(widen(logits)))), "
     "sum(exp(sub(widen(logits), amax(widen(logits)))))), like logits)), scores)"},
    {"helpers of the file are inlined",
     "def softplus(y):\n"
     "    return torch.log(1 + torch.exp(y))\n"
     "def f(x: Tensor):\n"
     "    return x - softplus(-x)\n",
     "sub(x, log(add(1, exp(neg(x)))))"},
    {"defaults of parameters are constants",
     "def f(x: Tensor, eps=1e-5):\n"
     "    return torch.log(x + eps)\n",
     "log(add(x, 1e-05))"},
    {"attributes have the values of __init__",
     "class M:\n"
     "    def __init__(self, eps: float = 1e-3):\n"
     "        self.eps = eps\n"
     "    def f(self, x: Tensor):\n"
     "        return x / (x.norm(dim=-1, keepdim=True) + self.eps)\n",
     "div(x, add(norm(x), 0.001))"},
    {"an axis may be the caller's",
     "def f(x: Tensor, dim):\n"
     "    return x.exp() / x.exp().sum(dim=dim, keepdim=True)\n",
     "div(exp(x), sum(exp(x)))"},
    {"autocast widens its functions",
     "def f(x: Tensor):\n"
     "    with torch.autocast('cuda', dtype=torch.bfloat16):\n"
     "        y = torch.exp(x) + 1\n"
     "    return y\n",
     "add(exp(widen(x)), 1)"},
    {"known branches are taken",
     "def f(x: Tensor, mask=None):\n"
     "    y = x.exp()\n"
     "    if y is None:\n"
     "        y = y * 3\n"
     "    return torch.log(y)\n",
     "log(exp(x))"},
    {"loops that add what they index are prefix sums",
     "def f(x: Tensor, n):\n"
     "    total = torch.zeros_like(x[:, 0])\n"
     "    for t in range(n):\n"
     "        total = total + x[:, t]\n"
     "    return torch.log(total)\n",
     "log(cumsum(x))"},
    {"loops that add in place are prefix sums",
     "def f(x: Tensor, n):\n"
     "    total = 0\n"
     "    for t in range(n):\n"
     "        total += x[..., t]\n"
     "    return total.sqrt()\n",
     "sqrt(cumsum(x))"},
    {"sizes of tensors are whole numbers",
     "def f(q: Tensor, k: Tensor):\n"
     "    b, s, d = q.shape\n"
     "    return q.exp() * k.size(-1) / d + q.exp() * k.size(-1)\n",
     "add(div(mul(exp(q), k.size(-1)), d), mul(exp(q), k.size(-1)))"},
    {"a value for each row meets what was reduced",
     "def f(x: Tensor, bias: Tensor):\n"
     "    return x.exp().sum(-1) + bias\n",
     "add(sum(exp(x)), bias)"},
    {"moved elements are others",
     "def f(x: Tensor):\n"
     "    return (x[:, None] - x[None, :]).exp()\n",
     "exp(sub(x, x.unsqueeze(0)))"},
};

TEST(Extract, ReadsFunctionsAsTheyRun) {
  for (const Case& it : kFunctions) {
    SCOPED_TRACE(it.name);
    const absl::string_view function = absl::StartsWith(it.source, "class M") ? "M.f" : "f";
    EXPECT_THAT(FormulasOf(Extract(it.source, function)), ElementsAre(it.formula));
  }
}

TEST(Extract, FollowsBothBranchesOfAFlag) {
  const Extraction extraction = Extract(
      "def f(x: Tensor, flag):\n"
      "    if flag:\n"
      "        x = x - x.amax(-1, keepdim=True)\n"
      "    return torch.log(x.exp().sum(-1))\n");
  EXPECT_THAT(FormulasOf(extraction),
              ElementsAre("log(sum(exp(sub(x, amax(x)))))", "log(sum(exp(x)))"));
}

// Eight ways, were they independent; and twice as many with another flag.
TEST(Extract, TakesTheSameWayWhereTheConditionIsTheSame) {
  const Extraction extraction = Extract(
      "def f(x: Tensor, size, flag):\n"
      "    m = x.amax(-1, keepdim=True)\n"
      "    if size > 1:\n"
      "        m = m * 2\n"
      "    s = (x - m).exp().sum(-1, keepdim=True)\n"
      "    if size > 1:\n"
      "        s = s * 3\n"
      "    y = x - s.log()\n"
      "    if size > 1:\n"
      "        y = y * 4\n"
      "    if flag:\n"
      "        y = y * 5\n"
      "    return y.exp()\n");
  const std::vector<std::string> formulas = FormulasOf(extraction);
  EXPECT_EQ(formulas.size(), 4u);
  EXPECT_THAT(formulas, Contains("exp(sub(x, log(sum(exp(sub(x, amax(x)))))))"));
  EXPECT_THAT(
      formulas,
      Contains("exp(mul(mul(sub(x, log(mul(sum(exp(sub(x, mul(amax(x), 2)))), 3))), 4), 5))"));
}

// What the helper computes of its argument is not the caller's.
TEST(Extract, KeepsWhatAHelperThatCannotBeReadReads) {
  const Extraction extraction = Extract(
      "def g(y, size):\n"
      "    if size:\n"
      "        return y * 2, y\n"
      "    return None\n"
      "def f(x: Tensor, size):\n"
      "    y = torch.log(1 + x.exp())\n"
      "    return g(y, size)\n");
  EXPECT_THAT(FormulasOf(extraction), ElementsAre("log(add(1, exp(x)))"));
}

TEST(Extract, RefusesWhatLoopsCarry) {
  const Extraction extraction = Extract(
      "def f(xs, x: Tensor):\n"
      "    total = x * 2\n"
      "    for y in xs:\n"
      "        total = total + y.exp() * 3\n"
      "    return torch.log(total + 1)\n");
  EXPECT_THAT(FormulasOf(extraction), ElementsAre("mul(exp(y), 3)"));
  EXPECT_THAT(ReasonsOf(extraction), Contains("loop"));
}

TEST(Extract, RefusesInputsThatDependOnEachOther) {
  const Extraction extraction = Extract(
      "def f(logits: Tensor, logits_max: Tensor):\n"
      "    return torch.exp(logits - logits_max)\n");
  EXPECT_THAT(extraction.expressions, IsEmpty());
  EXPECT_THAT(ReasonsOf(extraction), Contains("related-inputs"));
}

TEST(Extract, RefusesPartsOfOneTensor) {
  const Extraction extraction = Extract(
      "def f(g: Tensor, i):\n"
      "    return torch.exp(g[:, -1] - g[:, i]) * 2\n");
  EXPECT_THAT(extraction.expressions, IsEmpty());
  EXPECT_THAT(ReasonsOf(extraction), Contains("related-inputs"));
}

TEST(Extract, ForgetsWhatCollectivesAndPartialWritesChange) {
  EXPECT_THAT(FormulasOf(Extract("def f(x: Tensor):\n"
                                 "    s = x.exp().sum(-1)\n"
                                 "    torch.distributed.all_reduce(s)\n"
                                 "    return torch.log(s) * 2\n")),
              ElementsAre("sum(exp(x))"));
  EXPECT_THAT(FormulasOf(Extract("def f(x: Tensor):\n"
                                 "    y = x.exp() + 1\n"
                                 "    y[0] = 3\n"
                                 "    return torch.log(y) * 2\n")),
              ElementsAre("add(exp(x), 1)"));
}

TEST(Extract, LeavesOutWhatIsTrivial) {
  const Extraction extraction = Extract(
      "def f(x: Tensor, y: Tensor, n: int, lengths: Tensor):\n"
      "    a = x + y\n"
      "    b = x.to(torch.float32)\n"
      "    c = (x > 0).sum(-1)\n"
      "    d = (lengths + n) // 2 - 1\n"
      "    e = (n + 3) * 4\n"
      "    return a.view(-1), b, c, d, e\n");
  EXPECT_THAT(extraction.expressions, IsEmpty());
  EXPECT_THAT(ReasonsOf(extraction), Contains("trivial"));
  EXPECT_THAT(ReasonsOf(extraction), Contains("integer"));
}

TEST(Extract, TakesRanksAndLengthsForWholeNumbers) {
  const Extraction extraction = Extract(
      "def f(bounds, local_length, group):\n"
      "    start = get_rank(group) * local_length\n"
      "    return bounds.clamp(start, start + local_length) - start\n");
  ASSERT_EQ(extraction.expressions.size(), 1u);
  EXPECT_THAT(ToText(extraction.expressions[0].graph),
              AllOf(HasSubstr("input get_rank(group): count[scalar] number"),
                    HasSubstr("input local_length: count[scalar] number")));
}

TEST(Extract, DoesNotReadKernelsOfOtherLanguages) {
  EXPECT_THAT(Extract("import triton\n"
                      "@triton.jit\n"
                      "def f(x, N: tl.constexpr):\n"
                      "    return tl.exp(x) / tl.sum(tl.exp(x))\n")
                  .expressions,
              IsEmpty());
}

TEST(Extract, TakesModulesForNoTensors) {
  EXPECT_THAT(Extract("import tl\n"
                      "def f(x):\n"
                      "    return tl.exp(x) / tl.sum(tl.exp(x))\n")
                  .expressions,
              IsEmpty());
}

TEST(Extract, SaysWhatInputsStandFor) {
  const Extraction extraction = Extract(
      "def f(router_logits: Tensor, probs: Tensor, scale: float):\n"
      "    return router_logits.exp() * probs * scale\n");
  ASSERT_EQ(extraction.expressions.size(), 1u);
  const Expression& expression = extraction.expressions[0];
  EXPECT_THAT(ToText(expression.graph),
              AllOf(HasSubstr("input router_logits: logit[element]"),
                    HasSubstr("input probs: probability[element]"),
                    HasSubstr("input scale: norm weight[scalar] number")));
  EXPECT_EQ(expression.inputs[0].reason, "its name");
  EXPECT_EQ(expression.inputs[2].reason, "a number by its annotation");
}

TEST(Extract, TellsWhereAnExpressionStands) {
  const Extraction extraction = Extract(
      "class Loss:\n"
      "    def forward(self, x: Tensor):\n"
      "        shifted = x - x.amax(-1, keepdim=True)\n"
      "        loss = shifted.exp().log()\n"
      "        return loss\n",
      "Loss.forward");
  ASSERT_EQ(extraction.expressions.size(), 1u);
  const Expression& expression = extraction.expressions[0];
  EXPECT_EQ(expression.symbol, "Loss.forward");
  EXPECT_EQ(expression.target, "loss");
  EXPECT_EQ(expression.place.line, 8);
  EXPECT_EQ(expression.text, "shifted = x - x.amax(-1, keepdim=True)\nloss = shifted.exp().log()");
}

// The lines of these files begin after the imports.
constexpr int kFirst = 5;

TEST(ExtractChange, PairsVersionsOfAnExpression) {
  const auto before = Parse(
      "def f(x: Tensor):\n"
      "    y = torch.log(torch.exp(x).sum(-1))\n"
      "    z = torch.log(x + 1)\n"
      "    return y, z\n");
  const auto after = Parse(
      "def f(x: Tensor):\n"
      "    y = x.logsumexp(-1)\n"
      "    z = torch.log(x + 1)\n"
      "    return y, z\n");
  const std::vector<LineRange> lines = {{kFirst + 1, kFirst + 2}};
  const ChangeExtraction change = ExtractChange({.module = before.get(), .lines = lines},
                                                {.module = after.get(), .lines = lines}, {});
  ASSERT_EQ(change.pairs.size(), 1u);
  EXPECT_EQ(ToFormula(change.pairs[0].before->graph), "log(sum(exp(x)))");
  EXPECT_THAT(ToFormula(change.pairs[0].after->graph), HasSubstr("amax"));
}

TEST(ExtractChange, SeesWhatAnAddedLineChanges) {
  const auto before = Parse(
      "def f(x: Tensor):\n"
      "    y = x.sum(-1) * 2\n"
      "    return torch.log(y)\n");
  const auto after = Parse(
      "def f(x: Tensor):\n"
      "    y = x.sum(-1) * 2\n"
      "    y = y.clamp(min=1e-6)\n"
      "    return torch.log(y)\n");
  const ChangeExtraction change = ExtractChange(
      {.module = before.get()}, {.module = after.get(), .lines = {{kFirst + 2, kFirst + 3}}}, {});
  ASSERT_EQ(change.pairs.size(), 1u);
  ASSERT_TRUE(change.pairs[0].before.has_value());
  EXPECT_EQ(ToFormula(change.pairs[0].before->graph), "log(mul(sum(x), 2))");
  EXPECT_EQ(ToFormula(change.pairs[0].after->graph), "log(maximum(mul(sum(x), 2), 1e-06))");
}

TEST(ExtractChange, KnowsNewAndRemovedExpressions) {
  const auto file = Parse(
      "def f(x: Tensor):\n"
      "    return torch.log(1 + x.exp())\n");
  const ChangedFile changed = {.module = file.get(), .lines = {{kFirst, kFirst + 2}}};
  const ChangeExtraction added = ExtractChange({}, changed, {});
  ASSERT_EQ(added.pairs.size(), 1u);
  EXPECT_FALSE(added.pairs[0].before.has_value());
  const ChangeExtraction removed = ExtractChange(changed, {}, {});
  ASSERT_EQ(removed.pairs.size(), 1u);
  EXPECT_FALSE(removed.pairs[0].after.has_value());
}

TEST(ExtractChange, LeavesOutWhatComputesTheSame) {
  const auto before = Parse(
      "def f(x: Tensor):\n"
      "    return torch.log(1 + x.exp())\n");
  const auto after = Parse(
      "def f(x: Tensor):\n"
      "    e = torch.exp(x)\n"
      "    return torch.log(1 + e)\n");
  const ChangeExtraction change =
      ExtractChange({.module = before.get(), .lines = {{kFirst + 1, kFirst + 2}}},
                    {.module = after.get(), .lines = {{kFirst + 1, kFirst + 3}}}, {});
  EXPECT_THAT(change.pairs, IsEmpty());
  EXPECT_EQ(change.unchanged, 1);
}

TEST(Extract, InlinesHelpersOfOtherFiles) {
  const auto helper = Parse("def gate(y):\n    return y * torch.sigmoid(y)\n");
  const auto module = Parse(
      "from pkg.gates import gate\n"
      "def f(x: Tensor):\n"
      "    return gate(x) + 1\n");
  const ExtractOptions options = {.semantics = {},
                                  .find_function = [&](const std::string& name) -> FunctionPlace {
                                    if (name != "pkg.gates.gate") return {};
                                    return {helper.get(), helper->FindDefinition("gate")};
                                  }};
  const Extraction extraction = ExtractFunction(*module, *module->FindDefinition("f"), {}, options);
  EXPECT_THAT(FormulasOf(extraction), ElementsAre("add(mul(x, sigmoid(x)), 1)"));
}

TEST(Extract, TakesWhatTheRepositoryKnowsOfInputs) {
  const auto module = Parse(
      "from pkg.limits import SCALE\n"
      "class Loss:\n"
      "  def f(self, x: Tensor):\n"
      "    return SCALE.value * x + self.shift\n");
  const python::Definition& function = *module->FindDefinition("Loss.f");
  EXPECT_THAT(FormulasOf(ExtractFunction(*module, function, {}, {})),
              ElementsAre("add(mul(SCALE.value, x), self.shift)"));
  const ExtractOptions options = {
      .find_value = [](const python::Module&, python::Node expression) -> KnownValue {
        if (expression.text() == "SCALE.value")
          return {{.type = python::ValueType::kNumber, .number = 0.5}};
        if (expression.text() == "self.shift") {
          return {{.type = python::ValueType::kTensor, .dtype = python::Dtype::kFloat32}};
        }
        return {};
      }};
  const Extraction known = ExtractFunction(*module, function, {}, options);
  EXPECT_THAT(FormulasOf(known), ElementsAre("add(mul(0.5, x), self.shift)"));
  EXPECT_EQ(known.expressions[0].graph.inputs[1].format, numerics::Format::kFp32);
}

TEST(Extract, TakesSizesThatTheRepositoryKnows) {
  const auto module = Parse(
      "def f(x: Tensor, scale: Tensor, rows: Tensor, other: Tensor):\n"
      "  return torch.softmax(x * scale + rows + other, dim=-1)\n");
  const auto extents = [&](const FindValue& find_value) {
    const Extraction all =
        ExtractFunction(*module, *module->FindDefinition("f"), {}, {.find_value = find_value});
    std::vector<numerics::Extent> found;
    for (const numerics::Input& input : all.expressions.at(0).graph.inputs) {
      found.push_back(input.extent);
    }
    return found;
  };
  using enum numerics::Extent;
  EXPECT_THAT(extents({}), ElementsAre(kElement, kElement, kElement, kElement));
  const auto known = [](absl::string_view name) -> std::optional<std::vector<int64_t>> {
    if (name == "x") return std::vector<int64_t>{-1, 4096};
    if (name == "scale") return std::vector<int64_t>();
    if (name == "rows") return std::vector<int64_t>{-1, 1};
    return std::nullopt;
  };
  EXPECT_THAT(extents([&](const python::Module&, python::Node node) -> KnownValue {
                return {{}, known(node.text())};
              }),
              ElementsAre(kElement, kScalar, kRow, kElement));
}

// All of one element: so small nobody measures it.
TEST(Extract, LeavesSizesAsideWhereNoElementsAreLeft) {
  const auto module = Parse("def f(x: Tensor):\n  return torch.exp(x) / x.sum(-1, keepdim=True)\n");
  const Extraction all =
      ExtractFunction(*module, *module->FindDefinition("f"), {},
                      {.find_value = [](const python::Module&, python::Node) -> KnownValue {
                        return {{}, std::vector<int64_t>{1, 1}};
                      }});
  EXPECT_EQ(all.expressions.at(0).graph.inputs[0].extent, numerics::Extent::kElement);
}

TEST(Refusals, HaveNamesAndSentences) {
  for (const Refusal refusal : AllRefusals()) {
    EXPECT_THAT(RefusalName(refusal), Not(IsEmpty()));
    EXPECT_EQ(RefusalSentence(refusal).id(), absl::StrCat("refusal-", RefusalName(refusal)));
  }
}

// One statement after the other makes one term inside the other, and threads of servers have small
// stacks.
TEST(Lower, RefusesTermsThatAreNestedTooDeep) {
  const auto call = [](int operand) {
    return Term{.function = "torch.exp", .positional = {Value{TermRef{operand}}}};
  };
  const auto cast = [](int operand) {
    return Term{.kind = Term::Kind::kCastToTested, .positional = {Value{TermRef{operand}}}};
  };
  const auto view = [](int operand) {
    return Term{.kind = Term::Kind::kView,
                .function = absl::StrCat("place ", operand),
                .positional = {Value{TermRef{operand}}}};
  };
  const auto like = [](int operand) {
    return Term{.function = "torch.exp",
                .positional = {Value{TermRef{0}}},
                .keywords = {{"dtype", Value{DtypeOfTerm{operand}}}}};
  };
  for (const std::function<Term(int)>& make :
       std::vector<std::function<Term(int)>>{call, cast, view, like}) {
    Terms terms;
    int term = terms.Add({.kind = Term::Kind::kInput, .input = {.name = "x"}});
    for (int i = 0; i < 200'000; ++i) term = terms.Add(make(term));
    const Lowered lowered = Lower(terms, {term}, {});
    EXPECT_THAT(lowered.status, StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("too deep")));
  }
}

TEST(Extract, RefusesALongChainOnce) {
  // Each statement is computed from all before it: together 1,250,000,000 terms.
  std::string source = "def f(x: Tensor):\n";
  for (int i = 0; i < 50'000; ++i) absl::StrAppend(&source, "    x = x.view(-1) + ", i, "\n");
  const Extraction extraction = Extract(absl::StrCat(source, "    return x\n"));
  // Its beginning, two operations for each statement, is short enough to be measured.
  ASSERT_EQ(extraction.expressions.size(), 1u);
  EXPECT_EQ(extraction.expressions[0].place.line, kFirst + 127);
  EXPECT_EQ(std::count_if(extraction.refused.begin(), extraction.refused.end(),
                          [](const RefusedExpression& refused) {
                            return refused.reason == Refusal::kTooLarge;
                          }),
            1 + 768 - 128);
}

TEST(Extract, PassesThroughManyViews) {
  std::string source = "def f(x: Tensor):\n    y = x.exp() * 2\n";
  for (int i = 0; i < 50'000; ++i) absl::StrAppend(&source, "    y = y.transpose(0, 1)\n");
  const Extraction extraction = Extract(absl::StrCat(source, "    return y + y.log()\n"));
  EXPECT_THAT(FormulasOf(extraction), Contains("mul(exp(x), 2)"));
}

}  // namespace
}  // namespace allreview::tensor_expressions

#include "analyzers/python/values.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

absl::string_view NameOfType(ValueType type) {
  static constexpr absl::string_view kNames[] = {
      "?",      "tensor", "module", "group", "stream", "event", "work", "dtype", "device",
      "number", "bool",   "string", "none",  "numpy",  "seq",   "dict", "set"};
  return kNames[static_cast<int>(type)];
}

// "tensor cpu f32", "seq of number", "number 3", "?".
std::string ToText(const Value& value) {
  static constexpr absl::string_view kDevices[] = {"", " cpu", " gpu"};
  static constexpr absl::string_view kDtypes[] = {"",      " f64", " f32", " f16",
                                                  " bf16", " fp8", " int", " bool"};
  std::string text(NameOfType(value.type));
  if (value.element != ValueType::kUnknown)
    absl::StrAppend(&text, " of ", NameOfType(value.element));
  absl::StrAppend(&text, kDevices[static_cast<int>(value.device)],
                  kDtypes[static_cast<int>(value.dtype)]);
  if (value.number) absl::StrAppend(&text, " ", *value.number);
  return text;
}

// The values of the argument of each MARK(...).
std::vector<std::string> Marked(const std::string& code) {
  static constexpr const char* kImports =
      "import math\nimport numpy as np\nimport torch\nimport torch.nn.functional as F\n"
      "import torch.distributed as dist\nfrom torch import Tensor, nn\n"
      "from typing import List, Optional, Tuple, Union\n";
  absl::StatusOr<std::unique_ptr<Module>> module =
      Module::Parse("pkg/m.py", absl::StrCat(kImports, code));
  EXPECT_OK(module);
  const Values values(**module);
  std::vector<std::string> found;
  for (Node node : (*module)->tree().root().descendants()) {
    if (node.Is(Kind::kCall) && node.child(Field::kFunction).text() == "MARK") {
      found.push_back(ToText(values.Of(Argument(node, 0, ""))));
    }
  }
  return found;
}

struct Case {
  const char* name;
  const char* code;
  const char* want;  // Of the last MARK.
};

class ValueOf : public testing::TestWithParam<Case> {};

TEST_P(ValueOf, Is) {
  const std::vector<std::string> found = Marked(GetParam().code);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back(), GetParam().want);
}

std::string NameOf(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Annotations, ValueOf,
    testing::ValuesIn<Case>({
        {"Tensor", "def f(x: Tensor):\n  MARK(x)\n", "tensor"},
        {"DottedTensor", "def f(x: torch.Tensor = None):\n  MARK(x)\n", "tensor"},
        {"Optional", "def f(x: Optional[Tensor]):\n  MARK(x)\n", "tensor"},
        {"OrNone", "def f(x: Tensor | None):\n  MARK(x)\n", "tensor"},
        {"Quoted", "def f(x: 'Optional[torch.Tensor]'):\n  MARK(x)\n", "tensor"},
        {"UnionOfTwo", "def f(x: Union[Tensor, int]):\n  MARK(x)\n", "?"},
        {"List", "def f(x: List[Tensor]):\n  MARK(x)\n", "seq of tensor"},
        {"ElementOfList", "def f(x: List[Tensor]):\n  MARK(x[0])\n", "tensor"},
        {"MixedTuple", "def f(x: Tuple[Tensor, int]):\n  MARK(x)\n", "seq"},
        {"TypedShape", "def f(x: Float[Tensor, \"b t\"]):\n  MARK(x)\n", "tensor"},
        {"Group", "def f(x: dist.ProcessGroup):\n  MARK(x)\n", "group"},
        {"Device", "def f(x: torch.device):\n  MARK(x)\n", "device"},
        {"LongTensor", "def f(x: torch.LongTensor):\n  MARK(x)\n", "tensor int"},
        {"OwnTensorClass", "class Tensor: pass\ndef f(x: Tensor):\n  MARK(x)\n", "tensor"},
        {"Stream", "def f(x: torch.cuda.Stream):\n  MARK(x)\n", "stream"},
        {"ForeignEvent", "import threading\ndef f(x: threading.Event):\n  MARK(x)\n", "?"},
        {"Variable", "x: Tensor = load()\nMARK(x)\n", "tensor"},
        {"Returned", "def g() -> Tensor: ...\nMARK(g())\n", "tensor"},
        {"ReturnedByMethod",
         "class C:\n  def g(self) -> int: ...\n  def f(self):\n    MARK(self.g())\n", "number"},
        {"Star", "def f(*x: Tensor):\n  MARK(x)\n", "seq of tensor"},
    }),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Names, ValueOf,
    testing::ValuesIn<Case>({
        {"Convention", "def f(loss_mask):\n  MARK(loss_mask)\n", "tensor"},
        {"ConventionButDefined", "def f(scores):\n  scores = g()\n  MARK(scores)\n", "?"},
        {"ConventionButLocal", "def f():\n  logits = g()\n  MARK(logits)\n", "?"},
        {"Group", "def f(tp_group):\n  MARK(tp_group)\n", "group"},
        {"ParameterGroup", "def f(param_group):\n  MARK(param_group)\n", "?"},
        {"GroupOfCollection", "def f(pg_collection):\n  MARK(pg_collection.dp_cp)\n", "group"},
        {"GroupGetter", "MARK(mpu.get_tensor_model_parallel_group())\n", "group"},
        {"ParameterGroupGetter", "MARK(get_param_group())\n", "?"},
        {"Rebound", "def f(x):\n  x = torch.tensor(MARK(x))\n", "?"},
        {"AfterRebinding", "def f(x):\n  x = torch.zeros(x)\n  MARK(x)\n", "tensor cpu f32"},
        {"BothArms",
         "def f(c):\n  if c:\n    x = torch.zeros(1)\n  else:\n    x = torch.ones(2)\n"
         "  MARK(x)\n",
         "tensor cpu f32"},
        {"OneArm", "def f(c, x):\n  if c:\n    x = torch.zeros(1)\n  MARK(x)\n", "?"},
        {"ArmsDiffer",
         "def f(c):\n  if c:\n    x = torch.zeros(1)\n  else:\n    x = 1\n"
         "  MARK(x)\n",
         "?"},
        {"NoneFirst", "def f(c):\n  x = None\n  if c:\n    x = torch.zeros(1)\n  MARK(x)\n",
         "tensor cpu f32"},
        {"Loop", "def f(y):\n  x = torch.zeros(1)\n  for _ in y:\n    x = x + 1\n  MARK(x)\n",
         "tensor cpu f32"},
        {"LoopThatChangesIt",
         "def f(y):\n  x = torch.zeros(1)\n  for _ in y:\n    MARK(x)\n    x = g(x)\n", "?"},
        {"LoopToNumber",
         "def f(y):\n  x = torch.zeros(1)\n  for _ in y:\n    MARK(x)\n    x = x.item()\n", "?"},
        {"BoundInLoop",
         "def f(y, x):\n  for _ in y:\n    x = torch.zeros(1)\n    MARK(x)\n    x = g(x)\n",
         "tensor cpu f32"},
        {"TwoThatDependOnEachOther",
         "def f(y):\n  a = torch.zeros(1)\n  b = a\n  while y:\n    a, b = b, a\n  MARK(a)\n",
         "tensor cpu f32"},
        {"Augmented", "def f(y):\n  x = torch.zeros(1)\n  x += y\n  MARK(x)\n", "tensor"},
        {"AugmentedNumber", "def f(y):\n  x = 0\n  x += y\n  MARK(x)\n", "?"},
        {"Unpacked", "def f(x: Tensor):\n  b, (s, h) = x.shape[0], x.shape[1:]\n  MARK(s)\n",
         "number"},
        {"UnpackedShape", "def f(x: Tensor):\n  b, s = x.shape\n  MARK(s)\n", "number"},
        {"UnpackedSplit", "def f(x: Tensor):\n  q, k = x.chunk(2)\n  MARK(k)\n", "tensor"},
        {"Enumerate", "def f(x: List[Tensor]):\n  for i, t in enumerate(x):\n    MARK(t)\n",
         "tensor"},
        {"Range", "for i in range(3):\n  MARK(i)\n", "number"},
        {"Comprehension", "def f(x: List[Tensor]):\n  return [MARK(t) for t in x]\n", "tensor"},
        {"ModuleConstant", "EPS = 1e-6\ndef f():\n  MARK(EPS)\n", "number 1e-06"},
        {"ModuleVariable", "N = 1\nN = 2\ndef f():\n  MARK(N)\n", "number"},
        {"GlobalThatChanges", "N = 1\ndef g(x):\n  global N\n  N = x\ndef f():\n  MARK(N)\n", "?"},
        {"Closure", "def f():\n  x = torch.zeros(1)\n  def g():\n    MARK(x)\n", "tensor cpu f32"},
        {"Unbound", "MARK(nowhere)\n", "?"},
    }),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Torch, ValueOf,
    testing::ValuesIn<Case>({
        {"Factory", "MARK(torch.zeros(3))\n", "tensor cpu f32"},
        {"FactoryOnDevice", "def f(x: Tensor):\n  MARK(torch.zeros(3, device=x.device))\n",
         "tensor f32"},
        {"FactoryOnCuda", "MARK(torch.zeros(3, device='cuda', dtype=torch.bfloat16))\n",
         "tensor gpu bf16"},
        {"FactoryOnFormattedDevice", "MARK(torch.zeros(3, device=f'cuda:{i}'))\n",
         "tensor gpu f32"},
        {"FactoryOnCurrentDevice", "MARK(torch.ones(3, device=torch.cuda.current_device()))\n",
         "tensor gpu f32"},
        {"FactoryInContext", "with torch.device('cuda'):\n  MARK(torch.ones(3))\n",
         "tensor gpu f32"},
        {"FactoryInForeignContext", "with device_scope(d):\n  MARK(torch.ones(3))\n", "tensor f32"},
        {"FactoryWithOptions", "MARK(torch.ones(3, **options))\n", "tensor"},
        {"DefaultDevice", "torch.set_default_device('cuda')\nMARK(torch.ones(3))\n", "tensor f32"},
        {"Arange", "MARK(torch.arange(3))\n", "tensor cpu int"},
        {"ArangeOfFloats", "MARK(torch.arange(0, n, 0.5))\n", "tensor cpu"},
        {"Like", "def f(x: Tensor):\n  MARK(torch.zeros_like(x.cuda().half()))\n",
         "tensor gpu f16"},
        {"TensorOfNumber", "MARK(torch.tensor(3))\n", "tensor cpu int"},
        {"Stacked", "def f(x: Tensor):\n  MARK(torch.cat([x.cuda(), x.cuda()]))\n", "tensor gpu"},
        {"Functional", "def f(x: Tensor):\n  MARK(F.softmax(x.float(), dim=-1))\n", "tensor f32"},
        {"FunctionalDtype", "MARK(F.softmax(y, dim=-1, dtype=torch.float32))\n", "tensor f32"},
        {"NoTensor", "MARK(torch.no_grad())\n", "?"},
        {"Finfo", "MARK(torch.finfo(d).eps)\n", "number"},
        {"IsTensor", "MARK(torch.is_tensor(x))\n", "bool"},
        {"Compiled", "MARK(torch.compile(f))\n", "?"},
        {"Topk", "MARK(torch.topk(x, 2))\n", "seq of tensor"},
        {"LowRank", "MARK(torch.svd_lowrank(x))\n", "seq of tensor"},
        {"MaxOfDimension", "MARK(torch.max(x, 1))\n", "seq of tensor"},
        {"MaxOfTwo", "def f(a: Tensor, b: Tensor):\n  MARK(torch.max(a, b))\n", "tensor"},
        {"MaxOfUnknown", "MARK(torch.max(a, b))\n", "?"},
        {"MaxOfAll", "MARK(torch.max(a))\n", "tensor"},
        {"Where", "def f(m, a: Tensor):\n  MARK(torch.where(m > 0, a.half(), a.half()))\n",
         "tensor f16"},
        {"Parameter", "MARK(nn.Parameter(torch.zeros(3)))\n", "tensor"},
        {"Module", "MARK(nn.Linear(3, 4))\n", "module"},
        {"CallOfModule",
         "class M(nn.Module):\n  def __init__(self):\n    self.p = nn.Linear(3, 4)\n"
         "  def forward(self, x):\n    MARK(self.p(x))\n",
         "tensor"},
        {"Device", "MARK(torch.device('cpu'))\n", "device cpu"},
        {"Dtype", "MARK(torch.bfloat16)\n", "dtype bf16"},
        {"Work", "MARK(dist.all_reduce(x, async_op=True))\n", "work"},
        {"NoWork", "MARK(dist.all_reduce(x))\n", "?"},
        {"NewGroup", "MARK(dist.new_group([0]))\n", "group"},
        {"World", "MARK(dist.group.WORLD)\n", "group"},
        {"Event", "MARK(torch.cuda.current_stream().record_event())\n", "event"},
        {"Legacy", "MARK(torch.cuda.FloatTensor([1.0]))\n", "tensor gpu f32"},
        {"Shadowed", "def f(torch):\n  MARK(torch.zeros(1))\n", "?"},
    }),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Methods, ValueOf,
    testing::ValuesIn<Case>({
        {"Cpu", "def f(x: Tensor):\n  MARK(x.detach().cpu())\n", "tensor cpu"},
        {"Cuda", "MARK(torch.zeros(1).cuda())\n", "tensor gpu f32"},
        {"ToCpu", "def f(x: Tensor):\n  MARK(x.to('cpu', non_blocking=True))\n", "tensor cpu"},
        {"ToDeviceKeyword", "def f(x: Tensor):\n  MARK(x.to(device='cuda'))\n", "tensor gpu"},
        {"ToDtype", "MARK(torch.zeros(1).to(torch.float16))\n", "tensor cpu f16"},
        {"ToUnknown", "MARK(torch.zeros(1).to(y))\n", "tensor"},
        {"ToDeviceName", "MARK(torch.zeros(1).to(device))\n", "tensor f32"},
        {"TypeAs", "def f(x: Tensor):\n  MARK(torch.zeros(1).type_as(x.cuda().half()))\n",
         "tensor gpu f16"},
        {"Numpy", "def f(x: Tensor):\n  MARK(x.cpu().numpy().max())\n", "numpy"},
        {"Item", "def f(x):\n  MARK(x.sum().item())\n", "number"},
        {"Size", "def f(x: Tensor):\n  MARK(x.size(0))\n", "number"},
        {"Shape", "def f(x):\n  MARK(x.shape[0])\n", "number"},
        {"Len", "MARK(len(x))\n", "number"},
        {"Max", "def f(x: Tensor):\n  MARK(x.max())\n", "tensor"},
        {"MaxOfDimension", "def f(x: Tensor):\n  v, i = x.max(dim=1)\n  MARK(v)\n", "tensor"},
        {"SumOfMask", "def f(x: Tensor):\n  MARK((x > 0).sum())\n", "tensor int"},
        {"MeanOfMask", "def f(x: Tensor):\n  MARK((x > 0).float().mean())\n", "tensor f32"},
        {"OnlyOfTensors", "def f(x):\n  MARK(x.detach())\n", "tensor"},
        {"OfAnything", "def f(x):\n  MARK(x.view(1))\n", "?"},
        {"Subscript", "def f(x: Tensor):\n  MARK(x[:, 0])\n", "tensor"},
        {"NewZeros", "def f(x: Tensor):\n  MARK(x.cuda().new_zeros(3))\n", "tensor gpu"},
        {"Parameters", "for p in model.parameters():\n  MARK(p)\n", "tensor"},
        {"Backward", "def f(x: Tensor):\n  MARK(x.backward())\n", "?"},
        {"NpUnique", "MARK(np.unique(x))\n", "numpy"},
    }),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Operators, ValueOf,
    testing::ValuesIn<Case>({
        {"Comparison", "def f(x: Tensor):\n  MARK(x.cuda() > 0)\n", "tensor gpu bool"},
        {"Is", "def f(x: Tensor):\n  MARK(x is not None)\n", "bool"},
        {"IsInParentheses", "def f(a, b):\n  MARK((a is None) != (b is None))\n", "bool"},
        {"Scaled", "def f(x: Tensor):\n  MARK(2 * x.half())\n", "tensor f16"},
        {"Promoted", "def f(x: Tensor):\n  MARK(x.half() * (x > 0))\n", "tensor f16"},
        {"GpuAndUnknown", "def f(x: Tensor, y):\n  MARK(x.cuda() + y)\n", "tensor gpu"},
        {"CpuAndUnknown", "def f(y):\n  MARK(torch.zeros(1) + y)\n", "tensor"},
        {"IntegersDivided", "def f(x: Tensor):\n  MARK(x.long() / x.long())\n", "tensor f32"},
        {"Folded", "MARK(-(2 ** 3) + 1)\n", "number -7"},
        {"Infinity", "MARK(-float('inf'))\n", "number -inf"},
        {"MathInfinity", "MARK(math.inf)\n", "number inf"},
        {"Conditional", "def f(x: Tensor):\n  MARK(x.half() if c else x.float())\n", "tensor"},
        {"Underscores", "MARK(1_000)\n", "number 1000"},
        {"Text", "MARK('a %d' % 3)\n", "string"},
    }),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Attributes, ValueOf,
    testing::ValuesIn<Case>({
        {"OfSelf",
         "class C:\n  def __init__(self):\n    self.n = torch.zeros(3)\n  def f(self):\n"
         "    MARK(self.n)\n",
         "tensor cpu f32"},
        {"LazyOfSelf",
         "class C:\n  def __init__(self):\n    self.n = None\n  def f(self, x: Tensor):\n"
         "    self.n = x\n    MARK(self.n)\n",
         "tensor"},
        {"OfParameter",
         "class C:\n  def __init__(self, n: Tensor):\n    self.n = n\n  def f(self):\n"
         "    MARK(self.n)\n",
         "tensor"},
        {"UpdatedFromItself",
         "class C:\n  def __init__(self):\n    self.n = torch.zeros(3)\n  def f(self, y):\n"
         "    self.n = self.n * 2\n    MARK(self.n)\n",
         "tensor cpu f32"},
        {"AccumulatedNumber",
         "class C:\n  def __init__(self):\n    self.n = 0\n  def f(self, x):\n"
         "    self.n += x\n    MARK(self.n)\n",
         "?"},
        {"Unpacked",
         "class C:\n  def __init__(self):\n    self.n = 0\n  def f(self, x):\n"
         "    self.n, y = x\n    MARK(self.n)\n",
         "?"},
        {"Buffer",
         "class C:\n  def __init__(self):\n    self.register_buffer('n', g())\n  def f(self):\n"
         "    MARK(self.n)\n",
         "tensor"},
        {"ClassConstant", "class C:\n  EPS = 2\n  def f(self):\n    MARK(self.EPS)\n", "number 2"},
        {"Inherited",
         "class B:\n  def __init__(self):\n    self.n = 1\nclass C(B):\n  def f(self):\n"
         "    MARK(self.n)\n",
         "number 1"},
        {"Group", "class C:\n  def f(self):\n    MARK(self.tp_group)\n", "group"},
        {"NamedLikeGroup",
         "class C:\n  def __init__(self):\n    self.group = 3\n  def f(self):\n"
         "    MARK(self.group)\n",
         "number 3"},
        {"DtypeOfTensor", "def f(x: Tensor):\n  MARK(x.half().dtype)\n", "dtype f16"},
        {"DeviceOfTensor", "def f(x: Tensor):\n  MARK(x.cuda().device)\n", "device gpu"},
        {"Transposed", "def f(x: Tensor):\n  MARK(x.T)\n", "tensor"},
    }),
    NameOf);

TEST(Values, KnowsWhatLivesOnTheHost) {
  absl::StatusOr<std::unique_ptr<Module>> module = Module::Parse(
      "m.py",
      "import torch\ndef f(x, rows_cpu, tokens_per_expert):\n"
      "  MARK(x)\n  MARK(rows_cpu[0])\n  MARK(tokens_per_expert)\n"
      "  MARK(x.cpu())\n  MARK(x.cuda())\n  MARK(x.shape)\n  MARK(self.input_splits)\n");
  ASSERT_OK(module);
  const Values values(**module);
  std::vector<bool> found;
  for (Node node : (*module)->tree().root().descendants()) {
    if (node.Is(Kind::kCall) && node.child(Field::kFunction).text() == "MARK") {
      found.push_back(values.IsHost(Argument(node, 0, "")));
    }
  }
  EXPECT_THAT(found, testing::ElementsAre(false, true, true, true, false, true, true));
}

TEST(Values, GivesUpOnEndlessExpressions) {
  std::string code = "def f(x):\n";
  for (int i = 0; i < 300; ++i) absl::StrAppend(&code, "  x = x * x + g(x)\n");
  EXPECT_THAT(Marked(code + "  MARK(x)\n"), testing::ElementsAre("?"));
}

}  // namespace
}  // namespace allreview::python

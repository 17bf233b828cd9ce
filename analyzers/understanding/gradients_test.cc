// Which tensors require gradients, and what autograd certainly refuses.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

using testing::HasSubstr;

constexpr char kHead[] =
    "import torch\nfrom torch import nn, Tensor\n"
    "def f(x: Tensor, n, g):\n";

std::string NameOfCase(const auto& info) { return info.param.name; }

struct Case {
  const char* name;
  const char* body;  // Of a function of x: Tensor, n and g; from line 4 on.
  const char* expected;
};

class GradientFailures : public testing::TestWithParam<Case> {};

TEST_P(GradientFailures, AreThoseThatAreCertain) {
  EXPECT_EQ(FailuresOf(absl::StrCat(kHead, GetParam().body)), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Backward, GradientFailures,
    testing::Values(
        Case{"OfWhatIsDetached",
             "  y = torch.ones(2, requires_grad=True).detach()\n"
             "  y.sum().backward()\n",
             "5: the tensor does not require grad"},
        Case{"OfWhatIsCreated",
             "  y = torch.zeros(2) * 2 + n\n  y = torch.ones(2) * 3.0\n"
             "  y.mean().backward()\n",
             "6: the tensor does not require grad"},
        Case{"OfIntegers", "  torch.ones(2, requires_grad=True).argmax().backward()\n",
             "4: the tensor does not require grad"},
        Case{"OfAComparison",
             "  y = torch.ones(2, requires_grad=True)\n  (y > 1).all().backward()\n",
             "5: the tensor does not require grad"},
        Case{"OfWhatIsComputedUnderNoGrad",
             "  y = torch.ones(2, requires_grad=True)\n  with torch.no_grad():\n"
             "    z = (y * 2).sum()\n  z.backward()\n",
             "7: the tensor does not require grad"},
        Case{"InInferenceMode",
             "  y = torch.ones(2, requires_grad=True)\n  with torch.inference_mode():\n"
             "    z = torch.sum(y)\n  z.backward()\n",
             "7: the tensor does not require grad"},
        Case{"OfData", "  y = torch.ones(2, requires_grad=True)\n  y.data.sum().backward()\n",
             "5: the tensor does not require grad"},
        Case{"OfLeaves", "  y = torch.ones(2, requires_grad=True)\n  y.sum().backward()\n", ""},
        Case{"OfParameters", "  y = x.sum()\n  y.backward()\n", ""},
        Case{"OfDetachedParameters", "  y = x.detach().requires_grad_()\n  y.sum().backward()\n",
             ""},
        Case{"AfterSomethingUnknownWasAdded", "  y = torch.zeros(1)\n  y += g(n)\n  y.backward()\n",
             ""},
        Case{"AfterAddingInPlace", "  y = torch.zeros(1)\n  y.add_(g(n))\n  y.backward()\n", ""},
        Case{"AfterStoringIntoIt", "  y = torch.zeros(2)\n  y[0] = g(n)\n  y.sum().backward()\n",
             ""},
        Case{"OfWhatIsHandedOver", "  y = torch.zeros(1)\n  g(y)\n  y.backward()\n", ""},
        Case{"OfWhatIsHandedOverInAList", "  y = torch.zeros(1)\n  g([n, y])\n  y.backward()\n",
             ""},
        Case{"OfWhatIsStored", "  y = torch.zeros(1)\n  n.y = y\n  g()\n  y.backward()\n", ""},
        Case{"AfterRequiringIt", "  y = torch.zeros(1)\n  y.requires_grad_()\n  y.backward()\n",
             ""},
        Case{"AfterTheAttributeWasSet",
             "  y = torch.zeros(1)\n  y.requires_grad = True\n  y.backward()\n", ""},
        Case{"OfAnotherName",
             "  y = torch.zeros(1)\n  z = y\n  z.requires_grad_()\n  y.backward()\n", ""},
        Case{"AfterALoop",
             "  y = torch.zeros(1)\n  for i in n:\n    y = y + g(i)\n  y.backward()\n", ""},
        Case{"AfterALoopInPlace",
             "  y = torch.zeros(1)\n  for i in n:\n    y += g(i)\n  y.backward()\n", ""},
        Case{"WhereGradientsAreOnAgain",
             "  y = torch.ones(2, requires_grad=True)\n  with torch.no_grad():\n"
             "    with torch.enable_grad():\n      z = (y * 2).sum()\n  z.backward()\n",
             ""},
        Case{"WhenItIsAskedFor", "  y = torch.zeros(1, requires_grad=n)\n  y.backward()\n", ""},
        Case{"OfWhatWasWrittenOut",
             "  y = torch.zeros(1)\n  torch.add(x, x, out=y)\n"
             "  y.backward()\n",
             ""},
        Case{"OfItselfUnderNoGrad",
             "  y = torch.ones(2, requires_grad=True)\n  with torch.no_grad():\n"
             "    z = y.float()\n  z.sum().backward()\n",
             ""}),
    NameOfCase<testing::TestParamInfo<Case>>);

INSTANTIATE_TEST_SUITE_P(
    Others, GradientFailures,
    testing::Values(
        Case{"ArrayOfALeaf", "  return torch.ones(2, requires_grad=True).numpy()\n",
             "4: a tensor that requires grad is no array: detach() it"},
        Case{"ArrayOfAParameter", "  return nn.Parameter(torch.ones(2)).numpy()\n",
             "4: a tensor that requires grad is no array: detach() it"},
        Case{"ArrayOfAResult",
             "  y = torch.ones(2, requires_grad=True)\n  z = y * 2\n  z.sum().backward()\n"
             "  return z.numpy()\n",
             "7: a tensor that requires grad is no array: detach() it"},
        Case{"ArrayOfWhatMayNotBeRecorded",
             "  y = torch.ones(2, requires_grad=True)\n  return (y * 2).numpy()\n", ""},
        Case{"ArrayOfWhatIsDetached",
             "  return torch.ones(2, requires_grad=True).detach().numpy()\n", ""},
        Case{"ArrayWithForce", "  return torch.ones(2, requires_grad=True).numpy(force=True)\n",
             ""},
        Case{"ArrayOfAFrozenParameter",
             "  return nn.Parameter(torch.ones(2), requires_grad=False).numpy()\n", ""},
        Case{"InPlace", "  y = torch.ones(2, requires_grad=True)\n  y += 1\n  y.sum().backward()\n",
             "5: a leaf that requires grad is changed in place"},
        Case{"InPlaceByAMethod",
             "  y = torch.ones(2, requires_grad=True)\n  y.mul_(2)\n  y.sum().backward()\n",
             "5: a leaf that requires grad is changed in place"},
        Case{"InPlaceByAStore",
             "  y = torch.ones(2, requires_grad=True)\n  y[0] = 2\n  y.sum().backward()\n",
             "5: a leaf that requires grad is changed in place"},
        Case{"InPlaceUnderNoGrad",
             "  y = torch.ones(2, requires_grad=True)\n  with torch.no_grad():\n    y += 1\n"
             "  y.sum().backward()\n",
             ""},
        Case{"InPlaceUnderSomethingUnknown",
             "  y = torch.ones(2, requires_grad=True)\n  with g():\n    y += 1\n"
             "  y.sum().backward()\n",
             ""},
        Case{"InPlaceOfWhoeverCalls", "  y = torch.ones(2, requires_grad=True)\n  y += 1\n", ""},
        Case{"InPlaceOfItsData",
             "  y = torch.ones(2, requires_grad=True)\n  y.data += 1\n  y.sum().backward()\n", ""},
        Case{"InPlaceOfAResult",
             "  y = torch.ones(2, requires_grad=True) * 2\n  y += 1\n  y.sum().backward()\n", ""},
        Case{"IntegersThatRequireGrad", "  return torch.arange(4, requires_grad=True)\n",
             "4: tensor[4] int64 cannot require grad: only floating-point tensors can"},
        Case{"IntegersAsParameter", "  return nn.Parameter(torch.tensor([1, 2]))\n",
             "4: tensor[2] int64 cannot require grad: only floating-point tensors can"},
        Case{"IntegersAsked", "  return torch.zeros(2).long().requires_grad_()\n",
             "4: tensor[2] int64 cannot require grad: only floating-point tensors can"},
        Case{"IntegersAsFrozenParameter",
             "  return nn.Parameter(torch.tensor([1, 2]), requires_grad=False)\n", ""},
        Case{"IntegersOfAnotherType",
             "  return torch.arange(4, dtype=torch.float32, requires_grad=True)\n", ""},
        Case{"IntegersThatDoNot", "  return torch.zeros(2).long().requires_grad_(False)\n", ""}),
    NameOfCase<testing::TestParamInfo<Case>>);

TEST(Gradients, ArePrinted) {
  EXPECT_THAT(ReturnedBy(absl::StrCat(kHead, "  return (torch.ones(2, requires_grad=True), n)\n")),
              HasSubstr("tensor[2] floating requires grad"));
}

TEST(Gradients, AreAnAttribute) {
  EXPECT_THAT(ReturnedBy(absl::StrCat(kHead, "  return x.detach().requires_grad\n")),
              HasSubstr("False"));
  EXPECT_THAT(ReturnedBy(absl::StrCat(kHead, "  return nn.Parameter(x).requires_grad\n")),
              HasSubstr("True"));
  EXPECT_EQ(ReturnedBy(absl::StrCat(kHead, "  return x.requires_grad\n")), "False | True");
}

// Many contexts and calls cost no more than their sum.
TEST(Gradients, AreBounded) {
  std::string body = "  y = torch.ones(2)\n";
  for (int i = 0; i < 3'000; ++i) body += "  with torch.no_grad():\n    z = y * 2\n";
  EXPECT_EQ(FailuresOf(absl::StrCat(kHead, body)), "");
}

}  // namespace
}  // namespace allreview::understanding

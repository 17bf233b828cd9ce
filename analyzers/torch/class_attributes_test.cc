#include "analyzers/torch/class_attributes.h"

#include "gtest/gtest.h"

namespace allreview::torch {
namespace {

TEST(ClassAttributes, AreListedOfFewClasses) {
  EXPECT_TRUE(AreAttributesKnown("torch.nn.Module"));
  EXPECT_TRUE(AreAttributesKnown("torch.nn.modules.module.Module"));
  EXPECT_TRUE(AreAttributesKnown("torch.optim.Optimizer"));
  EXPECT_FALSE(AreAttributesKnown("torch.nn.Linear"));
  EXPECT_FALSE(AreAttributesKnown("lib.Module"));
}

TEST(ClassAttributes, AreMethodsAndWhatInstancesHave) {
  for (const char* name : {"training", "_parameters", "load_state_dict", "set_submodule"}) {
    EXPECT_TRUE(HasAttribute("torch.nn.Module", name)) << name;
  }
  EXPECT_FALSE(HasAttribute("torch.nn.Module", "gate"));
  EXPECT_TRUE(HasAttribute("torch.optim.Optimizer", "param_groups"));
  EXPECT_TRUE(HasAttribute("torch.autograd.Function", "saved_tensors"));
  EXPECT_FALSE(HasAttribute("torch.utils.data.Dataset", "length"));
}

TEST(ClassAttributes, AreThoseOfShardedModulesToo) {
  EXPECT_TRUE(HasAttribute("torch.nn.Module", "unshard"));
  EXPECT_FALSE(HasAttribute("torch.optim.Optimizer", "unshard"));
}

}  // namespace
}  // namespace allreview::torch

#include "analyzers/values/plain_value.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace allreview::values {
namespace {

using python::ValueType;
using understanding::AtomKind;
using understanding::Dtype;
using understanding::Value;

TEST(PlainValue, SaysWhatAllAlternativesAre) {
  EXPECT_EQ(PlainValueOf(Value::Integer(3)),
            (python::Value{.type = ValueType::kNumber, .number = 3}));
  EXPECT_EQ(PlainValueOf(Value::Integer(3).JoinedWith(Value::Some(AtomKind::kReal))),
            (python::Value{.type = ValueType::kNumber}));
  EXPECT_EQ(PlainValueOf(Value::None()), (python::Value{.type = ValueType::kNone}));
  EXPECT_EQ(PlainValueOf(Value::OfTensor({.dtype = Dtype::kInt32})),
            (python::Value{.type = ValueType::kTensor, .dtype = python::Dtype::kInteger}));
  const Value host =
      Value::OfTensor({.dtype = Dtype::kFloat32, .device = understanding::Device::kCpu});
  EXPECT_EQ(PlainValueOf(host), (python::Value{.type = ValueType::kTensor,
                                               .device = python::DeviceType::kCpu,
                                               .dtype = python::Dtype::kFloat32}));
  EXPECT_EQ(PlainValueOf(host.JoinedWith(Value::OfTensor({.dtype = Dtype::kFloat32}))),
            (python::Value{.type = ValueType::kTensor, .dtype = python::Dtype::kFloat32}));
}

TEST(PlainSizes, AreThoseOfAllAlternatives) {
  const auto tensor = [](std::vector<understanding::Size> sizes) {
    return Value::OfTensor({.has_rank = true, .sizes = std::move(sizes)});
  };
  const auto size = understanding::Size::Constant;
  EXPECT_EQ(PlainSizesOf(tensor({understanding::Size::Named(9, "b"), size(1)})),
            (std::vector<int64_t>{-1, 1}));
  EXPECT_EQ(PlainSizesOf(tensor({size(2), size(1)}).JoinedWith(tensor({size(3), size(1)}))),
            (std::vector<int64_t>{-1, 1}));
  EXPECT_EQ(PlainSizesOf(tensor({})), std::vector<int64_t>());
  EXPECT_EQ(PlainSizesOf(Value::OfTensor({})), std::nullopt);
  EXPECT_EQ(PlainSizesOf(tensor({}).JoinedWith(Value::None())), std::nullopt);
}

TEST(PlainValue, SaysNothingOfWhatMayBeElse) {
  EXPECT_EQ(PlainValueOf(Value::Unknown()), python::Value());
  EXPECT_EQ(PlainValueOf(Value()), python::Value());
  EXPECT_EQ(PlainValueOf(Value::None().JoinedWith(Value::Integer(3))), python::Value());
  EXPECT_EQ(PlainValueOf(Value::Integer(3).Opened()), python::Value());
}

}  // namespace
}  // namespace allreview::values

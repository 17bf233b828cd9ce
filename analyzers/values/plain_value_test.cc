#include "analyzers/values/plain_value.h"

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

TEST(PlainValue, SaysNothingOfWhatMayBeElse) {
  EXPECT_EQ(PlainValueOf(Value::Unknown()), python::Value());
  EXPECT_EQ(PlainValueOf(Value()), python::Value());
  EXPECT_EQ(PlainValueOf(Value::None().JoinedWith(Value::Integer(3))), python::Value());
  EXPECT_EQ(PlainValueOf(Value::Integer(3).Opened()), python::Value());
}

}  // namespace
}  // namespace allreview::values

#include "analyzers/ir/encoding.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/ir/lower.h"
#include "analyzers/ir/print.h"
#include "analyzers/python/module.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::ir {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

File LowerSource(std::string source) {
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse("pkg/m.py", std::move(source));
  EXPECT_OK(module);
  return Lower(**module);
}

std::string Fixture(const std::string& name) {
  absl::StatusOr<std::string> source = ReadFile(absl::StrCat("analyzers/ir/testdata/", name));
  EXPECT_OK(source);
  return source.value_or("");
}

// Everything of an instruction that Print does not show.
std::string Rest(const File& file) {
  std::string rest;
  for (const Code& code : file.codes) {
    absl::StrAppend(&rest, code.node, ",", code.line, ",", code.result, ",", code.raised, ";");
    for (const Instruction& instruction : code.instructions) {
      absl::StrAppend(&rest, instruction.node, ",", instruction.line, ",", instruction.index, ",",
                      instruction.first_operand, " ");
    }
  }
  return rest;
}

class Encoding : public testing::TestWithParam<const char*> {};

TEST_P(Encoding, KeepsAll) {
  const File file = LowerSource(Fixture(GetParam()));
  EXPECT_TRUE(IsSound(file));
  const std::string bytes = Encode(file);
  const std::optional<File> decoded = Decode(bytes);
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(Print(*decoded), Print(file));
  EXPECT_EQ(Rest(*decoded), Rest(file));
  EXPECT_EQ(decoded->names, file.names);
  EXPECT_EQ(Encode(*decoded), bytes);
}

TEST_P(Encoding, RefusesPartsAndMore) {
  const std::string bytes = Encode(LowerSource(Fixture(GetParam())));
  for (size_t size = 0; size < bytes.size(); size += 7) {
    EXPECT_FALSE(Decode(absl::string_view(bytes).substr(0, size)).has_value()) << size;
  }
  EXPECT_FALSE(Decode(bytes + "x").has_value());
}

TEST_P(Encoding, WhatItAcceptsIsSound) {
  const std::string bytes = Encode(LowerSource(Fixture(GetParam())));
  int accepted = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 7));
    DecodeOutline(damaged);
    if (const std::optional<File> file = Decode(damaged)) {
      EXPECT_TRUE(IsSound(*file)) << i;
      ++accepted;
    }
  }
  EXPECT_GT(accepted, 0);  // A line number is as good as another.
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Encoding, testing::Values("statements.py", "expressions.py"));

TEST(Encoding, ManyNumbersInFewBytesAreRefused) {
  // Each claims more than the bytes that are left could say.
  for (const std::string& bytes : {std::string("\xff\xff\xff\xff\x0f"), std::string(64, '\xff'),
                                   std::string("\0\0\0\0\0\0\xff\xff\x03", 9)}) {
    EXPECT_FALSE(Decode(bytes).has_value());
  }
}

TEST(Outline, SaysWhatOthersAsk) {
  const File file = LowerSource(
      "class A:\n"
      "  size = 1\n"
      "  def f(self, other):\n"
      "    self.x = other.y = 2\n"
      "    self.x = 3\n"
      "    self.register_buffer('mask', other)\n"
      "    self.add_module(module=other, name='gate')\n"
      "    self.register_buffer(other, other)\n"
      "    setattr(other, 'by_name', 1)\n"
      "    print('not a name', '8')\n");
  const std::string bytes = Encode(file);
  const std::optional<Outline> outline = DecodeOutline(bytes);
  ASSERT_TRUE(outline.has_value());
  std::vector<std::string> stores, in_classes, texts;
  for (const auto& [name, code] : outline->stores) {
    stores.push_back(absl::StrCat(outline->names[name], " in ", code));
  }
  for (NameId name : outline->class_names) in_classes.emplace_back(outline->names[name]);
  for (NameId name : outline->texts) texts.emplace_back(outline->names[name]);
  EXPECT_THAT(stores, UnorderedElementsAre("x in 2", "y in 2", "mask in 2", "gate in 2"));
  EXPECT_THAT(in_classes, UnorderedElementsAre("size", "f"));
  EXPECT_THAT(texts, UnorderedElementsAre("mask", "gate", "by_name"));
}

}  // namespace
}  // namespace allreview::ir

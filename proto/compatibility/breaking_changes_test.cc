#include "proto/compatibility/breaking_changes.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/golden.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using google::protobuf::FileDescriptorSet;
using google::protobuf::TextFormat;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kBaselinePath[] = "proto/compatibility/baseline.textproto";

// The contracts as they are: the descriptor sets that Bazel made of every proto_library.
FileDescriptorSet Current() {
  FileDescriptorSet all;
  for (absl::string_view path : absl::StrSplit(std::getenv("DESCRIPTOR_SETS"), ' ')) {
    std::ifstream file{std::string(path), std::ios::binary};
    FileDescriptorSet one;
    EXPECT_TRUE(one.ParseFromIstream(&file)) << path;
    all.MergeFrom(one);
  }
  all.DiscardUnknownFields();  // Our own options: they say things to us, not on the wire.
  return all;
}

FileDescriptorSet Parse(const std::string& text) {
  FileDescriptorSet set;
  EXPECT_TRUE(TextFormat::ParseFromString(text, &set));
  return set;
}

TEST(Contracts, OnlyGrow) {
  FileDescriptorSet current = Current();
  ASSERT_GT(current.file_size(), 8);
  ASSERT_OK_AND_ASSIGN(std::string text, ReadFile(kBaselinePath));
  EXPECT_THAT(BreakingChanges(Parse(text), current), IsEmpty());
}

// Keeps the baseline up to date, so that what is added today is protected tomorrow.
TEST(Contracts, BaselineHasEveryElement) {
  std::string text;
  TextFormat::PrintToString(Current(), &text);
  EXPECT_TRUE(MatchesGolden(kBaselinePath, text));
}

constexpr char kBase[] = R"pb(
  file {
    package: "p"
    message_type {
      name: "M"
      field { name: "a" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL }
      field { name: "b" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL oneof_index: 0 }
      oneof_decl { name: "o" }
    }
    enum_type {
      name: "E"
      value { name: "E_ZERO" number: 0 }
    }
    service {
      name: "S"
      method { name: "Get" input_type: ".p.M" output_type: ".p.M" }
    }
  })pb";

std::string Replaced(absl::string_view what, absl::string_view with) {
  std::vector<std::string> parts = absl::StrSplit(kBase, what);
  EXPECT_EQ(parts.size(), 2u) << what;
  return absl::StrJoin(parts, with);
}

TEST(BreakingChanges, AcceptsAdditions) {
  std::string grown = Replaced("oneof_decl { name: \"o\" }",
                               "oneof_decl { name: \"o\" } field { name: \"c\" number: 3 "
                               "type: TYPE_BOOL label: LABEL_OPTIONAL }");
  EXPECT_THAT(BreakingChanges(Parse(kBase), Parse(grown)), IsEmpty());
}

TEST(BreakingChanges, NamesEachKind) {
  struct Case {
    std::string name, what, with, message;
  };
  const Case cases[] = {
      {"renumbered", "number: 1", "number: 7", "p.M#1: \"LABEL_OPTIONAL TYPE_INT32  a\" is gone"},
      {"renamed", "name: \"a\"", "name: \"z\"", "p.M#1: was"},
      {"retyped", "TYPE_INT32", "TYPE_INT64", "p.M#1: was"},
      {"relabelled", "type: TYPE_INT32 label: LABEL_OPTIONAL",
       "type: TYPE_INT32 label: LABEL_REPEATED", "p.M#1: was"},
      {"out of oneof", "label: LABEL_OPTIONAL oneof_index: 0", "label: LABEL_OPTIONAL",
       "p.M#2: was"},
      {"enum value renamed", "E_ZERO", "E_NONE", "p.E=0: was \"value E_ZERO\""},
      {"method streams", "name: \"Get\"", "name: \"Get\" server_streaming: true", "p.S/Get: was"},
      {"method gone", "name: \"Get\"", "name: \"Fetch\"", "p.S/Get: "},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(BreakingChanges(Parse(kBase), Parse(Replaced(c.what, c.with))),
                ElementsAre(HasSubstr(c.message)))
        << c.name;
  }
}

}  // namespace
}  // namespace allreview

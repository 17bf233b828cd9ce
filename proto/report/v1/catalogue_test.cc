#include "proto/report/v1/catalogue.h"

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using ::testing::ElementsAre;

TEST(Catalogue, DescribesEveryDocument) {
  std::set<std::string> names;
  for (v1::Document document : Documents()) {
    const v1::DocumentInfo& info = InfoOf(document);
    EXPECT_TRUE(names.insert(info.name()).second) << v1::Document_Name(document);
    EXPECT_FALSE(info.name().empty() || info.title().empty() || info.title_zh().empty())
        << v1::Document_Name(document);
    EXPECT_EQ(DocumentNamed(info.name()), document);
  }
  EXPECT_GE(names.size(), 5u);
}

TEST(Catalogue, DescribesEveryFormat) {
  std::set<std::string> names, extensions, negotiated;
  for (v1::Format format : Formats()) {
    const v1::FormatInfo& info = InfoOf(format);
    EXPECT_TRUE(names.insert(info.name()).second) << v1::Format_Name(format);
    EXPECT_TRUE(extensions.insert(info.extension()).second) << v1::Format_Name(format);
    EXPECT_TRUE(absl::StartsWith(info.extension(), ".")) << v1::Format_Name(format);
    EXPECT_FALSE(info.title().empty() || info.media_type().empty()) << v1::Format_Name(format);
    EXPECT_FALSE(info.is_for_machines() && info.is_of_all_documents()) << v1::Format_Name(format);
    if (info.is_negotiated()) {
      EXPECT_TRUE(negotiated.insert(info.media_type()).second) << "two formats for one type";
    }
    EXPECT_EQ(FormatNamed(info.name()), format);
  }
  EXPECT_GE(names.size(), 8u);
  EXPECT_THAT(NamesOfFormatsOfAllDocuments(), ElementsAre("markdown", "html"));
}

TEST(Catalogue, KnowsNothingOfOtherNamesAndValues) {
  EXPECT_EQ(DocumentNamed("poem"), std::nullopt);
  EXPECT_EQ(FormatNamed(""), std::nullopt);
  EXPECT_EQ(InfoOf(static_cast<v1::Format>(12345)).name(), "");
  EXPECT_EQ(InfoOf(v1::DOCUMENT_UNSPECIFIED).name(), "");
}

}  // namespace
}  // namespace allreview::report

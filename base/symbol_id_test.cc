#include "base/symbol_id.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(SymbolId, EndsItsPathAtTheLastColonThatStandsAlone) {
  EXPECT_EQ(PathEndOfSymbolId("a.py:Router.route"), 4u);
  EXPECT_EQ(PathEndOfSymbolId("a.cu:Router::route"), 4u);
  EXPECT_EQ(PathEndOfSymbolId("a.cu:a::b::c"), 4u);
  EXPECT_EQ(PathEndOfSymbolId("a.py:"), 4u);
  EXPECT_EQ(PathEndOfSymbolId("x:y/a.cu:f"), 8u);
  EXPECT_EQ(PathEndOfSymbolId("a::b"), absl::string_view::npos);
  EXPECT_EQ(PathEndOfSymbolId("::b"), absl::string_view::npos);
  EXPECT_EQ(PathEndOfSymbolId(""), absl::string_view::npos);
}

}  // namespace
}  // namespace allreview

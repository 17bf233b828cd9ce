#include "analyzers/tensor_expressions/domain.h"

#include <limits>
#include <vector>

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::tensor_expressions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using DistributionKind = numerics::Distribution::Kind;

TEST(Domains, HaveNameDistributionAndSizes) {
  ASSERT_OK_AND_ASSIGN(
      const std::vector<Domain> domains,
      ReadDomains("x~N(0,4)[256,1024] t~U(0.01,0.99)[65536] s~C(2)[1] pos~arange(0)[1,4096]"));
  ASSERT_EQ(domains.size(), 4u);
  EXPECT_EQ(domains[0].name, "x");
  EXPECT_EQ(domains[0].distribution,
            (numerics::Distribution{.kind = DistributionKind::kNormal, .a = 0, .b = 4}));
  EXPECT_EQ(domains[0].rows(), 256);
  EXPECT_EQ(domains[0].row_length(), 1024);
  EXPECT_EQ(domains[1].distribution,
            (numerics::Distribution{.kind = DistributionKind::kUniform, .a = 0.01, .b = 0.99}));
  EXPECT_EQ(domains[1].extent(), numerics::Extent::kElement);
  EXPECT_EQ(domains[2].extent(), numerics::Extent::kScalar);
  EXPECT_EQ(domains[2].distribution.a, 2);
  EXPECT_EQ(domains[3].distribution.kind, DistributionKind::kPosition);
  EXPECT_EQ(domains[3].rows(), 1);
}

TEST(Domains, TellTheTwoLogUniformFamiliesApart) {
  ASSERT_OK_AND_ASSIGN(const std::vector<Domain> domains,
                       ReadDomains("g~logU(-20,-8)[65536] v~logU+(-30,-24)[65536]"));
  EXPECT_EQ(domains[0].distribution.kind, DistributionKind::kLogUniform);
  EXPECT_EQ(domains[0].distribution.a, -20);
  EXPECT_EQ(domains[1].distribution.kind, DistributionKind::kLogUniformPositive);
  EXPECT_EQ(domains[1].distribution.b, -24);
}

TEST(Domains, LeaveSizesOpen) {
  ASSERT_OK_AND_ASSIGN(const std::vector<Domain> named, ReadDomains("x~N(0,4)[T=1024]"));
  EXPECT_THAT(named[0].sizes, ElementsAre(0, 1024));
  EXPECT_EQ(named[0].row_length(), 1024);
  EXPECT_EQ(named[0].rows(), 0);
  ASSERT_OK_AND_ASSIGN(const std::vector<Domain> none,
                       ReadDomains("x ~ mask(0.5), y~integer(0,9)"));
  EXPECT_THAT(none[0].sizes, IsEmpty());
  EXPECT_EQ(none[0].row_length(), 0);
  EXPECT_EQ(none[1].name, "y");
}

TEST(Domains, SeeOneNumberForEachRow) {
  ASSERT_OK_AND_ASSIGN(const std::vector<Domain> domains, ReadDomains("m~U(0,1)[8,64,1]"));
  EXPECT_EQ(domains[0].extent(), numerics::Extent::kRow);
  EXPECT_EQ(domains[0].rows(), 512);
}

TEST(Domains, TakeBlanksAndPowers) {
  ASSERT_OK_AND_ASSIGN(const std::vector<Domain> domains,
                       ReadDomains("  x ~ U( -2**-14 , 1/4 ) [ 8 , 16 ] ; y~C(-inf)"));
  EXPECT_EQ(domains[0].distribution.b, 0.25);
  EXPECT_EQ(domains[1].distribution.a, -std::numeric_limits<double>::infinity());
}

TEST(Domains, MayBeNone) {
  ASSERT_OK_AND_ASSIGN(const std::vector<Domain> domains, ReadDomains("  "));
  EXPECT_THAT(domains, IsEmpty());
}

TEST(Domains, NameThePlaceAndTheCure) {
  struct Case {
    absl::string_view text;
    absl::string_view message;
  };
  constexpr Case kCases[] = {
      {"x~Gauss(0,1)[8]",
       "domain 'x~Gauss(0,1)[8]': the distribution 'Gauss' is not one of N(mean,"},
      {"y~C(1) x~N(0)[8]",
       "domain 'x~N(0)[8]': found 1 numbers, wanted N(mean, standard deviation)"},
      {"x~N(0,a)", "'a' is not a number"},
      {"x~N(0,-1)", "the standard deviation is negative"},
      {"x~U(2,1)", "the low end is above the high end"},
      {"x~mask(2)", "the probability is not within 0 and 1"},
      {"x~N(0,1)[0]", "the size '0' is not a positive whole number"},
      {"x~N(0,1)[8,b]", "the size 'b' is not a positive whole number"},
      {"x~N(0,1)(8)", "wanted [sizes] after the distribution, found '(8)'"},
      {"x~8", "wanted a distribution after '~'"},
      {"x", "wanted name~distribution(numbers)[sizes]"},
      {"x~C(1) x~C(2)", "'x' has a domain already"},
  };
  for (const Case& it : kCases) {
    EXPECT_THAT(ReadDomains(it.text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(it.message))))
        << it.text;
  }
}

}  // namespace
}  // namespace allreview::tensor_expressions

#include "analyzers/numerics/graph/stratum.h"

#include <string>
#include <vector>

#include "analyzers/numerics/graph/distribution_text.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

Graph GraphOf(std::vector<Input> inputs) {
  Graph graph;
  for (Input& input : inputs) {
    graph.nodes.push_back(
        {.operation = Operation::kInput, .input = static_cast<int>(graph.inputs.size())});
    graph.inputs.push_back(std::move(input));
  }
  graph.outputs = {0};
  return graph;
}

TEST(StrataOf, AreTheRealisticOnesFirst) {
  const std::vector<Stratum> strata = StrataOf(GraphOf({{.name = "x", .role = Role::kLogit}}), {});
  ASSERT_GE(strata.size(), 3u);
  EXPECT_EQ(strata.front().plausibility, Plausibility::kRealistic);
  EXPECT_EQ(strata.front().name, "x~N(0,1)");
  EXPECT_EQ(strata.back().plausibility, Plausibility::kAdversarial);
  for (size_t i = 1; i < strata.size(); ++i) {
    EXPECT_LE(strata[i - 1].plausibility, strata[i].plausibility);
  }
}

TEST(StrataOf, AreAsUnusualAsTheirMostUnusualInput) {
  const std::vector<Stratum> strata = StrataOf(
      GraphOf({{.name = "x", .role = Role::kLogit}, {.name = "m", .role = Role::kMask}}), {});
  for (const Stratum& stratum : strata) ASSERT_EQ(stratum.distributions.size(), 2u);
  EXPECT_EQ(strata.back().plausibility, Plausibility::kAdversarial);
}

TEST(StrataOf, KeepToTheRangeThatTheCodeProves) {
  for (const Stratum& stratum :
       StrataOf(GraphOf({{.name = "x", .minimum = 0.5, .maximum = 8}}), {})) {
    const Distribution& d = stratum.distributions[0];
    switch (d.kind) {
      case Distribution::Kind::kUniform:
        EXPECT_GE(d.a, 0.5) << stratum.name;
        EXPECT_LE(d.b, 8) << stratum.name;
        break;
      case Distribution::Kind::kLogUniformPositive:
        EXPECT_GE(d.a, -1) << stratum.name;
        EXPECT_LE(d.b, 2) << stratum.name;
        break;
      case Distribution::Kind::kNormal:
        EXPECT_GE(d.a - 3 * d.b, 0.5) << stratum.name;
        break;
      default:
        ADD_FAILURE() << stratum.name;
    }
  }
}

TEST(StrataOf, AreTheNumbersOfTheCallerWhereHeGaveThem) {
  const Distribution given{Distribution::Kind::kUniform, 2, 3};
  const std::vector<Stratum> strata =
      StrataOf(GraphOf({{.name = "x", .distribution = given}}), {.lanes = 4096});
  ASSERT_EQ(strata.size(), 1u);
  EXPECT_EQ(strata[0].distributions[0], given);
  EXPECT_EQ(strata[0].lanes(), 4096);
}

TEST(DistributionText, IsReadBackAsTheSameFamily) {
  using Kind = Distribution::Kind;
  for (const Distribution& distribution :
       {Distribution{Kind::kNormal, 0, 0.02}, Distribution{Kind::kUniform, -1e-5, 3},
        Distribution{Kind::kLogUniform, -20, -8}, Distribution{Kind::kLogUniformPositive, -30, 4},
        Distribution{Kind::kConstant, 0.1, 0}, Distribution{Kind::kPosition, 5, 0},
        Distribution{Kind::kBernoulli, 0.9, 0}, Distribution{Kind::kInteger, 1, 4096}}) {
    const std::string text = DistributionText(distribution);
    ASSERT_OK_AND_ASSIGN(const Distribution again, ParseDistribution(text));
    EXPECT_EQ(again, distribution) << text;
  }
  EXPECT_EQ(DistributionText({Kind::kNormal, 0, 4}), "N(0,4)");
  EXPECT_EQ(ParseDistribution("Normal(0,1)").status().message(),
            "'Normal(0,1)' is no distribution such as N(0,4), U(0,1) or logU(-20,-8)");
}

}  // namespace
}  // namespace allreview::numerics

// Maps of messages have no order of their own: documents must not show how they were filled.

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "services/report/render.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

// The parameters of every finding in the order in which the map gives them.
using Orders = std::vector<std::string>;

struct Filled {
  Assembly assembly;
  Orders orders;
};

// The rich sample with 24 more parameters for each finding, filled in by a random order.
Filled Fill(uint32_t seed) {
  std::mt19937 random(seed);
  Assembler assembler;
  Orders orders;
  for (report::v1::RenderRequest& request : LoadSample("rich")) {
    if (request.has_finding()) {
      auto& params = *request.mutable_finding()->mutable_params();
      std::vector<std::pair<std::string, std::string>> entries(params.begin(), params.end());
      for (int i = 0; i < 24; ++i) {
        entries.emplace_back(absl::StrCat("name", i), absl::StrCat("value ", i * 7 % 24));
      }
      std::shuffle(entries.begin(), entries.end(), random);
      params.clear();
      for (const auto& [name, value] : entries) params[name] = value;
      std::string order;
      for (const auto& [name, value] : params) absl::StrAppend(&order, name, " ");
      orders.push_back(order);
    }
    assembler.Add(std::move(request));
  }
  return {std::move(assembler).Finish(), orders};
}

class MapOrder : public testing::TestWithParam<report::v1::Format> {};

TEST_P(MapOrder, DoesNotShow) {
  std::set<Orders> orders;
  std::set<std::string> texts;
  for (uint32_t seed = 0; seed < 12; ++seed) {
    const Filled filled = Fill(seed);
    orders.insert(filled.orders);
    report::v1::DocumentRequest request;
    request.set_format(GetParam());
    ASSERT_OK_AND_ASSIGN(const std::string text, Render(filled.assembly, request));
    texts.insert(text);
  }
  ASSERT_GT(orders.size(), 1u);  // Else the maps were alike anyway.
  EXPECT_EQ(texts.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Formats, MapOrder,
                         testing::Values(report::v1::FORMAT_MARKDOWN, report::v1::FORMAT_JSON,
                                         report::v1::FORMAT_SARIF, report::v1::FORMAT_RDJSON,
                                         report::v1::FORMAT_GITLAB,
                                         report::v1::FORMAT_GITHUB_ANNOTATIONS,
                                         report::v1::FORMAT_TERMINAL),
                         [](const auto& info) { return report::v1::Format_Name(info.param); });

// So that the formats above are compared for something.
TEST(MapOrderInJson, IsThatOfKeysInJson) {
  report::v1::DocumentRequest request;
  request.set_format(report::v1::FORMAT_JSON);
  ASSERT_OK_AND_ASSIGN(const std::string text, Render(Fill(1).assembly, request));
  EXPECT_LT(text.find("\"name0\""), text.find("\"name1\""));
  EXPECT_LT(text.find("\"name10\""), text.find("\"name2\""));
  EXPECT_NE(text.find("\"name23\""), std::string::npos);
}

}  // namespace
}  // namespace allreview::report

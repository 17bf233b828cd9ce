#include "services/report/story/cost_growth.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace allreview::report {
namespace {

using analysis::v1::Cost;

int DegreeOf(const Cost& cost) {
  int degree = 0;
  for (const Cost::Product& product : cost.products()) {
    int of_product = 0;
    for (const Cost::Factor& factor : product.factors()) of_product += factor.power();
    degree = std::max(degree, of_product);
  }
  return degree;
}

}  // namespace

std::string GrowthText(const Cost& cost) {
  std::vector<std::string> products;
  for (const Cost::Product& product : cost.products()) {
    std::vector<std::string> factors;
    for (const Cost::Factor& factor : product.factors()) {
      factors.push_back(factor.power() > 1 ? absl::StrCat(factor.dimension(), "^", factor.power())
                                           : factor.dimension());
    }
    products.push_back(factors.empty() ? "1" : absl::StrJoin(factors, " * "));
  }
  return absl::StrCat("O(", products.empty() ? "1" : absl::StrJoin(products, " + "), ")");
}

bool GrowsFaster(const Cost& before, const Cost& after) {
  return DegreeOf(after) > std::max(1, DegreeOf(before));
}

}  // namespace allreview::report

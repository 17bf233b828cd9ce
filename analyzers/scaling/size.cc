#include "analyzers/scaling/size.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::scaling {
namespace {

constexpr absl::string_view kLogarithm = "log ";
// Formulas that long say nothing to a reader, and multiply.
constexpr size_t kMaxTerms = 12;

bool IsLogarithm(const Factor& factor) { return absl::StartsWith(factor.dimension, kLogarithm); }

int PowerOf(const Product& product, absl::string_view dimension) {
  for (const Factor& factor : product) {
    if (factor.dimension == dimension) return factor.power;
  }
  return 0;
}

Product Inverse(Product product) {
  for (Factor& factor : product) factor.power = -factor.power;
  return product;
}

// "T" of "T_plus_1", which is no more up to constants, and of `sizes["T"]`.
absl::string_view CanonicalName(absl::string_view name) {
  for (absl::string_view end : {"_plus_1", "_plus_one", "_plus1", "_minus_1", "_minus_one"}) {
    if (name.size() > end.size()) absl::ConsumeSuffix(&name, end);
  }
  for (absl::string_view quote : {"\"", "'"}) {
    const size_t open = name.find(absl::StrCat("[", quote));
    absl::string_view key = name;
    if (open == absl::string_view::npos || !absl::ConsumeSuffix(&key, absl::StrCat(quote, "]"))) {
      continue;
    }
    key.remove_prefix(open + 2);
    if (!key.empty() && absl::ascii_isalpha(static_cast<unsigned char>(key[0]))) return key;
  }
  return name;
}

}  // namespace

Product Multiply(const Product& a, const Product& b) {
  Product result;
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].dimension < b[j].dimension)) {
      result.push_back(a[i++]);
    } else if (i == a.size() || b[j].dimension < a[i].dimension) {
      result.push_back(b[j++]);
    } else {
      const int power = a[i].power + b[j].power;
      if (power != 0) result.push_back({a[i].dimension, power});
      ++i;
      ++j;
    }
  }
  return result;
}

bool IsDominatedBy(const Product& small, const Product& large) {
  for (const Factor& factor : Multiply(small, Inverse(large))) {
    if (factor.power <= 0) continue;
    // A logarithm is no more than what it is of.
    if (!IsLogarithm(factor)) return false;
    const absl::string_view of = absl::string_view(factor.dimension).substr(kLogarithm.size());
    if (PowerOf(large, of) <= PowerOf(small, of)) return false;
  }
  return true;
}

int DegreeOf(const Product& product) {
  int degree = 0;
  for (const Factor& factor : product) degree += IsLogarithm(factor) ? 0 : factor.power;
  return degree;
}

int MaxPowerOf(const Product& product) {
  int power = 0;
  for (const Factor& factor : product) {
    if (!IsLogarithm(factor)) power = std::max(power, factor.power);
  }
  return power;
}

bool GrowsFaster(const Product& a, const Product& b) {
  if (DegreeOf(a) != DegreeOf(b)) return DegreeOf(a) > DegreeOf(b);
  if (MaxPowerOf(a) != MaxPowerOf(b)) return MaxPowerOf(a) > MaxPowerOf(b);
  if (a.size() != b.size()) return a.size() > b.size();
  return a < b;
}

std::string ToString(const Product& product) {
  std::string above, below;
  for (const Factor& factor : product) {
    std::string& text = factor.power > 0 ? above : below;
    absl::StrAppend(&text, text.empty() ? "" : "·", factor.dimension);
    const int power = std::abs(factor.power);
    if (power > 1) absl::StrAppend(&text, "^", power);
  }
  return absl::StrCat(above.empty() ? "1" : above, below.empty() ? "" : "/", below);
}

void AddProduct(const Product& product, std::vector<Product>* products) {
  for (const Product& other : *products) {
    if (IsDominatedBy(product, other)) return;
  }
  products->erase(
      std::remove_if(products->begin(), products->end(),
                     [&](const Product& other) { return IsDominatedBy(other, product); }),
      products->end());
  products->insert(std::upper_bound(products->begin(), products->end(), product, GrowsFaster),
                   product);
}

Size Size::Constant(double number) {
  Size size;
  size.Add({}, number);
  return size;
}

Size Size::Symbol(absl::string_view name) {
  Size size;
  size.Add({{std::string(CanonicalName(name)), 1}}, 1);
  return size;
}

Size Size::Logarithm(const Size& size) {
  const Product lead = size.Lead();
  if (lead.empty()) return Constant(1);
  return Symbol(absl::StrCat(kLogarithm, lead.front().dimension));
}

void Size::Add(const Product& product, double coefficient) {
  const auto [place, is_new] = terms_.try_emplace(product, 0);
  place->second += coefficient;
  if (std::abs(place->second) < 1e-9) terms_.erase(place);
}

Size Size::operator+(const Size& other) const {
  Size result = *this;
  for (const auto& [product, coefficient] : other.terms_) result.Add(product, coefficient);
  return result;
}

Size Size::operator-(const Size& other) const {
  Size result = *this;
  for (const auto& [product, coefficient] : other.terms_) result.Add(product, -coefficient);
  return result;
}

Size Size::operator*(const Size& other) const {
  if (terms_.size() * other.terms_.size() > kMaxTerms) {
    Size result;
    result.Add(Multiply(Lead(), other.Lead()), LeadCoefficient() * other.LeadCoefficient());
    return result;
  }
  Size result;
  for (const auto& [a, x] : terms_) {
    for (const auto& [b, y] : other.terms_) result.Add(Multiply(a, b), x * y);
  }
  return result;
}

Size Size::operator/(const Size& other) const {
  const Product divisor = Inverse(other.Lead());
  Size result;
  for (const auto& [product, coefficient] : terms_) {
    result.Add(Multiply(product, divisor), coefficient / other.LeadCoefficient());
  }
  return result;
}

bool Size::IsConstant() const {
  return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.empty());
}

double Size::constant() const {
  const auto found = terms_.find(Product());
  return found == terms_.end() ? 0 : found->second;
}

std::vector<Product> Size::Products() const {
  std::vector<Product> products;
  for (const auto& [product, coefficient] : terms_) {
    if (coefficient > 0) AddProduct(product, &products);
  }
  if (products.empty()) products.emplace_back();
  return products;
}

double Size::LeadCoefficient() const {
  const auto found = terms_.find(Lead());
  if (found == terms_.end() || found->second <= 0) return 1;
  return found->second;
}

}  // namespace allreview::scaling

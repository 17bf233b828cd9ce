#include "analyzers/understanding/size.h"

#include <algorithm>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/size_symbols.h"

namespace allreview::understanding {

int Size::Compare(const Symbol& a, const Symbol& b) {
  if (a.id != b.id) return a.id < b.id ? -1 : 1;
  if (a.id != 0) return 0;
  const std::string none;
  const int names = (a.name ? *a.name : none).compare(b.name ? *b.name : none);
  if (names != 0) return names;
  const int order = Compare(a.quotient->first, b.quotient->first);
  return order != 0 ? order : Compare(a.quotient->second, b.quotient->second);
}

int Size::Compare(const Term& a, const Term& b) {
  if (a.factors.size() != b.factors.size()) return a.factors.size() > b.factors.size() ? -1 : 1;
  for (size_t i = 0; i < a.factors.size(); ++i) {
    if (const int order = Compare(a.factors[i], b.factors[i]); order != 0) return order;
  }
  return 0;
}

int Size::Compare(const Size& a, const Size& b) {
  const std::vector<Term> x = a.terms(), y = b.terms();
  if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
  for (size_t i = 0; i < x.size(); ++i) {
    if (const int order = Compare(x[i], y[i]); order != 0) return order;
    if (x[i].coefficient != y[i].coefficient) {
      return x[i].coefficient < y[i].coefficient ? -1 : 1;
    }
  }
  return 0;
}

std::vector<Size::Term> Size::terms() const {
  if (terms_ != nullptr) return terms_->list;
  return constant_ == 0 ? std::vector<Term>() : std::vector<Term>{{.coefficient = constant_}};
}

int Size::quotients() const { return terms_ == nullptr ? 0 : terms_->quotients; }

Size Size::Constant(int64_t number) {
  Size size;
  size.is_known_ = true;
  size.constant_ = number;
  return size;
}

Size Size::OfSymbol(Symbol symbol) {
  return Sum({{.coefficient = 1, .factors = {std::move(symbol)}}});
}

Size Size::Named(uint64_t id, absl::string_view name) {
  return OfSymbol({.id = id, .name = std::make_shared<const std::string>(name)});
}

Size Size::AttributeOf(const Size& object, absl::string_view name) {
  if (!object.is_named() || object.quotients() >= kMaxQuotients) return Size();
  return OfSymbol({.name = std::make_shared<const std::string>(name),
                   .quotient = std::make_shared<const std::pair<Size, Size>>(object, Constant(0))});
}

// In normal form; unknown when it is too large for one.
Size Size::Sum(std::vector<Term> terms) {
  std::sort(terms.begin(), terms.end(),
            [](const Term& a, const Term& b) { return Compare(a, b) < 0; });
  auto normal = std::make_shared<Terms>();
  for (Term& term : terms) {
    if (normal->list.empty() || Compare(normal->list.back(), term) != 0) {
      normal->list.push_back(std::move(term));
    } else if (int64_t& sum = normal->list.back().coefficient;
               __builtin_add_overflow(sum, term.coefficient, &sum)) {
      return Size();
    }
  }
  std::erase_if(normal->list, [](const Term& term) { return term.coefficient == 0; });
  if (normal->list.empty()) return Constant(0);
  if (normal->list.size() > kMaxTerms) return Size();
  if (normal->list[0].factors.empty()) return Constant(normal->list[0].coefficient);
  for (const Term& term : normal->list) {
    normal->hash = absl::HashOf(normal->hash, term.coefficient);
    for (const Symbol& symbol : term.factors) {
      normal->hash = absl::HashOf(normal->hash, symbol.id);
      if (symbol.id != 0) continue;
      const auto& [number, divisor] = *symbol.quotient;
      normal->quotients =
          std::max({normal->quotients, number.quotients() + 1, divisor.quotients() + 1});
      normal->hash = absl::HashOf(normal->hash, number.hash(), divisor.hash());
    }
  }
  Size size;
  size.is_known_ = true;
  size.terms_ = std::move(normal);
  return size;
}

std::optional<Size::Term> Size::Product(const Term& a, const Term& b) {
  Term product = a;
  product.factors.insert(product.factors.end(), b.factors.begin(), b.factors.end());
  const bool is_too_large =
      product.factors.size() > kMaxFactors ||
      __builtin_mul_overflow(a.coefficient, b.coefficient, &product.coefficient);
  if (is_too_large) return std::nullopt;
  std::sort(product.factors.begin(), product.factors.end(),
            [](const Symbol& x, const Symbol& y) { return Compare(x, y) < 0; });
  return product;
}

std::optional<Size::Term> Size::Quotient(const Term& a, const Term& b) {
  if (b.coefficient == -1 || a.coefficient % b.coefficient != 0) return std::nullopt;
  Term quotient = {.coefficient = a.coefficient / b.coefficient, .factors = a.factors};
  for (const Symbol& factor : b.factors) {
    const auto same =
        std::find_if(quotient.factors.begin(), quotient.factors.end(),
                     [&](const Symbol& symbol) { return Compare(symbol, factor) == 0; });
    if (same == quotient.factors.end()) return std::nullopt;
    quotient.factors.erase(same);
  }
  return quotient;
}

Size operator+(const Size& a, const Size& b) {
  if (!a.is_known_ || !b.is_known_) return Size();
  std::vector<Size::Term> terms = a.terms();
  for (Size::Term& term : b.terms()) terms.push_back(std::move(term));
  return Size::Sum(std::move(terms));
}

Size operator-(const Size& a, const Size& b) { return a + Size::Constant(-1) * b; }

Size operator*(const Size& a, const Size& b) {
  if (!a.is_known_ || !b.is_known_) return Size();
  std::vector<Size::Term> terms;
  for (const Size::Term& x : a.terms()) {
    for (const Size::Term& y : b.terms()) {
      std::optional<Size::Term> product = Size::Product(x, y);
      if (!product) return Size();
      terms.push_back(*std::move(product));
    }
  }
  return Size::Sum(std::move(terms));
}

// Term by term, or else one term times the divisor.
Size Size::DividedBy(const Size& divisor) const {
  const std::vector<Term> numerators = terms(), divisors = divisor.terms();
  if (!is_known_ || !divisor.is_known_ || divisors.empty()) return Size();
  if (numerators.empty()) return Constant(0);
  if (divisors.size() > 1) {
    const std::optional<Term> factor = Quotient(numerators[0], divisors[0]);
    const Size quotient = factor ? Sum({*factor}) : Size();
    return quotient.is_known() && quotient * divisor == *this ? quotient : Size();
  }
  std::vector<Term> quotient;
  for (const Term& numerator : numerators) {
    std::optional<Term> one = Quotient(numerator, divisors[0]);
    if (!one) return Size();
    quotient.push_back(*std::move(one));
  }
  return Sum(std::move(quotient));
}

Size Size::FloorDividedBy(const Size& divisor) const {
  Size exact = DividedBy(divisor);
  if (exact.is_known() || !is_known_ || !divisor.is_known_ || divisor == Constant(0)) return exact;
  if (constant() && divisor.constant()) {
    const int64_t a = constant_, b = divisor.constant_;
    return b == -1 ? Size() : Constant(a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0));
  }
  if (std::max(quotients(), divisor.quotients()) >= kMaxQuotients) return Size();
  return OfSymbol({.quotient = std::make_shared<const std::pair<Size, Size>>(*this, divisor)});
}

bool Size::CertainlyDiffer(const Size& a, const Size& b) {
  const std::optional<int64_t> difference = (a - b).constant();
  return difference && *difference != 0;
}

bool operator==(const Size& a, const Size& b) {
  if (a.terms_ == b.terms_) return a.is_known_ == b.is_known_ && a.constant_ == b.constant_;
  return a.terms_ != nullptr && b.terms_ != nullptr && a.terms_->hash == b.terms_->hash &&
         Size::Compare(a, b) == 0;
}

size_t Size::hash() const {
  if (terms_ != nullptr) return terms_->hash;
  return absl::HashOf(is_known_, constant_);
}

std::string Size::ToText() const {
  if (!is_known_) return "?";
  if (terms_ == nullptr) return absl::StrCat(constant_);
  const auto in_parentheses = [](const Size& size) {
    const std::string text = size.ToText();
    return size.terms().size() > 1 ? absl::StrCat("(", text, ")") : text;
  };
  std::string text;
  for (const Term& term : terms_->list) {
    const bool is_negative = term.coefficient < 0;
    absl::StrAppend(&text, text.empty() ? (is_negative ? "-" : "") : is_negative ? " - " : " + ");
    const uint64_t size = is_negative ? -static_cast<uint64_t>(term.coefficient)
                                      : static_cast<uint64_t>(term.coefficient);
    std::string product = size == 1 && !term.factors.empty() ? "" : absl::StrCat(size);
    for (const Symbol& symbol : term.factors) {
      absl::StrAppend(&product, product.empty() ? "" : "*");
      if (symbol.id != 0) {
        absl::StrAppend(&product, *symbol.name);
      } else if (symbol.name != nullptr) {
        absl::StrAppend(&product, in_parentheses(symbol.quotient->first), ".", *symbol.name);
      } else {
        absl::StrAppend(&product, in_parentheses(symbol.quotient->first), "//",
                        in_parentheses(symbol.quotient->second));
      }
    }
    absl::StrAppend(&text, product);
  }
  return text;
}

}  // namespace allreview::understanding

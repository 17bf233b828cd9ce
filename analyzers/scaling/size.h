#ifndef ANALYZERS_SCALING_SIZE_H_
#define ANALYZERS_SCALING_SIZE_H_

// Numbers of things as formulas over named dimensions.
//
//   Size t = Size::Symbol("T"), k = Size::Symbol("K");
//   ((t + Size::Constant(1)) * k).Products()   ->  {K·T}     constants and smaller terms are gone
//   (t - k).Products()                         ->  {T}       nothing negative makes it grow
//
// Every dimension is taken to be at least 1. Pure.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::scaling {

struct Factor {
  std::string dimension;
  int power = 1;  // Never 0.
  friend auto operator<=>(const Factor& a, const Factor& b) = default;
};
// Sorted by dimension. Empty: 1.
using Product = std::vector<Factor>;

Product Multiply(const Product& a, const Product& b);
// `small` never exceeds `large`, up to constants.
bool IsDominatedBy(const Product& small, const Product& large);
// Sum of the powers; logarithms count nothing.
int DegreeOf(const Product& product);
// Greatest power of one dimension.
int MaxPowerOf(const Product& product);
// Faster growing first, then by name: a total order.
bool GrowsFaster(const Product& a, const Product& b);
// "K·T^2/c"; "1" for a constant.
std::string ToString(const Product& product);

// Adds a product to those that none dominates.
void AddProduct(const Product& product, std::vector<Product>* products);

class Size {
 public:
  Size() = default;  // 0.
  static Size Constant(double number);
  // Names that differ by a constant are one: "T_plus_1" is "T", and so is `sizes["T"]`.
  static Size Symbol(absl::string_view name);
  // "log T" of what grows fastest in `size`; a constant of a constant.
  static Size Logarithm(const Size& size);

  Size operator+(const Size& other) const;
  Size operator-(const Size& other) const;
  Size operator*(const Size& other) const;
  Size operator/(const Size& other) const;  // By what grows fastest in `other`.

  bool IsConstant() const;
  double constant() const;  // The term without dimensions.
  // What it grows with, none dominated by another, the fastest first; {1} when it does not grow.
  std::vector<Product> Products() const;
  Product Lead() const { return Products().front(); }
  double LeadCoefficient() const;  // Of Lead(); 1 when it does not grow.
  const std::map<Product, double>& terms() const { return terms_; }

  friend bool operator==(const Size& a, const Size& b) = default;

 private:
  void Add(const Product& product, double coefficient);
  std::map<Product, double> terms_;  // Without zeros.
};

}  // namespace allreview::scaling

#endif  // ANALYZERS_SCALING_SIZE_H_

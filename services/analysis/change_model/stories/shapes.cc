#include "services/analysis/change_model/stories/shapes.h"

#include <algorithm>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace allreview::analysis {
namespace {

constexpr char kUnknown[] = "?";
constexpr size_t kMaxDimBytes = 40;
constexpr size_t kMaxRank = 8;

bool IsNumber(absl::string_view text, int64_t* value) { return absl::SimpleAtoi(text, value); }

bool IsSimple(absl::string_view text) {
  return text.find_first_of("+-/ ") == absl::string_view::npos;
}

// Factors of "2*n*h"; the text alone when it is no plain product.
std::vector<std::string> FactorsOf(absl::string_view dim) {
  if (!IsSimple(dim) || absl::StrContains(dim, "(")) return {std::string(dim)};
  return absl::StrSplit(dim, '*');
}

std::string Bounded(const std::string& text) {
  return text.size() > kMaxDimBytes ? kUnknown : text;
}

}  // namespace

std::string TextOf(const Shape& shape) {
  const bool says_something =
      shape && std::any_of(shape->begin(), shape->end(),
                           [](const std::string& dim) { return dim != kUnknown; });
  return says_something ? absl::StrCat("[", absl::StrJoin(*shape, ", "), "]") : "";
}

std::string Times(const std::vector<std::string>& factors) {
  int64_t number = 1;
  std::vector<std::string> names;
  for (const std::string& factor : factors) {
    if (factor == kUnknown || factor == "..." || factor == "-1") return kUnknown;
    for (std::string& part : FactorsOf(factor)) {
      int64_t value = 0;
      if (IsNumber(part, &value))
        number *= value;
      else
        names.push_back(IsSimple(part) ? std::move(part) : absl::StrCat("(", part, ")"));
    }
  }
  if (names.empty()) return absl::StrCat(number);
  return Bounded(
      absl::StrCat(number == 1 ? "" : absl::StrCat(number, "*"), absl::StrJoin(names, "*")));
}

std::string Over(absl::string_view dim, absl::string_view divisor) {
  if (dim == kUnknown || divisor == kUnknown) return kUnknown;
  std::vector<std::string> above = FactorsOf(dim), below;
  int64_t top = 1, bottom = 1, value = 0;
  for (const std::string& factor : FactorsOf(divisor)) {
    const auto same = std::find(above.begin(), above.end(), factor);
    if (same != above.end())
      above.erase(same);
    else if (IsNumber(factor, &value))
      bottom *= value;
    else
      below.push_back(factor);
  }
  std::vector<std::string> names;
  for (std::string& factor : above) {
    if (IsNumber(factor, &value))
      top *= value;
    else
      names.push_back(std::move(factor));
  }
  if (bottom != 0 && top % bottom == 0) top /= bottom, bottom = 1;
  if (bottom != 1) below.insert(below.begin(), absl::StrCat(bottom));
  if (names.empty() || top != 1) names.insert(names.begin(), absl::StrCat(top));
  std::string numerator = Times(names);
  if (below.empty()) return numerator;
  const std::string denominator = Times(below);
  const bool is_product = absl::StrContains(denominator, "*");
  return Bounded(absl::StrCat(IsSimple(numerator) ? numerator : absl::StrCat("(", numerator, ")"),
                              "/", is_product ? "(" : "", denominator, is_product ? ")" : ""));
}

std::string Plus(const std::string& a, const std::string& b) {
  if (a == kUnknown || b == kUnknown) return kUnknown;
  int64_t x = 0, y = 0;
  if (IsNumber(a, &x) && IsNumber(b, &y)) return absl::StrCat(x + y);
  if (a == b) return Times({"2", a});
  return Bounded(absl::StrCat(a, "+", b));
}

Dims Reshape(const Shape& from, Dims wanted) {
  const auto open = std::find(wanted.begin(), wanted.end(), "-1");
  if (open == wanted.end()) return wanted;
  *open = std::string(1, '?');
  if (!from || std::count(wanted.begin(), wanted.end(), "-1") > 0) return wanted;
  Dims others = wanted;
  others.erase(others.begin() + (open - wanted.begin()));
  const std::string all = [&] {
    // What both have in common needs no product, which may be long.
    Dims left = *from;
    for (const std::string& dim : others) {
      const auto same = std::find(left.begin(), left.end(), dim);
      if (same != left.end()) left.erase(same);
    }
    return left.empty() ? std::string("1") : Times(left);
  }();
  Dims remaining = others;
  for (const std::string& dim : *from) {
    const auto same = std::find(remaining.begin(), remaining.end(), dim);
    if (same != remaining.end()) remaining.erase(same);
  }
  *open = remaining.empty() ? all : Over(all, Times(remaining));
  return wanted;
}

Shape Broadcast(const Shape& a, const Shape& b) {
  if (!a || !b) return std::nullopt;
  const Dims& longer = a->size() >= b->size() ? *a : *b;
  const Dims& shorter = a->size() >= b->size() ? *b : *a;
  Dims result = longer;
  const size_t offset = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    std::string& dim = result[offset + i];
    if (dim == "1" || dim == kUnknown)
      dim = shorter[i];
    else if (shorter[i] != dim && shorter[i] != "1" && shorter[i] != kUnknown)
      return std::nullopt;
  }
  return result;
}

Shape MatrixProduct(const Shape& a, const Shape& b) {
  if (!a || !b || a->empty() || b->empty()) return std::nullopt;
  if (b->size() == 1) return Dims(a->begin(), a->end() - 1);
  if (a->size() == 1) return std::nullopt;
  const Shape batch = Broadcast(Dims(a->begin(), a->end() - 2), Dims(b->begin(), b->end() - 2));
  if (!batch) return std::nullopt;
  Dims result = *batch;
  result.push_back((*a)[a->size() - 2]);
  result.push_back(b->back());
  return result;
}

Shape Einsum(absl::string_view equation, const std::vector<Shape>& operands) {
  const size_t arrow = equation.find("->");
  if (arrow == absl::string_view::npos || absl::StrContains(equation, "...")) return std::nullopt;
  std::map<char, std::string> names;
  size_t k = 0;
  for (absl::string_view labels : absl::StrSplit(equation.substr(0, arrow), ',')) {
    const Shape shape = k < operands.size() ? operands[k] : std::nullopt;
    ++k;
    size_t i = 0;
    for (const char label : labels) {
      if (label == ' ') continue;
      const bool is_known = shape && i < shape->size() && (*shape)[i] != kUnknown;
      if (is_known) names.try_emplace(label, (*shape)[i]);
      ++i;
    }
  }
  Dims result;
  for (const char label : equation.substr(arrow + 2)) {
    if (label == ' ') continue;
    const auto known = names.find(label);
    result.push_back(known == names.end() ? std::string(1, label) : known->second);
  }
  if (result.empty() || result.size() > kMaxRank) return std::nullopt;
  return result;
}

std::optional<size_t> DimIndex(int index, size_t rank) {
  if (index < 0) index += static_cast<int>(rank);
  if (index < 0 || static_cast<size_t>(index) >= rank) return std::nullopt;
  return static_cast<size_t>(index);
}

}  // namespace allreview::analysis

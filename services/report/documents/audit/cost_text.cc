#include "services/report/documents/audit/cost_text.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "review/labels.h"

namespace allreview::report {
namespace {

using analysis::v1::Cost;
using Size = report::v1::AuditFocus::Size;

constexpr int kMaxProducts = 3;

std::string Superscript(int number) {
  static constexpr absl::string_view kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (char digit : absl::StrCat(number)) absl::StrAppend(&text, kDigits[digit - '0']);
  return text;
}

bool IsLogarithm(absl::string_view dimension) { return absl::StartsWith(dimension, "log "); }

// "self.seq_length" and "args.seq_length" are of the same name.
std::string SimpleName(absl::string_view dimension) {
  const size_t dot = dimension.rfind('.');
  const bool is_dotted = dot != absl::string_view::npos && !absl::StrContains(dimension, "(");
  return absl::AsciiStrToLower(is_dotted ? dimension.substr(dot + 1) : dimension);
}

// Names that people use for one thing.
constexpr absl::string_view kSequence[] = {
    "t", "seq_len", "seqlen", "seq_length", "sequence_length", "max_t", "num_tokens"};
constexpr absl::string_view kBatch[] = {"b", "batch", "batch_size", "bsz", "micro_batch_size"};
constexpr absl::string_view kDevices[] = {"gpus",   "gpu",        "devices", "num_gpus",
                                          "n_gpus", "world_size", "ranks",   "num_devices"};

template <size_t N>
bool AreBothIn(absl::string_view a, absl::string_view b, const absl::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), a) != std::end(names) &&
         std::find(std::begin(names), std::end(names), b) != std::end(names);
}

bool MeansTheSame(absl::string_view asked, absl::string_view dimension) {
  const std::string a = SimpleName(asked), b = SimpleName(dimension);
  return a == b || AreBothIn(a, b, kSequence) || AreBothIn(a, b, kBatch) ||
         AreBothIn(a, b, kDevices);
}

void AppendFactor(const Cost::Factor& factor, int power, std::string* text) {
  absl::StrAppend(text, text->empty() ? "" : "·", factor.dimension());
  if (power > 1) absl::StrAppend(text, Superscript(power));
}

template <size_t N>
bool IsIn(absl::string_view dimension, const absl::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), SimpleName(dimension)) != std::end(names);
}

// As people write shapes: "batch·T·K·C²".
bool StandsBefore(const Cost::Factor& a, const Cost::Factor& b) {
  const bool a_is_batch = IsIn(a.dimension(), kBatch), b_is_batch = IsIn(b.dimension(), kBatch);
  if (a_is_batch != b_is_batch) return a_is_batch;
  if (a.power() != b.power()) return a.power() < b.power();
  const std::string x = SimpleName(a.dimension()), y = SimpleName(b.dimension());
  return x != y ? x > y : a.dimension() > b.dimension();
}

}  // namespace

std::string ProductText(const Cost::Product& product) {
  std::vector<Cost::Factor> factors(product.factors().begin(), product.factors().end());
  std::sort(factors.begin(), factors.end(), StandsBefore);
  std::string above, below;
  for (const Cost::Factor& factor : factors) {
    AppendFactor(factor, std::abs(factor.power()), factor.power() > 0 ? &above : &below);
  }
  return absl::StrCat(above.empty() ? "1" : above, below.empty() ? "" : " / ", below);
}

std::string CostText(const Cost& cost) {
  std::string text;
  for (int i = 0; i < std::min(cost.products_size(), kMaxProducts); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : " + ", ProductText(cost.products(i)));
  }
  if (cost.products_size() > kMaxProducts) absl::StrAppend(&text, " + …");
  return absl::StrCat("O(", text.empty() ? "1" : text, ")");
}

bool IsSame(const Cost& a, const Cost& b) {
  if (a.products_size() != b.products_size()) return false;
  for (int i = 0; i < a.products_size(); ++i) {
    if (ProductText(a.products(i)) != ProductText(b.products(i))) return false;
  }
  return true;
}

int PowerIn(const Cost& cost, absl::string_view dimension) {
  int power = 0;
  for (const Cost::Product& product : cost.products()) {
    for (const Cost::Factor& factor : product.factors()) {
      if (factor.dimension() == dimension) power = std::max(power, factor.power());
    }
  }
  return power;
}

std::vector<std::string> DimensionsOf(const analysis::v1::Scaling& scaling) {
  std::map<std::string, int> powers;
  for (const Cost* cost : {&scaling.time(), &scaling.memory()}) {
    for (const Cost::Product& product : cost->products()) {
      for (const Cost::Factor& factor : product.factors()) {
        if (factor.power() <= 0 || IsLogarithm(factor.dimension())) continue;
        int& power = powers[factor.dimension()];
        power = std::max(power, factor.power());
      }
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, power] : powers) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return powers[a] > powers[b];
  });
  return names;
}

bool IsSequenceLength(absl::string_view dimension) {
  return IsIn(dimension, kSequence) || SimpleName(dimension) == "n";
}

std::string TenToThe(int power) {
  if (power <= 3) return absl::StrCat("×1", std::string(power, '0'));
  return absl::StrCat("×10", Superscript(power));
}

std::string NumberText(double number) {
  if (number < 1e9) {
    return number < 10 && number != std::floor(number)
               ? absl::StrFormat("%.1f", number)
               : Grouped(static_cast<int64_t>(std::llround(number)));
  }
  const int exponent = static_cast<int>(std::floor(std::log10(number)));
  const double mantissa = number / std::pow(10, exponent);
  return absl::StrCat(absl::StrFormat("%.2g", mantissa), "·10", Superscript(exponent));
}

std::string BytesText(double bytes) {
  static constexpr absl::string_view kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  if (bytes >= 1e6) return absl::StrCat(NumberText(bytes), " ", kUnits[unit]);
  const int decimals = bytes < 10 && unit > 0 ? 1 : 0;
  return absl::StrFormat("%.*f %s", decimals, bytes, kUnits[unit]);
}

const Size* Sizes::Find(absl::string_view dimension) const {
  const Size* found = nullptr;
  for (const Size& size : focus_.sizes()) {
    if (size.dimension().empty() && found == nullptr) found = &size;
    if (!size.dimension().empty() && SimpleName(size.dimension()) == SimpleName(dimension)) {
      return &size;
    }
  }
  for (const Size& size : focus_.sizes()) {
    if (!size.dimension().empty() && MeansTheSame(size.dimension(), dimension)) return &size;
  }
  return found;
}

std::vector<std::string> Sizes::Unused(const std::set<std::string>& dimensions) const {
  std::vector<std::string> unused;
  for (const Size& size : focus_.sizes()) {
    if (size.dimension().empty()) continue;
    const bool is_used = std::any_of(
        dimensions.begin(), dimensions.end(),
        [&](const std::string& dimension) { return MeansTheSame(size.dimension(), dimension); });
    if (!is_used) unused.push_back(size.dimension());
  }
  return unused;
}

Sizes::Value Sizes::Evaluate(const Cost::Product& product) const {
  Value value;
  Cost::Product rest;
  for (const Cost::Factor& factor : product.factors()) {
    const Size* size = Find(factor.dimension());
    if (size == nullptr || IsLogarithm(factor.dimension())) {
      *rest.add_factors() = factor;
      continue;
    }
    if (size->value() > 0) {
      value.number *= std::pow(static_cast<double>(size->value()), factor.power());
      value.used.push_back(absl::StrCat(factor.dimension(), " = ", Grouped(size->value())));
    } else {
      value.factor *= std::pow(static_cast<double>(size->factor()), factor.power());
      value.used.push_back(absl::StrCat(Grouped(size->factor()), "× ", factor.dimension()));
      *rest.add_factors() = factor;
    }
  }
  if (!rest.factors().empty()) value.rest = ProductText(rest);
  return value;
}

}  // namespace allreview::report

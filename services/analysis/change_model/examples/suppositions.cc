#include "services/analysis/change_model/examples/suppositions.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "services/analysis/change_model/examples/numbers.h"

namespace allreview::analysis {
namespace {

using worked_examples::Type;
using worked_examples::Value;

constexpr size_t kMaxInputs = 12;
constexpr size_t kMaxAssumptions = 4;

std::optional<Value> NumberIn(absl::string_view text) {
  int64_t integer = 0;
  double number = 0;
  if (absl::SimpleAtoi(text, &integer)) return Value::Int(integer);
  if (absl::SimpleAtod(text, &number)) return Value::Float(number);
  return std::nullopt;
}

// "get_world_size" of "dist.get_world_size(group)"; "shape" of "x.shape[0]".
absl::string_view LastNameOf(absl::string_view written) {
  written = written.substr(0, written.find_first_of("(["));
  const size_t dot = written.rfind('.');
  return dot == absl::string_view::npos ? written : written.substr(dot + 1);
}

}  // namespace

const SettingFacts::Fact& SettingFacts::Of(absl::string_view name) {
  const auto [known, is_new] = facts_.try_emplace(std::string(name));
  Fact& fact = known->second;
  if (!is_new) return fact;
  std::string value;
  for (const repository::ConfigurationField& field : project_.FindFields(name)) {
    if (fact.is_known && fact.type != field.field->annotation) return fact = {};
    fact.is_known = true;
    fact.type = std::string(field.field->annotation);
    value = std::string(field.field->default_text);
  }
  if (!fact.is_known) {
    for (const repository::CommandLineFlag& flag : project_.FindFlags(name)) {
      fact.is_known = true;
      fact.type = std::string(flag.flag->type);
      value = std::string(flag.flag->default_text);
      break;
    }
  }
  fact.fallback = NumberIn(value);
  return fact;
}

Value Suppositions::Find(absl::string_view written) {
  const absl::string_view name = LastNameOf(written);
  const bool is_call = absl::EndsWith(written, ")");
  if (name == "shape" && absl::EndsWith(written, "]")) return SizeFor(written, variant_);
  if (name == "size" && is_call && !absl::EndsWith(written, "()")) {
    return SizeFor(written, variant_);
  }
  if (absl::EndsWith(written, "]")) return {};
  const auto size = sizes_.find(std::string(name));
  if (size != sizes_.end()) return Value::Int(size->second);
  if (!is_call) {
    const SettingFacts::Fact& fact = facts_.Of(name);
    if (fact.is_known && absl::StrContains(written, '.')) {
      if (absl::StrContains(fact.type, "int")) return IntegerFor(name, fact.fallback, variant_);
      if (absl::StrContains(fact.type, "float") && fact.fallback) return *fact.fallback;
      if (!fact.type.empty()) return {};
    }
  }
  return IsNamedLikeInteger(name) ? IntegerFor(name, std::nullopt, variant_) : Value();
}

Value Suppositions::ValueOf(absl::string_view written) {
  const auto [known, is_new] = known_.try_emplace(std::string(written));
  if (!is_new) return known->second;
  if (inputs_.size() >= kMaxInputs) return {};
  known->second = Find(written);
  if (!known->second.Is(Type::kOpaque)) inputs_.emplace_back(written, known->second);
  return known->second;
}

std::optional<bool> Suppositions::Decide(absl::string_view condition, bool likely) {
  for (const auto& [text, holds] : assumptions_) {
    if (text == condition) return holds;
  }
  if (assumptions_.size() >= kMaxAssumptions) return std::nullopt;
  assumptions_.emplace_back(condition, likely);
  return likely;
}

}  // namespace allreview::analysis

#include "analyzers/build_files/version_range.h"

#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::build_files {
namespace {

constexpr size_t kMaxParts = 8;

struct Operator {
  absl::string_view text;
  enum Kind { kCompatible, kEqual, kUnequal, kAtLeast, kAtMost, kAbove, kBelow } kind;
};

// Longer ones first.
constexpr Operator kOperators[] = {
    {"~=", Operator::kCompatible}, {"==", Operator::kEqual},  {"!=", Operator::kUnequal},
    {">=", Operator::kAtLeast},    {"<=", Operator::kAtMost}, {">", Operator::kAbove},
    {"<", Operator::kBelow},
};

}  // namespace

std::optional<VersionRange::Version> VersionRange::ReadVersion(absl::string_view text) {
  text = text.substr(0, text.find('+'));
  absl::ConsumePrefix(&text, "v");
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '.');
  if (parts.size() > kMaxParts) return std::nullopt;
  Version version;
  for (absl::string_view part : parts) {
    int64_t number = 0;
    const bool is_number = !part.empty() &&
                           absl::c_all_of(part, [](char c) { return c >= '0' && c <= '9'; }) &&
                           absl::SimpleAtoi(part, &number);
    if (!is_number) return std::nullopt;
    version.push_back(number);
  }
  return version;
}

VersionRange::Version VersionRange::NextOf(Version version) {
  ++version.back();
  return version;
}

void VersionRange::RaiseTo(Bound bound) {
  while (!bound.version.empty() && bound.version.back() == 0) bound.version.pop_back();
  if (bound.version == low_.version) {
    low_.is_included &= bound.is_included;
  } else if (bound.version > low_.version) {
    low_ = std::move(bound);
  }
}

void VersionRange::LowerTo(Bound bound) {
  while (!bound.version.empty() && bound.version.back() == 0) bound.version.pop_back();
  if (!high_ || bound.version < high_->version) {
    high_ = std::move(bound);
  } else if (bound.version == high_->version) {
    high_->is_included &= bound.is_included;
  }
}

bool VersionRange::MeetClause(absl::string_view clause) {
  const auto* const found = absl::c_find_if(
      kOperators, [&](const Operator& one) { return absl::ConsumePrefix(&clause, one.text); });
  if (found == std::end(kOperators)) return false;
  const bool is_prefix = absl::ConsumeSuffix(&clause, ".*");
  const bool may_be_prefix = found->kind == Operator::kEqual || found->kind == Operator::kUnequal;
  std::optional<Version> version = ReadVersion(clause);
  if (!version || (is_prefix && !may_be_prefix)) return false;
  switch (found->kind) {
    case Operator::kCompatible: {
      if (version->size() < 2) return false;
      RaiseTo({*version});
      version->pop_back();
      LowerTo({NextOf(*std::move(version)), false});
      return true;
    }
    case Operator::kEqual:
      RaiseTo({*version});
      LowerTo(is_prefix ? Bound{NextOf(*std::move(version)), false} : Bound{*std::move(version)});
      return true;
    case Operator::kUnequal:
      while (!version->empty() && version->back() == 0) version->pop_back();
      if (!is_prefix) excluded_.push_back(*std::move(version));
      return true;
    case Operator::kAtLeast:
    case Operator::kAbove:
      RaiseTo({*std::move(version), found->kind == Operator::kAtLeast});
      return true;
    case Operator::kAtMost:
    case Operator::kBelow:
      LowerTo({*std::move(version), found->kind == Operator::kAtMost});
      return true;
  }
  return false;
}

std::optional<VersionRange> VersionRange::Read(absl::string_view specifier) {
  VersionRange range;
  for (absl::string_view clause : absl::StrSplit(specifier, ',', absl::SkipEmpty())) {
    if (!range.MeetClause(clause)) return std::nullopt;
  }
  return range;
}

void VersionRange::Meet(const VersionRange& other) {
  RaiseTo(other.low_);
  if (other.high_) LowerTo(*other.high_);
  absl::c_copy(other.excluded_, std::back_inserter(excluded_));
}

bool VersionRange::IsEmpty() const {
  if (!high_ || low_.version < high_->version) return false;
  if (low_.version > high_->version || !low_.is_included || !high_->is_included) return true;
  return absl::c_linear_search(excluded_, low_.version);
}

}  // namespace allreview::build_files

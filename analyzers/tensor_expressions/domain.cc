#include "analyzers/tensor_expressions/domain.h"

#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/numerics/graph/distribution_text.h"
#include "base/status_macros.h"

namespace allreview::tensor_expressions {
namespace {

using Kind = numerics::Distribution::Kind;

using Family = numerics::DistributionFamily;

std::string Usages() {
  return absl::StrJoin(
      numerics::DistributionFamilies(), ", ",
      [](std::string* out, const Family& family) { absl::StrAppend(out, family.usage); });
}

absl::Status Error(absl::string_view domain, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("domain '", domain, "': ", what));
}

bool IsNameByte(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; }

// 3, -1e-4, 2**-14, 1/3.
std::optional<double> ReadNumber(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  double value = 0;
  if (absl::SimpleAtod(text, &value)) return value;
  for (const absl::string_view operation : {"**", "^", "/"}) {
    const size_t at = text.find(operation);
    if (at == absl::string_view::npos || at == 0) continue;
    const std::optional<double> left = ReadNumber(text.substr(0, at));
    const std::optional<double> right = ReadNumber(text.substr(at + operation.size()));
    if (!left.has_value() || !right.has_value()) return std::nullopt;
    return operation == "/" ? *left / *right : std::pow(*left, *right);
  }
  return std::nullopt;
}

// "256" or "T=1024".
std::optional<int64_t> ReadSize(absl::string_view text) {
  const size_t equals = text.find('=');
  if (equals != absl::string_view::npos) text.remove_prefix(equals + 1);
  int64_t size = 0;
  return absl::SimpleAtoi(absl::StripAsciiWhitespace(text), &size) && size > 0 ? std::optional(size)
                                                                               : std::nullopt;
}

absl::StatusOr<std::vector<int64_t>> ReadSizes(absl::string_view domain, absl::string_view text) {
  std::vector<int64_t> sizes;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::optional<int64_t> size = ReadSize(part);
    if (!size.has_value()) {
      return Error(domain, absl::StrCat("the size '", absl::StripAsciiWhitespace(part),
                                        "' is not a positive whole number"));
    }
    sizes.push_back(*size);
  }
  // A row of that length; of rows, as many as it takes.
  if (sizes.size() == 1 && absl::StrContains(text, '=')) sizes.insert(sizes.begin(), 0);
  return sizes;
}

absl::Status CheckRange(absl::string_view domain, const numerics::Distribution& it) {
  switch (it.kind) {
    case Kind::kNormal:
      if (it.b < 0) return Error(domain, "the standard deviation is negative");
      break;
    case Kind::kUniform:
    case Kind::kLogUniform:
    case Kind::kLogUniformPositive:
    case Kind::kInteger:
      if (it.a > it.b) return Error(domain, "the low end is above the high end");
      break;
    case Kind::kBernoulli:
      if (it.a < 0 || it.a > 1) return Error(domain, "the probability is not within 0 and 1");
      break;
    case Kind::kConstant:
    case Kind::kPosition:
      break;
  }
  return absl::OkStatus();
}

absl::StatusOr<numerics::Distribution> ReadDistribution(absl::string_view domain,
                                                        absl::string_view name,
                                                        absl::string_view arguments) {
  for (const Family& family : numerics::DistributionFamilies()) {
    if (family.name != name) continue;
    std::vector<double> values;
    for (const absl::string_view part : absl::StrSplit(arguments, ',', absl::SkipWhitespace())) {
      const std::optional<double> value = ReadNumber(part);
      if (!value.has_value() || std::isnan(*value)) {
        return Error(domain,
                     absl::StrCat("'", absl::StripAsciiWhitespace(part), "' is not a number"));
      }
      values.push_back(*value);
    }
    if (family.kind == Kind::kPosition && values.empty()) values.push_back(0);
    if (static_cast<int>(values.size()) != family.argument_count) {
      return Error(domain,
                   absl::StrCat("found ", values.size(), " numbers, wanted ", family.usage));
    }
    const numerics::Distribution distribution = {
        .kind = family.kind, .a = values[0], .b = values.size() > 1 ? values[1] : 0};
    RETURN_IF_ERROR(CheckRange(domain, distribution));
    return distribution;
  }
  return Error(domain, absl::StrCat("the distribution '", name, "' is not one of ", Usages()));
}

absl::StatusOr<Domain> ReadDomain(absl::string_view text) {
  const size_t tilde = text.find('~');
  if (tilde == absl::string_view::npos || tilde == 0) {
    return Error(text, "wanted name~distribution(numbers)[sizes], as in x~N(0,4)[256,1024]");
  }
  const absl::string_view name = absl::StripAsciiWhitespace(text.substr(0, tilde));
  const absl::string_view rest = absl::StripAsciiWhitespace(text.substr(tilde + 1));
  const size_t open = rest.find('(');
  const size_t close = rest.find(')');
  if (open == absl::string_view::npos || close == absl::string_view::npos || close < open) {
    return Error(text, absl::StrCat("wanted a distribution after '~': ", Usages()));
  }
  Domain domain = {.name = std::string(name)};
  ASSIGN_OR_RETURN(domain.distribution,
                   ReadDistribution(text, absl::StripAsciiWhitespace(rest.substr(0, open)),
                                    rest.substr(open + 1, close - open - 1)));
  absl::string_view sizes = absl::StripAsciiWhitespace(rest.substr(close + 1));
  if (sizes.empty()) return domain;
  if (!absl::ConsumePrefix(&sizes, "[") || !absl::ConsumeSuffix(&sizes, "]")) {
    return Error(text, absl::StrCat("wanted [sizes] after the distribution, found '", sizes, "'"));
  }
  ASSIGN_OR_RETURN(domain.sizes, ReadSizes(text, sizes));
  return domain;
}

// One text for each domain: a new one begins at the name before a '~'.
std::vector<absl::string_view> Split(absl::string_view text) {
  std::vector<absl::string_view> parts;
  size_t begin = 0;
  for (size_t tilde = text.find('~'); tilde != absl::string_view::npos;) {
    const size_t next = text.find('~', tilde + 1);
    size_t end = text.size();
    if (next != absl::string_view::npos) {
      end = next;
      while (end > tilde + 1 && absl::ascii_isspace(text[end - 1])) --end;
      while (end > tilde + 1 && IsNameByte(text[end - 1])) --end;
    }
    absl::string_view part = absl::StripAsciiWhitespace(text.substr(begin, end - begin));
    while (absl::ConsumeSuffix(&part, ",") || absl::ConsumeSuffix(&part, ";")) {
      part = absl::StripTrailingAsciiWhitespace(part);
    }
    parts.push_back(part);
    begin = end;
    tilde = next;
  }
  return parts;
}

}  // namespace

int64_t Domain::rows() const {
  if (sizes.empty()) return 0;
  int64_t product = 1;
  for (size_t i = 0; i + 1 < sizes.size(); ++i) product *= sizes[i];
  return product;
}

numerics::Extent Domain::extent() const {
  if (sizes.size() == 1 && sizes[0] == 1) return numerics::Extent::kScalar;
  if (sizes.size() > 1 && sizes.back() == 1) return numerics::Extent::kRow;
  return numerics::Extent::kElement;
}

absl::StatusOr<std::vector<Domain>> ReadDomains(absl::string_view text) {
  std::vector<Domain> domains;
  text = absl::StripAsciiWhitespace(text);
  if (!text.empty() && !absl::StrContains(text, '~')) return ReadDomain(text).status();
  for (const absl::string_view part : Split(text)) {
    ASSIGN_OR_RETURN(Domain domain, ReadDomain(part));
    if (FindDomain(domains, domain.name) != nullptr) {
      return Error(part, absl::StrCat("'", domain.name, "' has a domain already"));
    }
    domains.push_back(std::move(domain));
  }
  return domains;
}

const Domain* FindDomain(absl::Span<const Domain> domains, absl::string_view name) {
  for (const Domain& domain : domains) {
    if (domain.name == name) return &domain;
  }
  return nullptr;
}

}  // namespace allreview::tensor_expressions

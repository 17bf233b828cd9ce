#include "gateway/cli/numerics_request.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "host/flags.h"

namespace allreview::cli {
namespace {

using numerics::v1::EvaluateRequest;
using numerics::v1::NumberFormat;
using numerics::v1::SuiteCase;

struct FormatOfName {
  absl::string_view name;
  NumberFormat format;
};
constexpr FormatOfName kFormatNames[] = {
    {"fp64", numerics::v1::NUMBER_FORMAT_FP64},
    {"fp32", numerics::v1::NUMBER_FORMAT_FP32},
    {"tf32", numerics::v1::NUMBER_FORMAT_TF32},
    {"bf16", numerics::v1::NUMBER_FORMAT_BF16},
    {"fp16", numerics::v1::NUMBER_FORMAT_FP16},
    {"e4m3", numerics::v1::NUMBER_FORMAT_FP8_E4M3},
    {"e4m3-sat", numerics::v1::NUMBER_FORMAT_FP8_E4M3_SATURATING},
    {"e5m2", numerics::v1::NUMBER_FORMAT_FP8_E5M2},
    {"e5m2-sat", numerics::v1::NUMBER_FORMAT_FP8_E5M2_SATURATING},
};

absl::StatusOr<NumberFormat> FormatNamed(absl::string_view name) {
  std::vector<absl::string_view> names;
  for (const FormatOfName& known : kFormatNames) {
    if (known.name == name) return known.format;
    names.push_back(known.name);
  }
  const std::string near = host::NearestName(name, names);
  return absl::InvalidArgumentError(
      absl::StrCat("--dtype: \"", name, "\" is not a number format",
                   near.empty() ? absl::StrCat("; one of ", absl::StrJoin(names, ", "))
                                : absl::StrCat("; did you mean \"", near, "\"?")));
}

absl::StatusOr<EvaluateRequest> CommonRequest(const Arguments& arguments) {
  EvaluateRequest request;
  for (const std::string& list : arguments.GetAll(kNumberFormats)) {
    for (absl::string_view name : absl::StrSplit(list, ',', absl::SkipWhitespace())) {
      ASSIGN_OR_RETURN(const NumberFormat format, FormatNamed(absl::StripAsciiWhitespace(name)));
      request.add_formats(format);
    }
  }
  request.set_samples(arguments.GetNumber(kSamples, 0));
  request.set_seed(static_cast<uint64_t>(arguments.GetNumber(kSeed, 0)));
  request.set_is_fused(arguments.Has(kFused));
  request.set_is_cpu(arguments.Get(kDevice) == "cpu");
  request.set_threads(arguments.GetNumber(kNumericsThreads, 0));
  request.set_semantics_version(arguments.Get(kTorchVersion));
  request.set_with_gradient(arguments.Has(kGradient));
  request.set_with_rewrites(true);
  request.set_with_plot(true);
  return request;
}

// "layers/norm.py:RMSNorm.forward"; false for expressions, which may hold colons (slices, lambdas).
bool IsFunctionOfFile(absl::string_view argument) {
  const size_t colon = argument.rfind(':');
  const absl::string_view path = argument.substr(0, colon);
  return absl::EndsWith(path, ".py") && !absl::StrContains(path, "(");
}

// A column of a suite.
struct Column {
  absl::string_view name;
  void (*set)(SuiteCase& it, absl::string_view cell);
  bool is_optional = false;
};
constexpr Column kColumns[] = {
    {"name", [](SuiteCase& it, absl::string_view cell) { it.set_name(std::string(cell)); }},
    {"expression",
     [](SuiteCase& it, absl::string_view cell) { it.set_expression(std::string(cell)); }},
    {"input_domain",
     [](SuiteCase& it, absl::string_view cell) { it.set_domains(std::string(cell)); }},
    {"precision",
     [](SuiteCase& it, absl::string_view cell) { it.set_precision(std::string(cell)); }},
    {"expected_verdict",
     [](SuiteCase& it, absl::string_view cell) { it.set_expected(std::string(cell)); }},
    {"stable_rewrite",
     [](SuiteCase& it, absl::string_view cell) { it.set_rewrite(std::string(cell)); },
     /*is_optional=*/true},
};

using Header = std::map<absl::string_view, size_t>;  // Where the columns stand.

absl::StatusOr<Header> ReadHeader(const std::vector<absl::string_view>& cells, int line) {
  Header header;
  for (size_t i = 0; i < cells.size(); ++i) header[cells[i]] = i;
  for (const Column& column : kColumns) {
    if (column.is_optional || header.contains(column.name)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("line ", line, ": the header has no column \"", column.name, "\""));
  }
  return header;
}

absl::StatusOr<SuiteRow> ReadRow(const Header& header, const std::vector<absl::string_view>& cells,
                                 int line) {
  SuiteRow row = {.line = line, .suite_case = {}};
  for (const Column& column : kColumns) {
    const auto place = header.find(column.name);
    if (place != header.end() && place->second < cells.size()) {
      column.set(row.suite_case, cells[place->second]);
    } else if (!column.is_optional) {
      return absl::InvalidArgumentError(absl::StrCat("line ", line, ": no \"", column.name,
                                                     "\": found ", cells.size(), " columns"));
    }
  }
  return row;
}

}  // namespace

absl::StatusOr<EvaluateRequest> MakeCheckRequest(const Arguments& arguments,
                                                 const Environment& environment) {
  ASSIGN_OR_RETURN(EvaluateRequest request, CommonRequest(arguments));
  const std::string& argument = arguments.positional[0];
  if (!IsFunctionOfFile(argument)) {
    request.mutable_text()->set_expression(argument);
    request.mutable_text()->set_domains(absl::StrJoin(arguments.GetAll(kRange), " "));
    return request;
  }
  if (arguments.Has(kRange)) {
    return absl::InvalidArgumentError(
        "--range names inputs of an expression; those of a function come from its code");
  }
  const size_t colon = argument.rfind(':');
  const bool has_function = colon != std::string::npos;
  const std::string path = argument.substr(0, colon);
  ASSIGN_OR_RETURN(std::string content, ReadFile(AbsolutePath(environment, path)));
  request.mutable_source()->set_path(path);
  request.mutable_source()->set_content(std::move(content));
  if (has_function) request.mutable_source()->set_function(argument.substr(colon + 1));
  return request;
}

absl::StatusOr<EvaluateRequest> MakeFpcoreRequest(const Arguments& arguments,
                                                  const Environment& environment) {
  ASSIGN_OR_RETURN(EvaluateRequest request, CommonRequest(arguments));
  ASSIGN_OR_RETURN(*request.mutable_fpcore(),
                   ReadFile(AbsolutePath(environment, arguments.positional[0])));
  request.set_with_plot(false);
  return request;
}

absl::StatusOr<std::vector<SuiteRow>> ReadSuite(absl::string_view text) {
  std::vector<SuiteRow> rows;
  std::optional<Header> header;
  int line = 0;
  for (absl::string_view row : absl::StrSplit(text, '\n')) {
    ++line;
    absl::ConsumeSuffix(&row, "\r");
    if (row.empty() || row[0] == '#') continue;
    const std::vector<absl::string_view> cells = absl::StrSplit(row, '\t');
    if (header.has_value()) {
      ASSIGN_OR_RETURN(rows.emplace_back(), ReadRow(*header, cells, line));
    } else {
      ASSIGN_OR_RETURN(header, ReadHeader(cells, line));
    }
  }
  if (rows.empty()) return absl::InvalidArgumentError("the suite has no rows");
  return rows;
}

}  // namespace allreview::cli

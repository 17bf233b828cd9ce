#include "analyzers/numerics/check/replay.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/numerics/arithmetic/decimal.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "analyzers/numerics/graph/distribution_text.h"
#include "analyzers/numerics/graph/graph_code.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

constexpr absl::string_view kVersion = "num1";

absl::Status Wrong(absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("replay string: ", what, "; copy it whole, from num1: to the end of the line"));
}

std::string FormatText(const LowerOptions& lowering) {
  return absl::StrCat(FormatName(lowering.format),
                      lowering.device == Semantics::Device::kCpu ? "+cpu" : "",
                      lowering.is_fused ? "+fused" : "", lowering.is_sequential ? "+seq" : "");
}

absl::Status ParseFormatText(absl::string_view text, LowerOptions& lowering) {
  const std::vector<absl::string_view> words = absl::StrSplit(text, '+');
  ASSIGN_OR_RETURN(lowering.format, ParseFormat(words[0]));
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "cpu") {
      lowering.device = Semantics::Device::kCpu;
    } else if (words[i] == "fused") {
      lowering.is_fused = true;
    } else if (words[i] == "seq") {
      lowering.is_sequential = true;
    } else {
      return Wrong(absl::StrCat("unknown mode '", words[i], "'"));
    }
  }
  return absl::OkStatus();
}

std::string ValuesText(const ReplayRecord& record) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < record.values.size(); ++i) {
    const Input& input = record.graph.inputs[i];
    std::string text =
        ShortestDecimal(input.format.value_or(record.lowering.format), record.values[i]);
    if (record.row_length > 0 && input.extent == Extent::kElement) {
      absl::StrAppend(&text, "*", record.row_length);
    }
    texts.push_back(std::move(text));
  }
  return absl::StrJoin(texts, ",");
}

std::string SampledText(const ReplayRecord& record) {
  std::vector<std::string> texts;
  for (const Distribution& distribution : record.stratum.distributions) {
    texts.push_back(DistributionText(distribution));
  }
  return absl::StrCat(absl::StrJoin(texts, "/"), "#", record.stratum.id, ".", record.seed, ".",
                      record.row_length, ".", record.row, ".", record.lane);
}

absl::Status ParseValues(absl::string_view text, ReplayRecord& record) {
  if (text.empty()) return absl::OkStatus();
  for (const absl::string_view word : absl::StrSplit(text, ',')) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(word, absl::MaxSplits('*', 1));
    double value = 0;
    if (!absl::SimpleAtod(parts.first, &value)) {
      return Wrong(absl::StrCat("'", parts.first, "' is no number"));
    }
    int length = 0;
    if (!parts.second.empty() && (!absl::SimpleAtoi(parts.second, &length) || length <= 0)) {
      return Wrong(absl::StrCat("'", parts.second, "' is no length of a row"));
    }
    record.row_length = std::max(record.row_length, length);
    record.values.push_back(value);
  }
  return absl::OkStatus();
}

absl::Status ParseSampled(absl::string_view families, absl::string_view place,
                          ReplayRecord& record) {
  if (!families.empty()) {
    for (const absl::string_view family : absl::StrSplit(families, '/')) {
      ASSIGN_OR_RETURN(const Distribution distribution, ParseDistribution(family));
      record.stratum.distributions.push_back(distribution);
    }
  }
  const std::vector<absl::string_view> numbers = absl::StrSplit(place, '.');
  if (numbers.size() != 5 || !absl::SimpleAtoi(numbers[0], &record.stratum.id) ||
      !absl::SimpleAtoi(numbers[1], &record.seed) ||
      !absl::SimpleAtoi(numbers[2], &record.row_length) ||
      !absl::SimpleAtoi(numbers[3], &record.row) || !absl::SimpleAtoi(numbers[4], &record.lane) ||
      record.row_length < 0 || record.row < 0 || record.lane < 0) {
    return Wrong(absl::StrCat("'#", place, "' is not #family.seed.length.row.lane"));
  }
  record.stratum.rows = record.row + 1;
  record.stratum.row_length = record.row_length > 0 ? record.row_length : record.lane + 1;
  return absl::OkStatus();
}

}  // namespace

std::string ReplayText(const ReplayRecord& record) {
  const bool is_sampled = record.values.empty() && !record.graph.inputs.empty();
  return absl::StrCat(kVersion, ":", FormatText(record.lowering), ":", GraphCode(record.graph), ":",
                      is_sampled ? SampledText(record) : ValuesText(record));
}

absl::StatusOr<ReplayRecord> ParseReplay(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, absl::StrCat(kVersion, ":"))) {
    return Wrong("it does not begin with 'num1:'");
  }
  const size_t first = text.find(':');
  const size_t last = text.rfind(':');
  if (first == absl::string_view::npos || last == first) return Wrong("a part is missing");
  ReplayRecord record;
  RETURN_IF_ERROR(ParseFormatText(text.substr(0, first), record.lowering));
  ASSIGN_OR_RETURN(record.graph, ParseGraphCode(text.substr(first + 1, last - first - 1)));
  const absl::string_view inputs = text.substr(last + 1);
  const size_t place = inputs.find('#');
  if (place == absl::string_view::npos) {
    RETURN_IF_ERROR(ParseValues(inputs, record));
  } else {
    RETURN_IF_ERROR(ParseSampled(inputs.substr(0, place), inputs.substr(place + 1), record));
  }
  const size_t given =
      place == absl::string_view::npos ? record.values.size() : record.stratum.distributions.size();
  if (given != record.graph.inputs.size()) {
    return Wrong(absl::StrCat("the expression has ", record.graph.inputs.size(),
                              " inputs, found numbers for ", given));
  }
  record.lowering.row_length = record.row_length > 0 ? record.row_length : 1;
  return record;
}

}  // namespace allreview::numerics

#include "analyzers/torch/api_row.h"

#include <initializer_list>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace allreview::torch {
namespace {

template <typename T>
struct Word {
  absl::string_view text;
  T value;
};

template <typename T>
std::optional<T> ValueOf(absl::string_view text, std::initializer_list<Word<T>> words) {
  for (const Word<T>& word : words) {
    if (word.text == text) return word.value;
  }
  return std::nullopt;
}

absl::Status Unknown(absl::string_view what, absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat("unknown ", what, " \"", text, "\""));
}

// "name@2.6.0=1"
Parameter ParseParameter(absl::string_view text, Parameter::Kind kind) {
  Parameter parameter{.name = text, .kind = kind};
  const size_t equals = text.find('=');
  if (equals != absl::string_view::npos) {
    parameter.has_default = true;
    parameter.default_text = text.substr(equals + 1);
    parameter.name = text.substr(0, equals);
  }
  const size_t at = parameter.name.find('@');
  if (at != absl::string_view::npos) {
    parameter.since = parameter.name.substr(at + 1);
    parameter.name = parameter.name.substr(0, at);
  }
  return parameter;
}

std::vector<Parameter> ParseParameters(absl::string_view text) {
  using Kind = Parameter::Kind;
  std::vector<Parameter> parameters;
  if (text.empty()) return parameters;
  Kind kind = Kind::kPlain;
  for (absl::string_view part : absl::StrSplit(text, ", ")) {
    if (part == "/") {
      for (Parameter& before : parameters) before.kind = Kind::kPositionalOnly;
    } else if (part == "*") {
      kind = Kind::kKeywordOnly;
    } else if (absl::ConsumePrefix(&part, "**")) {
      parameters.push_back(ParseParameter(part, Kind::kDoubleStar));
    } else if (absl::ConsumePrefix(&part, "*")) {
      parameters.push_back(ParseParameter(part, Kind::kStar));
      kind = Kind::kKeywordOnly;
    } else {
      parameters.push_back(ParseParameter(part, kind));
    }
  }
  return parameters;
}

absl::Status ReadResult(absl::string_view text, Overload& overload) {
  if (absl::ConsumePrefix(&text, "tuple:")) {
    overload.result = Result::kTuple;
    if (text == "?" || absl::SimpleAtoi(text, &overload.tuple_size)) return absl::OkStatus();
    overload.tuple_names = absl::StrSplit(text, ',');
    overload.tuple_size = static_cast<int>(overload.tuple_names.size());
    return absl::OkStatus();
  }
  const std::optional<Result> result = ValueOf<Result>(text, {{"?", Result::kUnknown},
                                                              {"tensor", Result::kTensor},
                                                              {"tensors", Result::kTensors},
                                                              {"none", Result::kNone},
                                                              {"bool", Result::kBool},
                                                              {"int", Result::kInt},
                                                              {"float", Result::kFloat},
                                                              {"number", Result::kNumber},
                                                              {"str", Result::kString},
                                                              {"size", Result::kSize},
                                                              {"dtype", Result::kDtype},
                                                              {"device", Result::kDevice},
                                                              {"work", Result::kWork},
                                                              {"self", Result::kSelf},
                                                              {"object", Result::kObject}});
  if (!result) return Unknown("result", text);
  overload.result = *result;
  return absl::OkStatus();
}

void ReadDtype(absl::string_view text, Overload& overload) {
  const std::optional<DtypeRule> rule = ValueOf<DtypeRule>(text, {{"same", DtypeRule::kSame},
                                                                  {"promote", DtypeRule::kPromoted},
                                                                  {"float", DtypeRule::kFloat},
                                                                  {"real", DtypeRule::kReal},
                                                                  {"sum", DtypeRule::kSum}});
  overload.dtype = rule.value_or(DtypeRule::kNamed);
  if (!rule) overload.dtype_name = text;
}

absl::Status ReadShape(absl::string_view text, Overload& overload) {
  const std::optional<ShapeRule> rule =
      ValueOf<ShapeRule>(text, {{"same", ShapeRule::kSame},
                                {"broadcast", ShapeRule::kBroadcast},
                                {"reduce", ShapeRule::kReduced},
                                {"scalar", ShapeRule::kScalar},
                                {"matmul", ShapeRule::kMatmul},
                                {"values", ShapeRule::kValues}});
  if (!rule) return Unknown("shape", text);
  overload.shape = *rule;
  return absl::OkStatus();
}

absl::StatusOr<Overload> ParseOverload(absl::string_view text) {
  const size_t arrow = text.rfind(") -> ");
  if (!absl::StartsWith(text, "(") || arrow == absl::string_view::npos) {
    return Unknown("overload", text);
  }
  Overload overload{.parameters = ParseParameters(text.substr(1, arrow - 1))};
  bool is_first = true;
  for (absl::string_view part : absl::StrSplit(text.substr(arrow + 5), ' ')) {
    if (std::exchange(is_first, false)) {
      RETURN_IF_ERROR(ReadResult(part, overload));
    } else if (absl::ConsumePrefix(&part, "dtype=")) {
      ReadDtype(part, overload);
    } else if (absl::ConsumePrefix(&part, "shape=")) {
      RETURN_IF_ERROR(ReadShape(part, overload));
    } else {
      return Unknown("part of an overload", part);
    }
  }
  return overload;
}

absl::Status ReadWaits(absl::string_view text, Api& api) {
  const std::optional<Waits> waits = ValueOf<Waits>(text, {{"copy", Waits::kCopy},
                                                           {"device", Waits::kDevice},
                                                           {"stream", Waits::kStream},
                                                           {"size", Waits::kSize}});
  if (!waits) return Unknown("wait", text);
  api.waits = *waits;
  return absl::OkStatus();
}

absl::Status ReadCommunication(absl::string_view text, Api& api) {
  using C = Communication;
  const std::optional<C> communication = ValueOf<C>(text, {{"tensor", C::kTensor},
                                                           {"object", C::kObject},
                                                           {"barrier", C::kBarrier},
                                                           {"p2p", C::kPointToPoint},
                                                           {"batch", C::kBatch},
                                                           {"functional", C::kFunctional},
                                                           {"creation", C::kCreation},
                                                           {"query", C::kQuery},
                                                           {"wrapper", C::kWrapper},
                                                           {"effect", C::kEffect}});
  if (!communication) return Unknown("communication", text);
  api.communication = *communication;
  return absl::OkStatus();
}

absl::Status ReadFact(absl::string_view key, absl::string_view value, Api& api) {
  if (key == "waits") return ReadWaits(value, api);
  if (key == "comm") return ReadCommunication(value, api);
  if (key == "bases") {
    api.bases = absl::StrSplit(value, ',');
  } else if (key == "over") {
    api.over = absl::StrSplit(value, ',');
  } else if (key == "gone") {
    for (absl::string_view lost : absl::StrSplit(value, ',')) {
      api.removed.push_back(ParseParameter(lost, Parameter::Kind::kPlain));
    }
  } else if (bool* flag = key == "inplace"    ? &api.is_in_place
                          : key == "view"     ? &api.is_view
                          : key == "may_view" ? &api.may_be_view
                          : key == "random"   ? &api.is_random
                                              : nullptr) {
    *flag = true;
  } else if (absl::string_view* text = key == "unless"   ? &api.waits_unless
                                       : key == "writes" ? &api.writes
                                       : key == "reads"  ? &api.reads
                                       : key == "as"     ? &api.operation
                                                         : nullptr) {
    *text = value;
  } else {
    return Unknown("fact", key);
  }
  return absl::OkStatus();
}

absl::Status ReadFacts(absl::string_view facts, Api& api) {
  for (absl::string_view fact : absl::StrSplit(facts, ' ', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> pair =
        absl::StrSplit(fact, absl::MaxSplits('=', 1));
    RETURN_IF_ERROR(ReadFact(pair.first, pair.second, api));
  }
  if (api.communication == Communication::kNone) return absl::OkStatus();
  if (const Parameter* group = api.FindParameter("group")) api.group = group->name;
  if (const Parameter* async_op = api.FindParameter("async_op")) api.async_op = async_op->name;
  return absl::OkStatus();
}

}  // namespace

absl::string_view AliasTarget(absl::string_view line) {
  const size_t tab = line.find('\t');
  if (tab == absl::string_view::npos) return "";
  absl::string_view rest = line.substr(tab + 1);
  return absl::ConsumePrefix(&rest, "= ") ? rest : absl::string_view();
}

absl::StatusOr<Api> ParseApiRow(absl::string_view line) {
  const std::vector<absl::string_view> fields = absl::StrSplit(line, '\t');
  if (fields.size() != 6) return Unknown("row", line);
  const std::optional<Api::Kind> kind =
      ValueOf<Api::Kind>(fields[1], {{"function", Api::Kind::kFunction},
                                     {"method", Api::Kind::kMethod},
                                     {"class", Api::Kind::kClass}});
  if (!kind) return Unknown("kind", fields[1]);
  const std::pair<absl::string_view, absl::string_view> releases = absl::StrSplit(fields[2], "..");
  Api api{.name = fields[0],
          .kind = *kind,
          .first_release = releases.first,
          .last_release = releases.second,
          .sources = fields[3]};
  for (absl::string_view text : absl::StrSplit(fields[5], " | ", absl::SkipEmpty())) {
    ASSIGN_OR_RETURN(Overload overload, ParseOverload(text));
    api.overloads.push_back(std::move(overload));
  }
  RETURN_IF_ERROR(ReadFacts(fields[4], api));
  return api;
}

}  // namespace allreview::torch

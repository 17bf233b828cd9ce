// Conditions on what the engine knows of values, ranks and training steps.

#include <algorithm>
#include <iterator>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/organisation_rules/fields.h"
#include "analyzers/organisation_rules/predicate.h"
#include "analyzers/python/traits.h"
#include "analyzers/python/values.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/rank_dependence.h"

namespace allreview::organisation_rules {
namespace {

using python::Definition;
using python::Value;

Truth IsHot(const rules::FileContext& file, Node node) {
  const Definition* function = file.module().EnclosingFunction(node);
  if (function == nullptr || repository::IsColdBlock(node)) return Truth::kNo;
  return TruthOf(file.reach().FindStep(file.AbsoluteName(*function)).has_value());
}

Predicate ReadHotPath(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, IsHot);
}

Predicate ReadRankDependent(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, [](const rules::FileContext& file, Node node) {
    return TruthOf(static_cast<bool>(rules::RankDependenceOf(file.module(), node)));
  });
}

Predicate ReadNoGrad(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, [](const rules::FileContext& file, Node node) {
    return TruthOf(python::IsUnderNoGrad(file.module(), node));
  });
}

Predicate ReadCompiled(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, [](const rules::FileContext& file, Node node) {
    const Definition* function = file.module().EnclosingFunction(node);
    return TruthOf(function != nullptr && python::TraitsOf(file.module(), *function).is_compiled);
  });
}

// Names in the order of an enumeration whose first value means "unknown".
constexpr absl::string_view kTypes[] = {
    "tensor", "module", "process-group", "stream", "event", "work",     "dtype", "device",
    "number", "bool",   "string",        "none",   "numpy", "sequence", "dict",  "set"};
constexpr absl::string_view kDevices[] = {"cpu", "gpu"};
constexpr absl::string_view kDtypes[] = {"float64", "float32", "float16", "bfloat16",
                                         "float8",  "integer", "bool"};

// {capture, is: name or list}; `fact` gives the position of a value's name from 1, 0: unknown.
Predicate ReadFact(const YamlNode& value, PredicateReader& reader, absl::string_view what,
                   absl::Span<const absl::string_view> names, int (*fact)(const Value& value)) {
  Fields fields(value, what, reader.problems());
  const YamlNode* capture = fields.Find("capture");
  const YamlNode* is =
      fields.Require("is", absl::StrCat("add one or several of ", absl::StrJoin(names, ", ")));
  fields.Finish();
  if (is == nullptr) return {};
  std::vector<int> wanted;
  for (const YamlNode* item : ReadScalars(*is, "\"is\"", reader.problems())) {
    const auto found = std::find(names.begin(), names.end(), item->scalar);
    if (found == names.end()) {
      reader.problems().Add(*item, absl::StrCat(what, " is ", Describe(*item)),
                            absl::StrCat("write one of ", absl::StrJoin(names, ", ")));
    }
    wanted.push_back(static_cast<int>(found - names.begin()) + 1);
  }
  return ForEach(reader.ReadCapture(capture, value), [wanted, fact](const rules::FileContext& file,
                                                                    Node node) {
    const int position = fact(file.values().Of(node));
    if (position == 0) return Truth::kUnknown;
    return TruthOf(std::find(wanted.begin(), wanted.end(), position) != wanted.end());
  });
}

Predicate ReadType(const YamlNode& value, PredicateReader& reader) {
  return ReadFact(value, reader, "\"type\"", kTypes,
                  [](const Value& v) { return static_cast<int>(v.type); });
}

Predicate ReadDevice(const YamlNode& value, PredicateReader& reader) {
  return ReadFact(value, reader, "\"device\"", kDevices,
                  [](const Value& v) { return static_cast<int>(v.device); });
}

Predicate ReadDtype(const YamlNode& value, PredicateReader& reader) {
  return ReadFact(value, reader, "\"dtype\"", kDtypes,
                  [](const Value& v) { return static_cast<int>(v.dtype); });
}

static_assert(std::size(kTypes) == static_cast<size_t>(python::ValueType::kSet));
static_assert(std::size(kDevices) == static_cast<size_t>(python::DeviceType::kGpu));
static_assert(std::size(kDtypes) == static_cast<size_t>(python::Dtype::kBool));

Predicate ReadIsTensor(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, [](const rules::FileContext& file, Node node) {
    const python::ValueType type = file.values().Of(node).type;
    return type == python::ValueType::kUnknown ? Truth::kUnknown
                                               : TruthOf(type == python::ValueType::kTensor);
  });
}

double ReadBound(Fields& fields, absl::string_view key, double otherwise, Problems& problems) {
  const YamlNode* node = fields.Find(key);
  double bound = otherwise;
  if (node != nullptr && !absl::SimpleAtod(node->scalar, &bound)) {
    problems.Add(*node, absl::StrCat(Quoted(key), " is ", Describe(*node)), "write a number");
  }
  return bound;
}

// {capture, above, below}: a literal or a constant between these, without them.
Predicate ReadNumber(const YamlNode& value, PredicateReader& reader) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Fields fields(value, "\"number\"", reader.problems());
  const YamlNode* capture = fields.Find("capture");
  const double above = ReadBound(fields, "above", -kInfinity, reader.problems());
  const double below = ReadBound(fields, "below", kInfinity, reader.problems());
  fields.Finish();
  return ForEach(reader.ReadCapture(capture, value),
                 [above, below](const rules::FileContext& file, Node node) {
                   const std::optional<double> number = file.values().Of(node).number;
                   if (!number) return Truth::kUnknown;
                   return TruthOf(*number > above && *number < below);
                 });
}

// {capture, is}.
template <const auto& words>
constexpr RuleKey kFact[] = {
    {.key = "capture", .shape = Shape::kCapture},
    {.key = "is", .shape = Shape::kWords, .is_required = true, .words = words}};
constexpr RuleKey kNumber[] = {{.key = "capture", .shape = Shape::kCapture},
                               {.key = "above", .shape = Shape::kNumber},
                               {.key = "below", .shape = Shape::kNumber}};

constexpr PredicateKind kFacts[] = {{"compiled", ReadCompiled, Shape::kSwitch},
                                    {"device", ReadDevice, Shape::kMapping, kFact<kDevices>},
                                    {"dtype", ReadDtype, Shape::kMapping, kFact<kDtypes>},
                                    {"hot-path", ReadHotPath, Shape::kSwitch},
                                    {"is-tensor", ReadIsTensor, Shape::kSwitch},
                                    {"no-grad", ReadNoGrad, Shape::kSwitch},
                                    {"number", ReadNumber, Shape::kMapping, kNumber},
                                    {"rank-dependent", ReadRankDependent, Shape::kSwitch},
                                    {"type", ReadType, Shape::kMapping, kFact<kTypes>}};

}  // namespace

absl::Span<const PredicateKind> FactPredicates() { return kFacts; }

}  // namespace allreview::organisation_rules

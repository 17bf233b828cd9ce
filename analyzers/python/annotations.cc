// Values by annotation. Text instead of nodes, because annotations may be strings.

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/python/values.h"

namespace allreview::python {
namespace {

constexpr int kMaxDepth = 4;

// Parts between `separator`s that stand outside of brackets.
std::vector<absl::string_view> SplitOutside(absl::string_view text, char separator) {
  std::vector<absl::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
    if (depth != 0 || text[i] != separator) continue;
    parts.push_back(absl::StripAsciiWhitespace(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(absl::StripAsciiWhitespace(text.substr(begin)));
  return parts;
}

// "torch.Tensor" for `Tensor`, when the module imports it from torch; else the text.
std::string AbsoluteTypeName(const Module& module, absl::string_view name) {
  const size_t dot = name.find('.');
  const absl::string_view head = name.substr(0, dot);
  for (const Binding& binding : module.scopes().BindingsOf(0, head)) {
    if (binding.kind != Binding::Kind::kImport) continue;
    return absl::StrCat(binding.imported, dot == absl::string_view::npos ? "" : name.substr(dot));
  }
  return std::string(name);
}

absl::string_view LastPart(absl::string_view name) { return name.substr(name.rfind('.') + 1); }

Value NamedTensor(absl::string_view type) {
  struct Known {
    absl::string_view name;
    Dtype dtype;
  };
  static constexpr Known kKnown[] = {
      {"Tensor", Dtype::kUnknown},       {"Parameter", Dtype::kUnknown},
      {"DTensor", Dtype::kUnknown},      {"FloatTensor", Dtype::kFloat32},
      {"HalfTensor", Dtype::kFloat16},   {"BFloat16Tensor", Dtype::kBfloat16},
      {"DoubleTensor", Dtype::kFloat64}, {"LongTensor", Dtype::kInteger},
      {"IntTensor", Dtype::kInteger},    {"ByteTensor", Dtype::kInteger},
      {"BoolTensor", Dtype::kBool}};
  for (const Known& known : kKnown) {
    if (known.name == type) return {.type = ValueType::kTensor, .dtype = known.dtype};
  }
  return {};
}

Value OfName(const Module& module, absl::string_view text) {
  const std::string name = AbsoluteTypeName(module, text);
  if (text == "int" || text == "float") return {.type = ValueType::kNumber};
  if (text == "bool") return {.type = ValueType::kBool};
  if (text == "str") return {.type = ValueType::kString};
  if (text == "None") return {.type = ValueType::kNone};
  if (text == "list" || text == "tuple") return {.type = ValueType::kSequence};
  if (text == "dict") return {.type = ValueType::kDict};
  if (text == "set") return {.type = ValueType::kSet};
  if (name == "numpy.ndarray") return {.type = ValueType::kNumpy};
  if (name == "torch.Size") return {.type = ValueType::kSequence, .element = ValueType::kNumber};
  if (name == "torch.device") return {.type = ValueType::kDevice};
  if (name == "torch.dtype") return {.type = ValueType::kDtype};
  const absl::string_view last = LastPart(name);
  if (last == "ProcessGroup") return {.type = ValueType::kProcessGroup};
  if (absl::StartsWith(name, "torch.nn.") && last == "Module") return {.type = ValueType::kModule};
  if (name == "torch.cuda.Stream" || name == "torch.Stream") return {.type = ValueType::kStream};
  if (name == "torch.cuda.Event" || name == "torch.Event") return {.type = ValueType::kEvent};
  if (name == "torch.distributed.Work") return {.type = ValueType::kWork};
  const bool is_own = name == text && text.find('.') == absl::string_view::npos &&
                      !module.scopes().BindingsOf(0, text).empty();
  return is_own ? Value() : NamedTensor(last);
}

Value OfText(const Module& module, absl::string_view text, int depth);

// `List[Tensor]` from its head and what is in its brackets.
Value OfGeneric(const Module& module, absl::string_view head, absl::string_view inner, int depth) {
  const absl::string_view name = LastPart(head);
  const std::vector<absl::string_view> parts = SplitOutside(inner, ',');
  if (name == "Optional" || name == "Final" || name == "Annotated" || name == "ClassVar") {
    return OfText(module, parts[0], depth);
  }
  if (name == "Union") {
    std::string alternatives;
    for (absl::string_view part : parts) absl::StrAppend(&alternatives, part, "|");
    return OfText(module, alternatives, depth);
  }
  if (name == "Dict" || name == "dict" || name == "Mapping") return {.type = ValueType::kDict};
  if (name == "Set" || name == "set") return {.type = ValueType::kSet};
  for (absl::string_view sequence : {"List", "list", "Tuple", "tuple", "Sequence"}) {
    if (name != sequence) continue;
    Value element = OfText(module, parts[0], depth);
    for (absl::string_view part : parts) {
      if (part != "..." && !(OfText(module, part, depth) == element)) element = {};
    }
    return {.type = ValueType::kSequence, .dtype = element.dtype, .element = element.type};
  }
  if (name == "NDArray") return {.type = ValueType::kNumpy};
  // Shapes in types, as of jaxtyping: Float[Tensor, "batch time"].
  const Value first = OfText(module, parts[0], depth);
  if (parts.size() == 2 && first.type == ValueType::kTensor && absl::StartsWith(parts[1], "\"")) {
    return first;
  }
  return {};
}

Value OfText(const Module& module, absl::string_view text, int depth) {
  if (depth >= kMaxDepth) return {};
  text = absl::StripAsciiWhitespace(text);
  for (absl::string_view quote : {"'", "\""}) {
    if (text.size() < 2 || !absl::StartsWith(text, quote) || !absl::EndsWith(text, quote)) continue;
    return OfText(module, text.substr(1, text.size() - 2), depth + 1);
  }
  const std::vector<absl::string_view> alternatives = SplitOutside(text, '|');
  if (alternatives.size() > 1) {
    std::optional<Value> all;
    for (absl::string_view alternative : alternatives) {
      if (alternative == "None" || alternative.empty()) continue;
      const Value value = OfText(module, alternative, depth + 1);
      if (all && all->type != value.type) return {};
      if (all && !(*all == value)) all = Value{.type = value.type};
      if (!all) all = value;
    }
    return all.value_or(Value());
  }
  const size_t bracket = text.find('[');
  if (bracket == absl::string_view::npos) return OfName(module, text);
  if (text.back() != ']') return {};
  return OfGeneric(module, absl::StripAsciiWhitespace(text.substr(0, bracket)),
                   text.substr(bracket + 1, text.size() - bracket - 2), depth + 1);
}

}  // namespace

Value ValueOfAnnotation(const Module& module, Node annotation) {
  if (!annotation || annotation.text().size() > 400) return {};
  return OfText(module, annotation.text(), 0);
}

}  // namespace allreview::python

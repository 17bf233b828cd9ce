#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/print.h"
#include "base/outline.h"

namespace allreview::python {
namespace {

absl::string_view NameOf(ValueType type) {
  static constexpr absl::string_view kNames[] = {
      "?",      "tensor", "module", "group", "stream", "event", "work", "dtype", "device",
      "number", "bool",   "string", "none",  "numpy",  "seq",   "dict", "set"};
  return kNames[static_cast<int>(type)];
}

// Says by itself what it is.
bool IsLiteral(Node node) {
  switch (node.kind()) {
    case Kind::kInteger:
    case Kind::kFloat:
    case Kind::kString:
    case Kind::kStringContent:
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kNone:
    case Kind::kParenthesizedExpression:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string ToText(const Value& value) {
  static constexpr absl::string_view kDevices[] = {"", " cpu", " gpu"};
  static constexpr absl::string_view kDtypes[] = {"",      " f64", " f32", " f16",
                                                  " bf16", " fp8", " int", " bool"};
  std::string text(NameOf(value.type));
  if (value.element != ValueType::kUnknown) absl::StrAppend(&text, " of ", NameOf(value.element));
  absl::StrAppend(&text, kDevices[static_cast<int>(value.device)],
                  kDtypes[static_cast<int>(value.dtype)]);
  if (value.number) absl::StrAppend(&text, " ", *value.number);
  return text;
}

std::string PrintValues(const Module& module) {
  const Values values(module);
  Outline outline;
  for (Node node : module.tree().root().descendants()) {
    if (!node.IsNamed() || IsLiteral(node)) continue;
    if (outline.is_full()) break;
    const Value value = values.Of(node);
    if (value == Value()) continue;
    outline.Add(0, absl::StrCat(Position(node), " ", Excerpt(node.text()), " ", ToText(value)));
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::python

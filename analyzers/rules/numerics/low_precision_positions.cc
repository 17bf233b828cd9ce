// Positions counted in a dtype that cannot hold them.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/known_values.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kExactUpTo("exact-up-to", "{dtype}, which is exact only up to {limit}",
                            "{dtype}（只能精确到 {limit}）");
constexpr Phrase kDtypeOfBuffer("dtype-of-buffer",
                                "the dtype of `{buffer}`, a buffer that is cast with the module",
                                "`{buffer}` 的 dtype（该 buffer 会随模块一起转换）");
constexpr Phrase kThePositions("the-positions", "the positions", "位置");
constexpr Phrase kTheirCast("their-cast", "their cast", "类型转换处");
constexpr Phrase kPhrases[] = {kExactUpTo, kDtypeOfBuffer, kThePositions, kTheirCast};

// A dtype of half the bits, and up to where its whole numbers are exact.
struct Half {
  absl::string_view name;
  double limit = 0;
  explicit operator bool() const { return limit > 0; }
};

Half HalfNamed(absl::string_view name) {
  if (name == "torch.bfloat16" || name == "bfloat16") return {"bf16", 256};
  if (name == "torch.float16" || name == "torch.half" || name == "half") return {"fp16", 2048};
  return {};
}

// `self.x` of `self.x` and `self.x.dtype`, when the class registers x as a buffer and nothing in it
// keeps that in fp32. Casting the module casts the buffer, and so what follows its dtype.
Node CastableBuffer(const Module& module, Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(NodeKind::kAttribute) &&
      expression.child(Field::kAttribute).text() == "dtype") {
    expression = expression.child(Field::kObject);
  }
  if (!expression.Is(NodeKind::kAttribute) || expression.child(Field::kObject).text() != "self") {
    return Node();
  }
  const python::Definition* a_class = module.EnclosingClass(expression);
  if (a_class == nullptr) return Node();
  const absl::string_view name = expression.child(Field::kAttribute).text();
  bool is_buffer = false;
  for (Node node : a_class->body.descendants()) {
    if (node.Is(NodeKind::kFunctionDefinition) && node.child(Field::kName).text() == "_apply") {
      return Node();
    }
    if (!node.Is(NodeKind::kCall)) continue;
    const Node function = node.child(Field::kFunction);
    if (!function.Is(NodeKind::kAttribute)) continue;
    const absl::string_view method = function.child(Field::kAttribute).text();
    if (method == "register_buffer") {
      is_buffer = is_buffer || Module::StringContent(python::Argument(node, 0, "name")) == name;
    } else if ((method == "float" || method == "to") &&
               numerics::IsSame(function.child(Field::kObject), expression) &&
               (method == "float" || node.text().find("float32") != absl::string_view::npos)) {
      return Node();  // Brought back to fp32 somewhere.
    }
  }
  return is_buffer ? expression : Node();
}

// All bounds are numbers that the dtype holds exactly.
bool IsShort(const FileContext& file, Node arange, double limit) {
  const python::Arguments arguments = python::ArgumentsOf(arange);
  if (arguments.positional.empty() || arguments.has_star) return false;
  return std::all_of(arguments.positional.begin(), arguments.positional.end(), [&](Node bound) {
    const std::vector<double> numbers = NumbersOf(file, bound);
    return !numbers.empty() && numbers.back() <= limit;
  });
}

void ReportAt(FileContext& file, Node at, Node arange, Half half, Node buffer) {
  if (half && IsShort(file, arange, half.limit)) return;
  Observation observation{
      .at = at,
      .params = {{"positions", numerics::Text(at)},
                 {"dtype", half ? Sentence(kExactUpTo, {{"dtype", half.name},
                                                        {"limit", absl::StrCat(half.limit)}})
                                : Sentence(kDtypeOfBuffer, {{"buffer", numerics::Text(buffer)}})}}};
  if (at != arange) {
    observation.evidence.push_back(
        numerics::FlowOf(file.module(), {{kThePositions, arange}, {kTheirCast, at}}));
  }
  file.Report(std::move(observation));
}

// What a cast's argument or a `dtype=` says.
void ReportDtype(FileContext& file, Node at, Node arange, Node dtype) {
  if (!dtype) return;
  const Half half = HalfNamed(file.module().Resolve(dtype));
  const Node buffer = half ? Node() : CastableBuffer(file.module(), dtype);
  if (half || buffer) ReportAt(file, at, arange, half, buffer);
}

void Check(FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return;
  const absl::string_view name = function.child(Field::kAttribute).text();
  const Module& module = file.module();
  if (name == "arange") {
    if (!module.Calls(call, "torch.arange")) return;
    ReportDtype(file, call, call, python::KeywordArgument(call, "dtype"));
    return;
  }
  if (name != "half" && name != "bfloat16" && name != "to" && name != "type_as" && name != "type") {
    return;
  }
  const Node arange = numerics::ValueOf(module, function.child(Field::kObject));
  if (!arange.Is(NodeKind::kCall) || !module.Calls(arange, "torch.arange")) return;
  if (const Half half = HalfNamed(name)) {
    ReportAt(file, call, arange, half, Node());
    return;
  }
  for (Node argument : python::ArgumentsOf(call).positional) {
    ReportDtype(file, call, arange, argument);
  }
  ReportDtype(file, call, arange, python::KeywordArgument(call, "dtype"));
}

}  // namespace

extern constinit const Rule kLowPrecisionPositions = {
    .info =
        {.id = "low-precision-positions",
         .title = {"Positions in half precision", "用半精度表示位置"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{positions}` counts positions in {dtype}",
                     "`{positions}` 以 {dtype} 表示位置"},
         .consequence =
             {"Neighbouring large positions round to the same number: with positions up to 32768, "
              "the cosines of a rotary embedding were off by up to 1.5 in bf16 and 1.1 in fp16",
              "较大的相邻位置会舍入到同一个数：位置达到 32768 时，rotary embedding 的余弦误差在 "
              "bf16 下可达 1.5，fp16 下可达 1.1"},
         .advice = {"Compute positions and angles in fp32, and cast only the cosines and sines",
                    "位置和角度都用 fp32 计算，只对余弦和正弦做类型转换"},
         .phrases = kPhrases,
         .why = "bf16 represents integers exactly up to 256, and fp16 up to 2048. Beyond that, "
                "neighbouring positions round to the same value, and what matters for an angle is "
                "the absolute error.",
         .fix = "Use torch.arange(n, dtype=torch.float32) and fp32 frequencies; a registered "
                "buffer needs .float() where it is used, because casting the module casts it.",
         .bad = R"py(
import torch

def angles(length, inv_freq):
    positions = torch.arange(length, dtype=torch.bfloat16)
    return torch.outer(positions, inv_freq)
)py",
         .good = R"py(
import torch

def angles(length, inv_freq):
    positions = torch.arange(length, dtype=torch.float32)
    return torch.outer(positions, inv_freq.float())
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/numerical_accuracy.html"}},
    .kinds = {NodeKind::kCall},
    .names = "arange bfloat16 half to type type_as",
    .file_names = "arange",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules

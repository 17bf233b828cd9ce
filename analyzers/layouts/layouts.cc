#include "analyzers/layouts/layouts.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/docstring.h"
#include "analyzers/intent/shape_text.h"

namespace allreview::layouts {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr int kMaxDepth = 12;
constexpr int kMaxQuestions = 500;
constexpr size_t kMaxList = 100;  // Bytes of a list of dimensions.

bool IsAnyOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Gives a tensor with the dimensions of the first one.
bool KeepsDimensions(absl::string_view name) {
  return IsAnyOf(name, {"bfloat16", "clone", "contiguous", "cpu", "cuda", "detach", "dropout",
                        "float", "gelu", "half", "relu", "silu", "softmax", "to", "type_as",
                        "requires_grad_", "log_softmax", "masked_fill"});
}

// The string that documents the function. Null: none.
Node DocstringOf(const Definition& definition) {
  const Node first = definition.body.named_child(0);
  const Node text = first.Is(Kind::kExpressionStatement) ? first.named_child(0) : Node();
  return text.Is(Kind::kString) ? text : Node();
}

// The comment behind what the node ends, on its last line. Null: none.
Node CommentBehind(Node node) {
  for (Node next = node.next_sibling(); next && next.first_line() == node.last_line();
       next = next.next_sibling()) {
    if (next.Is(Kind::kComment)) return next;
  }
  return {};
}

// Distinct names, of which one is of a known kind.
std::optional<Layout> LayoutOf(const std::optional<intent::NamedDims>& dims, Node told) {
  if (!dims || dims->size() < 2) return std::nullopt;
  Layout layout = {.told = told};
  for (const std::string& dim : *dims) layout.axes.push_back(absl::AsciiStrToLower(dim));
  std::vector<std::string> sorted = layout.axes;
  std::sort(sorted.begin(), sorted.end());
  const bool is_distinct = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  const bool is_known = std::any_of(sorted.begin(), sorted.end(), [](const std::string& axis) {
    return AxisNamed(axis) != Axis::kUnknown;
  });
  return is_distinct && is_known ? std::optional(std::move(layout)) : std::nullopt;
}

// The layout that the part names; none: it names several, as for tensors of any format.
std::optional<Layout> OnlyLayoutOf(const intent::DocstringPart& part, Node told) {
  std::vector<absl::string_view> texts = {part.type};
  for (const intent::DocstringPart::Line& line : part.lines) texts.push_back(line.text);
  std::optional<Layout> only;
  for (absl::string_view text : texts) {
    for (size_t at = text.find_first_of("[("); at != text.npos;
         at = text.find_first_of("[(", at + 1)) {
      const absl::string_view rest = text.substr(at, kMaxList);
      const size_t end = rest.find(text[at] == '[' ? ']' : ')');
      if (end == rest.npos) continue;
      const std::string list = absl::StrCat("shape ", rest.substr(0, end + 1));
      std::optional<Layout> layout = LayoutOf(intent::ShapeInText(list), told);
      if (!layout) continue;
      if (only && only->axes != layout->axes) return std::nullopt;
      only = std::move(layout);
    }
  }
  return only;
}

// "bsnd", a letter for each dimension; none: there are others, or no batch and sequence.
std::optional<Layout> OfLetters(absl::string_view letters, absl::string_view sequence, Node told) {
  std::string sorted(letters);
  std::sort(sorted.begin(), sorted.end());
  const bool is_layout = letters.size() >= 3 && letters.size() <= 5 &&
                         std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() &&
                         absl::StrContains(letters, "b") &&
                         letters.find_first_of(sequence) != letters.npos &&
                         letters.find_first_not_of("bdehklnqstv") == letters.npos;
  if (!is_layout) return std::nullopt;
  Layout layout = {.told = told};
  for (char letter : letters) {
    const bool is_sequence = sequence.find(letter) != sequence.npos;
    layout.axes.push_back(is_sequence ? "s" : std::string(1, letter));
  }
  return layout.Find(Axis::kSequence) < 0 ? std::nullopt : std::optional(std::move(layout));
}

// q_BLND, x_bshd: in capitals `l` and `t` are the sequence, too.
std::optional<Layout> OfSuffix(Node name) {
  const absl::string_view text = name.text();
  const size_t bar = text.rfind('_');
  if (bar == text.npos || bar == 0) return std::nullopt;
  const absl::string_view letters = text.substr(bar + 1);
  const std::string lower = absl::AsciiStrToLower(letters);
  const bool is_capital = std::all_of(letters.begin(), letters.end(), [](char c) {
    return absl::ascii_isupper(static_cast<unsigned char>(c));
  });
  if (!is_capital && lower != letters) return std::nullopt;
  return OfLetters(lower, is_capital ? "lts" : "s", name);
}

// torch.einsum("bsh,hd->bsd", x, w)
std::optional<Layout> OfEinsum(Node call) {
  const Node equation = python::Argument(call, 0, "equation");
  const std::pair<absl::string_view, absl::string_view> sides =
      absl::StrSplit(Module::StringContent(equation), absl::MaxSplits("->", 1));
  return OfLetters(absl::StripAsciiWhitespace(sides.second), "s", equation);
}

// "b s h d" of a pattern; none: it joins dimensions or repeats a name.
std::optional<std::vector<std::string>> AxesOfPattern(absl::string_view side) {
  std::vector<std::string> axes;
  for (absl::string_view axis : absl::StrSplit(side, ' ', absl::SkipEmpty())) {
    const bool is_name = absl::ascii_isalpha(static_cast<unsigned char>(axis[0])) &&
                         axis.find_first_of("().") == axis.npos;
    if (!is_name) return std::nullopt;
    axes.push_back(absl::AsciiStrToLower(axis));
  }
  return axes.size() < 2 ? std::nullopt : std::optional(std::move(axes));
}

std::optional<Layout> OfPattern(Node call) {
  const Node pattern = python::Argument(call, 1, "pattern");
  const std::pair<absl::string_view, absl::string_view> sides =
      absl::StrSplit(Module::StringContent(pattern), absl::MaxSplits("->", 1));
  std::optional<std::vector<std::string>> axes = AxesOfPattern(sides.second);
  if (!axes) return std::nullopt;
  return Layout{.axes = *std::move(axes), .told = pattern};
}

std::optional<Layout> Transposed(Layout layout, Node first, Node second) {
  const auto rank = static_cast<int64_t>(layout.axes.size());
  std::optional<int64_t> a = NumberAt(first), b = NumberAt(second);
  if (!a || !b) return std::nullopt;
  if (*a < 0) *a += rank;
  if (*b < 0) *b += rank;
  if (*a < 0 || *b < 0 || *a >= rank || *b >= rank) return std::nullopt;
  std::swap(layout.axes[static_cast<size_t>(*a)], layout.axes[static_cast<size_t>(*b)]);
  return layout;
}

std::optional<Layout> Permuted(const Layout& layout, const std::vector<Node>& dims) {
  const auto rank = static_cast<int64_t>(layout.axes.size());
  if (static_cast<int64_t>(dims.size()) != rank) return std::nullopt;
  Layout permuted = {.told = layout.told};
  for (Node dim : dims) {
    const std::optional<int64_t> at = NumberAt(dim);
    if (!at || *at < 0 || *at >= rank) return std::nullopt;
    permuted.axes.push_back(layout.axes[static_cast<size_t>(*at)]);
  }
  return permuted;
}

std::optional<Layout> Unsqueezed(Layout layout, Node dim) {
  const auto rank = static_cast<int64_t>(layout.axes.size());
  std::optional<int64_t> at = NumberAt(dim);
  if (at && *at < 0) *at += rank + 1;
  if (!at || *at < 0 || *at > rank) return std::nullopt;
  layout.axes.insert(layout.axes.begin() + *at, "1");
  return layout;
}

}  // namespace

std::optional<int64_t> NumberAt(Node node) {
  int64_t number = 0;
  if (!node || !absl::SimpleAtoi(node.text(), &number)) return std::nullopt;
  return number;
}

std::optional<Layout> Layouts::OfParameter(Node name) {
  const Definition* const function = module_.EnclosingFunction(name);
  if (function == nullptr) return std::nullopt;
  const auto [at, is_new] = told_.try_emplace(function->node.index());
  if (const Node text = DocstringOf(*function); is_new && text) {
    for (const intent::DocstringPart& part :
         intent::ReadDocstring(Module::StringContent(text), text.first_line())) {
      if (part.section != intent::DocstringPart::Section::kParameters) continue;
      if (std::optional<Layout> layout = OnlyLayoutOf(part, text)) {
        at->second[part.name] = *std::move(layout);
      }
    }
  }
  const auto told = at->second.find(name.text());
  if (told != at->second.end()) return told->second;
  for (const python::Parameter& parameter : function->parameters) {
    if (parameter.name != name.text()) continue;
    const Node comment = CommentBehind(parameter.node);
    return comment ? LayoutOf(intent::ShapeInComment(comment.text()), comment) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Layout> Layouts::OfName(Node name, const python::ControlFlow& flow, int depth) {
  if (std::optional<Layout> layout = OfSuffix(name)) return layout;
  const std::vector<const python::Binding*> bindings = flow.DefinitionsReaching(name);
  if (bindings.size() != 1) return std::nullopt;
  const python::Binding& binding = *bindings[0];
  if (binding.kind == python::Binding::Kind::kParameter) return OfParameter(binding.node);
  if (binding.kind != python::Binding::Kind::kAssignment || !binding.value) return std::nullopt;
  const Node statement = python::StatementOf(binding.node);
  const Node comment = statement ? CommentBehind(statement) : Node();
  if (comment) {
    std::optional<Layout> layout = LayoutOf(intent::ShapeInComment(comment.text()), comment);
    if (layout) return layout;
  }
  return Of(binding.value, flow, depth + 1);
}

std::optional<Layout> Layouts::OfCall(Node call, const python::ControlFlow& flow, int depth) {
  const Node function = call.child(Field::kFunction);
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star) return std::nullopt;
  const bool is_attribute = function.Is(Kind::kAttribute);
  const absl::string_view name =
      is_attribute ? function.child(Field::kAttribute).text() : function.text();
  if (name == "rearrange") return OfPattern(call);
  if (name == "einsum") return OfEinsum(call);
  const std::string full = module_.Resolve(function);
  const bool is_of_torch = absl::StartsWith(full, "torch.");
  if (!is_attribute && !is_of_torch) return std::nullopt;
  std::vector<Node> rest = arguments.positional;
  Node tensor = is_attribute ? function.child(Field::kObject) : Node();
  if (is_of_torch) {
    if (rest.empty()) return std::nullopt;
    tensor = rest[0];
    rest.erase(rest.begin());
  } else if (!full.empty()) {
    return std::nullopt;  // Something else of that name.
  }
  const bool reorders = IsAnyOf(name, {"transpose", "permute", "swapaxes", "unsqueeze"});
  if (!reorders && !KeepsDimensions(name)) return std::nullopt;
  if (reorders && !arguments.keywords.empty()) return std::nullopt;
  std::optional<Layout> layout = Of(tensor, flow, depth + 1);
  if (!layout || !reorders) return layout;
  if (name == "permute") {
    if (rest.size() == 1 && (rest[0].Is(Kind::kTuple) || rest[0].Is(Kind::kList))) {
      std::vector<Node> dims;
      for (Node dim : rest[0].named_children()) dims.push_back(dim);
      rest = std::move(dims);
    }
    return Permuted(*layout, rest);
  }
  if (name == "unsqueeze") {
    return rest.size() == 1 ? Unsqueezed(*std::move(layout), rest[0]) : std::nullopt;
  }
  return rest.size() == 2 ? Transposed(*std::move(layout), rest[0], rest[1]) : std::nullopt;
}

std::optional<Layout> Layouts::Of(Node expression, const python::ControlFlow& flow, int depth) {
  expression = python::WithoutParentheses(expression);
  if (depth > kMaxDepth || ++questions_ > kMaxQuestions) return std::nullopt;
  if (expression.Is(Kind::kIdentifier)) return OfName(expression, flow, depth);
  if (expression.Is(Kind::kCall)) return OfCall(expression, flow, depth);
  return std::nullopt;
}

}  // namespace allreview::layouts

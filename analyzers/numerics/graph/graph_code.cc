#include "analyzers/numerics/graph/graph_code.h"

#include <optional>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

// A node is "operation-flags,operand,operand*parameter*parameter:format". Flags: r one value for
// each row, s one for all; z a tensor without dimensions, n a number; a: its axis is gone; w: a
// cast that only widens. "~7" is a cast like node 7.
std::string FlagsOf(const Node& node) {
  std::string flags;
  if (node.extent == Extent::kRow) flags += 'r';
  if (node.extent == Extent::kScalar) flags += 's';
  if (node.rank == Rank::kZeroDimensional) flags += 'z';
  if (node.rank == Rank::kNumber) flags += 'n';
  if (node.is_axis_removed) flags += 'a';
  if (node.is_widening) flags += 'w';
  return flags.empty() ? flags : absl::StrCat("-", flags);
}

std::string NodeCode(const Graph& graph, const Node& node) {
  const OperationInfo& info = InfoOf(node.operation);
  std::string code = absl::StrCat(info.name, FlagsOf(node));
  for (const int input : node.inputs) absl::StrAppend(&code, ",", input);
  // Reductions may have a parameter that the table does not ask for.
  const int parameters = node.parameters[1] != 0 ? 2 : node.parameters[0] != 0 ? 1 : 0;
  for (int i = 0; i < parameters; ++i) {
    absl::StrAppendFormat(&code, "*%a", node.parameters[i]);
  }
  const std::optional<Format> format =
      node.operation == Operation::kInput ? graph.inputs[node.input].format : node.format;
  if (format.has_value()) absl::StrAppend(&code, ":", FormatName(*format));
  if (node.like >= 0) absl::StrAppend(&code, "~", node.like);
  return code;
}

absl::Status Wrong(absl::string_view part, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("graph code '", part, "': ", what));
}

absl::StatusOr<int> ParseIndex(absl::string_view text, int limit, absl::string_view part) {
  int index = 0;
  if (!absl::SimpleAtoi(text, &index) || index < 0 || index >= limit) {
    return Wrong(part, absl::StrCat("'", text, "' is no earlier node"));
  }
  return index;
}

std::optional<Operation> OperationNamed(absl::string_view name) {
  for (const OperationInfo& info : AllOperations()) {
    if (info.name == name) return info.operation;
  }
  return std::nullopt;
}

absl::Status SetFlags(absl::string_view flags, absl::string_view part, Node& node) {
  for (const char flag : flags) {
    switch (flag) {
      case 'r':
        node.extent = Extent::kRow;
        break;
      case 's':
        node.extent = Extent::kScalar;
        break;
      case 'z':
        node.rank = Rank::kZeroDimensional;
        break;
      case 'n':
        node.rank = Rank::kNumber;
        break;
      case 'a':
        node.is_axis_removed = true;
        break;
      case 'w':
        node.is_widening = true;
        break;
      default:
        return Wrong(part, absl::StrCat("unknown flag '", absl::string_view(&flag, 1), "'"));
    }
  }
  return absl::OkStatus();
}

// The text after the last `separator`, cut off `rest`; empty: there is none.
absl::string_view TakeAfter(absl::string_view& rest, char separator) {
  const size_t at = rest.rfind(separator);
  if (at == absl::string_view::npos) return "";
  const absl::string_view after = rest.substr(at + 1);
  rest = rest.substr(0, at);
  return after;
}

absl::StatusOr<Node> ParseNode(absl::string_view part, int index) {
  absl::string_view rest = part;
  Node node;
  const absl::string_view like = TakeAfter(rest, '~');
  if (!like.empty()) {
    ASSIGN_OR_RETURN(node.like, ParseIndex(like, index, part));
  }
  const absl::string_view format = TakeAfter(rest, ':');
  if (!format.empty()) {
    ASSIGN_OR_RETURN(node.format, ParseFormat(format));
  }
  std::vector<absl::string_view> parameters = absl::StrSplit(rest, '*');
  if (parameters.size() > 3) return Wrong(part, "more than two parameters");
  rest = parameters[0];
  for (size_t i = 1; i < parameters.size(); ++i) {
    if (!absl::SimpleAtod(parameters[i], &node.parameters[i - 1])) {
      // SimpleAtod reads decimal numbers only.
      char* end = nullptr;
      const std::string text(parameters[i]);
      node.parameters[i - 1] = std::strtod(text.c_str(), &end);
      if (end != text.c_str() + text.size()) {
        return Wrong(part, absl::StrCat("'", text, "' is no number"));
      }
    }
  }
  const std::vector<absl::string_view> words = absl::StrSplit(rest, ',');
  const std::pair<absl::string_view, absl::string_view> name =
      absl::StrSplit(words[0], absl::MaxSplits('-', 1));
  const std::optional<Operation> operation = OperationNamed(name.first);
  if (!operation.has_value()) {
    return Wrong(part, absl::StrCat("unknown operation '", name.first, "'"));
  }
  node.operation = *operation;
  RETURN_IF_ERROR(SetFlags(name.second, part, node));
  for (size_t i = 1; i < words.size(); ++i) {
    ASSIGN_OR_RETURN(const int input, ParseIndex(words[i], index, part));
    node.inputs.push_back(input);
  }
  if (static_cast<int>(node.inputs.size()) != InfoOf(node.operation).arity) {
    return Wrong(part, absl::StrCat("takes ", InfoOf(node.operation).arity, " operands, found ",
                                    node.inputs.size()));
  }
  return node;
}

constexpr absl::string_view kAxes[] = {"", "@inner", "@outer", "@unknown"};

// The axis at the end of a code, and its number where it is not the usual one of its kind.
absl::Status TakeAxis(absl::string_view& code, Graph& graph) {
  const size_t at = code.rfind('@');
  if (at == absl::string_view::npos) return absl::OkStatus();
  const absl::string_view part = code.substr(at);
  code = code.substr(0, at);
  for (size_t i = 1; i < std::size(kAxes); ++i) {
    absl::string_view dim = part;
    if (!absl::ConsumePrefix(&dim, kAxes[i])) continue;
    graph.axis = static_cast<RowAxis>(i);
    int number = 0;
    if (dim.empty()) return absl::OkStatus();
    if (!absl::SimpleAtoi(dim, &number)) break;
    graph.dim = number;
    return absl::OkStatus();
  }
  return Wrong(part, "is no axis");
}

}  // namespace

std::string GraphCode(const Graph& graph) {
  std::string code;
  for (const Node& node : graph.nodes) absl::StrAppend(&code, NodeCode(graph, node), ";");
  absl::StrAppend(&code, "=");
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    absl::StrAppend(&code, i > 0 ? "," : "", graph.outputs[i]);
  }
  absl::StrAppend(&code, kAxes[static_cast<size_t>(graph.axis)]);
  const int usual = graph.axis == RowAxis::kOuter ? -2 : -1;
  if (graph.axis != RowAxis::kNone && graph.dim.value_or(usual) != usual) {
    absl::StrAppend(&code, *graph.dim);
  }
  return code;
}

absl::StatusOr<Graph> ParseGraphCode(absl::string_view code) {
  Graph graph;
  RETURN_IF_ERROR(TakeAxis(code, graph));
  for (const absl::string_view part : absl::StrSplit(code, ';')) {
    const int index = static_cast<int>(graph.nodes.size());
    if (!part.empty() && part[0] == '=') {
      for (const absl::string_view output : absl::StrSplit(part.substr(1), ',')) {
        ASSIGN_OR_RETURN(const int node, ParseIndex(output, index, part));
        graph.outputs.push_back(node);
      }
      return graph;
    }
    ASSIGN_OR_RETURN(Node node, ParseNode(part, index));
    if (node.operation == Operation::kInput) {
      node.input = static_cast<int>(graph.inputs.size());
      graph.inputs.push_back({.name = absl::StrCat("x", node.input),
                              .extent = node.extent,
                              .rank = node.rank,
                              .format = node.format});
      node.format.reset();
    }
    graph.nodes.push_back(std::move(node));
  }
  return absl::InvalidArgumentError("graph code: no result ('=…') at its end");
}

}  // namespace allreview::numerics

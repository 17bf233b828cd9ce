#include "analyzers/numerics/graph/python_text.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/composite_match.h"
#include "analyzers/numerics/graph/equal_nodes.h"
#include "analyzers/numerics/graph/graph_copy.h"
#include "analyzers/numerics/graph/python_spelling.h"

namespace allreview::numerics {
namespace {

using enum Operation;

struct Text {
  std::string text;
  Binding binding = Binding::kPrimary;
};

class Printer {
 public:
  Printer(const Graph& graph, bool names_repeats)
      : graph_(graph),
        composites_(graph),
        equal_(EqualNodes(graph)),
        names_(graph.nodes.size()),
        uses_(graph.nodes.size()) {
    if (names_repeats) CountUses(graph.outputs[0]);
    for (const Input& input : graph.inputs) taken_.insert(input.name);
  }

  std::string Run() {
    const Text result = Of(graph_.outputs[0]);
    return absl::StrCat(lines_, result.text);
  }

 private:
  // Shorter operands are easier to read where they are used.
  static constexpr size_t kShort = 10;

  // Its second argument is the shape that is normalized: that of the last dimension of the first.
  static bool TakesShape(Composite composite) {
    return composite == Composite::kLayerNorm || composite == Composite::kRmsNorm;
  }

  // What the text of a node is made of, each as often as it stands there: the text grows with the
  // graph, and not by a factor with each level of it, only because Make asks for each once.
  std::vector<int> PartsOf(int index) const {
    if (const CompositeMatch* composite = composites_.At(index)) {
      std::vector<int> parts = composite->operands;
      if (TakesShape(composite->composite)) parts.push_back(parts[0]);
      return parts;
    }
    const Node& node = graph_.nodes[index];
    std::vector<int> parts = node.inputs;
    const bool is_square = node.operation == kMultiply && equal_[parts[0]] == equal_[parts[1]];
    if (is_square) parts.pop_back();
    if (node.like >= 0) parts.push_back(node.like);
    return parts;
  }

  void CountUses(int index) {
    if (++uses_[equal_[index]] > 1) return;
    for (const int part : PartsOf(index)) CountUses(part);
  }

  Text Of(int index) {
    const int first = equal_[index];
    // Named by what is alike, but with its own shape: keepdim differs between equal nodes.
    std::string& name = names_[index];
    if (!name.empty()) return {name};
    Text text = Make(index);
    const bool is_named = uses_[first] > 1 && !PartsOf(index).empty() &&
                          text.text.size() > kShort && index != graph_.outputs[0];
    if (!is_named) return text;
    name = NewName(graph_.nodes[index]);
    absl::StrAppend(&lines_, name, " = ", text.text, "\n");
    for (size_t i = 0; i < names_.size(); ++i) {
      const bool is_same = equal_[i] == first &&
                           graph_.nodes[i].is_axis_removed == graph_.nodes[index].is_axis_removed;
      if (is_same) names_[i] = names_[index];
    }
    return {names_[index]};
  }

  std::string NewName(const Node& node) {
    static constexpr std::pair<Operation, absl::string_view> kNames[] = {
        {kExp, "e"},        {kSum, "total"}, {kMean, "mean"},        {kMax, "peak"},
        {kSubtract, "gap"}, {kSqrt, "root"}, {kMultiply, "product"}, {kNorm, "norm"},
        {kSigmoid, "p"},    {kLog, "log"}};
    std::string stem = "t";
    for (const auto& [operation, name] : kNames) {
      if (operation == node.operation) stem = std::string(name);
    }
    std::string name = stem;
    for (int i = 2; !taken_.insert(name).second; ++i) name = absl::StrCat(stem, i);
    return name;
  }

  std::string In(int index, Binding at_least) {
    const Text text = Of(index);
    return text.binding >= at_least ? text.text : absl::StrCat("(", text.text, ")");
  }
  std::string Primary(int index) { return In(index, Binding::kPrimary); }
  std::string Plain(int index) { return Of(index).text; }

  Text Make(int index) {
    const CompositeMatch* composite = composites_.At(index);
    if (composite != nullptr) return CompositeText(*composite, graph_.nodes[index]);
    const Node& node = graph_.nodes[index];
    switch (InfoOf(node.operation).kind) {
      case OperationKind::kLeaf:
        return LeafText(node);
      case OperationKind::kConversion:
        return CastText(node);
      case OperationKind::kReduction:
      case OperationKind::kScan:
        return RowText(node);
      case OperationKind::kElementwise:
        break;
    }
    const Infix* infix = InfixOf(node.operation);
    return infix != nullptr ? InfixText(node, *infix) : CallText(node);
  }

  Text LeafText(const Node& node) {
    if (node.operation == kInput) return {graph_.inputs[node.input].name};
    if (node.operation == kPosition) {
      return {absl::StrCat("torch.arange(", NumberText(node.parameters[0]), ", n, ",
                           NumberText(node.parameters[1]), ")")};
    }
    const bool is_negative = std::signbit(node.parameters[0]) && !std::isinf(node.parameters[0]);
    return {NumberText(node.parameters[0]), is_negative ? Binding::kSign : Binding::kPrimary};
  }

  // An input in the format under test: its dtype names that.
  std::string TestedDtype() const {
    for (const Input& input : graph_.inputs) {
      if (!input.format.has_value() && input.rank == Rank::kDimensional) {
        return absl::StrCat(input.name, ".dtype");
      }
    }
    return "dtype";
  }

  Text CastText(const Node& node) {
    const std::string operand = Primary(node.inputs[0]);
    if (IsAxisRestored(graph_, node)) {
      return {absl::StrCat(operand, ".unsqueeze(", graph_.dim.value_or(-1), ")")};
    }
    if (node.like >= 0) return {absl::StrCat(operand, ".to(", Primary(node.like), ".dtype)")};
    if (!node.format.has_value()) return {absl::StrCat(operand, ".to(", TestedDtype(), ")")};
    return {absl::StrCat(operand, numerics::CastText(*node.format))};
  }

  std::string DimText() const { return absl::StrCat(AxisOf(graph_).dim.value_or(-1)); }

  Text RowText(const Node& node) {
    std::string operand = Primary(node.inputs[0]);
    if (node.operation == kDot) {
      operand = absl::StrCat("(", In(node.inputs[0], Binding::kProduct), " * ",
                             In(node.inputs[1], Binding::kSign), ")");
    }
    std::vector<std::string> arguments;
    const bool is_scan = InfoOf(node.operation).kind == OperationKind::kScan;
    if (is_scan || node.rank != Rank::kZeroDimensional) {
      arguments.push_back(node.operation == kNorm ? absl::StrCat("dim=", DimText()) : DimText());
      if (!is_scan && !node.is_axis_removed) arguments.push_back("keepdim=True");
    }
    AddParameters(node, arguments);
    const absl::string_view name = node.operation == kDot ? "sum" : InfoOf(node.operation).name;
    return {absl::StrCat(operand, ".", name, "(", absl::StrJoin(arguments, ", "), ")")};
  }

  Text InfixText(const Node& node, const Infix& infix) {
    const Binding tighter = static_cast<Binding>(static_cast<int>(infix.binding) + 1);
    if (node.operation == kMultiply && equal_[node.inputs[0]] == equal_[node.inputs[1]]) {
      return {absl::StrCat(Primary(node.inputs[0]), " ** 2"), Binding::kPower};
    }
    const bool is_power = node.operation == kPower;
    // & and | take comparisons in parentheses; ** binds to the right.
    const bool is_strict = is_power || infix.binding < Binding::kSum;
    const std::string left = In(node.inputs[0], is_strict ? Binding::kPrimary : infix.binding);
    const std::string right = is_power    ? In(node.inputs[1], Binding::kSign)
                              : is_strict ? In(node.inputs[1], Binding::kSign)
                                          : In(node.inputs[1], tighter);
    return {absl::StrCat(left, infix.symbol, right), infix.binding};
  }

  Text CallText(const Node& node) {
    const bool is_clamp = node.operation == kMaximum || node.operation == kMinimum;
    if (is_clamp) {
      for (int bound : {1, 0}) {
        if (graph_.nodes[node.inputs[bound]].rank != Rank::kNumber) continue;
        return {absl::StrCat(
            Primary(node.inputs[1 - bound]), ".clamp(",
            node.operation == kMaximum ? "min=" : "max=", Plain(node.inputs[bound]), ")")};
      }
    }
    if (node.operation == kNegate) {
      return {absl::StrCat("-", In(node.inputs[0], Binding::kPower)), Binding::kSign};
    }
    if (node.operation == kNot) {
      return {absl::StrCat("~", Primary(node.inputs[0])), Binding::kSign};
    }
    if (node.operation == kGeluTanh) {
      return {absl::StrCat("F.gelu(", Plain(node.inputs[0]), ", approximate='tanh')")};
    }
    std::vector<std::string> arguments;
    for (const int input : node.inputs) arguments.push_back(Plain(input));
    AddParameters(node, arguments);
    return {absl::StrCat(FunctionName(InfoOf(node.operation).name), "(",
                         absl::StrJoin(arguments, ", "), ")")};
  }

  // Those that are not the default.
  static void AddParameters(const Node& node, std::vector<std::string>& arguments) {
    const OperationInfo& info = InfoOf(node.operation);
    for (int i = 0; i < info.parameter_count(); ++i) {
      if (node.parameters[i] == info.parameters[i].otherwise) continue;
      arguments.push_back(
          absl::StrCat(info.parameters[i].name, "=", NumberText(node.parameters[i])));
    }
  }

  Text CompositeText(const CompositeMatch& match, const Node& node) {
    switch (match.composite) {
      case Composite::kCube:
        return {absl::StrCat(Primary(match.operands[0]), " ** 3"), Binding::kPower};
      case Composite::kInverseSquare:
        return {absl::StrCat(Primary(match.operands[0]), " ** -2"), Binding::kPower};
      case Composite::kDeviation:
      case Composite::kLogSumExp:
        return {absl::StrCat(Primary(match.operands[0]), ".", NameOf(match.composite), "(",
                             DimText(), node.is_axis_removed ? "" : ", keepdim=True",
                             match.composite == Composite::kDeviation && match.parameter != 1
                                 ? absl::StrCat(", correction=", NumberText(match.parameter))
                                 : "",
                             ")")};
      default:
        return {absl::StrCat(FunctionName(NameOf(match.composite)), "(",
                             absl::StrJoin(CompositeArguments(match), ", "), ")")};
    }
  }

  std::vector<std::string> CompositeArguments(const CompositeMatch& match) {
    std::vector<std::string> arguments;
    for (const int operand : match.operands) arguments.push_back(Plain(operand));
    const std::string eps = absl::StrCat("eps=", NumberText(match.parameter));
    if (TakesShape(match.composite)) {
      arguments.insert(arguments.begin() + 1,
                       absl::StrCat("(", Primary(match.operands[0]), ".shape[-1],)"));
      arguments.push_back(eps);
    }
    switch (match.composite) {
      case Composite::kNormalize:
      case Composite::kCosineSimilarity:
        arguments.push_back(absl::StrCat("dim=", DimText()));
        if (match.parameter != (match.composite == Composite::kNormalize ? 1e-12 : 1e-8)) {
          arguments.push_back(eps);
        }
        break;
      case Composite::kSoftmax:
      case Composite::kLogSoftmax:
        arguments.push_back(absl::StrCat("dim=", DimText()));
        break;
      case Composite::kBceWithLogits:
      case Composite::kBinaryCrossEntropy:
        arguments.emplace_back("reduction='none'");
        break;
      default:
        break;
    }
    return arguments;
  }

  const Graph& graph_;
  const CompositeFinder composites_;
  const std::vector<int> equal_;
  std::vector<std::string> names_;  // Of nodes that have a line of their own.
  std::vector<int> uses_;           // By the first of equal nodes.
  std::set<std::string> taken_;
  std::string lines_;
};

}  // namespace

std::string ToPython(const Graph& graph) { return Printer(graph, /*names_repeats=*/true).Run(); }

std::string ToPythonExpression(const Graph& graph) {
  return Printer(graph, /*names_repeats=*/false).Run();
}

}  // namespace allreview::numerics

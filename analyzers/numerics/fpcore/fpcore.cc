#include "analyzers/numerics/fpcore/fpcore.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/numerics/fpcore/preconditions.h"
#include "analyzers/numerics/fpcore/s_expression.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

struct NamedOperation {
  absl::string_view name;
  Operation operation;
};
// Where FPCore has another name than PyTorch.
constexpr NamedOperation kUnary[] = {
    {"-", Operation::kNegate},
    {"fabs", Operation::kAbsolute},
    {"nearbyint", Operation::kRound},
    {"not", Operation::kNot},
};
constexpr NamedOperation kBinary[] = {
    {"+", Operation::kAdd},    {"-", Operation::kSubtract},   {"*", Operation::kMultiply},
    {"/", Operation::kDivide}, {"fmax", Operation::kMaximum}, {"fmin", Operation::kMinimum},
};
// Comparisons and logic take any number of operands.
constexpr NamedOperation kChains[] = {
    {"<", Operation::kLess},          {"<=", Operation::kLessEqual}, {">", Operation::kGreater},
    {">=", Operation::kGreaterEqual}, {"==", Operation::kEqual},
};
constexpr NamedOperation kFolds[] = {
    {"and", Operation::kAnd},
    {"or", Operation::kOr},
    {"+", Operation::kAdd},
    {"*", Operation::kMultiply},
};

template <size_t size>
std::optional<Operation> Find(const NamedOperation (&table)[size], absl::string_view name) {
  for (const NamedOperation& row : table) {
    if (row.name == name) return row.operation;
  }
  return std::nullopt;
}

// By the name that FPCore shares with PyTorch.
std::optional<Operation> Find(absl::string_view name, size_t operands) {
  for (const OperationInfo& info : AllOperations()) {
    const bool is_same = info.name == name && static_cast<size_t>(info.arity) == operands;
    if (is_same && info.Has(kInFpCore)) return info.operation;
  }
  return std::nullopt;
}

using Scope = std::map<std::string, int, std::less<>>;

class CoreReader {
 public:
  CoreReader(absl::string_view text, const SExpression& core) : text_(text), core_(core) {}

  FpCore Read() {
    FpCore result{.line = core_.line};
    size_t at = 1;
    if (at < core_.items.size() && !core_.items[at].is_list) result.name = core_.items[at++].atom;
    const SExpression* arguments = at < core_.items.size() ? &core_.items[at++] : nullptr;
    const SExpression* precondition = nullptr;
    for (; at + 1 < core_.items.size() && IsProperty(core_.items[at]); at += 2) {
      if (core_.items[at].Is(":name")) result.name = core_.items[at + 1].atom;
      if (core_.items[at].Is(":pre")) precondition = &core_.items[at + 1];
    }
    if (result.name.empty()) result.name = absl::StrCat("line ", core_.line);
    if (arguments == nullptr || at + 1 != core_.items.size()) {
      result.status = absl::InvalidArgumentError(absl::StrCat(
          "line ", core_.line, ": wanted (FPCore (arguments…) properties… expression)"));
      return result;
    }
    result.status = Build(*arguments, precondition, core_.items[at], result.graph);
    return result;
  }

 private:
  static bool IsProperty(const SExpression& item) {
    return !item.is_list && !item.is_string && item.atom.size() > 1 && item.atom[0] == ':';
  }

  absl::Status Build(const SExpression& arguments, const SExpression* precondition,
                     const SExpression& body, Graph& graph) {
    std::map<std::string, Bounds> bounds;
    if (precondition != nullptr) bounds = BoundsOf(*precondition);
    Scope scope;
    for (const SExpression& argument : arguments.items) {
      if (argument.is_list && (argument.items.empty() || !argument.items[0].Is("!"))) {
        return Refuse("an argument is an array", argument);
      }
      const std::string& name = argument.is_list ? argument.items.back().atom : argument.atom;
      const Bounds& own = bounds[name];
      scope[name] = builder_.AddInput({.name = name,
                                       .distribution = DistributionOf(own),
                                       .minimum = own.minimum,
                                       .maximum = own.maximum});
    }
    if (scope.empty()) return Refuse("it has no arguments", arguments);
    const int result = Read(body, scope);
    if (!status_.ok()) return status_;
    ASSIGN_OR_RETURN(graph, builder_.Finish({result}, TextOf(body)));
    return absl::OkStatus();
  }

  // One line, as far as people read.
  std::string TextOf(const SExpression& item) const {
    const std::vector<absl::string_view> words =
        absl::StrSplit(text_.substr(item.begin, item.end - item.begin), absl::ByAnyChar(" \t\r\n"),
                       absl::SkipEmpty());
    std::string line;
    for (absl::string_view word : words) absl::StrAppend(&line, line.empty() ? "" : " ", word);
    return line;
  }

  absl::Status Refuse(absl::string_view what, const SExpression& at) {
    if (status_.ok()) {
      status_ = absl::UnimplementedError(absl::StrCat("line ", at.line, ": ", what));
    }
    return status_;
  }
  int RefuseNode(absl::string_view what, const SExpression& at) {
    Refuse(what, at).IgnoreError();
    return 0;
  }

  int Read(const SExpression& item, const Scope& scope) {
    if (!status_.ok()) return 0;
    if (!item.is_list) return ReadAtom(item, scope);
    if (item.items.empty() || item.items[0].is_list) return RefuseNode("a call of no name", item);
    const std::string& name = item.items[0].atom;
    if (name == "let" || name == "let*") return ReadLet(item, scope);
    if (name == "!") return Read(item.items.back(), scope);
    if (name == "cast" && item.items.size() == 2) return Read(item.items[1], scope);
    if (name == "while" || name == "while*" || name == "for" || name == "for*" ||
        name == "tensor" || name == "tensor*" || name == "array" || name == "ref") {
      return RefuseNode(absl::StrCat("has '", name, "'"), item);
    }
    std::vector<int> operands;
    for (size_t i = 1; i < item.items.size(); ++i) operands.push_back(Read(item.items[i], scope));
    if (!status_.ok()) return 0;
    builder_.SetSource(TextOf(item), {.line = item.line,
                                      .begin = static_cast<int>(item.begin),
                                      .end = static_cast<int>(item.end)});
    return Call(name, operands, item);
  }

  int ReadAtom(const SExpression& item, const Scope& scope) {
    const auto variable = scope.find(item.atom);
    if (variable != scope.end()) return variable->second;
    if (item.Is("TRUE") || item.Is("FALSE")) return builder_.Constant(item.Is("TRUE") ? 1 : 0);
    const std::optional<double> number = NumberOf(item.atom);
    if (number.has_value() && !item.is_string) return builder_.Constant(*number);
    return RefuseNode(absl::StrCat("'", item.atom, "' is not known"), item);
  }

  int ReadLet(const SExpression& item, const Scope& scope) {
    if (item.items.size() != 3 || !item.items[1].is_list)
      return RefuseNode("a let of no use", item);
    Scope inner = scope;
    for (const SExpression& binding : item.items[1].items) {
      if (!binding.is_list || binding.items.size() != 2) {
        return RefuseNode("a binding that names no variable", binding);
      }
      // In let all values are those outside, in let* a value may use the bindings before it.
      inner[binding.items[0].atom] =
          Read(binding.items[1], item.items[0].Is("let*") ? inner : scope);
    }
    return Read(item.items[2], inner);
  }

  int Call(const std::string& name, const std::vector<int>& operands, const SExpression& item) {
    if (name == "if" && operands.size() == 3) {
      return builder_.Apply(Operation::kWhere, {operands[0], operands[1], operands[2]});
    }
    const std::optional<Operation> shared = Find(name, operands.size());
    if (operands.size() == 1) {
      const std::optional<Operation> unary = shared.has_value() ? shared : Find(kUnary, name);
      if (unary.has_value()) return builder_.Apply(*unary, {operands[0]});
      if (name == "+") return operands[0];
    }
    if (operands.size() == 2) {
      const std::optional<Operation> binary = shared.has_value() ? shared : Find(kBinary, name);
      if (binary.has_value()) return builder_.Apply(*binary, {operands[0], operands[1]});
      if (name == "!=") return builder_.Apply(Operation::kNotEqual, {operands[0], operands[1]});
      if (name == "fdim") {
        const int difference = builder_.Apply(Operation::kSubtract, {operands[0], operands[1]});
        return builder_.Apply(Operation::kMaximum, {difference, builder_.Constant(0)});
      }
    }
    const std::optional<Operation> chain = Find(kChains, name);
    if (chain.has_value() && operands.size() >= 2) return Chain(*chain, operands);
    const std::optional<Operation> fold = Find(kFolds, name);
    if (fold.has_value() && operands.size() >= 2) {
      int result = operands[0];
      for (size_t i = 1; i < operands.size(); ++i) {
        result = builder_.Apply(*fold, {result, operands[i]});
      }
      return result;
    }
    return RefuseNode(
        absl::StrCat("'", name, "' of ", operands.size(), " operands is not measured"), item);
  }

  // (< a b c) is a < b and b < c.
  int Chain(Operation operation, const std::vector<int>& operands) {
    int result = builder_.Apply(operation, {operands[0], operands[1]});
    for (size_t i = 2; i < operands.size(); ++i) {
      result = builder_.Apply(Operation::kAnd,
                              {result, builder_.Apply(operation, {operands[i - 1], operands[i]})});
    }
    return result;
  }

  const absl::string_view text_;
  const SExpression& core_;
  GraphBuilder builder_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<std::vector<FpCore>> ReadFpCores(absl::string_view text) {
  ASSIGN_OR_RETURN(const std::vector<SExpression> items, ReadSExpressions(text));
  std::vector<FpCore> cores;
  for (const SExpression& item : items) {
    if (!item.is_list || item.items.empty() || !item.items[0].Is("FPCore")) continue;
    cores.push_back(CoreReader(text, item).Read());
  }
  if (cores.empty()) return absl::InvalidArgumentError("holds no (FPCore …)");
  return cores;
}

}  // namespace allreview::numerics

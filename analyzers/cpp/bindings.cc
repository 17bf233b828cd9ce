#include "analyzers/cpp/bindings.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/cpp/calls.h"
#include "analyzers/cpp/declarators.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

constexpr size_t kMaxClassVariables = 256;
constexpr int kMaxChain = 1'000;  // .def(…).def(…) of one class.

// What PYBIND11_MODULE(name, m) { … } and the like open.
struct Module {
  bool is_torch = false;
  bool is_implementation = false;
  absl::string_view name;
  absl::string_view dispatch_key;
  absl::string_view variable;  // "m".
};

// Of `name(a, b)` as the grammar reads it before a block: a function with parameters of types.
std::optional<Module> ModuleOf(Node function) {
  const Declarator declarator = DeclaratorOf(function.child(Field::kDeclarator));
  const absl::string_view macro = declarator.name.text();
  Module module;
  module.is_torch = absl::StartsWith(macro, "TORCH_LIBRARY");
  module.is_implementation = macro == "TORCH_LIBRARY_IMPL";
  if (!module.is_torch && macro != "PYBIND11_MODULE" && macro != "PYBIND11_EMBEDDED_MODULE") {
    return std::nullopt;
  }
  const std::vector<Node> arguments = ArgumentsOf(declarator.function.child(Field::kParameters));
  if (arguments.size() < 2) return std::nullopt;
  module.name = arguments[0].text();
  module.variable = arguments.back().text();
  if (module.is_implementation) module.dispatch_key = arguments[1].text();
  return module;
}

// `f` of `&f`, `f`, torch::wrap(&f), TORCH_FN(f), py::overload_cast<…>(&f), static_cast<…>(&f).
Node TargetOf(Node argument) {
  for (int i = 0; i < 8; ++i) {
    argument = WithoutCasts(argument);
    if (argument.Is(Kind::kPointerExpression)) {
      argument = argument.child(Field::kArgument);
    } else if (argument.Is(Kind::kCallExpression)) {
      const std::vector<Node> arguments = ArgumentsOf(argument);
      if (arguments.size() != 1) return Node();
      argument = arguments[0];
    } else {
      break;
    }
  }
  const bool is_target = argument.Is(Kind::kIdentifier) || argument.Is(Kind::kLambdaExpression) ||
                         argument.Is(Kind::kQualifiedIdentifier) ||
                         argument.Is(Kind::kTemplateFunction);
  return is_target ? argument : Node();
}

// py::arg("x") = 3, "x"_a = 3.
std::optional<BindingArgument> NamedArgument(Node argument) {
  BindingArgument result;
  result.node = argument;
  if (argument.Is(Kind::kAssignmentExpression)) {
    result.default_value = argument.child(Field::kRight);
    argument = argument.child(Field::kLeft);
  }
  // py::arg("x").noconvert()
  for (int i = 0; i < 4 && ObjectOf(argument); ++i) argument = ObjectOf(argument);
  if (argument.Is(Kind::kUserDefinedLiteral) && absl::EndsWith(argument.text(), "_a")) {
    result.name = StringContent(argument.named_child(0));
    return result;
  }
  if (!argument.Is(Kind::kCallExpression) || CalleeName(argument) != "arg") return std::nullopt;
  const std::vector<Node> names = ArgumentsOf(argument);
  if (names.empty()) return std::nullopt;
  result.name = StringContent(names[0]);
  return result;
}

bool IsDefinition(absl::string_view method) {
  return absl::StartsWith(method, "def") || method == "impl" || method == "value" ||
         method == "def_submodule";
}

class BindingCollector {
 public:
  explicit BindingCollector(const SyntaxTree& tree) : root_(tree.root()) {}

  std::vector<Binding> Collect() {
    for (Node function : root_.descendants(Kind::kFunctionDefinition)) {
      std::optional<Module> module = ModuleOf(function);
      if (!module) continue;
      module_ = *module;
      for (Node call : function.descendants(Kind::kCallExpression)) Visit(call);
    }
    // The calls of a chain begin at one byte, the last of them first.
    std::stable_sort(result_.begin(), result_.end(), [](const Binding& a, const Binding& b) {
      return a.node.end_byte() < b.node.end_byte();
    });
    return std::move(result_);
  }

 private:
  void Visit(Node call) {
    const absl::string_view name = CalleeName(call);
    if (name == "class_" || name == "enum_") return AddClass(call);
    const Node object = ObjectOf(call);
    if (!object || !IsDefinition(name)) return;
    // The calls of a chain hold each other; the first of a chain stands innermost.
    Node start = object;
    for (int i = 0; i < kMaxChain && start.Is(Kind::kCallExpression); ++i) {
      Poll();
      if (!ObjectOf(start)) break;
      start = ObjectOf(start);
    }
    const absl::string_view class_name = ClassNameOf(start);
    if (class_name.empty() && start.text() != module_.variable) return;
    AddDefinition(call, name, class_name);
  }

  // py::class_<A>(m, "A"), or a variable that holds one.
  absl::string_view ClassNameOf(Node start) const {
    if (start.Is(Kind::kCallExpression)) {
      const std::vector<Node> arguments = ArgumentsOf(start);
      return arguments.size() < 2 ? "" : StringContent(arguments[1]);
    }
    for (const auto& [variable, name] : class_variables_) {
      Poll();
      if (start.text() == variable) return name;
    }
    return "";
  }

  void AddClass(Node call) {
    const std::vector<Node> arguments = ArgumentsOf(call);
    if (arguments.size() < 2) return;
    Binding binding{.kind = Binding::Kind::kClass, .node = call, .module = module_.name};
    binding.name_node = arguments[1];
    binding.name = std::string(StringContent(arguments[1]));
    const std::vector<Node> types = TemplateArgumentsOf(call);
    if (!types.empty())
      binding.target = types[0], binding.target_name = std::string(types[0].text());
    // auto cls = py::class_<A>(m, "A");
    Node holder = call.parent();
    if (holder.Is(Kind::kInitDeclarator) && class_variables_.size() < kMaxClassVariables) {
      class_variables_.emplace_back(LastName(DeclaratorOf(holder).name),
                                    StringContent(arguments[1]));
    }
    result_.push_back(std::move(binding));
  }

  void AddDefinition(Node call, absl::string_view method, absl::string_view class_name) {
    const std::vector<Node> arguments = ArgumentsOf(call);
    if (arguments.empty()) return;
    Binding binding{.kind = KindOf(method, class_name), .node = call, .module = module_.name};
    binding.dispatch_key = module_.dispatch_key;
    binding.class_name = class_name;
    binding.name_node = arguments[0];
    const absl::string_view text = StringContent(arguments[0]);
    if (binding.kind == Binding::Kind::kOperator && absl::StrContains(text, "(")) {
      binding.schema = text;
    }
    const absl::string_view name = text.substr(0, text.find('('));
    binding.name = std::string(name.substr(name.rfind(':') + 1));
    if (CalleeName(arguments[0]) == "init") binding.kind = Binding::Kind::kConstructor;
    for (size_t i = 1; i < arguments.size(); ++i) AddArgument(arguments[i], &binding);
    if (binding.name.empty() && binding.kind != Binding::Kind::kConstructor) return;
    result_.push_back(std::move(binding));
  }

  Binding::Kind KindOf(absl::string_view method, absl::string_view class_name) const {
    if (!class_name.empty()) return Binding::Kind::kMethod;
    if (method == "impl") return Binding::Kind::kImplementation;
    return module_.is_torch ? Binding::Kind::kOperator : Binding::Kind::kFunction;
  }

  static void AddArgument(Node argument, Binding* binding) {
    if (std::optional<BindingArgument> named = NamedArgument(argument)) {
      binding->arguments.push_back(*named);
      return;
    }
    if (binding->target) return;
    // torch::kCUDA, and what pybind11 is told of the call.
    if (argument.Is(Kind::kCallExpression) &&
        (CalleeName(argument) == "call_guard" || CalleeName(argument) == "keep_alive")) {
      return;
    }
    const Node target = TargetOf(argument);
    const absl::string_view last = LastName(target);
    if (!target || absl::StartsWith(last, "kCUDA") || absl::StartsWith(last, "kCPU")) return;
    binding->target = target;
    if (!target.Is(Kind::kLambdaExpression)) binding->target_name = std::string(target.text());
  }

  const Node root_;
  Module module_;
  std::vector<std::pair<absl::string_view, absl::string_view>> class_variables_;
  std::vector<Binding> result_;
};

}  // namespace

std::vector<Binding> BindingsOf(const SyntaxTree& tree) { return BindingCollector(tree).Collect(); }

}  // namespace allreview::cpp

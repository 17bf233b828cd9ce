#include "analyzers/cpp/bindings.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/cpp/calls.h"
#include "analyzers/cpp/declarators.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

constexpr size_t kMaxHolders = 256;
constexpr int kMaxChain = 1'000;  // .def(…).def(…) of one class.

// The text of a binding's name, TORCH_SELECTIVE_SCHEMA("…") too.
std::string NameText(Node argument) {
  if (argument.Is(Kind::kCallExpression) && CalleeName(argument) != "init") {
    const std::vector<Node> arguments = ArgumentsOf(argument);
    if (arguments.size() == 1) argument = arguments[0];
  }
  return JoinedContent(argument);
}

// What PYBIND11_MODULE(name, m) { … } and the like open.
struct Module {
  bool is_torch = false;
  bool is_implementation = false;
  bool is_stable = false;
  absl::string_view name = {};
  absl::string_view dispatch_key = {};
  absl::string_view variable = {};  // "m".
};

// Of a function `void add_softmax(py::module_ &m)`.
std::optional<Module> PartOfModule(const std::vector<Node>& parameters) {
  for (Node parameter : parameters) {
    if (!parameter.Is(Kind::kParameterDeclaration)) continue;
    const absl::string_view type = LastName(parameter.child(Field::kType));
    const Declarator declarator = DeclaratorOf(parameter.child(Field::kDeclarator));
    if (type != "module" && type != "module_" && type != "Library") continue;
    if (!declarator.is_reference) continue;
    return Module{.is_torch = type == "Library", .variable = declarator.name.text()};
  }
  return std::nullopt;
}

// Of `name(a, b)` as the grammar reads it before a block: a function with parameters of types.
std::optional<Module> ModuleOf(Node function) {
  const Declarator declarator = DeclaratorOf(function.child(Field::kDeclarator));
  const absl::string_view macro = declarator.name.text();
  const std::vector<Node> arguments = ArgumentsOf(declarator.function.child(Field::kParameters));
  Module module;
  // STABLE_TORCH_LIBRARY, too.
  module.is_torch = absl::StrContains(macro, "TORCH_LIBRARY");
  module.is_stable = absl::StartsWith(macro, "STABLE_");
  module.is_implementation = module.is_torch && absl::EndsWith(macro, "_IMPL");
  if (!module.is_torch && macro != "PYBIND11_MODULE" && macro != "PYBIND11_EMBEDDED_MODULE") {
    return PartOfModule(arguments);
  }
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
      // overload_cast<…>(&A::f, py::const_).
      const bool is_overload = CalleeName(argument) == "overload_cast" && !arguments.empty();
      if (arguments.size() != 1 && !is_overload) return Node();
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
    if (!object) return AddElsewhere(call, name);
    if (!IsDefinition(name)) return;
    // The calls of a chain hold each other; the first of a chain stands innermost.
    Node start = object;
    for (int i = 0; i < kMaxChain && start.Is(Kind::kCallExpression); ++i) {
      Poll();
      if (!ObjectOf(start)) break;
      start = ObjectOf(start);
    }
    const Holder holder = HolderOf(start);
    if (holder.name.empty() && start.text() != module_.variable) return;
    AddDefinition(call, name, holder);
  }

  // A class or submodule.
  struct Holder {
    absl::string_view name = {};  // Empty: neither.
    bool is_class = true;
  };

  // py::class_<A>(m, "A"), or a variable that holds one.
  Holder HolderOf(Node start) const {
    if (start.Is(Kind::kCallExpression)) {
      const std::vector<Node> arguments = ArgumentsOf(start);
      return {arguments.size() < 2 ? "" : StringContent(arguments[1])};
    }
    for (const auto& [variable, holder] : holders_) {
      Poll();
      if (start.text() == variable) return holder;
    }
    return {};
  }

  // auto cls = py::class_<A>(m, "A");
  void Remember(Node call, Holder held) {
    const Node declarator = call.parent();
    if (!declarator.Is(Kind::kInitDeclarator) || holders_.size() >= kMaxHolders) return;
    holders_.emplace_back(LastName(DeclaratorOf(declarator).name), held);
  }

  // The module is handed on, or a macro that is not known here may bind something.
  void AddElsewhere(Node call, absl::string_view name) {
    const std::vector<Node> arguments = ArgumentsOf(call);
    const bool is_handed_on = std::any_of(arguments.begin(), arguments.end(), [&](Node argument) {
      return argument.text() == module_.variable;
    });
    const bool is_macro = std::none_of(name.begin(), name.end(), absl::ascii_islower) &&
                          call.parent().Is(Kind::kExpressionStatement);
    if (name.empty() || (!is_handed_on && !is_macro)) return;
    Binding binding{.kind = Binding::Kind::kElsewhere, .node = call, .module = module_.name};
    binding.name_node = binding.target = call.child(Field::kFunction);
    binding.name = std::string(name);
    binding.target_name = std::string(binding.target.text());
    result_.push_back(std::move(binding));
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
    Remember(call, {StringContent(arguments[1])});
    result_.push_back(std::move(binding));
  }

  void AddDefinition(Node call, absl::string_view method, Holder holder) {
    const std::vector<Node> arguments = ArgumentsOf(call);
    if (arguments.empty()) return;
    Binding binding{.kind = KindOf(method, holder), .node = call, .module = module_.name};
    binding.dispatch_key = module_.dispatch_key;
    binding.method = method;
    binding.is_stable = module_.is_stable;
    binding.class_name = holder.name;
    binding.name_node = arguments[0];
    const std::string text = NameText(arguments[0]);
    if (binding.kind == Binding::Kind::kOperator && absl::StrContains(text, "(")) {
      binding.schema = text;
    }
    const std::string name = text.substr(0, text.find('('));
    binding.name = name.substr(name.rfind(':') + 1);
    if (CalleeName(arguments[0]) == "init") {
      binding.kind = Binding::Kind::kConstructor;
      AddConstructor(arguments[0], &binding);
    }
    for (size_t i = 1; i < arguments.size(); ++i) AddArgument(arguments[i], &binding);
    if (binding.name.empty() && binding.kind != Binding::Kind::kConstructor) return;
    if (binding.kind == Binding::Kind::kSubmodule) {
      Remember(call, {StringContent(arguments[0]), /*is_class=*/false});
    }
    result_.push_back(std::move(binding));
  }

  Binding::Kind KindOf(absl::string_view method, Holder holder) const {
    if (method == "def_submodule") return Binding::Kind::kSubmodule;
    if (!holder.name.empty() && holder.is_class) return Binding::Kind::kMethod;
    if (method == "impl") return Binding::Kind::kImplementation;
    return module_.is_torch ? Binding::Kind::kOperator : Binding::Kind::kFunction;
  }

  // py::init<A, B>(), py::init(&make), py::init([](…) { … }).
  static void AddConstructor(Node init, Binding* binding) {
    const std::vector<Node> arguments = ArgumentsOf(init);
    binding->types = TemplateArgumentsOf(init);
    binding->has_types = arguments.empty();
    if (arguments.empty()) return;
    binding->target = TargetOf(arguments[0]);
    if (binding->target && !binding->target.Is(Kind::kLambdaExpression)) {
      binding->target_name = std::string(binding->target.text());
    }
  }

  static void AddArgument(Node argument, Binding* binding) {
    if (std::optional<BindingArgument> named = NamedArgument(argument)) {
      binding->arguments.push_back(*named);
      return;
    }
    const absl::string_view called =
        argument.Is(Kind::kCallExpression) ? CalleeName(argument) : absl::string_view();
    const int named_so_far = static_cast<int>(binding->arguments.size());
    if (called == "kw_only") binding->keyword_only_from = named_so_far;
    if (called == "pos_only") binding->positional_only_until = named_so_far;
    if (binding->target || binding->kind == Binding::Kind::kConstructor) return;
    // torch::kCUDA, and what pybind11 is told of the call.
    if (called == "call_guard" || called == "keep_alive") return;
    const Node target = TargetOf(argument);
    const absl::string_view last = LastName(target);
    if (!target || absl::StartsWith(last, "kCUDA") || absl::StartsWith(last, "kCPU")) return;
    binding->target = target;
    if (called == "overload_cast") {
      binding->types = TemplateArgumentsOf(argument);
      binding->has_types = true;
    }
    if (!target.Is(Kind::kLambdaExpression)) binding->target_name = std::string(target.text());
  }

  const Node root_;
  Module module_;
  std::vector<std::pair<absl::string_view, Holder>> holders_;  // By variable.
  std::vector<Binding> result_;
};

}  // namespace

std::vector<Binding> BindingsOf(const SyntaxTree& tree) { return BindingCollector(tree).Collect(); }

}  // namespace allreview::cpp

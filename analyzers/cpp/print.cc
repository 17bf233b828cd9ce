#include "analyzers/cpp/print.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/syntax/print_tree.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

std::string At(Node node) { return syntax::Position(*node.tree(), node.first_byte()); }

absl::string_view NameOf(Variable::Kind kind) {
  static constexpr absl::string_view kNames[] = {"local",  "parameter",          "member",
                                                 "global", "template parameter", "enumerator"};
  return kNames[static_cast<size_t>(kind)];
}

std::string Describe(const Unit& unit, const Variable& variable) {
  const Type type = unit.TypeOf(variable);
  std::string line = absl::StrCat(NameOf(variable.kind), " ", variable.name, " ",
                                  At(variable.name_node), " ", Excerpt(type.text));
  if (type.kind == TypeKind::kInteger || type.kind == TypeKind::kFloating) {
    absl::StrAppend(&line, " ", type.bits,
                    type.kind == TypeKind::kFloating ? " floating"
                    : type.is_signed                 ? " signed"
                                                     : " unsigned");
  }
  if (variable.type.is_auto) absl::StrAppend(&line, " auto");
  if (variable.is_shared) absl::StrAppend(&line, " shared");
  if (type.is_array) absl::StrAppend(&line, " array");
  if (const auto value = unit.ConstantOf(variable.name_node)) {
    absl::StrAppend(&line, " = ", *value);
  }
  return line;
}

std::string Describe(const Function& function) {
  std::string line(function.is_kernel ? "kernel"
                   : function.body    ? "function"
                                      : "declared function");
  absl::StrAppend(&line, " ", function.name, " ", At(function.outer), "-", function.end_line - 1);
  if (!function.template_parameters.empty()) {
    absl::StrAppend(&line, " <");
    for (const TemplateParameter& parameter : function.template_parameters) {
      absl::StrAppend(&line, line.back() == '<' ? "" : ", ", parameter.name);
    }
    absl::StrAppend(&line, ">");
  }
  if (!function.return_type.text.empty()) {
    absl::StrAppend(&line, " -> ", Excerpt(function.return_type.text));
  }
  if (function.is_device) absl::StrAppend(&line, function.is_host ? " host and device" : " device");
  if (function.launch_bounds) absl::StrAppend(&line, " ", Excerpt(function.launch_bounds.text()));
  return line;
}

// A line, and where what it tells stands.
struct Line {
  uint32_t index;
  int depth;
  std::string text;
};

std::string Sorted(std::vector<Line> lines) {
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.index < b.index; });
  Outline outline;
  for (const Line& line : lines) outline.Add(line.depth, line.text);
  return std::move(outline).Finish();
}

std::string Part(absl::string_view name, Node node) {
  return node ? absl::StrCat(" ", name, " ", Excerpt(node.text())) : "";
}

std::string Describe(const Launch& launch) {
  std::string line = absl::StrCat("launch ", launch.kernel_name, " ", At(launch.node));
  absl::StrAppend(&line, Part("grid", launch.grid), Part("block", launch.block),
                  Part("shared", launch.shared_bytes), Part("stream", launch.stream),
                  Part("config", launch.config));
  for (Node argument : launch.arguments) absl::StrAppend(&line, Part("with", argument));
  return line;
}

std::string Describe(const Check& check) {
  static constexpr absl::string_view kNames[] = {"condition", "status", "launch"};
  return absl::StrCat("check ", kNames[static_cast<size_t>(check.kind)], " ", At(check.node), " ",
                      check.name, Part("of", check.condition));
}

std::string Describe(const Dispatch& dispatch) {
  std::string line = absl::StrCat("dispatch ", dispatch.name, " ", At(dispatch.node),
                                  Part("on", dispatch.subject), " as ", dispatch.type_name);
  for (Node type : dispatch.extra_types) absl::StrAppend(&line, Part("and", type));
  return line;
}

std::string Describe(const Allocation& allocation) {
  static constexpr absl::string_view kNames[] = {"uninitialised", "initialised", "device", "host",
                                                 "release"};
  return absl::StrCat("allocation ", kNames[static_cast<size_t>(allocation.kind)], " ",
                      At(allocation.node), " ", allocation.name, Part("of", allocation.subject));
}

std::string Describe(const StreamUse& use) {
  return absl::StrCat("stream use ", At(use.node), " ", use.name);
}

std::string Describe(const Binding& binding) {
  static constexpr absl::string_view kNames[] = {"function",    "class",    "method",
                                                 "constructor", "operator", "implementation",
                                                 "submodule",   "elsewhere"};
  std::string line =
      absl::StrCat("binding ", kNames[static_cast<size_t>(binding.kind)], " ", binding.module,
                   binding.class_name.empty() ? "" : ".", binding.class_name, ".", binding.name,
                   " ", At(binding.name_node), Part("to", binding.target));
  for (const BindingArgument& argument : binding.arguments) {
    absl::StrAppend(&line, " ", argument.name, Part("=", argument.default_value));
  }
  return line;
}

template <typename Fact>
std::vector<Line> LinesOf(const std::vector<Fact>& facts) {
  std::vector<Line> lines;
  for (const Fact& fact : facts) {
    Poll();
    lines.push_back({fact.node.index(), 0, Describe(fact)});
  }
  return lines;
}

}  // namespace

std::string PrintTree(const SyntaxTree& tree) { return syntax::PrintTree(tree); }

std::string PrintDeclarations(const Unit& unit) {
  std::vector<Line> lines;
  for (const Class& a_class : unit.classes()) {
    lines.push_back(
        {a_class.node.index(), 0,
         absl::StrCat("class ", a_class.name, " ", At(a_class.node), "-", a_class.end_line - 1)});
  }
  for (const Function& function : unit.functions()) {
    lines.push_back({function.outer.index(), 0, Describe(function)});
  }
  for (const Variable& variable : unit.variables()) {
    Poll();
    const bool is_outside = variable.kind == Variable::Kind::kGlobal;
    lines.push_back({variable.name_node.index(), is_outside ? 0 : 1, Describe(unit, variable)});
  }
  for (const Macro& macro : unit.macros()) {
    lines.push_back(
        {macro.node.index(), 0,
         absl::StrCat("macro ", macro.name, " ", At(macro.node), " ", Excerpt(macro.value))});
  }
  return Sorted(std::move(lines));
}

std::string PrintCalls(const Unit& unit) {
  std::vector<Line> lines;
  const auto add = [&](const std::vector<Line>& more) {
    lines.insert(lines.end(), more.begin(), more.end());
  };
  add(LinesOf(unit.launches()));
  add(LinesOf(unit.checks()));
  add(LinesOf(unit.dispatches()));
  add(LinesOf(unit.allocations()));
  add(LinesOf(unit.stream_uses()));
  add(LinesOf(unit.bindings()));
  return Sorted(std::move(lines));
}

}  // namespace allreview::cpp

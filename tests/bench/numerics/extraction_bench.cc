// How much of the arithmetic in Python files can be measured: expressions that are found, and those
// that are refused, by reason.
//
//   bazel run //tests/bench/numerics:extraction -- [--list] [--across] ROOT FILE.py...
//
// ROOT is the folder that imports start at. --across: helpers of the other files given are read as
// well; a review reads those of the same file.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "analyzers/python/module.h"
#include "analyzers/tensor_expressions/extract.h"
#include "base/file.h"

namespace allreview::tensor_expressions {
namespace {

using Modules = std::vector<std::unique_ptr<python::Module>>;

struct Counts {
  int functions = 0;
  int expressions = 0;
  int operations = 0;  // Of these.
  std::map<std::string, int> refused;
};

Modules ParseAll(absl::string_view root, int count, char** paths) {
  Modules modules;
  for (int i = 0; i < count; ++i) {
    const absl::StatusOr<std::string> text = ReadFile(paths[i]);
    if (!text.ok()) continue;
    absl::string_view path = paths[i];
    if (absl::ConsumePrefix(&path, root)) absl::ConsumePrefix(&path, "/");
    auto module = python::Module::Parse(std::string(path), *text);
    if (module.ok()) modules.push_back(*std::move(module));
  }
  return modules;
}

FindFunction Among(const Modules& modules) {
  auto by_name = std::make_shared<std::map<std::string, const python::Module*, std::less<>>>();
  for (const auto& module : modules) by_name->emplace(module->name(), module.get());
  return [by_name](const std::string& name) -> FunctionPlace {
    // The longest name of a module that it begins with.
    for (size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0;
         dot = name.rfind('.', dot - 1)) {
      const auto module = by_name->find(absl::string_view(name).substr(0, dot));
      if (module == by_name->end()) continue;
      return {module->second, module->second->FindDefinition(name.substr(dot + 1))};
    }
    return {};
  };
}

int OperationsOf(const numerics::Graph& graph) {
  return static_cast<int>(
      std::count_if(graph.nodes.begin(), graph.nodes.end(), [](const numerics::Node& node) {
        return numerics::InfoOf(node.operation).kind != numerics::OperationKind::kLeaf;
      }));
}

void Add(const python::Module& module, const ExtractOptions& options, bool is_listed,
         Counts& counts) {
  for (const python::Definition& definition : module.definitions()) {
    if (definition.kind == python::Definition::Kind::kClass) continue;
    ++counts.functions;
    const Extraction extraction = ExtractFunction(module, definition, {}, options);
    counts.expressions += static_cast<int>(extraction.expressions.size());
    for (const Expression& expression : extraction.expressions) {
      counts.operations += OperationsOf(expression.graph);
      if (!is_listed) continue;
      std::printf("%s:%d\t%s\t%s\n", std::string(module.path()).c_str(), expression.place.line,
                  expression.symbol.c_str(), numerics::ToFormula(expression.graph).c_str());
    }
    for (const RefusedExpression& refused : extraction.refused) {
      ++counts.refused[std::string(RefusalName(refused.reason))];
      if (!is_listed) continue;
      std::printf("%s:%d\t%s\trefused: %s\t%s\n", std::string(module.path()).c_str(),
                  refused.place.line, refused.symbol.c_str(),
                  std::string(RefusalName(refused.reason)).c_str(), refused.text.c_str());
    }
  }
}

struct Request {
  bool is_listed = false;
  bool is_across = false;
};

int Run(const Request& request, absl::string_view root, int count, char** paths) {
  const Modules modules = ParseAll(root, count, paths);
  Counts counts;
  const ExtractOptions options = {.find_function =
                                      request.is_across ? Among(modules) : FindFunction()};
  for (const auto& module : modules) Add(*module, options, request.is_listed, counts);
  int refused = 0;
  for (const auto& [reason, number] : counts.refused) refused += number;
  std::printf("%zu files, %d functions: %d expressions of %d operations measured, %d refused\n",
              modules.size(), counts.functions, counts.expressions, counts.operations, refused);
  for (const auto& [reason, number] : counts.refused) {
    std::printf("  %-24s %d\n", reason.c_str(), number);
  }
  return 0;
}

}  // namespace
}  // namespace allreview::tensor_expressions

int main(int argc, char** argv) {
  allreview::tensor_expressions::Request request;
  int first = 1;
  for (; first < argc && argv[first][0] == '-'; ++first) {
    const absl::string_view flag = argv[first];
    request.is_listed = request.is_listed || flag == "--list";
    request.is_across = request.is_across || flag == "--across";
  }
  if (argc <= first + 1) {
    std::fprintf(stderr, "usage: extraction [--list] [--across] ROOT FILE.py...\n");
    return 2;
  }
  return allreview::tensor_expressions::Run(request, argv[first], argc - first - 1,
                                            argv + first + 1);
}

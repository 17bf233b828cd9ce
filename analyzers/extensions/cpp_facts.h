#ifndef ANALYZERS_EXTENSIONS_CPP_FACTS_H_
#define ANALYZERS_EXTENSIONS_CPP_FACTS_H_

// What other files may want to know of one C++ or CUDA file: what it binds to Python, and the
// functions and classes that it declares. Plain data: the tree is gone.
//
//   CppFacts facts = FactsOf(*unit);
//   std::optional<CppFacts> others = ReadFacts("csrc/pybind.cpp", text);

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/unit.h"

namespace allreview::extensions {

struct CppParameter {
  std::string name, type;
  bool has_default = false;
};

// A call or launch by its simple name.
struct CppCall {
  std::string name;
  int line = 0;
  bool is_launch = false;
};

struct CppFunction {
  std::string name;  // Qualified: "ns::Handle::wait".
  std::string simple_name;
  std::string return_type;
  std::vector<CppParameter> parameters;
  bool is_method = false;  // Of a class, static ones too.
  bool is_static = false;  // A static method.
  bool is_open = false;    // Takes a pack or `...`.
  bool has_body = false;
  bool is_kernel = false;
  int line = 0, end_line = 0;       // The end is exclusive.
  std::vector<CppCall> calls = {};  // The first of each name.
};

struct CppClass {
  std::string name;  // Qualified.
  std::vector<std::string> bases = {};
};

struct BoundArgument {
  std::string name;
  bool has_default = false;
};

// cpp::Binding without nodes.
struct BoundName {
  cpp::Binding::Kind kind = cpp::Binding::Kind::kFunction;
  std::string module, dispatch_key, method, holder, name, schema;
  std::string target;                // Qualified as written; empty: a lambda, or none.
  std::string target_overload = {};  // Its types, where overload_cast names them: "int, float".
  std::string part_of = {};          // The function that binds into a module that it is handed.
  // What is known without looking for the target: of a lambda, py::init<…>, overload_cast<…>.
  std::optional<std::vector<CppParameter>> parameters = {};
  bool is_lambda = false;
  bool has_error = false;  // In its arguments.
  bool is_stable = false;  // By STABLE_TORCH_LIBRARY, which takes other types.
  std::vector<BoundArgument> arguments = {};
  int keyword_only_from = -1, positional_only_until = -1;
  int line = 0;
  // Index into Unit::bindings(); -1: a macro of the file makes it.
  int index = -1;
};

struct CppFacts {
  std::string path;
  // The parser made no sense of something around the bindings: that one is absent proves nothing.
  bool has_errors = false;
  std::vector<BoundName> bindings;
  std::vector<CppFunction> functions = {};
  std::vector<CppClass> classes = {};
};

CppFacts FactsOf(const cpp::Unit& unit);
// nullopt: it cannot be parsed.
std::optional<CppFacts> ReadFacts(absl::string_view path, const std::string& text);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_CPP_FACTS_H_

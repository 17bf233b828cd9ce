#ifndef ANALYZERS_CPP_BINDINGS_H_
#define ANALYZERS_CPP_BINDINGS_H_

// What a file offers to Python: PYBIND11_MODULE, TORCH_LIBRARY and their kin.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/syntax.h"

namespace allreview::cpp {

struct BindingArgument {
  absl::string_view name = {};  // py::arg("x")
  Node default_value = {};      // Null: none.
  Node node = {};
};

struct Binding {
  enum class Kind {
    kFunction,        // m.def("f", &f) in PYBIND11_MODULE.
    kClass,           // py::class_<A>(m, "A"), py::enum_.
    kMethod,          // .def("f", &A::f), .def_static, .def_readwrite, .def_property, .value.
    kConstructor,     // .def(py::init<…>())
    kOperator,        // m.def("f(Tensor x) -> Tensor") in TORCH_LIBRARY: `target` may be given too.
    kImplementation,  // m.impl("f", &f) in TORCH_LIBRARY_IMPL.
    kSubmodule,       // m.def_submodule("s").
    kElsewhere,       // add_softmax(m): whatever that function binds.
  };
  Kind kind = Kind::kFunction;
  Node node = {};                 // The call.
  Node name_node = {};            // The string that names it: where a finding stands. May be null.
  absl::string_view module = {};  // "TORCH_EXTENSION_NAME", or the library's: "my" of my::f.
  absl::string_view dispatch_key = {};  // "CUDA" of TORCH_LIBRARY_IMPL(my, CUDA, m).
  std::string name = {};                // As Python calls it: "f". Empty for constructors.
  absl::string_view method = {};        // "def", "def_static", "def_readwrite", "value", …
  absl::string_view class_name = {};    // Python's name of the class or submodule that holds it.
  std::string schema = {};              // "f(Tensor x, int n=3) -> Tensor", of kOperator.
  // The C++ function: `f`, `A::f`, a lambda; of a constructor, the factory. Null: none.
  Node target = {};
  std::string target_name = {};  // Qualified as written: "A::f". Empty: a lambda, or none.
  std::vector<BindingArgument> arguments = {};  // Those that are named. Not of schemas.
  int keyword_only_from = -1;                   // Of `arguments`, by py::kw_only(). -1: none.
  int positional_only_until = -1;               // By py::pos_only().
  bool is_stable = false;                       // In STABLE_TORCH_LIBRARY and its kin.
  // Of the parameters, where they choose an overload: `int` of py::init<int>, overload_cast<int>.
  bool has_types = false;
  std::vector<Node> types = {};
};

// In source order. A function that takes a `py::module_ &` or `torch::Library &` binds into the
// module of whoever calls it: its `module` is empty.
std::vector<Binding> BindingsOf(const SyntaxTree& tree);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_BINDINGS_H_

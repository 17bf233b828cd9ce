# === Names and parameters.
# --- csrc/ops.h before
at::Tensor scale(at::Tensor x);
at::Tensor rest(at::Tensor x, py::args more);
struct Handle {
  void wait(int seconds);
};
# --- csrc/ops.h after
at::Tensor scale(at::Tensor x, double by);  // expect: binding-does-not-fit-function
at::Tensor rest(at::Tensor x, py::args more);
struct Handle {
  void wait(int seconds, bool quiet);
};
# --- csrc/bind.cpp before
#include "ops.h"
int before(int x) { return x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &scale, py::arg("x"));
  m.def("old", &before, py::arg("a"), py::arg("b"));  // silent: it was wrong before
}
# --- csrc/bind.cpp after
#include "ops.h"
int before(int x) { return x; }
int overloaded(int x);
int overloaded(int x, int y);
int free_function(Handle& self, int n);
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &scale, py::arg("x"));
  m.def("old", &before, py::arg("a"), py::arg("b"));
  m.def("rest", &rest, py::arg("x"));  // silent: py::args has no name
  m.def("bare", &scale);  // silent: it names none
  m.def("few", [](int a, int b) { return a; }, py::arg("a"));  // expect: binding-does-not-fit-function
  m.def("some", &overloaded, py::arg("x"));  // silent: one of several
  m.def("chosen", py::overload_cast<int, int>(&overloaded), py::arg("x"), py::arg("y"));  // silent: fits
  m.def("foreign", &elsewhere::f, py::arg("x"));  // silent: not of this repository
  py::class_<Handle>(m, "Handle")
      .def(py::init<int>(), py::arg("n"))  // silent: fits
      .def("wait", &Handle::wait, py::arg("seconds"))  // expect: binding-does-not-fit-function
      .def("free", &free_function, py::arg("n"));  // silent: the object has no name
}
# === The function goes away.
# --- csrc/ops.cpp before
int scale(int x) { return x; }  // expect: binding-does-not-fit-function
int half(int x) { return x; }
# --- csrc/ops.cpp after
int half(int x) { return x; }
# --- csrc/bind.cpp unchanged
int half(int x);
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &scale);
  m.def("half", &half);
}

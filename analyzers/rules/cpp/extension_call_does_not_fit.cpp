# === What pybind11 refuses.
# --- setup.py unchanged
CUDAExtension(name="softmax_ops", sources=["csrc/softmax.cpp"])
# --- csrc/softmax.h unchanged
#pragma once
namespace ops {
at::Tensor scale(const at::Tensor& x, double by, bool in_place = false);
at::Tensor masked(at::Tensor x, at::Tensor mask);
}
# --- csrc/softmax.cpp unchanged
#include "softmax.h"
int chosen(int a, py::args rest, py::kwargs more) { return a; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &ops::scale, "Scales.", py::arg("x"), py::arg("by") = 2.0, py::kw_only(),
        py::arg("in_place") = false, py::call_guard<py::gil_scoped_release>());
  m.def("masked", &ops::masked);
  m.def("half", [](at::Tensor x) { return x; });
  m.def("either", [](int a) { return a; }, py::arg("a"));
  m.def("either", [](int a, int b) { return a; }, py::arg("a"), py::arg("b"));
  m.def("elsewhere", &not_of_this_repository, py::arg("x"));
  m.def("chosen", &chosen, py::arg("a"));
  py::class_<Handle>(m, "Handle").def(py::init<int, bool>(), py::arg("n"), py::arg("fast") = true);
  auto inner = m.def_submodule("inner");
  inner.def("f", [](int a) { return a; });
}
# --- pkg/use.py
import softmax_ops as sm
from softmax_ops import half


def use(x, mask, values, options):
    sm.scale(x)  # silent: the rest has defaults
    sm.scale(x, by=3.0, in_place=True)  # silent: by name
    sm.scale(x, 3.0, True)  # expect: extension-call-does-not-fit
    sm.scale(by=3.0)  # expect: extension-call-does-not-fit
    sm.scale(x, factor=3.0)  # expect: extension-call-does-not-fit
    sm.scale(x, 3.0, by=3.0)  # expect: extension-call-does-not-fit
    sm.scale(*values)  # silent: nobody knows how many
    sm.scale(x, **options)  # silent: nobody knows which
    sm.masked(x, mask)  # silent: fits
    sm.masked(x, mask=mask)  # expect: extension-call-does-not-fit
    sm.masked(x)  # expect: extension-call-does-not-fit
    half(x, mask)  # expect: extension-call-does-not-fit
    sm.either(1)  # silent: the first overload
    sm.either(1, b=2)  # silent: the second overload
    sm.either(1, 2, 3)  # expect: extension-call-does-not-fit
    sm.elsewhere(x, mask)  # silent: its function is not known
    sm.chosen(1, 2, 3, k=4)  # silent: it takes anything
    sm.Handle(4)  # silent: fits
    sm.Handle(4, True, False)  # expect: extension-call-does-not-fit
    sm.inner.f(1)  # silent: fits
    sm.inner.f(1, 2)  # expect: extension-call-does-not-fit
    sm.unknown(x)  # expect: extension-call-does-not-fit


def guarded(x):
    try:
        return sm.masked(x)  # silent: the failure is expected
    except TypeError:
        return x
# === What the dispatcher refuses.
# --- csrc/ops.cpp unchanged
at::Tensor scale(const at::Tensor& x, double by, bool fast) { return x; }
TORCH_LIBRARY(my_ops, m) {
  m.def(
      "scale(Tensor(a!) x, float by=2.0, *, "
      "bool fast=False) -> Tensor(a!)");
  m.def("pair(Tensor x) -> (Tensor, Tensor)");
  m.def("pair.out(Tensor x, Tensor out) -> Tensor");
}
TORCH_LIBRARY_IMPL(my_ops, CUDA, m) { m.impl("scale", &scale); }
# --- pkg/ops.py
import torch

other = torch.ops.other_ops


def use(x):
    torch.ops.my_ops.scale(x, fast=True)  # silent: fits
    torch.ops.my_ops.scale.default(x, 2.0)  # silent: fits
    torch.ops.my_ops.scale.overloads()  # silent: calls no operator
    torch.ops.my_ops.scale(x, 2.0, True)  # expect: extension-call-does-not-fit
    torch.ops.my_ops.scale(x, slow=True)  # expect: extension-call-does-not-fit
    torch.ops.my_ops.pair(x)  # silent: fits
    torch.ops.my_ops.pair(x, out=x)  # silent: the other overload
    torch.ops.my_ops.pair()  # expect: extension-call-does-not-fit
    torch.ops.my_ops.made_in_python(x)  # silent: Python may register it
    torch.ops.other_ops.scale(x, 1, 2, 3)  # silent: of another library
    other.scale(x, 1, 2, 3)  # silent: the same
# === Macros bind, and a function of another file.
# --- setup.py unchanged
CUDAExtension(name="typed_ops", sources=["csrc/typed.cpp", "csrc/more.cpp"])
# --- csrc/more.cpp unchanged
void add_more(pybind11::module_ &m) {
  m.def("more", [](int a) { return a; });
}
# --- csrc/typed.cpp unchanged
template <typename T>
at::Tensor scale(at::Tensor x, float by) { return x; }
#define DEF_OPS(_name, _type) \
  m.def("scale_" #_name, &scale<_type>, "Scales " #_name " tensors");
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  DEF_OPS(fp32, float)
  DEF_OPS(fp16, __half)
  add_more(m);
}
# --- pkg/typed.py
import typed_ops


def use(x):
    typed_ops.scale_fp32(x, 2.0)  # silent: fits
    typed_ops.scale_fp16(x)  # expect: extension-call-does-not-fit
    typed_ops.more(1)  # silent: bound in the other file
    typed_ops.more(1, 2)  # expect: extension-call-does-not-fit
# === Two variants are built under one name.
# --- setup.py unchanged
if HAS_HIP:
    CUDAExtension(name="flash_ops", sources=["hip/api.cpp"])
else:
    CUDAExtension(name="flash_ops", sources=["cuda/api.cpp"])
# --- hip/api.cpp unchanged
int fwd(int q, int k) { return q; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("fwd", &fwd); m.def("bwd", &fwd); }
# --- cuda/api.cpp unchanged
int fwd(int q, int k, int v) { return q; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("fwd", &fwd); m.def("bwd", &fwd); }
# --- pkg/flash.py
import flash_ops


def use(q):
    flash_ops.fwd(q, q)  # silent: one of them takes it
    flash_ops.fwd(q, q, q)  # silent: the other does
    flash_ops.bwd(q, q)  # silent: the same
    flash_ops.fwd(q)  # expect: extension-call-does-not-fit
    flash_ops.other(q)  # silent: nobody knows which is built
# === Nothing is known of it.
# --- csrc/open.cpp unchanged
PYBIND11_MODULE(open_ops, m) {
  m.def("f", [](int a) { return a; });
  bind_the_rest(m);
}
# --- setup.py unchanged
CUDAExtension(name="open_ops", sources=["csrc/open.cpp"])
# --- pkg/open.py
import open_ops
import numpy


def use(x):
    open_ops.g(x)  # silent: something else may bind it
    open_ops.f(x, x)  # expect: extension-call-does-not-fit
    numpy.f(x, x, x)  # silent: no extension of this repository
# === A script builds and loads it.
# --- ops/builder.py unchanged
class ScaleBuilder(OpBuilder):
    def sources(self):
        return ["csrc/scale.cpp", "csrc/scale.cu"]
# --- csrc/scale.cpp unchanged
int scale(int x) { return x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scale", &scale); }
# --- pkg/scale.py
from ops.builder import ScaleBuilder


class Scaler:
    def __init__(self):
        self.ops = ScaleBuilder().load()
        self.other = None

    def run(self, x):
        self.ops.scale(x)  # silent: fits
        self.ops.scale(x, 2)  # expect: extension-call-does-not-fit
        self.other.scale(x, 2)  # silent: something else

    def swap(self, other):
        self.other = other


loaded = None
mixed = None


def load(other):
    global loaded, mixed
    loaded = ScaleBuilder().load()
    mixed = ScaleBuilder().load()
    mixed = other


def use(x, other):
    loaded.scale(x, 2)  # expect: extension-call-does-not-fit
    mixed.scale(x, 2)  # silent: it may be something else
    ops = ScaleBuilder().load()
    ops.scale()  # expect: extension-call-does-not-fit
    other.scale()  # silent: something else

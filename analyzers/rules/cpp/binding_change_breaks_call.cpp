# === Removed, renamed and altered.
# --- setup.py unchanged
CUDAExtension(name="my_ops", sources=["csrc/ops.cpp"])
# --- csrc/ops.cpp before
int scale(int x) { return x; }
int half(int x) { return x; }
int kept(int x) { return x; }
int grown(int x) { return x; }
int late(int x) { return x; }
int unused(int x) { return x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &scale);  // expect: binding-change-breaks-call
  m.def("half", &half);  // expect: binding-change-breaks-call
  m.def("kept", &kept);  // silent: nothing changes for it
  m.def("grown", &grown);
  m.def("named", [](int x) { return x; }, py::arg("x"), py::call_guard<Release>());
  m.def("late", &late);  // silent: its calls change with it
  m.def("unused", &unused);  // silent: nobody calls it
}
# --- csrc/ops.cpp after
int scale(int x) { return x; }
int kept(int x) { return x; }
int grown(int x, int y) { return x; }  // expect: binding-change-breaks-call
int late(int x, int y) { return x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("rescale", &scale);
  m.def("kept", &kept);
  m.def("grown", &grown);
  m.def("named", [](int x) { return x; }, py::arg("value"), py::call_guard<Release>());  // expect: binding-change-breaks-call
  m.def("late", &late);
}
# --- pkg/late.py before
import my_ops


def use(x):
    return my_ops.late(x)
# --- pkg/late.py after
import my_ops


def use(x):
    return my_ops.late(x, x)
# --- pkg/use.py unchanged
import my_ops


def use(x):
    my_ops.scale(x)
    my_ops.half(x)
    my_ops.kept(x)
    my_ops.grown(x)
    my_ops.named(x=x)
    try:
        my_ops.unused(x)
    except TypeError:
        pass
# === An operator.
# --- csrc/ops.cpp before
TORCH_LIBRARY(my_ops, m) {
  m.def("scale(Tensor x) -> Tensor");
  m.def("half(Tensor x) -> Tensor");  // expect: binding-change-breaks-call
  m.def("moved(Tensor x) -> Tensor");  // silent: Python has it now
}
# --- csrc/ops.cpp after
TORCH_LIBRARY(my_ops, m) {
  m.def("scale(Tensor x, float by) -> Tensor");  // expect: binding-change-breaks-call
}
# --- pkg/use.py unchanged
import torch


def use(x):
    torch.ops.my_ops.scale(x)
    torch.ops.my_ops.half(x)
    torch.ops.my_ops.moved(x)
# --- pkg/ops.py unchanged
import torch


@torch.library.custom_op("my_ops::moved", mutates_args=())
def moved_op(x):
    return x
# === The file of the bindings moves.
# --- setup.py unchanged
CUDAExtension(name="my_ops", sources=["csrc/ops.cpp"])
# --- csrc/ops.cpp before
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", [](int x) { return x; });  // silent: bound in the other file
}
# --- csrc/bindings.cpp after
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", [](int x) { return x; });
}
# --- pkg/use.py unchanged
import my_ops


def use(x):
    my_ops.scale(x)

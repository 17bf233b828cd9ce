# === One change.
# --- csrc/ops.cpp before
at::Tensor old(const at::Tensor& x) { return x; }
at::Tensor grown(const at::Tensor& x) { return x; }
TORCH_LIBRARY(my_ops, m) {
  m.def("old(Tensor x, int n) -> Tensor", &old);  // silent: it was wrong before
  m.def("grown(Tensor x) -> Tensor");
}
TORCH_LIBRARY_IMPL(my_ops, CUDA, m) { m.impl("grown", &grown); }
# --- csrc/ops.cpp after
at::Tensor old(const at::Tensor& x) { return x; }
at::Tensor grown(const at::Tensor& x, int64_t n) { return x; }  // expect: operator-schema-does-not-fit
at::Tensor scale(const at::Tensor& x, double by) { return x * by; }
at::Tensor narrow(const at::Tensor& x, int n) { return x; }
at::Tensor single(const at::Tensor& x, float by) { return x; }
void nothing(at::Tensor& x) {}
std::tuple<at::Tensor, at::Tensor> pair(at::TensorList x, c10::optional<at::Tensor> y, at::IntArrayRef n,
                                        std::string s, bool b, std::optional<int64_t> k) {
  return {};
}
using Size = int64_t;
at::Tensor aliased(const at::Tensor& x, Size n) { return x; }
TORCH_LIBRARY(my_ops, m) {
  m.def("old(Tensor x, int n) -> Tensor", &old);
  m.def("grown(Tensor x) -> Tensor");
  m.def("scale(Tensor x, float by) -> Tensor", &scale);  // silent: fits
  m.def("few(Tensor x) -> Tensor", &scale);  // expect: operator-schema-does-not-fit
  m.def("other(Tensor x, int by) -> Tensor", &scale);  // expect: operator-schema-does-not-fit
  m.def("narrow(Tensor x, int n) -> Tensor", &narrow);  // expect: operator-schema-does-not-fit
  m.def("single(Tensor x, float by) -> Tensor", &single);  // expect: operator-schema-does-not-fit
  m.def("nothing(Tensor(a!) x) -> ()", &nothing);  // silent: fits
  m.def("returns(Tensor(a!) x) -> Tensor(a!)", &nothing);  // expect: operator-schema-does-not-fit
  m.def("gives(Tensor x, float by) -> ()", &scale);  // expect: operator-schema-does-not-fit
  m.def("pair(Tensor[] x, Tensor? y, int[2] n, str s, bool b, int? k=None) -> (Tensor, Tensor)", &pair);  // silent: fits
  m.def("aliased(Tensor x, int n) -> Tensor", &aliased);  // silent: nobody knows the type
  m.def("inferred", &scale);  // silent: it has no schema
  m.def("broken(Tensor x, int", &scale);  // silent: no schema
  m.def("lambda(Tensor x, int n) -> Tensor", [](at::Tensor x) { return x; });  // expect: operator-schema-does-not-fit
}
TORCH_LIBRARY_IMPL(my_ops, CUDA, m) { m.impl("grown", &grown); }
# === The stable ABI converts numbers.
# --- csrc/stable.cpp
Tensor scale(Tensor x, int n) { return x; }
STABLE_TORCH_LIBRARY_FRAGMENT(my_ops, m) { m.def("scale(Tensor x, int n) -> Tensor"); }
STABLE_TORCH_LIBRARY_IMPL(my_ops, CUDA, m) {
  m.impl("scale", TORCH_BOX(&scale));  // silent: it takes int
}

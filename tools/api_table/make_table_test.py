#!/usr/bin/env python3
"""Tests of make_table.py on declarations made up here."""

import contextlib
import io
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True

import make_table
from native_functions import Schema, python_signature, read_dtype_rules
from python_library import PACKAGES

YAML = """\
- func: twice(Tensor self, *, Scalar by=2) -> Tensor
  variants: function, method
  tags: [core, pointwise]

- func: twice.out(Tensor self, *, Scalar by=2, Tensor(a!) out) -> Tensor(a!)

- func: twice_(Tensor(a!) self, *, Scalar by=2) -> Tensor(a!)
  variants: method

- func: window(Tensor(a) self, int dim) -> Tensor(a)
  variants: method

- func: count(Tensor self) -> Tensor
  variants: function
  tags: dynamic_output_shape

- func: best(Tensor self, int dim) -> (Tensor values, Tensor indices)
"""

FILES = {
    "torch/__init__.py": "from .functional import *\nfrom ._C import Size, Machinery\n"
                         "__all__ = []\n__all__.extend(['x'])\n",
    "torch/functional.py": "__all__ = ['mix', 'either']\n"
                           "def mix(*tensors, how='sum', _internal=None): pass\n"
                           "def _true(input, sorted=True): pass\n"
                           "either = boolean_dispatch(arg_name='a', if_true=_true, if_false=_true)\n"
                           "def unlisted(x): pass\n",
    "torch/_C/__init__.pyi": "class Size: ...\nclass Machinery: ...\nclass TensorBase:\n"
                             "  def twice(self, *, by: Number = 2) -> Tensor: ...\n"
                             "  def twice_(self, *, by: Number = 2) -> Tensor: ...\n"
                             "  def window(self, dim: _int) -> Tensor: ...\n",
    "torch/_C/_VariableFunctions.pyi":
        "def twice(input: Tensor, *, by: Number = 2, out: Tensor | None = None) -> Tensor: ...\n"
        "@overload\ndef count(input: Tensor) -> Tensor: ...\n"
        "@overload\ndef count(input: Tensor, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]: ...\n"
        "def best(input: Tensor, dim: _int) -> torch.return_types.best: ...\n",
    "torch/_refs/__init__.py":
        "@_make_elementwise_unary_reference(ELEMENTWISE_TYPE_PROMOTION_KIND.INT_TO_FLOAT)\n"
        "def twice(a): pass\n",
    "torchgen/packaged/ATen/native/native_functions.yaml": YAML,
    "torchgen/packaged/autograd/gen_inplace_or_view_type.py": "VIEW_FUNCTIONS = {'window': 'self'}\n",
    "torch/nn/__init__.py": "from .modules import Layer, Module\n",
    "torch/nn/modules.py": "class Module:\n  def __init__(self): pass\n  def to(self, *args): pass\n"
                           "class _Base(Module):\n  def forward(self, x: Tensor) -> Tensor: pass\n"
                           "class Layer(_Base):\n"
                           "  def __init__(self, size, bias: bool = True, *, device=None): pass\n",
}


class Tree:
    """Folders of packages, made of a dictionary."""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        return self

    def __exit__(self, *_):
        self._folder.cleanup()

    def root(self, name, files):
        for path, text in files.items():
            full = os.path.join(self._folder.name, name, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
        return os.path.join(self._folder.name, name)

    def table(self, *arguments, facts=""):
        """{name: rest of its line}"""
        root = self.root("out", {"facts.tsv": facts})
        output = os.path.join(root, "apis.tsv")
        status = make_table.main([*arguments, "--facts", os.path.join(root, "facts.tsv"),
                                  "--output", output])
        if status:
            return status
        with open(output, encoding="utf-8") as file:
            lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
        assert lines == sorted(lines, key=lambda line: line.split("\t")[0]), "not sorted"
        return dict(line.split("\t", 1) for line in lines)


class Torch(unittest.TestCase):
    def setUp(self):
        tree = self.enterContext(Tree()) if hasattr(self, "enterContext") else Tree().__enter__()
        self.tree, self.rows = tree, tree.table("--torch", "2.0=" + tree.root("t", FILES))

    def signature(self, name):
        return self.rows[name].split("\t")[4]

    def facts(self, name):
        return self.rows[name].split("\t")[3]

    def test_facts_come_from_schemas_and_references(self):
        self.assertEqual(self.signature("torch.twice"),
                         "(input, *, by=2, out=None) -> tensor dtype=float shape=same")
        self.assertEqual(self.signature("torch.Tensor.twice_"),
                         "(*, by=2) -> tensor dtype=same shape=same")
        self.assertEqual(self.facts("torch.Tensor.twice_"), "inplace")
        self.assertEqual(self.facts("torch.Tensor.window"), "view")
        self.assertEqual(self.facts("torch.count"), "waits=size")

    def test_overloads_keep_their_own_results(self):
        self.assertEqual(self.signature("torch.count"),
                         "(input) -> tensor shape=values | (input, *, as_tuple) -> tensors")
        self.assertEqual(self.signature("torch.best"), "(input, dim) -> tuple:values,indices")

    def test_python_functions_are_found_through_imports(self):
        self.assertEqual(self.signature("torch.mix"), "(*tensors, how='sum', _internal=None) -> ?")
        self.assertEqual(self.rows["torch.functional.mix"], "= torch.mix")
        self.assertEqual(self.signature("torch.either"), "(input, sorted=True) -> ?")
        self.assertNotIn("torch.unlisted", self.rows)

    def test_machinery_is_left_out(self):
        self.assertIn("torch.Size", self.rows)
        self.assertNotIn("torch.Machinery", self.rows)

    def test_classes_have_constructors_and_methods_of_bases_without_a_name(self):
        self.assertEqual(self.signature("torch.nn.Layer"),
                         "(size, bias=True, *, device=None) -> object")
        self.assertEqual(self.facts("torch.nn.Layer"), "bases=torch.nn.Module")
        self.assertEqual(self.signature("torch.nn.Layer.forward"), "(x) -> tensor")
        self.assertNotIn("torch.nn.Layer.to", self.rows)


class Releases(unittest.TestCase):
    def table(self, old, new):
        with Tree() as tree:
            PACKAGES["made_up"] = ["made_up"]
            return tree.table("--package", "made_up:1=" + tree.root("a", {"made_up/__init__.py": old}),
                              "--package", "made_up:2=" + tree.root("b", {"made_up/__init__.py": new}))

    def test_parameters_have_the_release_that_declares_them_first(self):
        rows = self.table("def f(a, old=1): pass\n", "def f(a, new=2): pass\n")
        self.assertEqual(rows["made_up.f"], "function\t..2\tpython\tgone=old@1\t(a, new@2=2) -> ?")

    def test_functions_come_and_go(self):
        rows = self.table("def f(a): pass\n", "def g(a): pass\n")
        self.assertEqual(rows["made_up.f"].split("\t")[1], "..1")
        self.assertEqual(rows["made_up.g"].split("\t")[1], "2..2")

    def test_what_is_mentioned_may_be_there(self):
        rows = self.table("def f(a): pass\n", "f = make('f')\n")
        self.assertEqual(rows["made_up.f"].split("\t")[1], "..?")
        rows = self.table("def f(a): pass\n", "from others import *\n")
        self.assertEqual(rows["made_up.f"].split("\t")[1], "..?")

    def test_inherited_methods_have_not_gone(self):
        rows = self.table("class A:\n  def m(self): pass\nclass B(A):\n  def m(self, x): pass\n",
                          "class A:\n  def m(self): pass\nclass B(A): pass\n")
        self.assertEqual(rows["made_up.B.m"].split("\t")[1], "..2")


class KnownFacts(unittest.TestCase):
    def table(self, facts):
        with Tree() as tree:
            PACKAGES["made_up"] = ["made_up"]
            root = tree.root("a", {"made_up/__init__.py": "def f(a, group=None): pass\n"})
            return tree.table("--package", "made_up:1=" + root, facts=facts)

    def test_facts_are_added_and_taken_away(self):
        row = self.table("made_up.f\tcomm=tensor writes=a view shape=same\nmade_up.f\t-view\n")["made_up.f"]
        self.assertEqual(row, "function\t..1\tknown+python\tcomm=tensor writes=a\t"
                              "(a, group=None) -> ? shape=same")

    def test_facts_of_nothing_are_refused(self):
        for facts in ("made_up.g\tview\n", "made_up.f\twrites=b\n", "made_up.f(x)\tshape=same\n"):
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors):
                self.assertEqual(self.table(facts), 1)
            self.assertIn("line 1: ", errors.getvalue())


class Native(unittest.TestCase):
    def test_schemas_are_read(self):
        schema = Schema("f.x(Tensor(a!) self, int[2] d=[0,1], *, ScalarType? dtype=None) -> (Tensor q, Tensor r)")
        self.assertEqual((schema.name, schema.overload), ("f", "x"))
        self.assertEqual(schema.names, ["input", "d", "dtype"])
        self.assertEqual(schema.result(), "tuple:q,r")
        self.assertIsNotNone(python_signature([schema]))

    def test_a_list_of_tensors_promotes(self):
        with Tree() as tree:
            root = tree.root("r", {"refs.py":
                "@elementwise_type_promotion_wrapper(type_promoting_args=('tensors',),\n"
                "  type_promotion_kind=KIND.DEFAULT)\ndef cat(tensors): pass\n"
                "@elementwise_type_promotion_wrapper(type_promoting_args=('a',),\n"
                "  type_promotion_kind=KIND.DEFAULT)\ndef neg(a): pass\n"})
            rules = read_dtype_rules(os.path.join(root, "refs.py"))
        self.assertEqual((rules["cat"][0], rules["neg"][0]), ("promote", "same"))


if __name__ == "__main__":
    unittest.main()

"""A signature as the table writes it, and what annotations say of results.

  (input, dim, keepdim=False, *, out=None) -> tensor dtype=same shape=reduce
"""

import ast
import re

MAX_DEFAULT = 40  # Letters. What is longer stands as `...`.
PLAIN_DEFAULT = re.compile(r"[\w.+\-'\"\[\](),*/<>{}:]+$")

RESULTS = {"None": "none", "bool": "bool", "_bool": "bool", "builtins.bool": "bool", "int": "int",
           "_int": "int", "builtins.int": "int", "float": "float", "_float": "float",
           "builtins.float": "float", "str": "str", "Number": "number", "Tensor": "tensor",
           "Size": "size", "dtype": "dtype", "_dtype": "dtype", "device": "device", "Self": "self",
           "TensorLikeType": "tensor", "TensorLike": "tensor", "Work": "work", "DTensor": "tensor"}


class Overload:
    def __init__(self, node, is_method):
        self.parameters = _parameters(node, is_method)  # [mark + name, default or None]
        self.result = result_of(node, is_method)
        self.dtype = self.shape = ""

    @property
    def names(self):
        return [name.lstrip("*") for name, _ in self.parameters if name not in ("*", "/")]

    def text(self, since):
        """`since`: name of a parameter -> release since which it is there."""
        parts = []
        for name, default in self.parameters:
            added = since.get(name.lstrip("*"))
            parts.append(name + ("@" + added if added else "") + ("" if default is None else "=" + default))
        text = "(%s) -> %s" % (", ".join(parts), self.result)
        if self.dtype:
            text += " dtype=" + self.dtype
        if self.shape:
            text += " shape=" + self.shape
        return text


def _default(node):
    if node is None:
        return None
    text = ast.unparse(node)
    text = re.sub(r", ", ",", text)
    # An opening parenthesis of a call would be a value that the module has elsewhere.
    if len(text) > MAX_DEFAULT or not PLAIN_DEFAULT.match(text) or "=" in text or "|" in text:
        return "..."
    return "..." if text == "Ellipsis" else text


def _parameters(node, is_method):
    given = node.args
    plain = given.posonlyargs + given.args
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    parameters = [[a.arg, _default(d)] for a, d in zip(plain, defaults)]
    positional_only = len(given.posonlyargs)
    if is_method and parameters:
        parameters = parameters[1:]
        positional_only = max(0, positional_only - 1)
    if positional_only:
        parameters.insert(positional_only, ["/", None])
    if given.vararg:
        parameters.append(["*" + given.vararg.arg, None])
    elif given.kwonlyargs:
        parameters.append(["*", None])
    parameters += [[a.arg, _default(d)] for a, d in zip(given.kwonlyargs, given.kw_defaults)]
    if given.kwarg:
        parameters.append(["**" + given.kwarg.arg, None])
    return parameters


def is_method(node):
    return not any(getattr(d, "id", "") == "staticmethod" for d in node.decorator_list)


def result_of(node, of_method=False):
    if node.returns is None or isinstance(node, ast.AsyncFunctionDef):
        return "?"
    annotation = node.returns
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except SyntaxError:
            return "?"
    text = ast.unparse(annotation)
    first = node.args.args[0].annotation if node.args.args else None
    if of_method and first is not None and ast.unparse(first) == text:
        return "self"
    return _kind(annotation)


def _kind(annotation):
    text = ast.unparse(annotation).strip("'\"")
    last = text.split(".")[-1]
    if re.match(r"[\w.]+$", text):
        if "return_types" in text or text.startswith("namedtuple_"):
            names = re.sub(r"^namedtuple_", "", text).split("_") if "return_types" not in text else []
            return "tuple:" + (",".join(names) if names else "?")
        return RESULTS.get(text, RESULTS.get(last, "?"))
    if re.match(r"(torch\.)?Work \| None$|Optional\[(dist\.)?Work\]$", text):
        return "work"
    match = re.match(r"(?:typing\.)?(tuple|Tuple|list|List|Sequence|Iterable)\[(.*)\]$", text)
    if not match or not isinstance(annotation, ast.Subscript):
        return "?"
    elements = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    kinds = [_kind(e) for e in elements]
    if match.group(1).lower() == "tuple":
        if len(elements) == 2 and ast.unparse(elements[1]) in ("...", "Ellipsis"):
            return "tensors" if kinds[0] == "tensor" else "?"
        return "tuple:%d" % len(kinds) if set(kinds) == {"tensor"} else "?"
    return "tensors" if kinds == ["tensor"] else "?"

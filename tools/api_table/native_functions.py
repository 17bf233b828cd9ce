"""What PyTorch's native_functions.yaml and its neighbours declare of operators.

Reads the form that the file has (one `- func:` an entry, keys of one line), not YAML in general.
"""

import ast
import re


class Schema:
    """One declaration: name, overload, arguments, returns, tags."""

    def __init__(self, declaration):
        head, rest = declaration.split("(", 1)
        self.name, _, self.overload = head.partition(".")
        arguments, returns = _split_at_arrow(rest)
        self.arguments = [_argument(text) for text in _split(arguments)]
        self.returns = [_return(text) for text in _returns(returns)]
        self.tags, self.variants, self.module = set(), {"function"}, ""

    @property
    def names(self):
        """Names of the parameters as Python has them, in order, without `out`."""
        return ["input" if a["name"] == "self" else a["name"] for a in self.arguments
                if a["name"] != "*" and not a["written_only"]]

    @property
    def is_out(self):
        return any(a["written_only"] for a in self.arguments)

    @property
    def tensors(self):
        return [a["name"] for a in self.arguments
                if a["type"].startswith("Tensor") and not a["written_only"]]

    def result(self):
        """How Python sees what is returned."""
        kinds = {"Tensor": "tensor", "Tensor[]": "tensors", "bool": "bool", "int": "int", "SymInt": "int",
                 "float": "float", "Scalar": "number", "ScalarType": "dtype", "Device": "device"}
        if not self.returns:
            return "none"
        if len(self.returns) == 1:
            return kinds.get(self.returns[0][0], "?")
        if any(kind != "Tensor" for kind, _, _ in self.returns):
            return "?"
        names = [name for _, name, _ in self.returns]
        return "tuple:" + (",".join(names) if all(names) else str(len(names)))

    def aliases_input(self):
        return any("a" in alias and "!" not in alias for _, _, alias in self.returns)


def _split_at_arrow(text):
    depth = 1
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text[:index], text[index + 1:].split("->", 1)[1].strip()
    raise ValueError("no end of the arguments: " + text)


def _split(text):
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [part for part in parts + [text[start:].strip()] if part]


def _argument(text):
    if text == "*":
        return {"name": "*", "type": "", "default": None, "written_only": False, "alias": ""}
    declared, _, default = text.partition("=")
    kind, name = declared.rsplit(" ", 1)
    alias = re.search(r"\(([^)]*)\)", kind)
    alias = alias.group(1) if alias else ""
    return {"name": name, "type": re.sub(r"\([^)]*\)", "", kind), "default": default or None,
            "alias": alias, "written_only": "!" in alias and name not in ("self", "input")}


def _returns(text):
    return _split(text[1:-1]) if text.startswith("(") else [text]


def _return(text):
    kind, _, name = text.partition(" ")
    alias = re.search(r"\(([^)]*)\)", kind)
    return re.sub(r"\([^)]*\)", "", kind), name, alias.group(1) if alias else ""


def read_schemas(path):
    """Name -> schemas, in the order of the file."""
    found, current = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.split(" #")[0].rstrip()
            if line.startswith("- func: "):
                current = Schema(line[len("- func: "):])
                found.setdefault(current.name, []).append(current)
            elif current and line.startswith("  tags:"):
                current.tags = set(re.findall(r"\w+", line.split(":", 1)[1]))
            elif current and line.startswith("  variants:"):
                current.variants = set(re.findall(r"\w+", line.split(":", 1)[1]))
            elif current and line.startswith("  python_module:"):
                current.module = line.split(":", 1)[1].strip()
    return found


def python_signature(schemas):
    """A `def` of Python for an operator that has no stub, by its first overload without `out`."""
    for schema in schemas:
        if schema.is_out:
            continue
        parts = []
        for argument in schema.arguments:
            name, default = argument["name"], argument["default"]
            if name in ("layout", "pin_memory"):
                default = "..."  # Python has defaults of its own.
            elif default is not None:
                default = re.sub(r"^(\w*[A-Za-z_]\w*)$", _constant, default)
            parts.append(("input" if name == "self" else name) + ("=" + default if default else ""))
        if any(a["name"] == "pin_memory" for a in schema.arguments):
            parts.append("requires_grad=False")  # Factories take it in Python alone.
        if any(s.is_out for s in schemas):
            parts += ([] if "*" in parts else ["*"]) + ["out=None"]
        return ast.parse("def f(%s): ..." % ", ".join(parts)).body[0]
    return None


def _constant(match):
    text = match.group(1)
    return text if text in ("None", "True", "False") or text[0].isdigit() else "..."


# How torch/_refs says what dtype an operator has.
PROMOTION = {"INT_TO_FLOAT": "float", "ALWAYS_BOOL": "bool", "COMPLEX_TO_FLOAT": "real",
             "BOOL_TO_LONG": "", "DEFAULT": "promote", "NO_OPMATH": "promote"}


def read_dtype_rules(path):
    """Name of a reference implementation -> (dtype rule, number of tensors that promote)."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    rules = {}
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            rule = _promotion(decorator)
            if rule:
                rules[node.name] = rule
    return rules


def _promotion(decorator):
    if not isinstance(decorator, ast.Call):
        return None
    name = getattr(decorator.func, "id", "")
    given = {k.arg: k.value for k in decorator.keywords}
    kind = given.get("type_promotion_kind")
    if name == "_make_elementwise_unary_reference":
        kind, tensors = decorator.args[0] if decorator.args else kind, 1
    elif name == "_make_elementwise_binary_reference":
        tensors = 2
    elif name == "elementwise_type_promotion_wrapper":
        arguments = given.get("type_promoting_args")
        names = [getattr(name, "value", "") for name in getattr(arguments, "elts", [])]
        tensors = 2 if "tensors" in names else len(names) or 1
    else:
        return None
    if not isinstance(kind, ast.Attribute):
        return None
    rule = PROMOTION.get(kind.attr, "")
    if rule == "promote" and tensors == 1:
        rule = "same"
    return (rule, tensors) if rule else None


def read_views(path):
    """Operators whose result is a view of their first argument, as autograd knows them."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    names = set()
    for node in tree.body:
        target = node.targets[0].id if isinstance(node, ast.Assign) and isinstance(
            node.targets[0], ast.Name) else ""
        if target in ("VIEW_FUNCTIONS", "RETURNS_VIEWS_OF_INPUT"):
            names |= {c.value for c in ast.walk(node.value) if isinstance(c, ast.Constant)}
    return names - {"self", "values"}

"""Declarations of a Python package, read from its sources and stubs without running them.

  package = Package("/tmp/torch-2.6.0/usr/lib/python3/dist-packages", "torch")
  for name, entity in package.public("torch.nn").items(): ...

Signatures, classes and their bases are read as facts; bodies and documentation are not kept.
"""

import ast
import copy
import os
import re

MAX_IMPORTS = 12  # Steps from a name to what defines it.


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Entity:
    """A function or class, by the module that defines it."""

    def __init__(self, module, name, nodes):
        self.module, self.name, self.nodes = module, name, nodes

    @property
    def full_name(self):
        return self.module + "." + self.name

    @property
    def is_class(self):
        return isinstance(self.nodes[0], ast.ClassDef)


def decorator_names(node):
    names = []
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        names.append(target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", ""))
    return names


def statements(body):
    """The statements that run when a module or class is made, without those for type checkers."""
    for node in body:
        if isinstance(node, ast.If):
            if "TYPE_CHECKING" in ast.unparse(node.test):
                yield from statements(node.orelse)
            else:
                yield from statements(node.body)
                yield from statements(node.orelse)
        elif isinstance(node, ast.Try):
            yield from statements(node.body)
            for handler in node.handlers:
                yield from statements(handler.body)
            yield from statements(node.orelse)
        else:
            yield node


def functions_in(body):
    """Name -> definitions: all overloads of a stub, else the implementation alone."""
    found, first = {}, {}
    for node in statements(body):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        overloaded = any(name.endswith("overload") for name in decorator_names(node))
        if overloaded:
            found.setdefault(node.name, []).append(node)
        else:
            first.setdefault(node.name, node)  # The branch that comes first.
    for name, node in first.items():
        found[name] = [node]
    return found


class Package:
    def __init__(self, root, name):
        self.root, self.name = root, name
        self._modules, self._names, self._words = {}, {}, {}

    def tree(self, module):
        """The syntax trees of a module: its source, then its stub, as far as they exist."""
        if module not in self._modules:
            trees = []
            for path in self._paths(module):
                trees.append(ast.parse(read(path)))
                trees[-1].is_stub = path.endswith(".pyi")
            self._modules[module] = trees
        return self._modules[module]

    def _paths(self, module):
        base = os.path.join(self.root, *module.split("."))
        paths = (base + ".py", os.path.join(base, "__init__.py"), base + ".pyi",
                 os.path.join(base, "__init__.pyi"))
        return [path for path in paths if os.path.isfile(path)]

    def is_package(self, module):
        return os.path.isdir(os.path.join(self.root, *module.split(".")))

    def _absolute(self, module, node):
        if not node.level:
            return node.module or ""
        parts = module.split(".")
        if not self.is_package(module):
            parts = parts[:-1]
        parts = parts[:len(parts) - (node.level - 1)]
        return ".".join(parts + ([node.module] if node.module else []))

    def exports(self, module):
        """`__all__`; None without one, or when code computes it."""
        names = None
        for tree in self.tree(module)[:1]:
            for node in statements(tree.body):
                if isinstance(node, (ast.Expr, ast.For)) and "__all__." in ast.unparse(node):
                    return None
                target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
                if not isinstance(target, ast.Name) or target.id != "__all__":
                    continue
                values = getattr(node.value, "elts", [])
                names = (names or []) + [v.value for v in values if isinstance(v, ast.Constant)]
                if not values:
                    return None
        return names

    def names(self, module):
        """Name -> Entity, or the (module, name) that is imported."""
        if module in self._names:
            return self._names[module]
        result = self._names[module] = {}
        for tree in self.tree(module):
            for name, nodes in functions_in(tree.body).items():
                result.setdefault(name, Entity(module, name, nodes))
            for node in statements(tree.body):
                self._add(module, node, result, tree.is_stub)
                self._add_dispatched(module, node, result)
        return result

    def _add_dispatched(self, module, node, result):
        """`f = boolean_dispatch(..., if_true=g, if_false=h)`: takes what g takes, returns either."""
        call = node.value if isinstance(node, ast.Assign) else None
        if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "boolean_dispatch":
            return
        chosen = {k.arg: getattr(k.value, "id", "") for k in call.keywords}.get("if_true", "")
        entity = result.get(chosen)
        if isinstance(entity, Entity):
            taken = copy.deepcopy(entity.nodes[0])
            taken.returns = None
            result[node.targets[0].id] = Entity(module, node.targets[0].id, [taken])

    def _add(self, module, node, result, is_stub):
        if isinstance(node, ast.ClassDef):
            result.setdefault(node.name, Entity(module, node.name, [node]))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id != node.value.id:
                    result.setdefault(target.id, (module, node.value.id))
        elif isinstance(node, ast.ImportFrom):
            source = self._absolute(module, node)
            if source.split(".")[0] != self.name:
                return
            for alias in node.names:
                if alias.name == "*":
                    if source != module:
                        for name in self.public(source):
                            result.setdefault(name, (source, name))
                elif not is_stub or alias.asname == alias.name:  # As PEP 484 says of stubs.
                    result.setdefault(alias.asname or alias.name, (source, alias.name))

    def find(self, module, name, steps=0):
        """The Entity of a name in a module; None: it is no function or class of the package."""
        found = self.names(module).get(name)
        if found is None or isinstance(found, Entity) or steps > MAX_IMPORTS:
            return found if isinstance(found, Entity) else None
        return None if found == (module, name) else self.find(found[0], found[1], steps + 1)

    def public(self, module, extra=()):
        """Name -> Entity of what a module offers: by `__all__`, else names without an underscore."""
        exports = self.exports(module)
        names = self.names(module)
        chosen = [n for n in names if n in extra or not n.startswith("_")
                  and (exports is None or n in exports)]
        found = {name: self.find(module, name) for name in chosen}
        return {name: entity for name, entity in found.items() if entity}

    def mentions(self, module, name):
        """The word is in the module or in what it imports from, or it imports all of another
        package: whether it has the name is open."""
        if module not in self._words:
            texts = [read(path) for source in self._near(module) for path in self._paths(source)]
            self._words[module] = set(re.findall(r"\w+", "\n".join(texts)))
        return name in self._words[module] or self._imports_all_of_others(module)

    def _imports_all_of_others(self, module):
        return any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
                   and self._absolute(module, node).split(".")[0] != self.name
                   for tree in self.tree(module) for node in statements(tree.body))

    def _near(self, module):
        near = {module}
        for tree in self.tree(module):
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom):
                    near.add(self._absolute(module, node))
        return sorted(near)

    def find_dotted(self, module, text):
        """The class that an expression such as `nn.Module` names in a module."""
        parts = text.split(".")
        if len(parts) == 1:
            return self.find(module, text)
        source = module
        for part in parts[:-1]:
            if part == self.name:
                source = part
                continue
            step = self.names(source).get(part)
            if isinstance(step, tuple):
                source = step[0] + "." + step[1]
            else:
                source = source + "." + part
        return self.find(source, parts[-1]) if self.tree(source) else None

    def bases(self, entity):
        """Entities of the bases; the text of one of torch, None for one that cannot be followed."""
        bases = []
        for base in entity.nodes[0].bases:
            target = base.value if isinstance(base, ast.Subscript) else base
            text = ast.unparse(target)
            if text in ("object", "Generic", "Protocol", "ABC", "abc.ABC", "typing.Generic"):
                continue
            other = self.name != "torch" and re.match(r"torch\.(nn|autograd|optim)\.\w+$", text)
            bases.append(text if other else self.find_dotted(entity.module, text))
        return bases

    def constructor(self, entity, depth=0):
        """The definitions that make an object; None when that is not known."""
        node = entity.nodes[0]
        own = functions_in(node.body)
        for name in ("__init__", "__new__"):
            if name in own:
                return own[name]
        if "dataclass" in decorator_names(node):
            return None if node.bases else [dataclass_constructor(node)]
        bases = self.bases(entity)
        if None in bases or depth > MAX_IMPORTS or node.keywords:
            return None
        for base in bases:
            return None if isinstance(base, str) else self.constructor(base, depth + 1)
        return [ast.parse("def __init__(self): ...").body[0]]


def dataclass_constructor(node):
    fields = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and "ClassVar" not in ast.unparse(item.annotation):
            value = item.value
            if isinstance(value, ast.Call) and "field" in ast.unparse(value.func):
                given = {k.arg: k.value for k in value.keywords}
                if "init" in given:
                    continue
                value = given.get("default") or (given.get("default_factory") and ast.Constant(...))
            fields.append(item.target.id + ("=" + ast.unparse(value) if value is not None else ""))
    return ast.parse("def __init__(self, %s): ..." % ", ".join(fields)).body[0]

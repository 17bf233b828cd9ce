"""APIs of one release of torch: its Python, its stubs, and what native_functions.yaml says."""

import os

from native_functions import python_signature, read_dtype_rules, read_schemas, read_views
from python_declarations import functions_in
from python_library import overloads_of, read_package
from rows import Row

MODULES = [
    "torch", "torch.nn", "torch.nn.functional", "torch.nn.init", "torch.nn.utils",
    "torch.nn.utils.rnn", "torch.nn.parallel", "torch.nn.attention",
    "torch.nn.attention.flex_attention", "torch.autograd", "torch.autograd.graph",
    "torch.cuda", "torch.cuda.amp", "torch.cuda.nvtx",
    "torch.cuda.memory", "torch.amp", "torch.accelerator",
    "torch.distributed:_all_gather_base,_reduce_scatter_base,_coalescing_manager",
    "torch.distributed.nn.functional", "torch.distributed._functional_collectives",
    "torch.distributed.tensor", "torch.distributed.tensor.parallel", "torch.distributed._tensor",
    "torch.distributed.device_mesh", "torch.distributed.fsdp", "torch.distributed.checkpoint",
    "torch.distributed.checkpoint.state_dict", "torch.distributed.optim",
    "torch.distributed.pipelining", "torch.optim", "torch.optim.lr_scheduler",
    "torch.optim.swa_utils", "torch.utils.checkpoint", "torch.utils.data",
    "torch.utils.data.distributed", "torch.utils.dlpack", "torch.compiler", "torch.profiler",
    "torch.random", "torch.func", "torch.backends.cuda", "torch.futures", "torch.library",
    "torch.testing", "torch._dynamo", "torch.serialization",
]
# Results that are parts of the input, or may be.
MAYBE_VIEWS = {"contiguous", "reshape", "reshape_as", "flatten", "real"}
RESIZING = ("resize_", "resize_as_", "set_", "sparse_resize_", "sparse_resize_and_clear_")


class Native:
    """What the tables of a release say of its operators; empty for one without them."""

    def __init__(self, root):
        packaged = os.path.join(root, "torchgen", "packaged")
        native = os.path.join(packaged, "ATen", "native", "native_functions.yaml")
        views = os.path.join(packaged, "autograd", "gen_inplace_or_view_type.py")
        self.schemas = read_schemas(native) if os.path.isfile(native) else {}
        self.views = read_views(views) if os.path.isfile(views) else set()
        self.dtypes = {}
        for prefix, folder in (("", ""), ("special_", "special"), ("nn.", os.path.join("nn", "functional"))):
            refs = os.path.join(root, "torch", "_refs", folder, "__init__.py")
            if os.path.isfile(refs):
                for name, rule in read_dtype_rules(refs).items():
                    self.dtypes[prefix + name] = rule

    def operator(self, name):
        """The operator that a public name stands for: "linalg_det" of "torch.linalg.det"."""
        for prefix in ("torch.Tensor.", "torch.nn.functional.", "torch."):
            if name.startswith(prefix):
                rest = name[len(prefix):]
                for space in ("linalg", "special", "fft"):
                    if prefix == "torch." and rest.startswith(space + "."):
                        return space + "_" + rest[len(space) + 1:]
                return rest if "." not in rest else ""
        return ""


def agreed(values):
    values = set(values)
    return values.pop() if len(values) == 1 else ""


def shape_of(schema):
    if "dynamic_output_shape" in schema.tags:
        return "values"
    if changes_input(schema):
        moved = "inplace_view" in schema.tags or schema.name in RESIZING
        return "" if moved else "same"
    if "pointwise" in schema.tags:
        return "same" if len(schema.tensors) == 1 else "broadcast"
    if "reduction" in schema.tags:
        names = [a["name"] for a in schema.arguments]
        if "dim" in names:
            return "reduce"
        return "scalar" if len(schema.tensors) == 1 else ""
    return ""


def changes_input(schema):
    return schema.name.endswith("_") and bool(schema.arguments) and "!" in schema.arguments[0]["alias"]


def dtype_of(schema, operator, native):
    if changes_input(schema):
        return "same"
    return native.dtypes.get(operator, ("", 0))[0]


def describe(row, native):
    """Puts what the schemas say on a row of torch, torch.Tensor and the like."""
    operator = native.operator(row.name)
    schemas = native.schemas.get(operator, [])
    is_method = row.name.startswith("torch.Tensor.")
    schemas = [s for s in schemas if not s.is_out and (
        s.module == "nn" if ".functional." in row.name else ("method" if is_method else "function") in s.variants)]
    if ".functional." in row.name and "nn." + operator in native.dtypes:
        for overload in row.overloads:
            if overload.result == "tensor":
                overload.dtype = native.dtypes["nn." + operator][0]
    if not schemas:
        return
    row.sources.add("native")
    for overload in row.overloads:
        names = (["input"] if is_method else []) + [n for n in overload.names if n != "out"]
        fitting = [s for s in schemas if s.names == names] or schemas
        describe_overload(overload, fitting, operator, native)
    describe_effects(row, schemas, operator, native)


def describe_overload(overload, schemas, operator, native):
    result = agreed(s.result() for s in schemas)
    if result not in ("", "?") and overload.result in ("?", "tuple:?") or (
            result.startswith("tuple:") and overload.result.startswith("tuple:")):
        overload.result = result
    if overload.result in ("tensor", "self"):
        overload.shape = agreed(shape_of(s) for s in schemas)
        overload.dtype = agreed(dtype_of(s, operator, native) for s in schemas)
    elif overload.result.startswith("tuple:"):
        overload.shape = agreed(shape_of(s) for s in schemas)


def describe_effects(row, schemas, operator, native):
    if row.name.endswith("_") and all("!" in s.arguments[0]["alias"] for s in schemas if s.arguments):
        row.facts["inplace"] = ""
    elif operator in native.views and operator not in MAYBE_VIEWS:
        row.facts["view"] = ""
    elif all(s.aliases_input() for s in schemas):
        row.facts["may_view"] = ""
    if all("nondeterministic_seeded" in s.tags for s in schemas):
        row.facts["random"] = ""
    if all("data_dependent_output" in s.tags for s in schemas):
        row.facts["waits"] = "copy"
    elif all("dynamic_output_shape" in s.tags for s in schemas):
        row.facts["waits"] = "size"


def builtin_functions(package):
    """Of torch itself, by the stub of its C++ functions."""
    rows = {}
    for tree in package.tree("torch._C._VariableFunctions"):
        for name, nodes in functions_in(tree.body).items():
            if not name.startswith("_"):
                row = rows["torch." + name] = Row("torch." + name, "function", overloads_of(nodes), {"stub"})
                for overload in row.overloads:
                    if overload.parameters and overload.parameters[0][0] == "self":
                        overload.parameters[0][0] = "input"  # As signatures that are not deprecated say.
    return rows


def tensor_methods(package):
    rows = {}
    for tree in package.tree("torch._C"):
        for node in tree.body:
            if getattr(node, "name", "") in ("TensorBase", "_TensorBase"):
                for name, nodes in functions_in(node.body).items():
                    if not name.startswith("_") and not any(
                            getattr(d, "id", "") == "property" for d in nodes[0].decorator_list):
                        full = "torch.Tensor." + name
                        rows[full] = Row(full, "method", overloads_of(nodes, True), {"stub"})
    return rows


def operators_of(package, native, space):
    """torch.linalg, torch.special and torch.fft: names that the module binds to operators."""
    rows = {}
    for tree in package.tree("torch." + space):
        for node in tree.body:
            for target in getattr(node, "targets", []):
                name = getattr(target, "id", "_")
                if name.startswith("_") or "_add_docstr" not in _called(node.value):
                    continue
                signature = python_signature(native.schemas.get(space + "_" + name, []))
                full = "torch.%s.%s" % (space, name)
                rows[full] = Row(full, "function", overloads_of([signature] if signature else []),
                                 {"native" if signature else "python"})
    return rows


def functional_operators(package, native):
    """torch.nn.functional's names that are operators: their stub, else their schema."""
    rows = {}
    for tree in package.tree("torch.nn.functional")[:1]:
        for node in tree.body:
            for target in getattr(node, "targets", []):
                name = getattr(target, "id", "_")
                called = _called(getattr(node, "value", None))
                if name.startswith("_") or called not in ("_add_docstr", "boolean_dispatch"):
                    continue
                schemas = native.schemas.get(name, []) if called == "_add_docstr" else []
                signature = python_signature(schemas)
                full = "torch.nn.functional." + name
                rows[full] = Row(full, "function", overloads_of([signature] if signature else []),
                                 {"native" if signature else "python"})
                if called == "boolean_dispatch":
                    rows[full].overloads = dispatched(package, name)
    return rows


def dispatched(package, name):
    """max_pool2d takes what max_pool2d_with_indices takes; what it returns depends on the call."""
    entity = package.find("torch.nn.functional", name + "_with_indices")
    overloads = overloads_of(entity.nodes) if entity else []
    for overload in overloads:
        overload.result = "?"
    return overloads


def _called(node):
    function = getattr(node, "func", None)
    return getattr(function, "id", "") or getattr(function, "attr", "")


def read_torch(package):
    """{name: Row or Alias} of one release."""
    root = package.root
    native = Native(root)
    rows = builtin_functions(package)
    rows.update(tensor_methods(package))
    for space in ("linalg", "special", "fft"):
        rows.update(operators_of(package, native, space))
    rows.update(functional_operators(package, native))
    python = read_package(package, MODULES)
    python.update({n: r for n, r in rows.items() if n not in python or is_guess(python[n])
                   or is_same(python[n], r)})
    for name, row in python.items():
        if isinstance(row, Row) and row.kind != "class":
            describe(row, native)
    return python


def is_same(one, other):
    """The stub that torch._C has of it is all that there is."""
    texts = [[o.text({}) for o in getattr(row, "overloads", [])] for row in (one, other)]
    return texts[0] == texts[1]


def is_guess(row):
    """A stub without defaults, where the operator itself is declared."""
    return row.kind != "class" and any(default == "..." for o in getattr(row, "overloads", [])
                                       for _, default in o.parameters)

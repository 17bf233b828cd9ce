"""Defects as edits of good code. Each operator yields the places of one file where it can put one.

    for mutant in OPERATORS["drop-wait"].find(Source(path, text)): mutant.apply(text)

An operator injects what its family of rules is there to find, and only where the defect would be
real: a `wait` is dropped only for a handle of an asynchronous call, `group=` only where the function
was given that group.
"""

import ast
import collections

COLLECTIVES = {"all_reduce", "broadcast", "barrier", "reduce", "all_gather", "all_gather_into_tensor",
               "reduce_scatter_tensor", "reduce_scatter", "all_gather_object", "broadcast_object_list",
               "all_to_all_single", "_all_gather_base", "_reduce_scatter_base"}
MODULE_BASES = ("Module", "MegatronModule", "GraphableMegatronModule", "TransformerLayer",
                "BaseTransformerLayer")
FUNCTIONAL = ("gather_from_", "reduce_from_", "scatter_to_", "reduce_scatter_to_", "copy_to_")

# Bytes [first, end) become `text`.
Edit = collections.namedtuple("Edit", "first end text")


class Mutant:
    """Edits of one file, and the function that they stand in."""

    def __init__(self, source, function, *edits):
        self.path = source.path
        self.function = function.name
        self.edits = sorted(edits, reverse=True)
        first = min([function.lineno] + [d.lineno for d in function.decorator_list])
        added = sum(edit.text.count(b"\n") - source.data[edit.first:edit.end].count(b"\n")
                    for edit in edits)
        self.lines = (first, function.end_lineno + added)

    def apply(self, data):
        for edit in self.edits:
            data = data[:edit.first] + edit.text + data[edit.end:]
        return data


class Source:
    """A file and its syntax tree with parents."""

    def __init__(self, path, data):
        self.path = path
        self.data = data
        self.tree = ast.parse(data)
        self.starts = [0]
        for line in data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.parents = {}
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node

    def span(self, node):
        return (self.starts[node.lineno - 1] + node.col_offset,
                self.starts[node.end_lineno - 1] + node.end_col_offset)

    def text(self, node):
        first, end = self.span(node)
        return self.data[first:end]

    def replace(self, node, text):
        return Edit(*self.span(node), text if isinstance(text, bytes) else text.encode())

    def indent(self, statement):
        start = self.starts[statement.lineno - 1]
        return self.data[start:start + statement.col_offset]

    def insert_before(self, statement, text):
        """`text` on lines of its own."""
        indent = self.indent(statement)
        start = self.starts[statement.lineno - 1]
        return Edit(start, start, b"".join(indent + line.encode() + b"\n" for line in text.split("\n")))

    def remove_lines(self, statement):
        """The statement, or `pass` in its place when it is alone in its block."""
        parent = self.parents[statement]
        for field in ("body", "orelse", "finalbody"):
            if getattr(parent, field, None) == [statement]:
                return self.replace(statement, b"pass")
        return Edit(self.starts[statement.lineno - 1], self.starts[statement.end_lineno], b"")

    def remove_argument(self, call, keyword):
        """A keyword argument with the comma before it, or behind it when it is the first."""
        first = self.starts[keyword.lineno - 1] + keyword.col_offset
        end = self.starts[keyword.end_lineno - 1] + keyword.end_col_offset
        before = first
        while self.data[before - 1:before] in (b" ", b"\n"):
            before -= 1
        if self.data[before - 1:before] == b",":
            return Edit(before - 1, end, b"")
        while self.data[end:end + 1] in (b" ", b",", b"\n"):
            end += 1
        return Edit(first, end, b"")

    def all(self, *kinds):
        return [node for node in ast.walk(self.tree) if isinstance(node, kinds)]

    def function(self, node):
        node = self.parents.get(node)
        while node is not None and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node = self.parents.get(node)
        return node

    def statement(self, node):
        while not isinstance(node, ast.stmt):
            node = self.parents[node]
        return node

    def enclosing_class(self, node):
        while node is not None and not isinstance(node, ast.ClassDef):
            node = self.parents.get(node)
        return node

    def calls(self, *names):
        """Calls of these last names, inside of functions."""
        for node in self.all(ast.Call):
            if last_name(node.func) in names and self.function(node) is not None:
                yield node


def last_name(node):
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def dotted(node):
    if isinstance(node, ast.Attribute):
        return dotted(node.value) + "." + node.attr
    return node.id if isinstance(node, ast.Name) else "?"


def is_distributed(call):
    """torch.distributed.f, dist.f."""
    return dotted(call.func).rpartition(".")[0] in ("torch.distributed", "dist")


def keyword(call, name):
    return next((k for k in call.keywords if k.arg == name), None)


def parameters(function):
    arguments = function.args
    return {a.arg: a for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs}


def is_under_test(source, node):
    """In an if, try, loop or with: where the effect of an edit is harder to tell."""
    node = source.parents.get(node)
    while node is not None and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        if isinstance(node, (ast.If, ast.Try, ast.For, ast.While, ast.With, ast.Lambda)):
            return True
        node = source.parents.get(node)
    return False


def mentions(source, function, *words):
    text = source.text(function).decode("utf-8", "replace")
    return any(word in text for word in words)


def is_known_group(text):
    """A group whose members the code names: tp_group, get_data_parallel_group()."""
    return any(word in text for word in (b"tp_group", b"dp_group", b"pp_group", b"cp_group", b"ep_group",
                                         b"_parallel_group(", b"pg_collection."))


def is_module_class(node):
    return node is not None and any(last_name(base) in MODULE_BASES for base in node.bases)


def is_autograd_class(node):
    return node is not None and any(dotted(base).endswith("autograd.Function") or
                                    last_name(base) == "Function" for base in node.bases)


def forwards(source):
    """forward methods of modules, with a parameter that is annotated as a tensor."""
    for function in source.all(ast.FunctionDef):
        owner = source.parents.get(function)
        if function.name != "forward" or not isinstance(owner, ast.ClassDef):
            continue
        if not is_module_class(owner):
            continue
        for name, argument in parameters(function).items():
            if argument.annotation is not None and \
                    source.text(argument.annotation) in (b"Tensor", b"torch.Tensor"):
                yield function, name
                break


def after_docstring(function):
    for statement in function.body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            return statement
    return None


def in_forward(template):
    """Operator that puts a statement at the start of a module's forward."""
    def find(source):
        for function, name in forwards(source):
            statement = after_docstring(function)
            if statement is not None:
                yield Mutant(source, function,
                             source.insert_before(statement, template.format(x=name)))
    return find


# ---- Collectives and groups.

def rank_branch(source):
    for call in source.calls(*COLLECTIVES):
        statement = source.statement(call)
        group = keyword(call, "group")
        if not is_distributed(call) or not isinstance(statement, ast.Expr) or \
                is_under_test(source, statement) or keyword(call, "async_op"):
            continue
        if group is not None and not is_known_group(source.text(group.value)):
            continue
        indent = source.indent(statement)
        text = source.text(statement).replace(b"\n", b"\n    ")
        yield Mutant(source, source.function(call), source.replace(
            statement, b"if torch.distributed.get_rank() == 0:\n" + indent + b"    " + text))


def drop_group(source):
    for call in source.calls(*(COLLECTIVES - {"barrier"})):
        given = keyword(call, "group")
        function = source.function(call)
        if not is_distributed(call) or given is None or not isinstance(given.value, ast.Name):
            continue
        name = given.value.id
        if name in parameters(function) and name.endswith("group") and \
                not mentions(source, function, name + " is None", name + " is not None", "if " + name):
            yield Mutant(source, function, source.remove_argument(call, given))


def reduce_temporary(source):
    for call in source.calls("all_reduce"):
        if is_distributed(call) and call.args and isinstance(call.args[0], (ast.Name, ast.Attribute)):
            yield Mutant(source, source.function(call), source.replace(
                call.args[0], source.text(call.args[0]) + b".clone()"))


def unknown_keyword(source):
    for call in source.calls(*COLLECTIVES):
        given = keyword(call, "group")
        if is_distributed(call) and given is not None:
            yield Mutant(source, source.function(call), source.replace(
                given, b"process_group=" + source.text(given.value)))


def drop_wait(source):
    for call in source.calls(*COLLECTIVES):
        given = keyword(call, "async_op")
        statement = source.statement(call)
        if not is_distributed(call) or given is None or \
                not (isinstance(given.value, ast.Constant) and given.value.value is True):
            continue
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            continue
        name = statement.targets[0].id
        function = source.function(call)
        waits = [wait for wait in source.calls("wait") if source.function(wait) is function and
                 dotted(wait.func) == name + ".wait"]
        uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
        if waits and len(uses) == 1 + len(waits):
            yield Mutant(source, function,
                         *[source.remove_lines(source.statement(wait)) for wait in waits])


def drop_handle(source):
    """A call becomes asynchronous, and nobody keeps its handle."""
    for call in source.calls(*COLLECTIVES):
        given = keyword(call, "async_op")
        statement = source.statement(call)
        if is_distributed(call) and given is None and isinstance(statement, ast.Expr) and \
                statement.value is call and "object" not in last_name(call.func) and \
                len(call.args) < 4 and \
                not mentions(source, source.function(call), "cuda.synchronize()"):
            end = source.span(call)[1] - 1
            separator = b"" if source.data[:end].rstrip().endswith((b",", b"(")) else b", "
            yield Mutant(source, source.function(call),
                         Edit(end, end, separator + b"async_op=True"))


def global_module_name(source):
    for node in source.all(ast.Attribute):
        function = source.function(node)
        if function is None or dotted(node.value) not in ("parallel_state", "mpu"):
            continue
        if node.attr.startswith("get_") and isinstance(source.parents[node], ast.Call):
            yield Mutant(source, function,
                         source.replace(node, source.text(node.value) + b"." + node.attr.encode() + b"s"))


def discard_mapping(source):
    for statement in source.all(ast.Assign):
        function = source.function(statement)
        if function is not None and isinstance(statement.value, ast.Call) and \
                last_name(statement.value.func).startswith(FUNCTIONAL):
            yield Mutant(source, function,
                         source.replace(statement, source.text(statement.value)))


def wrong_divisor(source):
    for call in source.calls("all_reduce"):
        given, statement = keyword(call, "group"), source.statement(call)
        if not is_distributed(call) or given is None or not isinstance(statement, ast.Expr) or \
                not call.args or not isinstance(call.args[0], ast.Name) or keyword(call, "op"):
            continue
        if not isinstance(given.value, ast.Call) or "parallel_group" not in dotted(given.value.func):
            continue
        name = call.args[0].id.encode()
        yield Mutant(source, source.function(call), source.replace(
            statement, source.text(statement) + b"\n" + source.indent(statement) + name + b" /= " +
            b"torch.distributed.get_world_size()"))


# ---- Numerics.

def of_softmax(replacement):
    """Operator that rewrites F.softmax or log_softmax calls with a plain operand and a dim."""
    def find(source):
        for call in source.calls(replacement[0]):
            dim = keyword(call, "dim")
            dim = source.text(dim.value) if dim else source.text(call.args[1]) if len(call.args) > 1 \
                else None
            if dim is None or not call.args or dotted(call.func).split(".")[0] not in ("torch", "F"):
                continue
            text = replacement[1].encode().replace(b"{x}", source.text(call.args[0]))
            yield Mutant(source, source.function(call), source.replace(call, text.replace(b"{d}", dim)))
    return find


def softmax_before_loss(source):
    for call in source.calls("cross_entropy"):
        if dotted(call.func) in ("F.cross_entropy", "torch.nn.functional.cross_entropy") and call.args:
            yield Mutant(source, source.function(call), source.replace(
                call.args[0], b"torch.softmax(" + source.text(call.args[0]) + b", dim=-1)"))


def equals_nan(source):
    for call in source.calls("isnan"):
        if dotted(call.func) == "torch.isnan" and len(call.args) == 1:
            yield Mutant(source, source.function(call), source.replace(
                call, b"(" + source.text(call.args[0]) + b" == float('nan'))"))


def magic_mask(source):
    for call in source.calls("masked_fill", "masked_fill_"):
        if len(call.args) == 2 and isinstance(call.func, ast.Attribute) and \
                b"inf" in source.text(call.args[1]):
            yield Mutant(source, source.function(call), source.replace(call.args[1], b"-10000.0"))


def drop_zero_guard(source):
    """x.sum().clamp(min=1) as a divisor becomes x.sum(); the same for max(x, 1) and + eps."""
    for node in source.all(ast.BinOp):
        function = source.function(node)
        if function is None or not isinstance(node.op, ast.Div):
            continue
        guarded = node.right
        if isinstance(guarded, ast.Call) and last_name(guarded.func) in ("clamp", "clamp_min") and \
                isinstance(guarded.func, ast.Attribute):
            bare = guarded.func.value
        elif isinstance(guarded, ast.BinOp) and isinstance(guarded.op, ast.Add) and \
                b"eps" in source.text(guarded.right) or \
                isinstance(guarded, ast.BinOp) and isinstance(guarded.right, ast.Constant):
            bare = guarded.left
        else:
            continue
        text = source.text(bare)
        if b".sum(" in text and (b"mask" in text or text.split(b".sum(")[0] in source.text(node.left)):
            yield Mutant(source, function, source.replace(guarded, text))


# ---- Gradients.

def backward_returns(source):
    for function in source.all(ast.FunctionDef):
        if function.name != "backward" or not is_autograd_class(source.parents.get(function)):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and \
                    len(node.value.elts) > 2 and source.function(node) is function and \
                    not any(isinstance(e, ast.Starred) for e in node.value.elts):
                last = node.value.elts[-2]
                yield Mutant(source, function, Edit(
                    source.span(last)[1], source.span(node.value.elts[-1])[1], b""))
                break


def drop_staticmethod(source):
    for function in source.all(ast.FunctionDef):
        if function.name in ("forward", "backward") and len(function.decorator_list) == 1 and \
                is_autograd_class(source.parents.get(function)) and \
                dotted(function.decorator_list[0]) == "staticmethod":
            line = function.decorator_list[0].lineno
            yield Mutant(source, function, Edit(source.starts[line - 1], source.starts[line], b""))


def rename_context(source):
    for node in source.all(ast.Assign):
        function = source.function(node)
        if function is None or function.name != "forward" or \
                not is_autograd_class(source.parents.get(function)):
            continue
        target = node.targets[0]
        if not isinstance(target, ast.Attribute) or dotted(target.value) != "ctx":
            continue
        owner = source.text(source.parents[function])
        if owner.count(b"ctx." + target.attr.encode()) < 2 or \
                source.text(function).count(b"ctx." + target.attr.encode()) > 1:
            continue
        yield Mutant(source, source.parents[function], source.replace(target, b"ctx.other_name"))


def unpack_fewer(source):
    for node in source.all(ast.Assign):
        function = source.function(node)
        if function is None or function.name != "backward" or \
                not isinstance(node.value, ast.Attribute) or node.value.attr != "saved_tensors":
            continue
        target = node.targets[0]
        if isinstance(target, ast.Tuple) and len(target.elts) > 2 and \
                not any(isinstance(e, ast.Starred) for e in target.elts):
            yield Mutant(source, source.parents[function], Edit(
                source.span(target.elts[-2])[1], source.span(target.elts[-1])[1], b""))


def scale_gradient_in_place(source):
    for function in source.all(ast.FunctionDef):
        if function.name != "backward" or not is_autograd_class(source.parents.get(function)):
            continue
        names = [a.arg for a in function.args.args][1:]
        statement = after_docstring(function)
        if names and statement is not None:
            yield Mutant(source, function, source.insert_before(statement, names[0] + ".mul_(2.0)"))


def misspell_requires_grad(source):
    for node in source.all(ast.Attribute):
        function = source.function(node)
        if function is not None and node.attr == "requires_grad" and \
                isinstance(node.ctx, ast.Store) and dotted(node.value) != "self":
            yield Mutant(source, function,
                         source.replace(node, source.text(node.value) + b".require_grad"))


# ---- Device and streams.

def drop_device(source):
    for function, _ in forwards(source):
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and dotted(call.func) in ("torch.arange", "torch.zeros",
                                                                    "torch.ones") and \
                    keyword(call, "device") and source.function(call) is function and \
                    isinstance(source.parents[call], (ast.BinOp, ast.Subscript)):
                yield Mutant(source, function, source.remove_argument(call, keyword(call, "device")))
                break


def create_then_move(source):
    for call in source.calls("zeros", "ones", "empty", "arange"):
        given = keyword(call, "device")
        if dotted(call.func).startswith("torch.") and given is not None and \
                b"cpu" not in source.text(given.value) and keyword(call, "pin_memory") is None and \
                not isinstance(given.value, ast.Constant):
            remove = source.remove_argument(call, given)
            end = source.span(call)[1]
            yield Mutant(source, source.function(call), remove,
                         Edit(end, end, b".to(" + source.text(given.value) + b")"))


def drop_stream_waits(source):
    """A stream made here is no longer ordered behind or before the current one."""
    for node in source.all(ast.Assign):
        function = source.function(node)
        if function is None or not isinstance(node.value, ast.Call) or \
                dotted(node.value.func) != "torch.cuda.Stream" or \
                not isinstance(node.targets[0], ast.Name):
            continue
        name = node.targets[0].id
        if ast.unparse(function).count(name + " = ") != 1:
            continue  # It may be somebody else's stream.
        waits = [call for call in source.calls("wait_stream") if source.function(call) is function and
                 (dotted(call.func.value) == name or
                  (call.args and last_name(call.args[0]) == name))]
        if waits:
            yield Mutant(source, function,
                         *[source.remove_lines(source.statement(wait)) for wait in waits])


# ---- Triton.

def kernels(source):
    for function in source.all(ast.FunctionDef):
        if any("jit" in dotted(d.func if isinstance(d, ast.Call) else d)
               for d in function.decorator_list):
            yield function


def block_names(function):
    """Names made from a program id and tl.arange(0, BLOCK...), by one or several assignments."""
    names = set()
    for _ in range(3):
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            text = ast.unparse(node.value)
            used = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}
            if ("tl.arange(0, BLOCK" in text and "pid" in text or names & used) and \
                    not any(mark in text for mark in ("tl.load", "<", "%", "==")):
                names.add(node.targets[0].id)
    return names


def drop_triton_mask(source):
    """Of an access whose offsets run over a whole block."""
    for function in kernels(source):
        blocks = block_names(function)
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and dotted(call.func) in ("tl.load", "tl.store") and \
                    keyword(call, "mask") and keyword(call, "other") is None and \
                    not is_under_test(source, call) and \
                    blocks & {n.id for n in ast.walk(call.args[0]) if isinstance(n, ast.Name)}:
                yield Mutant(source, function, source.remove_argument(call, keyword(call, "mask")))
                break


def drop_triton_other(source):
    """Of a load whose lanes are all reduced."""
    for function in kernels(source):
        text = ast.unparse(function)
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            call = node.value
            while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and \
                    call.func.attr == "to":
                call = call.func.value
            name = node.targets[0].id
            if isinstance(call, ast.Call) and dotted(call.func) == "tl.load" and \
                    keyword(call, "mask") and keyword(call, "other") and \
                    any("tl.%s(%s" % (f, name) in text for f in ("sum", "max", "dot")):
                yield Mutant(source, function, source.remove_argument(call, keyword(call, "other")))
                break


def half_accumulator(source):
    for function in kernels(source):
        text = ast.unparse(function)
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or dotted(call.func) != "tl.zeros":
                continue
            target = source.parents[call]
            if not isinstance(target, ast.Assign) or \
                    dotted(target.targets[0]) + " +=" not in text:
                continue
            given = keyword(call, "dtype")
            given = given.value if given else call.args[1] if len(call.args) > 1 else None
            if given is not None and dotted(given) == "tl.float32":
                yield Mutant(source, function, source.replace(given, b"tl.bfloat16"))
                break


# ---- Checkpoints and interfaces.

def rename_state_key(source):
    for owner in source.all(ast.ClassDef):
        methods = {f.name: f for f in owner.body if isinstance(f, ast.FunctionDef)}
        save, load = methods.get("state_dict"), methods.get("load_state_dict")
        if save is None or load is None:
            continue
        if any(isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and
               last_name(node.value.func) == "state_dict" for node in ast.walk(save)):
            continue  # Somebody else's keys, which may have the renamed one among them.
        read = {node.slice.value for node in ast.walk(load) if isinstance(node, ast.Subscript) and
                isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)}
        for node in ast.walk(save):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and \
                    isinstance(node.slice, ast.Constant) and node.slice.value in read:
                yield Mutant(source, owner, source.replace(
                    node.slice, repr("renamed_" + node.slice.value)))
                break


def drop_weights_only(source):
    for call in source.calls("load"):
        given = keyword(call, "weights_only")
        if dotted(call.func) == "torch.load" and given is not None and \
                b"BytesIO" not in source.text(call):
            yield Mutant(source, source.function(call), source.remove_argument(call, given))


Operator = collections.namedtuple("Operator", "family rules find")

OPERATORS = {
    "collective-under-rank-test": Operator("collectives", {"collective-in-rank-branch"}, rank_branch),
    "drop-group": Operator("groups", {"collective-missing-group"}, drop_group),
    "unknown-keyword": Operator("collectives", {"torch-distributed-bad-argument"}, unknown_keyword),
    "reduce-temporary": Operator("collectives", {"inplace-collective-on-temporary"}, reduce_temporary),
    "discard-mapping": Operator(
        "collectives", {"functional-collective-result-discarded"}, discard_mapping),
    "wrong-divisor": Operator("groups", {"mean-divisor-group-mismatch"}, wrong_divisor),
    "misspell-getter": Operator("process groups", {"undefined-module-attribute"}, global_module_name),
    "drop-wait": Operator("asynchrony", {"async-collective-handle-dropped",
                                         "comm-buffer-touched-before-wait"}, drop_wait),
    "drop-handle": Operator("asynchrony", {"async-collective-handle-dropped"}, drop_handle),
    "drop-stream-waits": Operator("streams", {"side-stream-not-synchronised"}, drop_stream_waits),
    "log-of-softmax": Operator("numerics", {"log-of-softmax"}, of_softmax(
        ("log_softmax", "torch.log(torch.softmax({x}, dim={d}))"))),
    "hand-written-softmax": Operator("numerics", {"softmax-without-max"}, of_softmax(
        ("softmax", "(torch.exp({x}) / torch.exp({x}).sum(dim={d}, keepdim=True))"))),
    "softmax-before-loss": Operator(
        "numerics", {"softmax-before-cross-entropy"}, softmax_before_loss),
    "equals-nan": Operator("numerics", {"compare-to-nan"}, equals_nan),
    "magic-mask": Operator("numerics", {"magic-mask-constant"}, magic_mask),
    "drop-zero-guard": Operator("numerics", {
        "division-by-mask-count", "self-normalisation-without-eps", "inconsistent-zero-guard"},
        drop_zero_guard),
    "backward-returns-fewer": Operator("gradients", {"backward-arity"}, backward_returns),
    "drop-staticmethod": Operator("gradients", {"autograd-function-misuse"}, drop_staticmethod),
    "rename-context": Operator("gradients", {"unset-context-attribute"}, rename_context),
    "unpack-fewer": Operator("gradients", {"saved-tensors-mismatch"}, unpack_fewer),
    "scale-gradient-in-place": Operator(
        "gradients", {"inplace-on-grad-output"}, scale_gradient_in_place),
    "misspell-requires-grad": Operator("gradients", {"requires-grad-typo"}, misspell_requires_grad),
    "item-in-forward": Operator("host syncs", {"host-sync-in-hot-path", "cudagraph-capture-unsafe"},
                                in_forward("scale_of_input = {x}.abs().max().item()")),
    "synchronize-in-forward": Operator(
        "host syncs", {"cuda-synchronize-in-hot-path", "host-sync-in-hot-path"},
        in_forward("torch.cuda.synchronize()")),
    "branch-in-forward": Operator(
        "host syncs", {"tensor-in-branch", "cudagraph-capture-unsafe"},
        in_forward("if {x}.abs().sum() > 0:\n    {x} = {x} * 2")),
    "print-in-forward": Operator("host syncs", {"printed-tensor"}, in_forward("print({x})")),
    "drop-device": Operator("device", {"missing-device"}, drop_device),
    "create-then-move": Operator("device", {"create-then-move"}, create_then_move),
    "drop-triton-mask": Operator("triton", {"unmasked-block-access"}, drop_triton_mask),
    "drop-triton-other": Operator("triton", {"masked-load-without-other"}, drop_triton_other),
    "half-accumulator": Operator("triton", {"low-precision-accumulator"}, half_accumulator),
    "rename-state-key": Operator("checkpoints", {"state-dict-key-mismatch"}, rename_state_key),
    "drop-weights-only": Operator("security", {"unsafe-torch-load"}, drop_weights_only),
}
